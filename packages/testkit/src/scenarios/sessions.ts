/** Scenarios about sessions and follow-ups. */
import type { Scenario } from '../scenario/index.ts';

export const SESSIONS: readonly Scenario[] = [
  {
    name: 'multi-turn',
    about: 'Three prompts in one process.',
    prompt: 'First: say one.',
    options: { approvalMode: 'yolo', keepOpen: true },
    model: {
      turns: [
        { prompt: 'First: say one.', steps: [{ text: 'One.' }] },
        {
          prompt: 'Second: run it.',
          steps: [{ text: 'Running.', tools: [{ kind: 'shell', command: 'echo two' }] }, { text: 'Two.' }],
        },
        { prompt: 'Third: say three.', steps: [{ text: 'Three.' }] },
      ],
    },
    host: [
      { at: { event: 'turn_end' }, do: 'continue', text: 'Second: run it.' },
      { at: { event: 'turn_end' }, do: 'continue', text: 'Third: say three.' },
      { at: { event: 'turn_end' }, do: 'end' },
    ],
    exitReason: 'completed',
    expectedRequests: 4,
    proves: ['turn_start', 'turn_end', 'session_end'],
  },
  {
    name: 'queued',
    about: 'Two prompts wait while a slow answer is given; each gets its own turn.',
    prompt: 'First: take your time.',
    model: {
      turns: [
        { prompt: 'First: take your time.', steps: [{ text: ['Slowly ', { hold: 'slow' }, 'done.'] }] },
        { prompt: 'Second: be quick.', steps: [{ text: 'Quick.' }] },
        { prompt: 'Third: be quicker.', steps: [{ text: 'Quicker.' }] },
      ],
    },
    host: [
      { at: { gate: 'slow' }, do: 'queue', text: 'Second: be quick.' },
      { do: 'queue', text: 'Third: be quicker.' },
      { do: 'release', gate: 'slow' },
    ],
    exitReason: 'completed',
    expectedRequests: 3,
    proves: ['turn_start', 'turn_end'],
  },
  {
    name: 'steer',
    about: 'A prompt joins the turn while a command of two seconds runs.',
    prompt: 'First: wait two seconds.',
    options: { approvalMode: 'yolo' },
    model: {
      turns: [
        {
          prompt: 'First: wait two seconds.',
          steps: [{ tools: [{ kind: 'shell', command: 'sleep 2; echo waited' }] }, { text: 'Waited.' }],
        },
        { prompt: 'Second: and say why.', steps: [{ text: 'Waited, because you said so.' }] },
      ],
    },
    host: [
      { at: { event: 'shell_start' }, do: 'wait' },
      { at: { afterMs: 300 }, do: 'steer', text: 'Second: and say why.' },
    ],
    exitReason: 'completed',
    // An agent that cannot be steered answers the first prompt, then the second.
    expectedRequests: { all: 3, except: { claude: 2, codex: 2, pi: 2, omp: 2 } },
    proves: ['turn_end'],
  },
  {
    name: 'resume',
    about: 'A second run continues the session of the first.',
    prompt: 'Remember the word: marble.',
    model: {
      turns: [
        { prompt: 'Remember the word: marble.', steps: [{ text: 'I will.' }] },
        { prompt: 'Which word was it?', steps: [{ text: 'It was marble.' }] },
      ],
    },
    exitReason: 'completed',
    furtherRuns: [{ prompt: 'Which word was it?', session: 'resume', exitReason: 'completed' }],
    expectedRequests: 2,
    proves: ['session_resume'],
  },
  {
    name: 'command-unknown',
    about: 'The prompt is a command that the agent does not know.',
    prompt: '/unknown and more',
    model: { turns: [] },
    exitReason: 'failed',
    expectedRequests: 0,
    proves: ['error'],
  },
  {
    name: 'resume-missing',
    about: 'The session does not exist.',
    prompt: 'Which word was it?',
    session: 'unknown',
    model: { turns: [] },
    exitReason: 'failed',
    expectedRequests: 0,
    proves: ['error'],
  },
  {
    name: 'fork',
    about: 'A second run copies the session of the first and goes on in the copy.',
    prompt: 'Remember the word: marble.',
    model: {
      turns: [
        { prompt: 'Remember the word: marble.', steps: [{ text: 'I will.' }] },
        { prompt: 'And another word: chalk.', steps: [{ text: 'That too.' }] },
      ],
    },
    exitReason: 'completed',
    furtherRuns: [{ prompt: 'And another word: chalk.', session: 'fork', exitReason: 'completed' }],
    expectedRequests: 2,
    proves: ['session_fork'],
  },
  ...(['resume', 'fork'] as const).map(
    (session): Scenario => ({
      name: session === 'resume' ? 'rewind' : 'rewind-fork',
      about: `A session of two prompts is ${session === 'resume' ? 'continued' : 'copied'} as it was before the second.`,
      prompt: 'Remember the word: marble.',
      options: { keepOpen: true },
      model: {
        turns: [
          { prompt: 'Remember the word: marble.', steps: [{ text: 'I will.' }] },
          { prompt: 'No, the word is chalk.', steps: [{ text: 'Chalk, then.' }] },
          { prompt: 'Which word was it?', steps: [{ text: 'It was marble.' }] },
        ],
      },
      host: [
        { at: { event: 'turn_end' }, do: 'continue', text: 'No, the word is chalk.' },
        { at: { event: 'turn_end' }, do: 'end' },
      ],
      exitReason: 'completed',
      furtherRuns: [{ prompt: 'Which word was it?', session, backTo: 1, exitReason: 'completed' }],
      expectedRequests: 3,
      proves: [session === 'resume' ? 'session_resume' : 'session_fork'],
    }),
  ),
  {
    name: 'checkpoint',
    about: 'Three turns of edits; before each of them the workspace is kept.',
    prompt: 'First: write one.',
    files: { 'a.txt': 'zero\n' },
    options: { approvalMode: 'yolo', keepOpen: true },
    setup: { checkpoints: true },
    model: {
      turns: [
        {
          prompt: 'First: write one.',
          steps: [
            { tools: [{ kind: 'read', path: 'a.txt' }] },
            { tools: [{ kind: 'write', path: 'a.txt', content: 'one\n' }] },
            { text: 'One.' },
          ],
        },
        {
          prompt: 'Second: write two.',
          steps: [{ tools: [{ kind: 'write', path: 'a.txt', content: 'two\n' }] }, { text: 'Two.' }],
        },
        {
          prompt: 'Third: write three.',
          steps: [{ tools: [{ kind: 'write', path: 'a.txt', content: 'three\n' }] }, { text: 'Three.' }],
        },
      ],
    },
    host: [
      { at: { event: 'turn_end' }, do: 'continue', text: 'Second: write two.' },
      { at: { event: 'turn_end' }, do: 'continue', text: 'Third: write three.' },
      { at: { event: 'turn_end' }, do: 'end' },
    ],
    exitReason: 'completed',
    expectedRequests: 7,
    proves: ['session_checkpoint'],
  },
];
