/** One valid event of each of the 67 types, with every optional field. */
import type { AgentEventTypeLiteral } from '../event-types.ts';
import type { AgentEvent, EventOf } from '../events.ts';
import { RUN_ID, START } from './journal.ts';

type Body<E> = Required<Omit<E, 'type' | 'runId' | 'agent' | 'timestamp' | 'seq' | 'lane' | 'raw'>>;
type Bodies = { readonly [T in AgentEventTypeLiteral]: Body<EventOf<T>> };

const cost = { totalUsd: 0.25, inputTokens: 10, outputTokens: 20, thinkingTokens: 3, cachedTokens: 4 };
const call = { toolCallId: 't1', toolName: 'Bash', toolKind: 'execute' } as const;
const mcp = { toolCallId: 'm1', server: 'files', toolName: 'list', toolKind: 'mcp' } as const;
const file = { path: '/w/src/a.ts', toolCallId: 't1' };
const subagent = { subagentId: 'a1', agentName: 'scout', agentNameKnown: false } as const;
const plugin = { pluginId: '@x/p', pluginName: 'p' };
const session = { sessionId: 's1' };
const model = { model: 'large-1', provider: 'acme' };

const BODIES: Bodies = {
  session_start: { ...session, resumed: false, forkedFrom: 's0', ...model },
  session_resume: { ...session, priorTurnCount: 2, priorTurnCountKnown: false },
  session_fork: { ...session, forkedFrom: 's0' },
  session_checkpoint: { ...session, checkpointId: 'c1' },
  session_end: { ...session, turnCount: 3, turnCountKnown: false, cost },
  turn_start: { turnIndex: 0 },
  turn_end: { turnIndex: 0, cost, ...model },
  step_start: { turnIndex: 0, stepIndex: 0, stepType: 'generation' },
  step_end: { turnIndex: 0, stepIndex: 0 },
  message_start: {},
  text_delta: { delta: 'Hel', accumulated: 'Hel' },
  message_stop: { text: 'Hello' },
  thinking_start: { effort: 'high' },
  thinking_delta: { delta: 'Hm', accumulated: 'Hm' },
  thinking_stop: { thinking: 'Hm' },
  tool_call_start: { ...call, inputAccumulated: '' },
  tool_input_delta: { toolCallId: 't1', delta: '{', inputAccumulated: '{' },
  tool_call_ready: { ...call, input: { command: 'ls' } },
  tool_result: { ...call, output: 'a.ts', durationMs: 12.5 },
  tool_error: { ...call, error: 'exit 1' },
  file_read: file,
  file_write: { ...file, byteCount: 7, byteCountKnown: false, content: 'a' },
  file_create: { ...file, byteCount: 0, byteCountKnown: false, content: 'b' },
  file_delete: file,
  file_patch: { ...file, diff: '--- a\n+++ b\n', diffKnown: false },
  shell_start: { command: 'ls', cwd: '/w', cwdKnown: false, toolCallId: 't1' },
  shell_stdout_delta: { delta: 'a.ts\n', toolCallId: 't1' },
  shell_stderr_delta: { delta: 'oh\n', toolCallId: 't1' },
  shell_exit: { exitCode: -1, exitCodeKnown: false, signal: 'SIGTERM', durationMs: 3, toolCallId: 't1' },
  mcp_tool_call_start: { ...mcp, input: {} },
  mcp_tool_result: { ...mcp, output: [] },
  mcp_tool_error: { ...mcp, error: 'gone' },
  subagent_spawn: { ...subagent, prompt: 'look', promptKnown: false },
  subagent_result: { ...subagent, summary: 'seen', summaryKnown: false, cost },
  subagent_error: { ...subagent, error: 'lost' },
  plugin_loaded: { ...plugin, version: '', versionKnown: false },
  plugin_invoked: plugin,
  plugin_error: { ...plugin, error: 'bad' },
  skill_loaded: { skillName: 'pdf', source: '', sourceKnown: false },
  skill_invoked: { skillName: 'pdf' },
  agentdoc_read: { path: '/w/AGENTS.md' },
  image_output: { mimeType: 'image/png', base64: 'AAAA', filePath: '/w/a.png', toolCallId: 't1' },
  image_input_ack: { mimeType: 'image/png' },
  cost: { cost, models: [{ ...model, costUsd: 0.25 }] },
  token_usage: {
    ...model,
    inputTokens: 1,
    outputTokens: 2,
    thinkingTokens: 0,
    cachedTokens: 0,
    inputKnown: false,
    outputKnown: false,
  },
  input_required: { interactionId: 'i1', question: 'Which?', context: 'two fit', source: 'agent' },
  approval_request: {
    interactionId: 'i2',
    action: 'Run a command',
    detail: 'ls',
    context: 'It is needed.',
    toolName: 'Bash',
    riskLevel: 'high',
    toolCallId: 't1',
    toolKind: 'execute',
    command: 'ls',
    cwd: '/w',
    paths: ['/w/src'],
    changes: [{ path: '/w/a.ts', change: 'move', movedTo: '/w/b.ts', diff: '-a', oldText: 'a', newText: 'b' }],
    url: 'https://example.org/a',
    host: 'example.org',
    mcp: { server: 'files', tool: 'list' },
    reason: 'It is needed.',
    input: { command: 'ls' },
  },
  approval_granted: { interactionId: 'i2', toolCallId: 't1' },
  approval_denied: { interactionId: 'i2', reason: 'no', toolCallId: 't1' },
  rate_limited: { retryAfterMs: 1000 },
  context_limit_warning: { usedTokens: 90, maxTokens: 100, pctUsed: 90 },
  context_compacted: { summary: 'short', summaryKnown: false, tokensSaved: 50, tokensSavedKnown: false },
  retry: { attempt: 1, maxAttempts: 3, reason: 'overloaded', delayMs: 500, newAttempt: true },
  interrupted: {},
  aborted: { reason: 'too long' },
  paused: {},
  resumed: {},
  timeout: { kind: 'run' },
  turn_limit: { maxTurns: 5 },
  stream_fallback: { capability: 'tool_calls', reason: 'not streamed' },
  auth_error: { message: 'no key', guidance: 'log in' },
  rate_limit_error: { message: 'slow down', retryAfterMs: 1000, exhausted: true },
  context_exceeded: { usedTokens: 101, usedTokensKnown: false, maxTokens: 100, maxTokensKnown: false },
  crash: { exitCode: 139, exitCodeKnown: false, signal: 'SIGSEGV', stderr: 'boom' },
  error: { code: 'AGENT_ERROR', message: 'refused', recoverable: false },
  debug: { level: 'info', message: 'hi' },
  log: { source: 'stderr', line: 'warming up' },
};

const stamp = { runId: RUN_ID, agent: 'claude', timestamp: START, seq: 0, lane: 'a1', raw: '{}' };

/** The samples in the order of `EVENT_TYPES`, as they would come over a wire that carries everything. */
export const SAMPLE_EVENTS: readonly AgentEvent[] = Object.entries(BODIES).map(
  ([type, body]): AgentEvent => JSON.parse(JSON.stringify({ type, ...stamp, ...body })),
);

/** The sample of one type. */
export function sampleOf(type: AgentEventTypeLiteral): AgentEvent {
  const sample = SAMPLE_EVENTS.find((event) => event.type === type);
  if (sample === undefined) {
    throw new TypeError(`no sample of ${type}`);
  }
  return sample;
}
