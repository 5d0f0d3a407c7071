/** The fate of an outcome: the end of the run, or an event of a run that goes on. */
import { describe, expect, it } from 'vitest';
import type { EventDraft, Outcome } from '../adapter/index.ts';
import type { EndCause } from './contract.ts';
import { demoted, LastOutcome, outcomeOf, terminal, worded } from './outcomes.ts';
import { createBench } from './testing/harness.ts';

const LIMIT: Outcome = { type: 'rate_limit_error', message: 'later' };
const AUTH: Outcome = { type: 'auth_error', message: 'no key', guidance: 'log in' };
const CRASH: Outcome = { type: 'crash', exitCode: 1, stderr: '' };

describe('the last outcome', () => {
  it('is the newest, and gives the one of another type that it displaces', () => {
    const last = new LastOutcome();
    expect([last.set(LIMIT, 1), last.set({ ...LIMIT, message: 'much later' }, 2), last.set(AUTH, 3)]).toEqual([
      undefined,
      undefined,
      { ...LIMIT, message: 'much later' },
    ]);
    expect([last.current, last.turnCount, last.take(), last.take()]).toEqual([AUTH, 3, AUTH, undefined]);
  });

  it('explains a crash that follows it', () => {
    const last = new LastOutcome();
    expect([last.set(LIMIT, 1), last.set(CRASH, 2), last.current, last.turnCount]).toEqual([
      ...[undefined, undefined, LIMIT, 1],
    ]);
    last.take();
    expect([last.set(CRASH, 2), last.current]).toEqual([undefined, CRASH]);
  });
});

