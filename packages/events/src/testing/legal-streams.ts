/** Legal streams: one with everything, one per family, and odd ones that are legal all the same. */
import type { CheckOptions } from '../check/check-state.ts';
import {
  approval,
  call,
  callReady,
  failure,
  message,
  onLane,
  result,
  run,
  spawn,
  step,
  subagentResult,
  thinking,
  turn,
  type Unstamped,
} from './journal.ts';

const usd = (totalUsd: number) => ({ totalUsd, inputTokens: 1, outputTokens: 1 });
const shell = (toolCallId: string): Unstamped[] => [
  { type: 'shell_start', command: 'ls', cwd: '/w', toolCallId },
  { type: 'shell_stdout_delta', delta: 'a', toolCallId },
  { type: 'shell_stderr_delta', delta: 'b', toolCallId },
  { type: 'shell_exit', exitCode: 0, durationMs: 1, toolCallId },
];
const mcp = (toolCallId: string): Unstamped[] => [
  { type: 'mcp_tool_call_start', toolCallId, server: 'fs', toolName: 'list', input: {} },
  { type: 'mcp_tool_result', toolCallId, server: 'fs', toolName: 'list', output: [] },
];
export const NOISE: Unstamped[] = [
  { type: 'log', source: 'stderr', line: 'x' },
  { type: 'debug', level: 'info', message: 'y' },
];

/** A run with one of everything, of which each structural event is needed. */
export const RICH = run(
  ...turn(
    0,
    ...step(0, ...thinking('Hm', '.'), ...message('Hel', 'lo'), ...callReady('t1', 'Bash'), ...shell('t1'), {
      ...result('t1', 'Bash'),
    }),
    ...step(1, ...mcp('m1'), ...callReady('t2'), result('t2'), { type: 'file_delete', path: '/a', toolCallId: 't2' }),
    spawn('a1'),
    ...onLane('a1', [...thinking('so'), ...message('sub'), ...callReady('t3'), failure('t3')]),
    approval('i1', 't4'),
    { type: 'approval_granted', interactionId: 'i1' },
    ...call('t4'),
  ),
  ...turn(1, ...message('bye'), subagentResult('a1')),
);

export interface Legal {
  readonly name: string;
  readonly events: readonly Unstamped[];
  readonly options?: CheckOptions;
}

