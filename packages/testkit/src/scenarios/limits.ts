/** Scenarios about limits and failures of the model service. */
import type { ErrorFault, Scenario } from '../scenario/index.ts';
import { numberedLines } from './material.ts';

/** A turn with one answer, which a fault precedes, or always replaces. */
const faulty = (fault: Omit<ErrorFault, 'kind'>, text = 'It works again.'): Scenario['model'] => ({
  turns: [{ steps: [{ text, faults: [{ kind: 'error', ...fault }] }] }],
});

const REFUSED: readonly Scenario[] = [
  {
    name: 'auth-error',
    about: 'The service refuses the key.',
    prompt: 'Say hello.',
    model: faulty({ error: 'auth', shouldRetry: false }),
    exitReason: 'failed',
    expectedRequests: 1,
    proves: ['auth_error', 'session_end'],
  },
  {
    name: 'auth-missing',
    about: 'There is no key at all.',
    prompt: 'Say hello.',
    setup: { credentials: 'none' },
    model: { turns: [] },
    exitReason: 'failed',
    expectedRequests: 0,
    proves: ['auth_error'],
  },
  {
    name: 'rate-limit',
    about: 'The service is too busy twice and says how long to wait.',
    prompt: 'Say hello.',
    setup: { retries: 3 },
    model: faulty({ error: 'rate-limit', retryAfterS: 1, times: 2 }),
    exitReason: 'completed',
    expectedRequests: 3,
    proves: ['rate_limited', 'retry'],
  },
  {
    name: 'rate-limit-exhausted',
    about: 'The service stays too busy.',
    prompt: 'Say hello.',
    setup: { retries: 1 },
    model: faulty({ error: 'rate-limit', retryAfterS: 1 }),
    exitReason: 'failed',
    expectedRequests: 2,
    proves: ['rate_limited', 'retry', 'rate_limit_error'],
  },
  {
    name: 'quota',
    about: 'The limit of a subscription is reached; nobody tries again.',
    prompt: 'Say hello.',
    setup: { credentials: 'subscription' },
    model: faulty({ error: 'quota' }),
    exitReason: 'failed',
    expectedRequests: 1,
    proves: ['rate_limited', 'rate_limit_error'],
  },
  {
    name: 'overloaded',
    about: 'The service is overloaded twice.',
    prompt: 'Say hello.',
    setup: { retries: 3 },
    model: faulty({ error: 'overloaded', times: 2 }),
    exitReason: 'completed',
    expectedRequests: 3,
    proves: ['retry'],
  },
  {
    name: 'overloaded-exhausted',
    about: 'The service stays overloaded.',
    prompt: 'Say hello.',
    setup: { retries: 1 },
    model: faulty({ error: 'overloaded' }),
    exitReason: 'failed',
    expectedRequests: 2,
    proves: ['retry', 'error'],
  },
  {
    name: 'context-exceeded',
    about: 'The prompt is too long for the model.',
    prompt: 'Say hello.',
    model: faulty({ error: 'context-length' }),
    exitReason: 'failed',
    expectedRequests: 1,
    proves: ['context_exceeded'],
  },
  {
    name: 'model-not-found',
    about: 'The service does not know the model.',
    prompt: 'Say hello.',
    options: { model: 'no-such-model' },
    model: faulty({ error: 'model-not-found' }),
    exitReason: 'failed',
    expectedRequests: { all: 1, except: { claude: 2 } },
    proves: ['error'],
  },
  {
    name: 'error-then-continue',
    about: 'The first turn fails; the second is answered in the same process.',
    prompt: 'First: this will fail.',
    options: { keepOpen: true },
    model: {
      turns: [
        {
          prompt: 'First: this will fail.',
          steps: [{ faults: [{ kind: 'error', error: 'bad-request', shouldRetry: false }] }],
        },
        { prompt: 'Second: this will not.', steps: [{ text: 'It did not.' }] },
      ],
    },
    host: [
      { at: { event: 'turn_end' }, do: 'continue', text: 'Second: this will not.' },
      { at: { event: 'turn_end' }, do: 'end' },
    ],
    exitReason: 'completed',
    // Claude Code tries a refused request again without what it sent under a beta header.
    expectedRequests: { all: 2, except: { claude: 7, 'claude@2.1.197': 2 } },
    proves: ['error', 'turn_start'],
  },
];

