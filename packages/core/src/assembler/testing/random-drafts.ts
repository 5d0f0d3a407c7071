/**
 * Random calls of an assembler: every kind of draft, in any order, with ids and keys from small pools so that they
 * meet.
 */
// biome-ignore lint/correctness/noUndeclaredDependencies: used by tests only, a devDependency of the workspace
import fc from 'fast-check';
import type { EventDraft, Outcome } from '../../adapter/draft.ts';
import type { EndCause, Respawn, Streams } from '../contract.ts';

type Call =
  | { readonly do: 'push'; readonly draft: EventDraft; readonly later: number; readonly raw: string | undefined }
  | { readonly do: 'respawn'; readonly retry: Respawn; readonly later: number; readonly streams: Streams | undefined };

export interface RandomRun {
  readonly stream: boolean | 'auto';
  readonly streams: Streams;
  readonly includeSubagents: boolean;
  readonly calls: readonly Call[];
  readonly cause: EndCause | undefined;
}

const AGENTS = ['a1', 'a2', 'a3'] as const;
const text = fc.constantFrom('', 'a', 'ab', 'Hello', ' there', 'Hello there');
const delta = fc.constantFrom('', 'a', 'b', 'Hello', ' there', '{"x":', '1}');
const key = fc.constantFrom('k1', 'k2');
const toolCallId = fc.constantFrom('t1', 't1', 't2', 't1#2');
const subagentId = fc.constantFrom(...AGENTS);
const toolName = fc.constantFrom('Bash', 'Read');
const path = fc.constant('a.txt');
const count = fc.nat({ max: 50 });
const json = fc.constantFrom<unknown>({ x: 1 }, {}, 'text', 0, null);
const lane = fc.option(fc.constantFrom(...AGENTS, 'a1#2'), { nil: undefined, freq: 4 });
/** A field that is there in one draft of five. */
const seldom = <T>(value: T): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constant(value) });
const toolKind = fc.constantFrom('execute', 'read', 'mcp');
const mcp = seldom({ server: 's', tool: 'find' });

const cost = fc.record(
  { totalUsd: count, inputTokens: count, outputTokens: count, cachedTokens: count },
  { requiredKeys: ['totalUsd', 'inputTokens', 'outputTokens'] },
);

const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.constant({ type: 'interrupted' } as const),
  fc.constant({ type: 'turn_limit', maxTurns: 3 } as const),
  fc.constant({ type: 'auth_error', message: 'no key', guidance: 'log in' } as const),
  fc.constant({ type: 'rate_limit_error', message: 'slow down', retryAfterMs: 5 } as const),
  fc.constant({ type: 'context_exceeded', usedTokens: 9, maxTokens: 8 } as const),
  fc.constant({ type: 'crash', exitCode: 1, stderr: 'boom' } as const),
  fc.constant({ type: 'error', code: 'AGENT_ERROR', message: 'refused' } as const),
);

const cause: fc.Arbitrary<EndCause | undefined> = fc.oneof(
  fc.constant(undefined),
  outcome,
  fc.constant({ type: 'aborted' } as const),
  fc.constantFrom({ type: 'timeout', kind: 'run' } as const, { type: 'timeout', kind: 'inactivity' } as const),
);

/** A random draft of one type, with literal and drawn fields; `maybe` fields are there or not. */
function draftOf<T extends EventDraft['type']>(
  type: T,
  fields: Readonly<Record<string, fc.Arbitrary<unknown>>> = {},
  maybe: Readonly<Record<string, fc.Arbitrary<unknown>>> = {},
): fc.Arbitrary<EventDraft> {
  const all = { type: fc.constant(type), ...fields, ...maybe };
  const required = ['type', ...Object.keys(fields)] as (keyof typeof all)[];
  // The table below is written by hand next to the draft types; a wrong row shows as an M-4 violation.
  return fc.record(all, { requiredKeys: required }) as unknown as fc.Arbitrary<EventDraft>;
}

