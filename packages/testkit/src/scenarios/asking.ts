/** Scenarios in which the agent asks. */
import type { Scenario, ToolCall } from '../scenario/index.ts';
import { REACHING } from './reaching.ts';

const PROMPT = { approvalMode: 'prompt' } as const;
/** A command that no agent takes for harmless. */
const MAKE: ToolCall = { kind: 'shell', command: 'echo made > made.txt && cat made.txt' };
const COLOUR: ToolCall = {
  kind: 'question',
  questions: [
    {
      question: 'Which colour do you want?',
      header: 'Colour',
      options: [
        { label: 'Red', description: 'Like a rose' },
        { label: 'Blue', description: 'Like the sky' },
      ],
    },
  ],
};

const askOnce = (call: ToolCall, lastWord: string): Scenario['model'] => ({
  turns: [{ steps: [{ tools: [call] }, { text: lastWord }] }],
});

const APPROVALS: readonly Scenario[] = [
  {
    name: 'approval-granted',
    about: 'The agent asks for a command and gets leave.',
    prompt: 'Make the file.',
    options: PROMPT,
    model: askOnce(MAKE, 'Made.'),
    host: [{ at: { event: 'approval_request' }, do: 'approve' }],
    exitReason: 'completed',
    expectedRequests: 2,
    proves: ['approval_request', 'approval_granted', 'tool_result'],
  },
  {
    name: 'approval-denied',
    about: 'The agent asks for a command and is told no, with a reason.',
    prompt: 'Make the file.',
    options: PROMPT,
    model: askOnce(MAKE, 'Then not.'),
    host: [{ at: { event: 'approval_request' }, do: 'deny', reason: 'not on a Sunday' }],
    exitReason: 'completed',
    expectedRequests: 2,
    proves: ['approval_request', 'approval_denied', 'tool_error'],
  },
  {
    name: 'approval-always',
    about: 'Leave for the session: the same kind of write does not ask again.',
    prompt: 'Write twice.',
    options: PROMPT,
    model: {
      turns: [
        {
          steps: [
            { tools: [{ kind: 'write', path: 'one.txt', content: 'one\n' }] },
            { tools: [{ kind: 'write', path: 'two.txt', content: 'two\n' }] },
            { text: 'Both are written.' },
          ],
        },
      ],
    },
    host: [{ at: { event: 'approval_request' }, do: 'approve', scope: 'session' }],
    exitReason: 'completed',
    expectedRequests: 3,
    proves: ['approval_request', 'approval_granted'],
  },
  {
    name: 'approval-modified-input',
    about: 'Leave is given for another command than the one asked for.',
    prompt: 'Make the file.',
    options: PROMPT,
    model: askOnce(MAKE, 'Made, in your way.'),
    host: [
      {
        at: { event: 'approval_request' },
        do: 'approve',
        call: { kind: 'shell', command: 'echo changed > changed.txt && cat changed.txt' },
      },
    ],
    exitReason: 'completed',
    expectedRequests: 2,
    proves: ['approval_granted', 'tool_result'],
  },
  {
    name: 'approval-parallel',
    about: 'Three calls of one answer need leave; the second is denied.',
    prompt: 'Make three files.',
    options: PROMPT,
    model: {
      turns: [
        {
          steps: [
            {
              tools: [
                { kind: 'write', path: 'one.txt', content: 'one\n', id: 'one' },
                { kind: 'write', path: 'two.txt', content: 'two\n', id: 'two' },
                { kind: 'write', path: 'three.txt', content: 'three\n', id: 'three' },
              ],
            },
            { text: 'Two of three.' },
          ],
        },
      ],
    },
    host: [
      { at: { event: 'approval_request' }, do: 'approve' },
      { at: { event: 'approval_request' }, do: 'deny', reason: 'not the second' },
      { at: { event: 'approval_request' }, do: 'approve' },
    ],
    exitReason: 'completed',
    expectedRequests: 2,
    proves: ['approval_request', 'approval_granted', 'approval_denied'],
  },
  {
    name: 'approval-headless',
    about: 'Nothing that writes is allowed, and nobody is asked.',
    prompt: 'Make the file.',
    options: { approvalMode: 'deny' },
    model: askOnce({ kind: 'write', path: 'made.txt', content: 'made\n' }, 'I was not allowed to.'),
    exitReason: 'completed',
    expectedRequests: 2,
    proves: ['approval_denied', 'tool_error'],
  },
  {
    name: 'approval-interrupt',
    about: 'The turn is interrupted while the question is open; the next prompt is answered.',
    prompt: 'Make the file.',
    options: { ...PROMPT, keepOpen: true },
    model: {
      turns: [
        { prompt: 'Make the file.', steps: [{ tools: [{ kind: 'write', path: 'made.txt', content: 'made\n' }] }] },
        { prompt: 'Never mind, go on.', steps: [{ text: 'I go on.' }] },
      ],
    },
    host: [
      { at: { event: 'approval_request' }, do: 'interrupt' },
      { at: { event: 'turn_end' }, do: 'continue', text: 'Never mind, go on.' },
      { at: { event: 'turn_end' }, do: 'end' },
    ],
    exitReason: 'completed',
    expectedRequests: 2,
    proves: ['approval_request', 'approval_denied', 'turn_start'],
  },
  {
    name: 'approval-edit',
    about: 'The agent asks to change a line of a file that is there, and gets leave.',
    prompt: 'Change a line.',
    files: { 'a.txt': 'one\ntwo\nthree\n' },
    options: PROMPT,
    model: {
      turns: [
        {
          steps: [
            { tools: [{ kind: 'read', path: 'a.txt' }] },
            { tools: [{ kind: 'edit', path: 'a.txt', oldText: 'two', newText: 'TWO' }] },
            { text: 'Changed.' },
          ],
        },
      ],
    },
    host: [{ at: { event: 'approval_request' }, do: 'approve' }],
    exitReason: 'completed',
    expectedRequests: 3,
    proves: ['approval_request', 'approval_granted', 'file_patch'],
  },
  {
    name: 'approval-delete',
    about: 'The agent asks to delete a file, by whatever means it has, and gets leave.',
    prompt: 'Delete the file.',
    files: { 'a.txt': 'away\n' },
    options: PROMPT,
    model: askOnce({ kind: 'delete', path: 'a.txt' }, 'Deleted.'),
    host: [{ at: { event: 'approval_request' }, do: 'approve' }],
    exitReason: 'completed',
    expectedRequests: 2,
    proves: ['approval_request', 'approval_granted', 'file_delete'],
  },
  {
    name: 'approval-move',
    about: 'The agent asks to give a file another name, by whatever means it has, and gets leave.',
    prompt: 'Move the file.',
    files: { 'a.txt': 'one\ntwo\n' },
    options: PROMPT,
    model: askOnce({ kind: 'shell', command: 'mv a.txt b.txt' }, 'Moved.'),
    host: [{ at: { event: 'approval_request' }, do: 'approve' }],
    exitReason: 'completed',
    expectedRequests: 2,
    proves: ['approval_request', 'approval_granted'],
  },
  {
    name: 'approval-timeout',
    about: 'Nobody answers in time: denied.',
    prompt: 'Make the file.',
    options: { ...PROMPT, interactionTimeoutMs: 500 },
    model: askOnce(MAKE, 'Nobody answered.'),
    exitReason: 'completed',
    expectedRequests: 2,
    proves: ['approval_request', 'approval_denied', 'tool_error'],
  },
];

