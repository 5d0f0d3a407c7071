/** Lanes, files, limits, and other events. */
import { call, message, onLane, spawn, subagentResult } from '../../../../events/src/testing/journal.ts';
import { controls, type Line, step, turn, usage, whole } from '../write-journal.ts';

export const EVENTS: Readonly<Record<string, readonly Line[]>> = {
  'a lane within a lane': whole(
    ...turn(
      0,
      spawn('l1'),
      ...onLane('l1', [spawn('l2')]),
      ...onLane('l2', message('Deep')),
      ...onLane('l1', [subagentResult('l2')]),
      subagentResult('l1'),
    ),
  ),
  'subagents at once without lanes': whole(
    ...turn(0, spawn('l1'), spawn('l2'), subagentResult('l2'), {
      type: 'subagent_error',
      subagentId: 'l1',
      agentName: 'scout',
      error: 'no',
    }),
  ),
  'files and images': whole(
    ...turn(
      0,
      ...call('c1'),
      { type: 'file_create', path: '/w/a', byteCount: 1, toolCallId: 'c1' },
      { type: 'file_write', path: '/w/a', byteCount: 2 },
      { type: 'file_patch', path: '/w/a', diff: '-a\n+b' },
      { type: 'file_delete', path: '/w/a' },
      { type: 'image_output', mimeType: 'image/png', base64: 'AAAA' },
    ),
  ),
  'a compaction': whole(
    ...turn(0, { type: 'context_limit_warning', usedTokens: 90, maxTokens: 100, pctUsed: 90 }, usage(90)),
    { type: 'context_compacted', summary: 'All so far', tokensSaved: 50 },
  ),
  'a retry': whole(
    ...turn(0, ...message('Half')),
    { type: 'rate_limited', retryAfterMs: 5 },
    { type: 'retry', attempt: 1, maxAttempts: 3, reason: 'slow down', delayMs: 5 },
    ...turn(1, ...message('Whole')),
  ),
  'errors that the run lives with': whole(
    ...turn(
      0,
      { type: 'error', code: 'PARSE_ERROR', message: 'A line was broken', recoverable: true },
      { type: 'rate_limit_error', message: 'Slow down' },
      { type: 'plugin_error', pluginId: 'p', pluginName: 'lint', error: 'no' },
      { type: 'debug', level: 'warn', message: '3 bytes were lost' },
    ),
  ),
  'a pause': whole(
    ...turn(0, controls('pause'), { type: 'paused' }, controls('resume'), { type: 'resumed' }, ...message('Hi')),
  ),
  'a pause between two steps': whole(
    ...turn(
      0,
      ...step(0, ...message('One')),
      controls('pause'),
      { type: 'paused' },
      controls('resume'),
      { type: 'resumed' },
      ...step(1, ...message('Two')),
    ),
  ),
  'a session that goes on, with all that is read at its start': whole(
    { type: 'session_resume', sessionId: 's', priorTurnCount: 2 },
    { type: 'session_fork', sessionId: 's', forkedFrom: 'r' },
    { type: 'plugin_loaded', pluginId: 'p', pluginName: 'lint', version: '1.0.0' },
    { type: 'skill_loaded', skillName: 'tidy', source: '/w/.skills/tidy' },
    { type: 'agentdoc_read', path: '/w/AGENTS.md' },
    { type: 'image_input_ack', mimeType: 'image/png' },
    { type: 'stream_fallback', capability: 'tool_calls', reason: 'It tells calls when they are whole.' },
    { type: 'log', source: 'stderr', line: 'ready' },
    ...turn(
      0,
      { type: 'skill_invoked', skillName: 'tidy' },
      { type: 'plugin_invoked', pluginId: 'p', pluginName: 'lint' },
      ...call('c1'),
      { type: 'file_read', path: '/w/a', toolCallId: 'c1' },
      { type: 'session_checkpoint', sessionId: 's', checkpointId: 'k1' },
      ...message('Done'),
    ),
  ),
  'an MCP call that fails': whole(
    ...turn(
      0,
      { type: 'mcp_tool_call_start', toolCallId: 'm1', server: 'files', toolName: 'read', input: { path: 'a' } },
      { type: 'mcp_tool_error', toolCallId: 'm1', server: 'files', toolName: 'read', error: 'no such file' },
      ...message('There is none'),
    ),
  ),
  'a title of the host': whole(
    { entry: 'note', kind: 'title', data: { title: 'On doing it' } },
    ...turn(0, ...message('Hi')),
  ),
};
