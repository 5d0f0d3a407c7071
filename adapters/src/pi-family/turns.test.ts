/** Where a conversation with pi or one of its forks stands. */
import type { Outcome } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import type { MessageEnd } from './lane.ts';
import { Commands } from './replies.ts';
import { compactionDrafts, retryDrafts } from './retries.ts';
import { Turns } from './turns.ts';

const COST = { totalUsd: 1, inputTokens: 2, outputTokens: 3 };
const NO_KEY = { type: 'error', code: 'AGENT_ERROR', message: 'No.' } as const;
const last = (stopReason: string, errorMessage?: string): MessageEnd => ({
  stopReason,
  message: { errorMessage },
  text: '',
  words: undefined,
});
const lastAnswer = () => undefined;
const begun = () => {
  const turns = new Turns({ guidance: 'Log in.', takeCosts: () => [], lastAnswer });
  turns.begin();
  return turns;
};
const standing = ({ isOpen, isClean, hasFailed, isInterrupted, isPaused, isHeld }: Turns) => ({
  ...{ isOpen, isClean, hasFailed, isInterrupted, isPaused, isHeld },
});
const NOTHING = {
  isOpen: false,
  isClean: false,
  hasFailed: false,
  isInterrupted: false,
  isPaused: false,
  isHeld: false,
};

describe('a turn', () => {
  it('begins once, ends once, and says what it cost', () => {
    const turns = new Turns({ guidance: '', takeCosts: () => [COST, COST], lastAnswer });
    expect(standing(turns)).toEqual(NOTHING);
    expect([turns.begin(), turns.begin()]).toEqual([[{ type: 'turn_start' }], []]);
    expect(standing(turns)).toEqual({ ...NOTHING, isOpen: true });
    expect(turns.runEnded(last('stop'), true)).toEqual([
      { type: 'turn_end', cost: { totalUsd: 2, inputTokens: 4, outputTokens: 6 } },
    ]);
    expect(standing(turns)).toEqual({ ...NOTHING, isClean: true });
    expect(turns.runEnded(last('stop'), true)).toEqual([]);
  });

  it.each<[string, MessageEnd | undefined, boolean, Outcome | undefined]>([
    ['is good where its answer is', last('stop'), false, undefined],
    ['is good without an answer', undefined, false, undefined],
    ['is interrupted where its answer is', last('aborted'), false, { type: 'interrupted' }],
    [
      'has failed where its time was over',
      last('aborted', 'Deadline exceeded'),
      false,
      { type: 'error', code: 'AGENT_ERROR', message: 'Deadline exceeded' },
    ],
    ['has failed where its answer has', last('error', 'No.'), false, NO_KEY],
    [
      'is interrupted where it was asked to be and would go on with tools',
      last('toolUse'),
      true,
      { type: 'interrupted' },
    ],
    ['is good where it was asked to stop and was over', last('stop'), true, undefined],
    ['goes on with tools', last('toolUse'), false, undefined],
    ['is interrupted where it was asked to be and failed', last('error', 'No.'), true, { type: 'interrupted' }],
  ])('%s', (_what, end, isAsked, outcome) => {
    const turns = begun();
    turns.isInterrupted = isAsked;
    expect(turns.runEnded(end, false)).toEqual([{ type: 'turn_end', ...(outcome === undefined ? {} : { outcome }) }]);
    expect(standing(turns)).toEqual({ ...NOTHING, isClean: true, hasFailed: outcome !== undefined });
    turns.begin();
    expect(standing(turns)).toEqual({ ...NOTHING, isOpen: true });
  });

  it('that failed waits for what may follow, and an interrupted or a good one does not', () => {
    const turns = begun();
    expect(turns.runEnded(last('error', 'No.'), true)).toEqual([]);
    expect(standing(turns)).toEqual({ ...NOTHING, isOpen: true, isHeld: true });
    expect(turns.release()).toEqual([{ type: 'turn_end', outcome: NO_KEY }]);
    expect([turns.release(), turns.isHeld]).toEqual([[], false]);
    expect(begun().runEnded(last('aborted'), true)).toEqual([{ type: 'turn_end', outcome: { type: 'interrupted' } }]);
  });

  it('that waits ends where another begins, unless that one was announced', () => {
    const other = begun();
    other.runEnded(last('error', 'No.'), true);
    expect(other.begin()).toEqual([{ type: 'turn_end', outcome: NO_KEY }, { type: 'turn_start' }]);
    const same = begun();
    same.runEnded(last('error', 'No.'), true);
    same.willGoOn();
    expect([same.isHeld, same.begin()]).toEqual([false, []]);
    same.runEnded(last('error', 'No.'), true);
    expect(same.begin()).toEqual([{ type: 'turn_end', outcome: NO_KEY }, { type: 'turn_start' }]);
  });

  it('that waits keeps its failure where an end comes that names no answer', () => {
    const turns = begun();
    turns.runEnded(last('error', 'No.'), true);
    expect(turns.runEnded(undefined, true)).toEqual([]);
    expect(turns.release()).toEqual([{ type: 'turn_end', outcome: NO_KEY }]);
  });

  it('is no longer paused once it goes on or ends', () => {
    const turns = begun();
    turns.isPaused = true;
    turns.begin();
    const wentOn = turns.isPaused;
    turns.isPaused = true;
    turns.end(undefined);
    expect([wentOn, turns.isPaused]).toEqual([false, false]);
  });

  it('ends with its own failure where what was announced will not come, else with its words', () => {
    const held = begun();
    held.runEnded(last('error', 'No.'), true);
    expect(held.willNotGoOn('Oh.')).toEqual([{ type: 'turn_end', outcome: NO_KEY }]);
    expect(held.willNotGoOn('Oh.')).toEqual([]);
    const announced = begun();
    announced.willGoOn();
    expect(announced.willNotGoOn('No.')).toEqual([{ type: 'turn_end', outcome: NO_KEY }]);
  });

  it('that was to stop is over where it would go on with tools, whatever may follow', () => {
    const turns = begun();
    turns.isInterrupted = true;
    expect(turns.runEnded(last('toolUse'), true)).toEqual([{ type: 'turn_end', outcome: { type: 'interrupted' } }]);
  });

  it('says its last words where it is good, and none where it has failed', () => {
    expect(begun().end(undefined, 'Done.')).toEqual([{ type: 'turn_end', text: 'Done.' }]);
    expect(begun().end(NO_KEY, 'Done.')).toEqual([{ type: 'turn_end', outcome: NO_KEY }]);
  });

  it('does not begin where its prompt is refused; within another that is only told', () => {
    const turns = new Turns({ guidance: '', takeCosts: () => [], lastAnswer });
    expect(turns.refused('No.')).toEqual([{ type: 'outcome', outcome: NO_KEY }]);
    expect(standing(turns)).toEqual({ ...NOTHING, isClean: true, hasFailed: true });
    expect(begun().refused('No.')).toEqual([{ type: 'debug', level: 'warn', message: 'A prompt was refused: No.' }]);
  });
});

