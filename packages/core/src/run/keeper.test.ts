import type { JournalEntry, RunHeader } from '@agent-mux/events/journal';
import { describe, expect, it } from 'vitest';
import { SteadyClock } from '../clock.ts';
import { AgentMuxError } from '../errors.ts';
import { Journal } from '../readers/journal.ts';
import { EntryLog } from './entry-log.ts';
import { Keeper } from './keeper.ts';
import { createManualClock } from './testing/manual-clock.ts';
import { PATIENCE_MS, Waits } from './waits.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const HEADER = { runId: 'r' } as RunHeader;
const NOTE = { entry: 'note', runId: 'r', timestamp: 1, kind: 'k', data: 1 } as JournalEntry;
const PROMPT = { action: 'prompt', as: 'new-turn', by: { kind: 'program' }, id: 'p2', text: 'go' } as const;
const ANSWER = { key: 'q', interactionId: 'i', by: { kind: 'program' }, response: { type: 'approve' } } as const;
const boom = (): never => {
  throw new Error('disk');
};
const LOST = 'The store does not keep this run any more: disk.';

function setUp(changes: object | null = {}) {
  const log: unknown[] = [];
  const clock = createManualClock();
  const waits = new Waits(clock);
  const hooks: { onBroken?: (error: Error) => void; onCaughtUp?: () => void } = {};
  const store = {
    isBehind: false,
    append: (entry: JournalEntry) => log.push(entry),
    barrier: () => Promise.resolve(),
    finish: async () => 'whole',
  };
  Object.defineProperties(store, Object.getOwnPropertyDescriptors(changes ?? {}));
  const keeper = new Keeper({
    openLog:
      changes === null
        ? undefined
        : (header, options) => {
            log.push(header);
            Object.assign(hooks, options);
            return store as never;
          },
    onBroken: (message) => log.push(message),
    onRefused: (message) => log.push(`refused: ${message}`),
    onPressure: () => log.push('pressure'),
    waits,
  });
  const journal = new Journal({ highWaterMark: 9, collect: true, onPressure: () => {}, onWarning: () => {} });
  const still = new SteadyClock({ now: () => 1, monotonic: () => 0, after: () => () => {} });
  const entries = new EntryLog('r', journal, still);
  const written = () => journal.retained.map((entry) => ({ ...entry, runId: '', timestamp: 0 }));
  return { keeper, store, log, hooks, entries, written, waits, clock };
}

describe('a run that is kept', () => {
  it('has its header and its entries in the store, and what the store has of it', async () => {
    const { keeper, log } = setUp();
    keeper.open(HEADER);
    keeper.append(NOTE);
    expect(log).toEqual([HEADER, NOTE]);
    await keeper.committed();
    expect(await keeper.finish()).toBe('whole');
  });

  it('has a prompt written down before it is said', async () => {
    const { keeper, entries, written } = setUp();
    keeper.open(HEADER);
    const kept = keeper.keepPrompt(PROMPT, entries);
    expect(written()).toMatchObject([{ entry: 'input', input: 'prompt', id: 'p2', text: 'go' }]);
    expect(await kept).toBeUndefined();
    expect(kept).toBeInstanceOf(Promise);
  });

  it('has a grant written down before it is given, and that it was not given after all', async () => {
    const { keeper, entries, written } = setUp();
    keeper.open(HEADER);
    const withdraw = await keeper.keepAnswer(ANSWER, entries);
    const given = { entry: 'input', input: 'answer', interactionId: 'i', by: ANSWER.by, response: ANSWER.response };
    expect(written()).toMatchObject([given]);
    withdraw?.('the run was aborted');
    expect(written()).toMatchObject([
      given,
      {
        interactionId: 'i',
        by: { kind: 'policy', rule: 'stopping' },
        response: { type: 'deny', reason: 'the run was aborted' },
      },
    ]);
  });

  it('has a grant given only once it is kept, and at once where there is nothing to wait for', async () => {
    let kept: () => void = () => {};
    const barrier = () =>
      new Promise<void>((resolve) => {
        kept = resolve;
      });
    const { keeper, entries } = setUp({ barrier });
    keeper.open(HEADER);
    const log: string[] = [];
    void keeper.keepAnswer(ANSWER, entries)?.then(() => log.push('given'));
    await settle();
    expect(log).toEqual([]);
    kept();
    await settle();
    expect(log).toEqual(['given']);
    const other = setUp({ barrier: () => undefined });
    other.keeper.open(HEADER);
    expect(other.keeper.committed()).toBeUndefined();
    expect(await other.keeper.keepAnswer(ANSWER, other.entries)).toBeInstanceOf(Function);
  });

  it('is waited for where the store is behind, and told of when that changes', () => {
    const { keeper, store, log, hooks } = setUp();
    keeper.open(HEADER);
    expect(keeper.isBehind).toBe(false);
    keeper.append(NOTE);
    store.isBehind = true;
    expect(keeper.isBehind).toBe(true);
    keeper.append(NOTE);
    keeper.append(NOTE);
    keeper.append(NOTE);
    store.isBehind = false;
    hooks.onCaughtUp?.();
    hooks.onCaughtUp?.();
    expect(log).toEqual([HEADER, NOTE, NOTE, 'pressure', NOTE, NOTE, 'pressure']);
  });
});

