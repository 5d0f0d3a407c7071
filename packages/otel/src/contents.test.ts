/** What was said appears nowhere without `content`, and in the forms of the conventions with it. */
import type { JournalEntry } from '@agent-mux/events/journal';
import { projectAll } from '@agent-mux/protocols';
import { describe, expect, it } from 'vitest';
import { callReady, failure, message, onLane, result, spawn, thinking } from '../../events/src/testing/journal.ts';
import { CORNER_JOURNALS } from '../../protocols/src/testing/corner-journals.ts';
import {
  closes,
  FIRST,
  LEFT,
  opens,
  SESSION,
  says,
  turn,
  whole,
  writeJournal,
} from '../../protocols/src/testing/write-journal.ts';
import { GEN_AI_CONTENT } from './names.ts';
import { spanRecords } from './span-records.ts';
import { cornerSpans, ofOperation, spansOf } from './testing/spans.ts';

/** Texts of every kind that somebody has written, each with a mark. */
const MARKED = [
  opens({ prompt: 'MARK prompt', cwd: '/MARK' }),
  says('p1', 'MARK prompt', 'first'),
  SESSION,
  ...turn(
    0,
    ...thinking('MARK thought'),
    ...message('MARK text'),
    { type: 'tool_call_start', toolCallId: 'c1', toolName: 'Edit', inputAccumulated: '{"a":"MARK in"}' },
    { type: 'tool_call_ready', toolCallId: 'c1', toolName: 'Edit', input: { a: 'MARK in' } },
    {
      type: 'approval_request',
      interactionId: 'i1',
      action: 'MARK',
      detail: 'MARK',
      context: 'MARK',
      riskLevel: 'low',
      toolCallId: 'c1',
    },
    {
      entry: 'input',
      input: 'answer',
      by: { kind: 'program' },
      interactionId: 'i1',
      response: { type: 'deny', reason: 'MARK no' },
    },
    { type: 'approval_denied', interactionId: 'i1', reason: 'MARK no', toolCallId: 'c1' },
    { type: 'tool_error', toolCallId: 'c1', toolName: 'Edit', error: 'MARK error' },
    { type: 'shell_start', command: 'MARK', cwd: '/MARK' },
    { type: 'shell_stdout_delta', delta: 'MARK' },
    { type: 'shell_exit', exitCode: 0, durationMs: 1 },
    { type: 'mcp_tool_call_start', toolCallId: 'm1', server: 's', toolName: 't', input: 'MARK' },
    { type: 'mcp_tool_result', toolCallId: 'm1', server: 's', toolName: 't', output: 'MARK' },
    { type: 'input_required', interactionId: 'i2', question: 'MARK?', source: 'agent' },
    { type: 'subagent_spawn', subagentId: 'l1', agentName: 'scout', prompt: 'MARK look' },
    ...onLane('l1', message('MARK lane')),
    { type: 'subagent_error', subagentId: 'l1', agentName: 'scout', error: 'MARK' },
    { type: 'file_write', path: '/MARK', byteCount: 1, content: 'MARK' },
    { type: 'context_compacted', summary: 'MARK', tokensSaved: 1 },
    { type: 'retry', attempt: 1, maxAttempts: 2, reason: 'MARK', delayMs: 1 },
    { type: 'debug', level: 'warn', message: 'MARK' },
    { type: 'log', source: 'stderr', line: 'MARK' },
    { type: 'plugin_error', pluginId: 'p', pluginName: 'lint', error: 'MARK' },
  ),
  { entry: 'note', kind: 'title', data: 'MARK' },
  { type: 'error', code: 'AGENT_ERROR', message: 'MARK', recoverable: false },
  LEFT,
  closes('error', {
    error: { code: 'AGENT_ERROR', message: 'MARK', recoverable: false },
    stderr: 'MARK',
  }),
] as const;

describe('what was said', () => {
  it('O-16: is nowhere without content', () => {
    const entries = writeJournal([...MARKED]);
    const without = JSON.stringify(projectAll(entries, spanRecords()));
    expect(without).not.toContain('MARK');
    const told = JSON.stringify(projectAll(entries, spanRecords({ content: true })));
    for (const text of ['prompt', 'thought', 'text', 'in', 'error', 'look', 'lane', 'no']) {
      expect(told).toContain(`MARK ${text}`);
    }
  });

  it('O-16: has an attribute for it with content alone', () => {
    const names = (entries: readonly JournalEntry[], content: boolean) =>
      projectAll(entries, spanRecords({ content })).flatMap(({ attributes }) => Object.keys(attributes));
    const contents: readonly string[] = Object.values(GEN_AI_CONTENT);
    const told = CORNER_JOURNALS.flatMap(({ entries }) => names(entries, false));
    expect(told.filter((name) => contents.includes(name))).toEqual([]);
    const all = new Set(CORNER_JOURNALS.flatMap(({ entries }) => names(entries, true)));
    expect(contents.filter((name) => !all.has(name))).toEqual([]);
  });

  it('O-16: tells a request what is new to it, and its answer', () => {
    const chats = ofOperation(
      spansOf(whole(...turn(0, ...thinking('Hm'), ...callReady('c1'), result('c1'), ...message('Done'))), {
        content: true,
      }),
      'chat',
    );
    const messages = chats.map(({ attributes }) => [
      JSON.parse(String(attributes['gen_ai.input.messages'])),
      JSON.parse(String(attributes['gen_ai.output.messages'])),
    ]);
    expect(messages).toEqual([
      [
        [{ role: 'user', parts: [{ type: 'text', content: 'Do it.\nThen say so.' }] }],
        [
          {
            role: 'assistant',
            parts: [
              { type: 'reasoning', content: 'Hm' },
              { type: 'tool_call', id: 'c1', name: 'Edit', arguments: {} },
            ],
            finish_reason: 'tool_call',
          },
        ],
      ],
      [
        [{ role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', response: 'done' }] }],
        [{ role: 'assistant', parts: [{ type: 'text', content: 'Done' }], finish_reason: 'stop' }],
      ],
    ]);
  });

  it('O-16: tells what a tool was really called with', () => {
    const [tool] = ofOperation(cornerSpans('an approval that changes the input', { content: true }), 'execute_tool');
    expect(tool?.attributes['gen_ai.tool.call.arguments']).toBe('{"command":"ls -l"}');
    expect(tool?.attributes['gen_ai.tool.call.result']).toBe('done');
    const failed = spansOf(whole(...turn(0, ...callReady('c1'), failure('c1'))), { content: true }).at(-1);
    expect(failed?.attributes).not.toHaveProperty('gen_ai.tool.call.result');
  });

  it('O-16: tells a run and a subagent what they were asked, and what they said last', () => {
    const spans = ofOperation(
      spansOf([opens(), FIRST, SESSION, ...turn(0, spawn('l1'), ...message('Bye')), LEFT, closes('aborted')], {
        content: true,
      }),
      'invoke_agent',
    );
    const said = spans.map(({ attributes }) => [
      attributes['gen_ai.input.messages'],
      attributes['gen_ai.output.messages'],
    ]);
    expect(said).toEqual([
      [
        JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: 'Do it.\nThen say so.' }] }]),
        JSON.stringify([{ role: 'assistant', parts: [{ type: 'text', content: 'Bye' }], finish_reason: 'unknown' }]),
      ],
      [JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: 'look' }] }]), undefined],
    ]);
  });
});
