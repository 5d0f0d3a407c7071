/** Approvals and questions. */
import { approval, call, callReady, failure, message, result } from '../../../../events/src/testing/journal.ts';
import {
  answers,
  asked,
  closes,
  controls,
  FIRST,
  LEFT,
  type Line,
  opens,
  SESSION,
  turn,
  whole,
} from '../write-journal.ts';

const ADA = { kind: 'user', id: 'ada' } as const;

const question: Line = { type: 'input_required', interactionId: 'q1', question: 'Which?', source: 'agent' };

/** An approval of a call that it does not name. */
const unnamed = (interactionId: string): Line => ({
  type: 'approval_request',
  interactionId,
  action: 'Run',
  detail: 'ls',
  riskLevel: 'high',
  toolName: 'Bash',
});

const granted = (response: Parameters<typeof answers>[1]): Line[] => [
  ...callReady('c1', 'Bash'),
  approval('i1', 'c1'),
  asked('i1', { input: {} }),
  answers('i1', response, ADA),
];

export const QUESTIONS: Readonly<Record<string, readonly Line[]>> = {
  'calls of one name asked for one after another': whole(
    ...turn(
      0,
      ...callReady('c1', 'Bash'),
      ...callReady('c2', 'Bash'),
      unnamed('i1'),
      asked('i1'),
      answers('i1', { type: 'approve' }),
      { type: 'approval_granted', interactionId: 'i1' },
      unnamed('i2'),
      asked('i2'),
      answers('i2', { type: 'deny', reason: 'no' }),
      { type: 'approval_denied', interactionId: 'i2', reason: 'no' },
      result('c1', 'Bash'),
      failure('c2', 'Bash'),
    ),
  ),
  'an approval that is asked for again while another call runs, and a question after it': whole(
    ...turn(
      0,
      ...callReady('c0', 'Bash'),
      ...callReady('c1', 'Bash'),
      approval('i1', 'c1'),
      asked('i1'),
      approval('i2', 'c1'),
      asked('i2'),
      {
        type: 'approval_denied',
        interactionId: 'i1',
        toolCallId: 'c1',
        reason: 'the agent asked again under the same key',
      },
      question,
      asked('q1'),
      answers('q1', { type: 'text', text: 'A' }, ADA),
      answers('i2', { type: 'approve' }, ADA),
      { type: 'approval_granted', interactionId: 'i2', toolCallId: 'c1' },
      result('c1', 'Bash'),
      result('c0', 'Bash'),
    ),
  ),
  'an approval granted': whole(
    ...turn(
      0,
      ...granted({ type: 'approve' }),
      { type: 'approval_granted', interactionId: 'i1', toolCallId: 'c1' },
      result('c1', 'Bash'),
    ),
  ),
  'an approval that changes the input': whole(
    ...turn(
      0,
      ...granted({ type: 'approve', input: { command: 'ls -l' } }),
      { type: 'approval_granted', interactionId: 'i1', toolCallId: 'c1' },
      result('c1', 'Bash'),
    ),
  ),
  'an approval before its call begins': whole(
    ...turn(
      0,
      approval('i1', 'c1'),
      asked('i1', { input: { command: 'ls' } }),
      answers('i1', { type: 'approve', input: { command: 'ls -l' } }),
      { type: 'approval_granted', interactionId: 'i1', toolCallId: 'c1' },
      ...call('c1'),
    ),
  ),
  'an approval of what runs already': whole(
    ...turn(
      0,
      ...callReady('c1', 'Bash'),
      { type: 'shell_start', command: 'ls', cwd: '/w', toolCallId: 'c1' },
      approval('i1', 'c1'),
      asked('i1'),
      answers('i1', { type: 'approve' }),
      { type: 'approval_granted', interactionId: 'i1', toolCallId: 'c1' },
      { type: 'shell_exit', exitCode: 0, durationMs: 1, toolCallId: 'c1' },
      result('c1', 'Bash'),
    ),
  ),
  'an approval denied': whole(
    ...turn(
      0,
      ...granted({ type: 'deny', reason: 'no' }),
      { type: 'approval_denied', interactionId: 'i1', reason: 'no', toolCallId: 'c1' },
      failure('c1', 'Bash'),
    ),
  ),
  'an approval without offers': whole(
    ...turn(
      0,
      ...callReady('c1'),
      approval('i1', 'c1'),
      { type: 'approval_granted', interactionId: 'i1' },
      result('c1'),
    ),
  ),
  'an approval that the mode refuses': [
    opens({ approvalMode: 'deny' }),
    FIRST,
    SESSION,
    ...turn(
      0,
      ...callReady('c1', 'Bash'),
      approval('i1', 'c1'),
      asked('i1'),
      answers('i1', { type: 'deny' }, { kind: 'policy', rule: 'approval-mode' }),
      { type: 'approval_denied', interactionId: 'i1', toolCallId: 'c1' },
      failure('c1', 'Bash'),
    ),
    LEFT,
    closes(),
  ],
  'a question in words that the mode refuses': [
    opens({ approvalMode: 'deny' }),
    FIRST,
    SESSION,
    ...turn(
      0,
      question,
      asked('q1'),
      answers('q1', { type: 'deny' }, { kind: 'policy', rule: 'approval-mode' }),
      ...message('I do not know.'),
    ),
    LEFT,
    closes(),
  ],
  'a grant that a stop overtakes': [
    opens(),
    FIRST,
    SESSION,
    { type: 'turn_start', turnIndex: 0 },
    ...granted({ type: 'approve', input: { command: 'rm' } }),
    controls('abort'),
    answers('i1', { type: 'deny', reason: 'stopping' }, { kind: 'policy', rule: 'stopping' }),
    { type: 'approval_denied', interactionId: 'i1', toolCallId: 'c1' },
    failure('c1', 'Bash'),
    { type: 'turn_end', turnIndex: 0 },
    { type: 'aborted' },
    LEFT,
    closes('aborted'),
  ],
  'a question in words': whole(
    ...turn(0, question, asked('q1'), answers('q1', { type: 'text', text: 'blue' }), ...message('Blue.')),
  ),
  'a question with choices': whole(
    ...turn(
      0,
      question,
      asked('q1', {
        questions: [{ id: 'c', question: 'Which colour?', options: [{ label: 'red' }, { label: 'blue' }] }],
      }),
      answers('q1', { type: 'answers', answers: { c: ['red', 'blue'] } }, { kind: 'agent', id: 'lead' }),
    ),
  ),
  'a question in words that is refused': whole(
    ...turn(0, question, asked('q1'), answers('q1', { type: 'deny', reason: 'none of yours' }, ADA), ...message('Oh.')),
  ),
  'a form that is declined': whole(
    ...turn(
      0,
      question,
      asked('q1', { schema: { type: 'object', properties: { name: { type: 'string' } } } }),
      answers('q1', { type: 'form', action: 'decline' }, ADA),
    ),
  ),
  'a form that is accepted as it is': whole(
    ...turn(
      0,
      question,
      asked('q1', { schema: { type: 'object', properties: { name: { type: 'string' } } } }),
      answers('q1', { type: 'form', action: 'accept' }, ADA),
    ),
  ),
  'a form': whole(
    ...turn(
      0,
      question,
      asked('q1', { schema: { type: 'object', properties: { name: { type: 'string' } } } }),
      answers('q1', { type: 'form', action: 'accept', content: { name: 'x' } }),
    ),
  ),
};
