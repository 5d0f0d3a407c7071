/** Calls, shells and steps. */
import {
  call,
  callReady,
  failure,
  message,
  onLane,
  result,
  spawn,
  subagentResult,
  thinking,
} from '../../../../events/src/testing/journal.ts';
import { closes, FIRST, LEFT, type Line, opens, SESSION, step, turn, usage, whole } from '../write-journal.ts';

export const CALLS: Readonly<Record<string, readonly Line[]>> = {
  'two steps with a call': whole(
    { type: 'turn_start', turnIndex: 0 },
    ...step(0, ...callReady('c1'), usage(10), result('c1')),
    ...step(1, ...message('Done'), usage(20)),
    { type: 'turn_end', turnIndex: 0 },
  ),
  'calls side by side': whole(
    ...turn(0, ...callReady('c1'), ...callReady('c2'), result('c2'), result('c1'), ...message('Done')),
  ),
  'an id that begins again': whole(...turn(0, ...call('c1'), ...call('c1#2'))),
  'ids that look like numbers or like names of objects': whole(
    ...turn(0, ...callReady('10'), ...callReady('2'), ...callReady('__proto__'), ...callReady('constructor')),
    ...turn(1, result('2'), result('10'), result('constructor'), result('__proto__')),
  ),
  'input that never parsed': whole(
    ...turn(
      0,
      { type: 'tool_call_start', toolCallId: 'c1', toolName: 'Edit', inputAccumulated: '' },
      { type: 'tool_input_delta', toolCallId: 'c1', delta: '{"a' },
      { type: 'tool_call_ready', toolCallId: 'c1', toolName: 'Edit', input: '{"a' },
      failure('c1'),
    ),
  ),
  'calls whose input comes in one piece': whole(
    ...turn(
      0,
      { type: 'tool_call_start', toolCallId: 'c1', toolName: 'Edit', inputAccumulated: '' },
      { type: 'tool_call_ready', toolCallId: 'c1', toolName: 'Edit', input: { a: 1 } },
      result('c1'),
      { type: 'tool_call_start', toolCallId: 'c2', toolName: 'Edit', inputAccumulated: '{"a":2}' },
      { type: 'tool_call_ready', toolCallId: 'c2', toolName: 'Edit', input: { a: 2 } },
      result('c2'),
      ...message('Done'),
    ),
  ),
  'an MCP call': whole(
    ...turn(
      0,
      { type: 'mcp_tool_call_start', toolCallId: 'm1', server: 'files', toolName: 'read', input: { path: 'a' } },
      { type: 'mcp_tool_result', toolCallId: 'm1', server: 'files', toolName: 'read', output: ['x'] },
    ),
  ),
  'shells with and without a call': whole(
    ...turn(
      0,
      ...callReady('c1', 'Bash'),
      { type: 'shell_start', command: 'ls', cwd: '/w', toolCallId: 'c1' },
      { type: 'shell_stdout_delta', delta: 'a\n', toolCallId: 'c1' },
      { type: 'shell_stderr_delta', delta: 'b\n', toolCallId: 'c1' },
      { type: 'shell_exit', exitCode: 0, durationMs: 1, toolCallId: 'c1' },
      result('c1', 'Bash'),
      { type: 'shell_start', command: 'true', cwd: '/w' },
      { type: 'shell_exit', exitCode: 0, durationMs: 1 },
    ),
  ),
  'a call where nobody is asked': [
    opens({ approvalMode: 'yolo' }),
    FIRST,
    SESSION,
    ...turn(0, ...call('c1')),
    LEFT,
    closes(),
  ],
  'a lane with text and calls': whole(
    ...turn(
      0,
      spawn('l1'),
      ...onLane('l1', [...thinking('Where'), ...message('Seen'), ...call('c1'), ...message('Done')]),
      { ...usage(4), lane: 'l1' },
      subagentResult('l1'),
      ...message('It says so'),
    ),
  ),
  'a call that ends on another lane': whole(
    ...turn(0, ...callReady('c1'), spawn('l1'), { ...result('c1'), lane: 'l1' }, subagentResult('l1')),
  ),
};