const CONTEXT: readonly Scenario[] = [
  {
    name: 'context-warning',
    about: 'Most of the window is used.',
    prompt: 'First: fill the window.',
    options: { keepOpen: true },
    setup: { contextWindow: 200_000 },
    model: {
      turns: [
        { prompt: 'First: fill the window.', steps: [{ text: 'Filled.', usage: { input: 170_000, output: 500 } }] },
        { prompt: 'Second: still there?', steps: [{ text: 'Still here.', usage: { input: 171_000, output: 500 } }] },
      ],
    },
    host: [
      { at: { event: 'turn_end' }, do: 'continue', text: 'Second: still there?' },
      { at: { event: 'turn_end' }, do: 'end' },
    ],
    exitReason: 'completed',
    expectedRequests: 2,
    proves: ['context_limit_warning'],
  },
  {
    name: 'compaction',
    about: 'The conversation is compacted on request, and goes on.',
    prompt: 'First: say one.',
    options: { keepOpen: true },
    model: {
      turns: [
        { prompt: 'First: say one.', steps: [{ text: 'One.' }] },
        { prompt: 'Second: say two.', steps: [{ text: 'Two.' }] },
        { prompt: 'Third: say three.', steps: [{ text: 'Three.' }] },
      ],
      compaction: { text: '<analysis>They counted.</analysis>\n<summary>They counted to two.</summary>' },
    },
    host: [
      { at: { event: 'turn_end' }, do: 'continue', text: 'Second: say two.' },
      { at: { event: 'turn_end' }, do: 'compact' },
      { at: { event: 'context_compacted' }, do: 'continue', text: 'Third: say three.' },
      { at: { event: 'message_stop' }, do: 'end' },
    ],
    exitReason: 'completed',
    expectedRequests: 4,
    proves: ['context_compacted'],
  },
  {
    name: 'compaction-auto',
    about: 'The window is nearly full; the agent compacts by itself before the next answer.',
    prompt: `First: keep this.\n${numberedLines(36_000)}`,
    options: { keepOpen: true },
    setup: { compactAtTokens: 100_000 },
    model: {
      turns: [
        { prompt: 'First: keep this.', steps: [{ text: 'Kept.' }] },
        { prompt: 'Second: and this.', steps: [{ text: 'Kept too.' }] },
        { prompt: 'Third: enough?', steps: [{ text: 'Nearly full.', usage: { input: 95_000, output: 100 } }] },
        { prompt: 'Fourth: go on.', steps: [{ text: 'With room again.' }] },
      ],
      compaction: { text: '<analysis>Much was kept.</analysis>\n<summary>They kept long texts.</summary>' },
    },
    host: [
      { at: { event: 'turn_end' }, do: 'continue', text: `Second: and this.\n${numberedLines(36_000)}` },
      { at: { event: 'turn_end' }, do: 'continue', text: 'Third: enough?' },
      { at: { event: 'turn_end' }, do: 'continue', text: 'Fourth: go on.' },
      { at: { event: 'turn_end' }, do: 'end' },
    ],
    exitReason: 'completed',
    expectedRequests: 5,
    proves: ['context_compacted'],
  },
  {
    name: 'compaction-resumed',
    about: 'The window of a session that is continued is nearly full; the agent compacts before it answers.',
    prompt: `First: keep this.\n${numberedLines(36_000)}`,
    setup: { compactAtTokens: 100_000 },
    model: {
      turns: [
        { prompt: 'First: keep this.', steps: [{ text: 'Kept.' }] },
        { prompt: 'Second: and this.', steps: [{ text: 'Nearly full.', usage: { input: 95_000, output: 100 } }] },
        { prompt: 'Third: go on.', steps: [{ text: 'With room again.' }] },
      ],
      compaction: { text: '<analysis>Much was kept.</analysis>\n<summary>They kept long texts.</summary>' },
    },
    exitReason: 'completed',
    furtherRuns: [
      { prompt: `Second: and this.\n${numberedLines(36_000)}`, session: 'resume', exitReason: 'completed' },
      { prompt: 'Third: go on.', session: 'resume', exitReason: 'completed' },
    ],
    expectedRequests: 4,
    proves: ['context_compacted', 'session_resume'],
  },
];