/** A call that asks for more rights than commands have by default. */
const MORE_RIGHTS: ToolCall = {
  kind: 'raw',
  name: 'request_permissions',
  input: {
    reason: 'It has to be written.',
    permissions: { network: { enabled: true }, file_system: { write: ['.'] } },
  },
};

const PERMISSIONS: readonly Scenario[] = [
  {
    name: 'permissions-granted',
    about: 'The agent asks for more rights than it has, and gets them for the session.',
    prompt: 'Make the file.',
    options: PROMPT,
    setup: { permissionRequests: true },
    model: { turns: [{ steps: [{ tools: [MORE_RIGHTS] }, { tools: [MAKE] }, { text: 'Made.' }] }] },
    host: [
      { at: { event: 'approval_request' }, do: 'approve', scope: 'session' },
      { at: { event: 'approval_request' }, do: 'approve' },
    ],
    exitReason: 'completed',
    expectedRequests: 3,
    proves: ['approval_request', 'approval_granted', 'tool_result', 'shell_exit'],
  },
  {
    name: 'permissions-narrowed',
    about: 'The agent asks for more rights than it has, and gets a part of them.',
    prompt: 'Make the file.',
    options: PROMPT,
    setup: { permissionRequests: true },
    model: askOnce(MORE_RIGHTS, 'That is less.'),
    host: [
      {
        at: { event: 'approval_request' },
        do: 'approve',
        call: { kind: 'raw', name: 'request_permissions', input: { network: { enabled: true } } },
      },
    ],
    exitReason: 'completed',
    expectedRequests: 2,
    proves: ['approval_request', 'approval_granted', 'tool_result'],
  },
  {
    name: 'permissions-denied',
    about: 'The agent asks for more rights than it has, and is told no.',
    prompt: 'Make the file.',
    options: PROMPT,
    setup: { permissionRequests: true },
    model: askOnce(MORE_RIGHTS, 'Then not.'),
    host: [{ at: { event: 'approval_request' }, do: 'deny', reason: 'what there is must do' }],
    exitReason: 'completed',
    expectedRequests: 2,
    proves: ['approval_request', 'approval_denied', 'tool_error'],
  },
];

