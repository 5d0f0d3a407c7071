/** Legal streams with questions and approvals that look wrong at first sight. */
import { approval, onLane, result, run, turn } from './journal.ts';
import type { Legal } from './legal-streams.ts';

export const QUESTIONS: readonly Legal[] = [
  {
    name: 'a question of the agent in mode yolo, which grants no words',
    options: { approvalMode: 'yolo' },
    events: run(...turn(0, { type: 'input_required', interactionId: 'i', question: 'q', source: 'agent' })),
  },
  {
    name: 'an approval of an agent that nobody has announced, open over the end of a turn',
    events: run(...turn(0, ...onLane('a1', [approval('i1')])), {
      type: 'approval_denied',
      interactionId: 'i1',
      lane: 'a1',
    }),
  },
  {
    name: 'a buffered command that ran while something more was asked, which was denied: the answers come first',
    options: { streamFalse: true },
    events: run(
      ...turn(
        0,
        approval('i1', 't1'),
        { type: 'approval_denied', interactionId: 'i1' },
        { type: 'tool_call_start', toolCallId: 't1', toolName: 'Bash', inputAccumulated: '{}' },
        { type: 'tool_call_ready', toolCallId: 't1', toolName: 'Bash', input: {} },
        { type: 'shell_start', command: 'ls', cwd: '/w', toolCallId: 't1' },
        { type: 'shell_exit', exitCode: 0, durationMs: 1, toolCallId: 't1' },
        result('t1', 'Bash'),
      ),
    ),
  },
];