/** The text before the cut: four deltas of eight characters. */
const BEFORE_CUT = 'This answer breaks off in the mi';
/**
 * A pause before the connection ends, because text that was not read by then is dropped with it: opencode 1.18.33 on a busy machine
 * had not read it within 250 ms.
 */
const BREATH = { pauseMs: 1_500 } as const;

const ENDINGS: readonly Scenario[] = [
  {
    name: 'refusal',
    about: 'The model refuses to answer.',
    prompt: 'Say what must not be said.',
    model: { turns: [{ steps: [{ finish: 'refusal' }], repeat: true }] },
    exitReason: 'failed',
    expectedRequests: { all: 1, except: { claude: 2, 'claude@2.1.197': 1, gemini: 4 } },
    proves: ['error'],
  },
  {
    name: 'output-limit',
    about: 'The answer reaches the output limit; an agent that can goes on with it.',
    prompt: 'Talk on.',
    model: { turns: [{ steps: [{ text: 'This goes on and', finish: 'length' }, { text: ' on, to its end.' }] }] },
    exitReason: { all: 'completed', except: { codex: 'failed' } },
    expectedRequests: { all: 1, except: { claude: 2 } },
    proves: ['turn_end'],
  },
  {
    name: 'context-window-stop',
    about: 'The answer ends because the window is full.',
    prompt: 'Talk on.',
    model: { turns: [{ steps: [{ text: 'There is no more room', finish: 'context' }], repeat: true }] },
    exitReason: 'failed',
    expectedRequests: { all: 1, except: { claude: 4 } },
    proves: ['error'],
  },
  {
    name: 'turn-limit',
    about: 'The model calls tools without end; two requests are allowed.',
    prompt: 'Never stop.',
    options: { approvalMode: 'yolo', maxTurns: 2 },
    model: { turns: [{ steps: [{ tools: [{ kind: 'shell', command: 'echo again' }] }], repeat: true }] },
    exitReason: 'turn_limit',
    expectedRequests: 2,
    proves: ['turn_limit'],
  },
  {
    name: 'stream-cut',
    about: 'The connection breaks in the middle of the answer; then the answer comes whole.',
    prompt: 'Say something long.',
    model: {
      turns: [
        {
          steps: [
            {
              text: [BEFORE_CUT, BREATH, 'ddle, and then it comes whole.'],
              chunk: 8,
              faults: [{ kind: 'cut', afterDeltas: 4, times: 1 }],
            },
          ],
        },
      ],
    },
    exitReason: { all: 'completed', except: { gemini: 'failed', omp: 'failed' } },
    expectedRequests: { all: 2, except: { gemini: 1, omp: 1 } },
    proves: ['message_stop'],
  },
  {
    name: 'stream-cut-exhausted',
    about: 'The connection breaks every time.',
    prompt: 'Say something long.',
    setup: { retries: 1 },
    model: {
      turns: [
        {
          steps: [
            {
              text: [BEFORE_CUT, BREATH, 'ddle, every time that it comes.'],
              chunk: 8,
              faults: [{ kind: 'cut', afterDeltas: 4 }],
            },
          ],
        },
      ],
    },
    exitReason: 'failed',
    expectedRequests: { all: 2, except: { claude: 3, gemini: 1, omp: 1 } },
    proves: ['error', 'message_stop'],
  },
  {
    name: 'stream-unfinished',
    about: 'The answer ends without an end of its own; then it comes whole.',
    prompt: 'Say something with an end.',
    model: {
      turns: [{ steps: [{ text: 'This answer has an end.', chunk: 12, faults: [{ kind: 'unfinished', times: 1 }] }] }],
    },
    exitReason: 'completed',
    expectedRequests: 2,
    proves: ['retry'],
  },
  {
    name: 'stall',
    about: 'The answer stops in the middle and nothing comes after it.',
    prompt: 'Say something and fall silent.',
    options: { inactivityTimeout: 6000 },
    model: {
      turns: [{ steps: [{ text: 'Silence follows this.', chunk: 8, faults: [{ kind: 'hang', afterDeltas: 2 }] }] }],
    },
    exitReason: 'inactivity',
    expectedRequests: 1,
    proves: ['timeout'],
  },
];

export const LIMITS: readonly Scenario[] = [...REFUSED, ...CONTEXT, ...ENDINGS];
