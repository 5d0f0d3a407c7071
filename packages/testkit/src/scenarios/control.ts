/** Scenarios in which the host controls the run, or the process ends by force. */
import type { HostAction, Scenario } from '../scenario/index.ts';
import { numberedLines } from './material.ts';

const YOLO = { approvalMode: 'yolo' } as const;
/** A text that is held in the middle for ever; three deltas come before. */
const HELD: Scenario['model']['turns'][number] = {
  steps: [{ text: ['A long story begins here', { hold: 'middle' }, ' and ends there.'], chunk: 8 }],
};
const IN_THE_MIDDLE = { event: 'text_delta', nth: 3 } as const;
/** The moment when the command runs, since no event says that a call's command has begun after the call is ready. */
const SHELL_RUNS: readonly HostAction[] = [{ at: { event: 'shell_start' }, do: 'wait' }];
const AFTER_A_WHILE = { afterMs: 600 } as const;
const SLEEP: Scenario['model'] = {
  turns: [{ steps: [{ tools: [{ kind: 'shell', command: 'sleep 20; echo slept' }] }, { text: 'Slept.' }] }],
};

export const CONTROL: readonly Scenario[] = [
  {
    name: 'interrupt',
    about: 'The turn is interrupted in the middle of its text, and with it the run.',
    prompt: 'Tell a long story.',
    model: { turns: [HELD] },
    host: [{ at: IN_THE_MIDDLE, do: 'interrupt' }],
    exitReason: 'interrupted',
    expectedRequests: 1,
    proves: ['interrupted', 'session_end'],
  },
  {
    name: 'interrupt-continue',
    about: 'The turn is interrupted in the middle of its text; the next prompt is answered.',
    prompt: 'Tell a long story.',
    options: { keepOpen: true },
    model: {
      turns: [
        { ...HELD, prompt: 'Tell a long story.' },
        { prompt: 'Now a short one.', steps: [{ text: 'The end.' }] },
      ],
    },
    host: [
      { at: IN_THE_MIDDLE, do: 'interrupt' },
      { at: { event: 'turn_end' }, do: 'continue', text: 'Now a short one.' },
      { at: { event: 'turn_end' }, do: 'end' },
    ],
    exitReason: 'completed',
    expectedRequests: 2,
    proves: ['turn_start', 'session_end'],
  },
  {
    name: 'interrupt-tool',
    about: 'The turn is interrupted while a command runs; the command goes with it.',
    prompt: 'Sleep.',
    options: YOLO,
    model: SLEEP,
    host: [...SHELL_RUNS, { at: AFTER_A_WHILE, do: 'interrupt' }],
    exitReason: 'interrupted',
    expectedRequests: 1,
    proves: ['interrupted', 'shell_exit', 'tool_error'],
  },
  {
    name: 'abort',
    about: 'The run is aborted in the middle of its text.',
    prompt: 'Tell a long story.',
    model: { turns: [HELD] },
    host: [{ at: IN_THE_MIDDLE, do: 'abort' }],
    exitReason: 'aborted',
    expectedRequests: 1,
    proves: ['aborted', 'session_end'],
  },
  {
    name: 'abort-tool',
    about: 'The run is aborted while a command runs; nothing of it stays alive.',
    prompt: 'Sleep.',
    options: YOLO,
    model: SLEEP,
    host: [...SHELL_RUNS, { at: AFTER_A_WHILE, do: 'abort' }],
    exitReason: 'aborted',
    expectedRequests: 1,
    proves: ['aborted', 'shell_exit', 'session_end'],
  },
  {
    name: 'kill',
    about: 'Somebody else kills the agent in the middle of its text.',
    prompt: 'Tell a long story.',
    model: { turns: [HELD] },
    host: [{ at: IN_THE_MIDDLE, do: 'kill' }],
    exitReason: 'killed',
    expectedRequests: 1,
    proves: ['crash', 'session_end'],
  },
  {
    name: 'pause-resume',
    about: 'The run stands still for a second in the middle of its text, and nothing is lost.',
    prompt: 'Count.',
    model: { turns: [{ steps: [{ text: numberedLines(6_000), chunk: 60, delayMs: 10 }] }] },
    host: [
      { at: { event: 'text_delta' }, do: 'pause' },
      { at: { afterMs: 1_000 }, do: 'resume' },
    ],
    exitReason: 'completed',
    expectedRequests: 1,
    proves: ['paused', 'resumed'],
  },
  {
    name: 'timeout',
    about: 'The run takes longer than it may.',
    prompt: 'Tell a long story.',
    options: { timeout: 8000 },
    model: { turns: [HELD] },
    exitReason: 'timeout',
    expectedRequests: 1,
    proves: ['timeout', 'session_end'],
  },
  {
    name: 'bad-flag',
    about: 'The agent refuses its own command line.',
    prompt: 'Say hello.',
    session: 'malformed',
    model: { turns: [] },
    // Claude Code reports this in a result, in addition to stderr.
    exitReason: { all: 'crashed', except: { claude: 'failed' } },
    expectedRequests: 0,
    proves: ['log'],
  },
  {
    name: 'bad-settings',
    about: 'The agent cannot read its own settings.',
    prompt: 'Say hello.',
    setup: { brokenSettings: true },
    model: { turns: [] },
    exitReason: 'crashed',
    expectedRequests: 0,
    proves: ['crash', 'log'],
  },
];