const DRAFTS = {
  session_start: draftOf(
    'session_start',
    { sessionId: fc.constantFrom('s1', 's2') },
    { resumed: fc.boolean(), forkedFrom: fc.constant('s0'), priorTurnCount: count },
  ),
  session_checkpoint: draftOf('session_checkpoint', { sessionId: fc.constantFrom('s1', 's2'), checkpointId: key }),
  turn_start: draftOf('turn_start'),
  turn_end: draftOf('turn_end', {}, { outcome, cost, text }),
  outcome: draftOf('outcome', { outcome }),
  step_start: draftOf('step_start', {}, { stepType: fc.constant('review') }),
  step_end: draftOf('step_end'),
  text_delta: draftOf('text_delta', { delta }, { key }),
  thinking_delta: draftOf('thinking_delta', { delta }, { key }),
  message_stop: draftOf('message_stop', {}, { text, key }),
  thinking_stop: draftOf('thinking_stop', {}, { thinking: text, key }),
  thinking_effort: draftOf('thinking_effort', { effort: fc.constant('high') }),
  tool_call_start: draftOf('tool_call_start', { toolCallId, toolName }, { toolKind, mcp, input: json }),
  tool_input_delta: draftOf('tool_input_delta', { toolCallId, delta }),
  tool_call_ready: draftOf('tool_call_ready', { toolCallId }, { toolName, toolKind, mcp, input: json }),
  tool_result: draftOf('tool_result', { toolCallId, output: json }, { toolName, durationMs: count }),
  tool_error: draftOf('tool_error', { toolCallId, error: text }, { toolName }),
  mcp_tool_call_start: draftOf('mcp_tool_call_start', { toolCallId, server: fc.constant('s'), toolName, input: json }),
  mcp_tool_result: draftOf('mcp_tool_result', { toolCallId, server: fc.constant('s'), toolName, output: json }),
  mcp_tool_error: draftOf('mcp_tool_error', { toolCallId, server: fc.constant('s'), toolName, error: text }),
  shell_start: draftOf('shell_start', { toolCallId, command: fc.constant('ls'), cwd: fc.constant('/') }),
  shell_stdout_delta: draftOf('shell_stdout_delta', { toolCallId, delta }),
  shell_stderr_delta: draftOf('shell_stderr_delta', { toolCallId, delta }),
  shell_exit: draftOf(
    'shell_exit',
    { toolCallId, exitCode: fc.constantFrom(0, 1, -1) },
    { output: text, durationMs: count },
  ),
  file_read: draftOf('file_read', { path }, { toolCallId }),
  file_write: draftOf('file_write', { path, byteCount: count }, { toolCallId }),
  file_create: draftOf('file_create', { path, byteCount: count }, { toolCallId }),
  file_delete: draftOf('file_delete', { path }, { toolCallId }),
  file_patch: draftOf('file_patch', { path, diff: fc.constant('@@') }, { toolCallId }),
  subagent_spawn: draftOf(
    'subagent_spawn',
    { subagentId, agentName: fc.constantFrom('finder', 'fixer'), prompt: text },
    { background: fc.boolean() },
  ),
  subagent_result: draftOf('subagent_result', { subagentId, summary: text }, { cost }),
  subagent_error: draftOf('subagent_error', { subagentId, error: text }),
  approval_request: draftOf(
    'approval_request',
    { key, action: fc.constant('Run'), detail: text, riskLevel: fc.constantFrom('low', 'medium', 'high') },
    { toolName, toolCallId },
  ),
  approval_granted: draftOf('approval_granted', { key }),
  approval_denied: draftOf('approval_denied', { key }, { reason: text }),
  input_required: draftOf(
    'input_required',
    { key, question: text, source: fc.constantFrom('agent', 'tool') },
    { context: text },
  ),
  interaction_settled: draftOf('interaction_settled', { key }),
  cost: draftOf('cost', { cost, mode: fc.constantFrom('total', 'add') }),
  token_usage: draftOf('token_usage', { inputTokens: count, outputTokens: count }),
  unknown_native: draftOf('unknown_native', { name: fc.constantFrom('novelty', '__proto__') }),
  plugin_loaded: draftOf('plugin_loaded', { pluginId: key, pluginName: key, version: key }),
  plugin_invoked: draftOf('plugin_invoked', { pluginId: key, pluginName: key }),
  plugin_error: draftOf('plugin_error', { pluginId: key, pluginName: key, error: text }),
  skill_loaded: draftOf('skill_loaded', { skillName: key, source: path }),
  skill_invoked: draftOf('skill_invoked', { skillName: key }),
  agentdoc_read: draftOf('agentdoc_read', { path }),
  image_output: draftOf(
    'image_output',
    { mimeType: fc.constant('image/png') },
    { base64: fc.constant('AAAA'), filePath: path, toolCallId },
  ),
  image_input_ack: draftOf('image_input_ack', { mimeType: fc.constant('image/png') }),
  rate_limited: draftOf('rate_limited', {}, { retryAfterMs: count }),
  context_limit_warning: draftOf('context_limit_warning', {
    usedTokens: fc.constant(9),
    maxTokens: fc.constant(10),
    pctUsed: fc.constant(90),
  }),
  context_compacted: draftOf('context_compacted', { summary: text, tokensSaved: count }),
  retry: draftOf('retry', { attempt: fc.constant(1), maxAttempts: fc.constant(3), reason: text, delayMs: count }),
  interrupted: draftOf('interrupted'),
  aborted: draftOf('aborted'),
  paused: draftOf('paused'),
  resumed: draftOf('resumed'),
  timeout: draftOf('timeout', { kind: fc.constant('run') }),
  turn_limit: draftOf('turn_limit', { maxTurns: fc.constant(3) }),
  auth_error: draftOf('auth_error', { message: text, guidance: text }),
  rate_limit_error: draftOf(
    'rate_limit_error',
    { message: text },
    { retryAfterMs: count, exhausted: fc.constant(true) },
  ),
  context_exceeded: draftOf('context_exceeded', { usedTokens: count, maxTokens: count }),
  crash: draftOf('crash', { exitCode: fc.constant(1), stderr: text }),
  error: draftOf('error', { code: fc.constant('PARSE_ERROR'), message: text, recoverable: fc.boolean() }),
  host_tool_call: draftOf('host_tool_call', { key: text, toolCallId: text, toolName: text, input: fc.constant({}) }),
  host_tool_settled: draftOf('host_tool_settled', { key: text }),
  misplaced: draftOf('misplaced', { message: text }),
  tokens_seen: draftOf('tokens_seen', { inputTokens: count, outputTokens: count }),
  steer_settled: draftOf('steer_settled', { key: text, delivered: fc.constantFrom('steered', 'new-turn', 'refused') }),
  debug: draftOf('debug', { level: fc.constant('info'), message: text }),
  log: draftOf('log', { source: fc.constant('stderr'), line: text }),
} satisfies Readonly<Record<EventDraft['type'], fc.Arbitrary<EventDraft>>>;