describe('an outcome', () => {
  it.each<[EventDraft, Outcome | undefined]>([
    [{ type: 'turn_end', outcome: AUTH }, AUTH],
    [{ type: 'turn_end' }, undefined],
    [{ type: 'outcome', outcome: AUTH }, AUTH],
    [{ type: 'interrupted', lane: 'l' }, { type: 'interrupted' }],
    [
      { type: 'turn_limit', maxTurns: 3, lane: 'l' },
      { type: 'turn_limit', maxTurns: 3 },
    ],
    [{ ...AUTH, lane: 'l' }, AUTH],
    [{ ...LIMIT, exhausted: true, lane: 'l' } as EventDraft, LIMIT],
    [{ ...LIMIT, exhausted: false } as unknown as EventDraft, undefined],
    [
      { type: 'error', code: 'AGENT_ERROR', message: 'm', recoverable: false, lane: 'l' },
      { type: 'error', code: 'AGENT_ERROR', message: 'm' },
    ],
    [{ type: 'error', code: 'AGENT_ERROR', message: 'm', recoverable: true }, undefined],
    [{ type: 'turn_start' }, undefined],
  ])('is what a draft tells of it: %j', (draft, outcome) => {
    expect(outcomeOf(draft)).toEqual(outcome);
  });

  const problem = (code: string, message: string) => ({ type: 'error', code, message, recoverable: true });
  const note = (message: string) => ({ type: 'debug', level: 'info', message });
  const FULL = 'The context window is full';

  it.each<[Outcome, object]>([
    [{ type: 'interrupted' }, note('The turn was interrupted; the run goes on.')],
    [{ type: 'turn_limit', maxTurns: 3 }, note('The turn ended at its limit of 3 model requests; the run goes on.')],
    [AUTH, problem('AUTH_ERROR', 'no key')],
    [LIMIT, problem('RATE_LIMITED', 'later')],
    [{ type: 'context_exceeded' }, problem('CONTEXT_EXCEEDED', `${FULL}.`)],
    [{ type: 'context_exceeded', usedTokens: 5 }, problem('CONTEXT_EXCEEDED', `${FULL}.`)],
    [{ type: 'context_exceeded', maxTokens: 4 }, problem('CONTEXT_EXCEEDED', `${FULL}.`)],
    [{ type: 'context_exceeded', usedTokens: 5, maxTokens: 4 }, problem('CONTEXT_EXCEEDED', `${FULL}: 5 of 4 tokens.`)],
    [{ type: 'error', code: 'AGENT_ERROR', message: ' m ' }, problem('AGENT_ERROR', 'm')],
  ])('of a run that goes on is an event of it: %j', (outcome, event) => {
    expect(demoted(outcome)).toEqual(event);
  });

  it.each<[Partial<Outcome & { readonly type: 'crash' }>, string]>([
    [{ exitCode: 1, stderr: 'oh' }, 'with exit code 1. oh'],
    [{ signal: 'SIGKILL' }, 'by the signal SIGKILL.'],
    [{}, 'without an exit code.'],
  ])('that was a crash says how the process ended: %j', (how, words) => {
    expect(demoted({ type: 'crash', stderr: '', ...how })).toEqual(
      problem('AGENT_CRASH', `The agent's process ended ${words}`),
    );
  });

  const more = { odd: 1 };
  it.each<[EndCause, object]>([
    [{ type: 'aborted' }, { type: 'aborted' }],
    [
      { type: 'aborted', reason: 'r' },
      { type: 'aborted', reason: 'r' },
    ],
    [{ type: 'interrupted' }, { type: 'interrupted' }],
    [
      { type: 'timeout', kind: 'inactivity' },
      { type: 'timeout', kind: 'inactivity' },
    ],
    [
      { type: 'turn_limit', maxTurns: 3 },
      { type: 'turn_limit', maxTurns: 3 },
    ],
    [AUTH, AUTH],
    [LIMIT, { ...LIMIT, exhausted: true }],
    [
      { ...LIMIT, retryAfterMs: 5 },
      { ...LIMIT, retryAfterMs: 5, exhausted: true },
    ],
    [
      { type: 'context_exceeded', usedTokens: 5 },
      { type: 'context_exceeded', usedTokens: 5 },
    ],
    [CRASH, CRASH],
    [
      { type: 'crash', signal: 'SIGKILL', stderr: '' },
      { type: 'crash', signal: 'SIGKILL', stderr: '' },
    ],
    [
      { type: 'error', code: 'AGENT_ERROR', message: 'm', transient: true },
      { type: 'error', code: 'AGENT_ERROR', message: 'm', recoverable: false },
    ],
  ])('that ends the run is its last event, with its own fields alone: %j', (cause, event) => {
    expect(terminal({ ...cause, ...more } as EndCause)).toEqual(event);
  });
});

describe('a failure without a word', () => {
  const WORDS = 'The agent failed without a word.';

  const DRAFTS: readonly EventDraft[] = [
    { type: 'turn_end', outcome: { type: 'error', code: 'AGENT_ERROR', message: '' } },
    { type: 'outcome', outcome: { type: 'auth_error', message: ' ', guidance: 'Log in.' } },
    { type: 'rate_limit_error', message: '\n', exhausted: true },
    { type: 'rate_limit_error', message: '' },
    { type: 'error', code: 'AGENT_ERROR', message: '', recoverable: true },
    { type: 'turn_end', outcome: { type: 'error', code: 'AGENT_ERROR', message: '' }, lane: 'kid' },
  ];

  it.each([{ message: 'm' }, { message: 3 }, { message: undefined }, {}])(
    'is none that has words, and none that has no place for them: %j',
    (failure) => {
      expect(worded(failure)).toBe(failure);
    },
  );

  it.each(DRAFTS.map((draft) => ({ draft })))('is told as one: $draft', ({ draft }) => {
    const { assembler, events, push, now } = createBench({ includeSubagents: true });
    push({ type: 'session_start', sessionId: 's1' }, { type: 'turn_start' }, draft);
    assembler.end(now());
    expect(events.flatMap((event) => ('message' in event ? [event.message] : []))).toContain(WORDS);
    expect(events.filter((event) => 'message' in event && event.message.trim() === '')).toEqual([]);
  });
});