const QUESTIONS: readonly Scenario[] = [
  {
    name: 'input-required',
    about: 'The agent asks a question with choices and gets an answer.',
    prompt: 'Paint it.',
    options: PROMPT,
    model: askOnce(COLOUR, 'Blue it is.'),
    host: [{ at: { event: 'input_required' }, do: 'answer', answers: { 'Which colour do you want?': 'Blue' } }],
    exitReason: 'completed',
    expectedRequests: 2,
    proves: ['input_required'],
  },
  {
    name: 'input-required-declined',
    about: 'The agent asks a question and gets no answer.',
    prompt: 'Paint it.',
    options: PROMPT,
    model: askOnce(COLOUR, 'Then I leave it as it is.'),
    host: [{ at: { event: 'input_required' }, do: 'deny', reason: 'choose for yourself' }],
    exitReason: 'completed',
    expectedRequests: 2,
    proves: ['input_required', 'tool_error'],
  },
  {
    name: 'elicitation',
    about: 'A tool of an MCP server asks with a form.',
    prompt: 'Ask for the colour.',
    options: PROMPT,
    setup: { mcp: ['demo'] },
    model: askOnce({ kind: 'mcp', server: 'demo', tool: 'ask', input: {} }, 'It was answered.'),
    host: [
      { at: { event: 'approval_request' }, do: 'approve' },
      { at: { event: 'input_required' }, do: 'answer', form: { action: 'accept', content: { colour: 'Blue' } } },
    ],
    exitReason: 'completed',
    expectedRequests: 2,
    proves: ['input_required', 'mcp_tool_result'],
  },
  {
    name: 'plan-mode',
    about: 'The agent goes into its plan mode; its plan is accepted.',
    prompt: 'Plan it.',
    options: PROMPT,
    model: {
      turns: [
        {
          steps: [
            { tools: [{ kind: 'raw', name: 'EnterPlanMode', input: {} }] },
            { tools: [{ kind: 'plan', plan: '1. Look.\n2. Make the file.' }] },
            { text: 'The plan was accepted.' },
          ],
        },
      ],
    },
    host: [{ at: { event: 'approval_request' }, do: 'approve' }],
    exitReason: 'completed',
    expectedRequests: 3,
    proves: ['approval_request', 'approval_granted'],
  },
];

export const ASKING: readonly Scenario[] = [...APPROVALS, ...PERMISSIONS, ...REACHING, ...QUESTIONS];