// The frame is drawn less often than its content, or no run would get anywhere.
const FRAME = ['turn_end', 'session_checkpoint', 'outcome', 'paused', 'aborted', 'timeout', 'crash', 'interrupted'];
const NOTICES = [
  'rate_limited',
  'retry',
  'debug',
  'log',
  'error',
  'cost',
  'token_usage',
  'plugin_loaded',
  'skill_loaded',
];
const CALLS = ['tool_call_start', 'tool_input_delta', 'tool_call_ready', 'tool_result'];
const OFTEN = ['turn_start', 'step_start', 'text_delta', 'thinking_delta', 'message_stop', 'subagent_spawn', 'resumed'];
const SHELLS = [
  'shell_start',
  'shell_stdout_delta',
  'shell_stderr_delta',
  'shell_exit',
  'file_read',
  'approval_request',
];

function weigh(type: string): number {
  if (FRAME.includes(type) || NOTICES.includes(type)) {
    return 1;
  }
  return type === 'tool_input_delta'
    ? 60
    : CALLS.includes(type)
      ? 24
      : SHELLS.includes(type) || OFTEN.includes(type)
        ? 12
        : 3;
}

const draft = fc.oneof(
  ...Object.entries(DRAFTS).map(([type, arbitrary]) => ({
    arbitrary,
    weight: weigh(type),
  })),
);

/** A draft on any lane. */
export const randomDraft: fc.Arbitrary<EventDraft> = fc
  .tuple(draft, lane)
  .map(([drawn, laneId]) => (laneId === undefined ? drawn : { ...drawn, lane: laneId }));

const mostly = fc.constantFrom(true, true, true, false);
const streams: fc.Arbitrary<Streams> = fc.record({ text: mostly, thinking: mostly, toolInput: mostly });
const later = fc.integer({ min: -5, max: 20 });
const retry: fc.Arbitrary<Respawn> = fc.record({
  attempt: fc.constant(1),
  maxAttempts: fc.constant(3),
  reason: text,
  delayMs: count,
});

const call: fc.Arbitrary<Call> = fc.oneof(
  {
    weight: 60,
    arbitrary: fc
      .tuple(randomDraft, later, fc.option(fc.constant('{}'), { nil: undefined }))
      .map(([drawn, ms, raw]) => ({ do: 'push' as const, draft: drawn, later: ms, raw })),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('respawn' as const),
      retry,
      later,
      streams: fc.option(streams, { nil: undefined }),
    }),
  },
);

/** A whole run. Half of the runs begin as real ones do. */
export const randomRun: fc.Arbitrary<RandomRun> = fc.record({
  stream: fc.constantFrom<(boolean | 'auto')[]>('auto', 'auto', true, false),
  streams,
  includeSubagents: fc.boolean(),
  calls: fc.array(call, { maxLength: 60, size: 'max' }),
  cause,
});