export const LEGAL: readonly Legal[] = [
  { name: 'something of everything', events: RICH },
  { name: 'a run without debug, which has no raw lines', options: { debug: false }, events: RICH },
  { name: 'a session without a turn', events: run() },
  { name: 'debug and log anywhere', events: [...NOISE, ...RICH.flatMap((event) => [event, ...NOISE]), ...NOISE] },
  {
    name: 'a resumed session, its turns counted from before',
    events: [
      { type: 'session_start', sessionId: 's', resumed: true },
      ...NOISE,
      { type: 'session_resume', sessionId: 's', priorTurnCount: 3 },
      ...turn(0, ...message('a')),
      { type: 'session_end', sessionId: 's', turnCount: 4 },
    ],
  },
  {
    name: 'a fork of a resumed session',
    events: [
      { type: 'session_start', sessionId: 's', resumed: true, forkedFrom: 'r' },
      { type: 'session_resume', sessionId: 's', priorTurnCount: 0 },
      { type: 'session_fork', sessionId: 's', forkedFrom: 'r' },
      { type: 'session_end', sessionId: 's', turnCount: 0 },
    ],
  },
  {
    name: 'a session that is not kept',
    options: { noSession: true },
    events: [
      { type: 'session_start', sessionId: 'transient-1', resumed: false },
      { type: 'session_end', sessionId: 'transient-1', turnCount: 0 },
    ],
  },
  {
    name: 'things loaded before the first turn and invoked within it',
    events: run(
      { type: 'plugin_loaded', pluginId: 'p', pluginName: 'p', version: '' },
      { type: 'skill_loaded', skillName: 'k', source: 'built-in' },
      { type: 'agentdoc_read', path: '/w/AGENTS.md' },
      ...turn(
        0,
        { type: 'plugin_invoked', pluginId: 'p', pluginName: 'p' },
        { type: 'plugin_error', pluginId: 'p', pluginName: 'p', error: 'bad' },
        { type: 'skill_invoked', skillName: 'k' },
        { type: 'image_input_ack', mimeType: 'image/png' },
        { type: 'session_checkpoint', sessionId: 's', checkpointId: 'c' },
      ),
    ),
  },
  {
    name: 'several messages and thinking blocks in one turn',
    events: run(...turn(0, ...thinking('a'), ...message('b'), ...call('t1'), ...thinking('c'), ...message('d'))),
  },
  {
    name: 'parallel calls and shells, interleaved',
    events: run(
      ...turn(
        0,
        { type: 'tool_call_start', toolCallId: 't1', toolName: 'Bash', inputAccumulated: '' },
        { type: 'tool_call_start', toolCallId: 't2', toolName: 'Bash', inputAccumulated: '{}' },
        { type: 'tool_input_delta', toolCallId: 't1', delta: '{}' },
        { type: 'tool_call_ready', toolCallId: 't2', toolName: 'Bash', input: {} },
        { type: 'shell_start', command: 'b', cwd: '/w', toolCallId: 't2' },
        { type: 'tool_call_ready', toolCallId: 't1', toolName: 'Bash', input: {} },
        { type: 'shell_start', command: 'a', cwd: '/w', toolCallId: 't1' },
        { type: 'shell_exit', exitCode: -1, durationMs: 1, toolCallId: 't2' },
        failure('t2', 'Bash'),
        { type: 'shell_exit', exitCode: 0, durationMs: 1, toolCallId: 't1' },
        result('t1', 'Bash'),
      ),
    ),
  },
  {
    name: 'shells that do not name their call',
    events: run(
      ...turn(
        0,
        ...call(
          't1',
          { type: 'shell_start', command: 'a', cwd: '/w' },
          { type: 'shell_stdout_delta', delta: 'x' },
          { type: 'shell_exit', exitCode: 0, durationMs: 1 },
        ),
        { type: 'file_read', path: '/a' },
      ),
    ),
  },
  {
    name: 'what a living lane owns, open over the end of a turn',
    events: run(
      ...turn(
        0,
        spawn('a1'),
        ...onLane('a1', [{ type: 'message_start' }, { type: 'text_delta', delta: 'x' }, ...callReady('t1')]),
        ...onLane('a1', [{ type: 'shell_start', command: 'ls', cwd: '/', toolCallId: 't1' }, approval('i1')]),
      ),
      { type: 'approval_granted', interactionId: 'i1', lane: 'a1' },
      ...turn(
        1,
        ...onLane('a1', [{ type: 'shell_exit', exitCode: 0, durationMs: 1, toolCallId: 't1' }, result('t1')]),
        ...onLane('a1', [{ type: 'message_stop', text: 'x' }]),
        subagentResult('a1'),
      ),
    ),
  },
  {
    name: 'agents of agents',
    events: run(
      ...turn(
        0,
        spawn('a1'),
        { ...spawn('a2'), lane: 'a1' },
        ...onLane('a2', message('deep')),
        { ...subagentResult('a2'), lane: 'a1' },
        subagentResult('a1'),
      ),
    ),
  },
  {
    name: 'what concerns the user or the bill, of lanes that are not shown',
    events: run(
      { ...approval('i1', 'hidden'), lane: 'a9' },
      { type: 'approval_denied', interactionId: 'i1', lane: 'a9' },
      { type: 'cost', cost: usd(1), lane: 'a9' },
      { type: 'token_usage', inputTokens: 1, outputTokens: 1, lane: 'a9' },
      { type: 'retry', attempt: 1, maxAttempts: 2, reason: 'r', delayMs: 0, lane: 'a9' },
      { type: 'error', code: 'PARSE_ERROR', message: 'm', recoverable: true, lane: 'a9' },
    ),
  },
  {
    name: 'an approval before, during and after its call, the outcome an error while it is open',
    events: run(
      ...turn(
        0,
        approval('i1', 't1'),
        { type: 'approval_granted', interactionId: 'i1', toolCallId: 't1' },
        ...callReady('t1'),
        result('t1'),
        ...callReady('t2'),
        approval('i2', 't2'),
        failure('t2'),
        { type: 'approval_denied', interactionId: 'i2' },
        { type: 'input_required', interactionId: 'i3', question: 'q', source: 'tool' },
      ),
    ),
  },
  {
    name: 'every request denied at once in mode deny',
    options: { approvalMode: 'deny' },
    events: run(approval('i1'), { type: 'approval_denied', interactionId: 'i1' }),
  },
  {
    name: 'limits, cost, errors that pass and interactions outside a turn',
    events: run(
      { type: 'rate_limited' },
      { type: 'context_limit_warning', usedTokens: 90, maxTokens: 100, pctUsed: 90 },
      { type: 'context_compacted', summary: '', tokensSaved: 0 },
      { type: 'cost', cost: usd(0) },
      { type: 'rate_limit_error', message: 'wait' },
      { type: 'error', code: 'PARSE_ERROR', message: 'm', recoverable: true },
      { type: 'input_required', interactionId: 'i', question: 'q', source: 'agent' },
      { type: 'paused' },
      ...NOISE,
      { type: 'resumed' },
    ),
  },
  {
    name: 'a retry that abandons a turn and opens the next',
    events: run(
      ...turn(0, ...message('half')),
      { type: 'retry', attempt: 1, maxAttempts: 3, reason: 'overloaded', delayMs: 100 },
      ...turn(1, { type: 'retry', attempt: 1, maxAttempts: 10, reason: 'native', delayMs: 5 }, ...message('whole')),
    ),
  },
  {
    name: 'cost that grows, in the end too',
    events: [
      { type: 'session_start', sessionId: 's', resumed: false },
      ...turn(0, { type: 'cost', cost: usd(1) }, { type: 'cost', cost: usd(1) }, { type: 'cost', cost: usd(2) }),
      { type: 'session_end', sessionId: 's', turnCount: 1, cost: usd(2.5) },
    ],
  },
  {
    name: 'capabilities that do not stream, said before their first output',
    events: run(
      ...turn(
        0,
        { type: 'stream_fallback', capability: 'thinking', reason: 'r' },
        ...thinking('a'),
        { type: 'stream_fallback', capability: 'text', reason: 'r' },
        ...message('b'),
        ...mcp('m1'),
        { type: 'stream_fallback', capability: 'tool_calls', reason: 'r' },
        { type: 'tool_call_start', toolCallId: 't1', toolName: 'Edit', inputAccumulated: '{}' },
        { type: 'tool_call_ready', toolCallId: 't1', toolName: 'Edit', input: {} },
        result('t1'),
        ...message('c'),
      ),
    ),
  },
  {
    name: 'a buffered run: text before tools in each step, approvals ahead of their calls',
    options: { streamFalse: true },
    events: run(
      ...turn(
        0,
        ...step(
          0,
          approval('i1', 't1'),
          { type: 'approval_granted', interactionId: 'i1' },
          ...thinking('a'),
          ...message('b'),
          { type: 'tool_call_start', toolCallId: 't1', toolName: 'Edit', inputAccumulated: '{}' },
          { type: 'tool_call_ready', toolCallId: 't1', toolName: 'Edit', input: {} },
          result('t1'),
          { type: 'file_read', path: '/a', toolCallId: 't1' },
        ),
        ...step(1, ...message('c')),
      ),
    ),
  },
  {
    name: 'a command that runs while something more is asked, which is denied; another that is granted at the second question',
    events: run(
      ...turn(
        0,
        ...callReady('t1'),
        { type: 'shell_start', command: 'ls', cwd: 'C:\\w', toolCallId: 't1' },
        approval('i1', 't1'),
        { type: 'shell_stdout_delta', delta: 'a', toolCallId: 't1' },
        { type: 'approval_denied', interactionId: 'i1' },
        { type: 'shell_exit', exitCode: 0, durationMs: 1, toolCallId: 't1' },
        result('t1'),
        ...call('t2', approval('i2', 't2'), { type: 'approval_denied', interactionId: 'i2' }, approval('i3', 't2'), {
          type: 'approval_granted',
          interactionId: 'i3',
        }),
        { type: 'file_read', path: '<cwd>/a', toolCallId: 't2' },
      ),
    ),
  },
  {
    name: 'an approval that is granted in a pause, by somebody who was asked before it',
    events: run(
      ...turn(
        0,
        approval('i1'),
        { type: 'paused' },
        { type: 'approval_granted', interactionId: 'i1' },
        { type: 'resumed' },
      ),
    ),
  },
  {
    name: 'an abort in a pause, with what it closes',
    events: [
      { type: 'session_start', sessionId: 's', resumed: false },
      { type: 'turn_start', turnIndex: 0 },
      { type: 'paused' },
      { type: 'turn_end', turnIndex: 0 },
      { type: 'aborted' },
      { type: 'session_end', sessionId: 's', turnCount: 1 },
    ],
  },
  {
    name: 'a run that dies before it has a session',
    events: [...NOISE, { type: 'rate_limited' }, { type: 'auth_error', message: 'm', guidance: 'g' }, ...NOISE],
  },
  {
    name: 'a foreign crash without session_end, file events before the result, numbers of its own',
    options: { foreign: true },
    events: [
      { type: 'session_start', sessionId: 's', resumed: false },
      ...turn(0, ...callReady('t1'), { type: 'file_read', path: '/a', toolCallId: 't1' }, result('t1')),
      { type: 'crash', exitCode: 1, stderr: '' },
    ],
  },
];

export const TERMINAL: readonly Unstamped[] = [
  { type: 'interrupted' },
  { type: 'aborted' },
  { type: 'timeout', kind: 'inactivity' },
  { type: 'turn_limit', maxTurns: 1 },
  { type: 'auth_error', message: 'm', guidance: 'g' },
  { type: 'rate_limit_error', message: 'm', exhausted: true },
  { type: 'context_exceeded', usedTokens: 2, maxTokens: 1 },
  { type: 'crash', exitCode: 1, stderr: '' },
  { type: 'error', code: 'AGENT_ERROR', message: 'm', recoverable: false },
];