describe('a store that fails', () => {
  it.each<[string, object, (keeper: Keeper, entries: EntryLog) => unknown]>([
    ['append', { append: boom }, (keeper) => keeper.append(NOTE)],
    ['a promise of append', { append: async () => boom() }, (keeper) => keeper.append(NOTE)],
    [
      'isBehind',
      {
        get isBehind() {
          return boom();
        },
      },
      (keeper) => keeper.isBehind,
    ],
    ['barrier', { barrier: boom }, (keeper) => keeper.committed()],
    ['a promise', { barrier: () => Promise.reject(new Error('disk')) }, (keeper) => keeper.committed()],
    ['keepPrompt', { barrier: boom }, (keeper, entries) => keeper.keepPrompt(PROMPT, entries)],
    ['keepAnswer', { barrier: boom }, (keeper, entries) => keeper.keepAnswer(ANSWER, entries)],
  ])('at %s loses the run, once, and not within what is being done', async (_what, changes, act) => {
    const { keeper, log, entries } = setUp(changes);
    keeper.open(HEADER);
    const done = act(keeper, entries);
    expect(log).not.toContain(LOST);
    await done;
    await settle();
    await act(keeper, entries);
    await settle();
    expect(log.filter((line) => line === LOST)).toHaveLength(1);
    expect(await keeper.finish()).toBe('partial');
  });

  it('lets nothing through that a store which is lost should have kept', async () => {
    for (const barrier of [boom, () => Promise.reject(new Error('disk'))]) {
      const { keeper, log, entries } = setUp({ barrier });
      keeper.open(HEADER);
      const kept = keeper.keepPrompt(PROMPT, entries);
      expect(kept).toBeInstanceOf(Promise);
      await kept;
      expect(log).toContain(LOST);
    }
  });

  it('has told of it when what waited for it goes on: that it is lost, or that the run is refused', async () => {
    for (const [error, said] of [
      [new Error('disk.'), LOST],
      [new AgentMuxError('INTERNAL', 'disk.'), LOST],
      [new AgentMuxError('VALIDATION_ERROR', 'The run r is there already.'), 'refused: The run r is there already.'],
    ] as const) {
      const { keeper, log } = setUp({ barrier: () => Promise.reject(error) });
      keeper.open(HEADER);
      await keeper.committed();
      expect(log.at(-1)).toBe(said);
    }
  });

  it('says so itself, or at its end, or when it is opened', async () => {
    const told = setUp();
    told.keeper.open(HEADER);
    told.hooks.onBroken?.(new Error('disk'));
    expect(await told.keeper.finish()).toBe('partial');
    const last = setUp({ finish: () => Promise.reject(new Error('disk')) });
    last.keeper.open(HEADER);
    expect(await last.keeper.finish()).toBe('partial');
    await settle();
    expect([told.log.at(-1), last.log.at(-1)]).toEqual([LOST, LOST]);
    const log: string[] = [];
    const never = new Keeper({
      openLog: boom,
      onBroken: (message) => log.push(message),
      onRefused: () => expect.fail(),
      onPressure: () => {},
      waits: told.waits,
    });
    never.open(HEADER);
    await settle();
    expect([log, never.committed(), await never.finish()]).toEqual([[LOST], undefined, 'partial']);
  });
});

describe('a store that never answers', () => {
  const never = (): Promise<never> => new Promise(() => {});

  it.each<[string, (keeper: Keeper, entries: EntryLog) => unknown]>([
    ['a barrier', (keeper) => keeper.committed()],
    ['a prompt', (keeper, entries) => keeper.keepPrompt(PROMPT, entries)],
    ['a grant', (keeper, entries) => keeper.keepAnswer(ANSWER, entries)],
    ['the end', (keeper) => keeper.finish()],
  ])('loses the run at %s once the patience is over', async (_what, act) => {
    const { keeper, log, entries, clock } = setUp({ barrier: never, finish: never });
    keeper.open(HEADER);
    const done = act(keeper, entries);
    clock.pass(PATIENCE_MS - 1);
    await settle();
    expect(log.filter((line) => line !== HEADER && typeof line === 'string')).toEqual([]);
    clock.pass(1);
    await done;
    await settle();
    expect(log).toContain('The store does not keep this run any more: there was no answer within 30 seconds.');
    expect(clock.size).toBe(0);
  });

  it('holds up nothing of a run that is being stopped, and is not lost for that', async () => {
    const { keeper, log, entries, waits } = setUp({ barrier: never });
    keeper.open(HEADER);
    const waiting = [keeper.committed(), keeper.keepPrompt(PROMPT, entries), keeper.keepAnswer(ANSWER, entries)];
    waits.stop();
    await Promise.all(waiting);
    await keeper.committed();
    expect(log).toEqual([HEADER]);
    expect(await keeper.finish()).toBe('whole');
  });

  it('leaves no timer behind where it answers', async () => {
    const { keeper, clock } = setUp();
    keeper.open(HEADER);
    await keeper.committed();
    await keeper.finish();
    await settle();
    expect(clock.size).toBe(0);
  });
});

it('waits for nothing where a run is kept nowhere', async () => {
  const { keeper, entries, written, log } = setUp(null);
  keeper.open(HEADER);
  keeper.append(NOTE);
  expect([
    keeper.isBehind,
    keeper.committed(),
    keeper.keepPrompt(PROMPT, entries),
    keeper.keepAnswer(ANSWER, entries),
    await keeper.finish(),
  ]).toEqual([false, undefined, undefined, undefined, undefined]);
  expect([written(), log]).toEqual([[], []]);
});