describe('commands', () => {
  it('are numbered on from whatever was written, also by another client', () => {
    const commands = new Commands();
    const ids = (count: number) => Array.from({ length: count }, () => JSON.parse(commands.line({ type: 'x' })).id);
    expect(ids(2)).toEqual(['amux-1', 'amux-2']);
    commands.written({ id: 'amux-7', type: 'x' });
    commands.written({ id: 'theirs-90', type: 'x' });
    commands.written({ type: 'x' });
    expect(ids(1)).toEqual(['amux-8']);
    commands.written({ id: 'amux-3', type: 'x' });
    expect(ids(1)).toEqual(['amux-9']);
    expect(JSON.parse(commands.line({ type: 'prompt', message: 'm' }))).toEqual({
      ...{ id: 'amux-10', type: 'prompt', message: 'm' },
    });
  });

  it.each([
    ['compact', true],
    ['abort', true],
    ['prompt', false],
  ])('occupy the agent until they are answered where they last: %s', (type, lasts) => {
    const commands = new Commands();
    commands.written({ id: 'a', type: 'prompt' });
    commands.written({ id: 'b', type });
    const before = commands.areLasting;
    commands.answered({ id: 'b' });
    expect([before, commands.areLasting]).toEqual([lasts, false]);
  });
});

describe('what is done without being asked', () => {
  it.each([
    [{ attempt: 1, maxAttempts: 3, delayMs: 20, errorMessage: 'Overloaded' }, []],
    [
      { attempt: 1, maxAttempts: 3, delayMs: 20, errorMessage: '429 Slow' },
      [{ type: 'rate_limited', retryAfterMs: 20 }],
    ],
    [
      { attempt: 1, maxAttempts: 3, delayMs: 20, errorMessage: 'Rate limit' },
      [{ type: 'rate_limited', retryAfterMs: 20 }],
    ],
  ])('is another attempt: %j', ({ errorMessage, ...rest }, limited) => {
    expect(retryDrafts({ errorMessage, ...rest })).toEqual([
      ...limited,
      { type: 'retry', ...rest, reason: errorMessage },
    ]);
  });

  it('is another attempt without words, too', () => {
    expect(retryDrafts({ attempt: 2, maxAttempts: '3' })).toMatchObject([{ attempt: 2, maxAttempts: 2 }]);
    expect(retryDrafts({})).toEqual([{ type: 'retry', attempt: 1, maxAttempts: 1, reason: '', delayMs: 0 }]);
  });

  it('is a compaction, where it came to a summary', () => {
    expect([compactionDrafts({ summary: 's' }), compactionDrafts({}), compactionDrafts(undefined)]).toEqual([
      [{ type: 'context_compacted', summary: 's' }],
      [],
      [],
    ]);
  });
});
