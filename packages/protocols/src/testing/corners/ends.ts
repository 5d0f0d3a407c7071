/** Every cause of an end, in the middle of everything, with and without what closes it. */
import { CAUSES } from '@agent-mux/events/journal';
import { approval, callReady, failure, onLane, spawn } from '../../../../events/src/testing/journal.ts';
import { asked, closes, controls, FIRST, LEFT, type Line, opens, SESSION } from '../write-journal.ts';

/** Everything that can be open at once. */
const allOpen: readonly Line[] = [
  opens(),
  FIRST,
  SESSION,
  { type: 'turn_start', turnIndex: 0 },
  { type: 'step_start', turnIndex: 0, stepIndex: 0, stepType: 'generation' },
  ...callReady('c1', 'Bash'),
  { type: 'shell_start', command: 'ls', cwd: '/w', toolCallId: 'c1' },
  { type: 'shell_stdout_delta', delta: 'a', toolCallId: 'c1' },
  { type: 'mcp_tool_call_start', toolCallId: 'm1', server: 'files', toolName: 'read', input: { path: 'a' } },
  { type: 'tool_call_start', toolCallId: 'c2', toolName: 'Edit', inputAccumulated: '' },
  { type: 'tool_input_delta', toolCallId: 'c2', delta: '{"a":' },
  spawn('l1'),
  ...onLane('l1', [{ type: 'message_start' }, { type: 'text_delta', delta: 'In the lane' }]),
  ...callReady('c3', 'Write'),
  approval('i1', 'c3'),
  asked('i1', { input: {} }),
  { type: 'thinking_start' },
  { type: 'thinking_delta', delta: 'Hm' },
  { type: 'message_start' },
  { type: 'text_delta', delta: 'Half a' },
];

export const ENDS: Readonly<Record<string, readonly Line[]>> = {
  interrupted: [controls('interrupt'), { type: 'interrupted' }],
  aborted: [controls('abort'), { type: 'aborted' }],
  timeout: [{ type: 'timeout', kind: 'run' }],
  inactivity: [{ type: 'timeout', kind: 'inactivity' }],
  turn_limit: [{ type: 'turn_limit', maxTurns: 3 }],
  auth: [{ type: 'auth_error', message: 'No key', guidance: 'Set one.' }],
  rate_limit: [{ type: 'rate_limit_error', message: 'Slow down', exhausted: true }],
  context: [{ type: 'context_exceeded', usedTokens: 9, maxTokens: 8 }],
  budget: [{ type: 'error', code: 'BUDGET_EXCEEDED', message: 'Spent', recoverable: false }],
  error: [{ type: 'error', code: 'AGENT_ERROR', message: 'Refused', recoverable: false }],
  crash: [{ type: 'crash', exitCode: 3, stderr: 'first\nlast words\n' }],
  kill: [{ type: 'crash', exitCode: -1, signal: 'SIGKILL', stderr: '' }],
};

const closers: readonly Line[] = [
  { type: 'thinking_stop', thinking: 'Hm' },
  { type: 'message_stop', text: 'Half a' },
  { type: 'approval_denied', interactionId: 'i1', reason: 'the run has ended', toolCallId: 'c3' },
  { type: 'shell_exit', exitCode: -1, durationMs: 1, toolCallId: 'c1' },
  failure('c1', 'Bash'),
  { type: 'tool_call_ready', toolCallId: 'c2', toolName: 'Edit', input: '{"a":' },
  failure('c2'),
  failure('c3', 'Write'),
  { type: 'mcp_tool_error', toolCallId: 'm1', server: 'files', toolName: 'read', error: 'ended' },
  { type: 'step_end', turnIndex: 0, stepIndex: 0 },
  { type: 'turn_end', turnIndex: 0 },
  ...onLane('l1', [{ type: 'message_stop', text: 'In the lane' }]),
  { type: 'subagent_error', subagentId: 'l1', agentName: 'scout', error: 'ended' },
];

export const ENDED: Readonly<Record<string, readonly Line[]>> = Object.fromEntries(
  CAUSES.filter((cause) => cause !== 'completed').flatMap((cause) => {
    const end = ENDS[cause] ?? [];
    return [
      [`${cause} in the middle of everything`, [...allOpen, ...closers, ...end, LEFT, closes(cause)]],
      [`${cause}, and nothing was closed`, [...allOpen, ...end, closes(cause)]],
      [`${cause} before anything`, [opens(), FIRST, ...end, closes(cause)]],
    ];
  }),
);

export const BROKEN_OFF: Readonly<Record<string, readonly Line[]>> = {
  'everything open, and the journal breaks off': allOpen,
};
