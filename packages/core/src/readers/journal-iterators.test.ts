import type { AgentEvent } from '@agent-mux/events';
import { describe, expect, it } from 'vitest';
import { JournalIterators } from './journal-iterators.ts';
import { RetainedCursor, RetainedEntries } from './retained-entries.ts';

/** Iterators over a list that is filled by hand. */
function setUp() {
  const left: string[] = [];
  const retained = new RetainedEntries({ maxEntries: 0, inMemory: false });
  const iterators = new JournalIterators({ taken: () => left.push('taken'), left: () => left.push('left') });
  const append = (): void => {
    const seq = retained.length;
    retained.push({ type: 'paused', runId: 'r', agent: 'a', timestamp: 0, seq } satisfies AgentEvent);
    iterators.feed();
  };
  const open = () => iterators.open({ wants: 'events', observes: false }, retained.cursor(0));
  return { retained, iterators, left, append, open };
}

type Step = Promise<IteratorResult<object, undefined>>;
/** Returns the number of the entry that a step has, or that it is the last one. */
const seqOf = async (step: Step): Promise<unknown> => {
  const { done, value } = await step;
  return done === true ? 'done' : (value as AgentEvent).seq;
};

describe('an iterator that waits', () => {
  it('gets what comes also after another one has left, which did not wait', async () => {
    const { append, open } = setUp();
    const gone = open();
    await gone.return?.();
    await gone.return?.();
    const iterator = open();
    const step = iterator.next();
    append();
    expect(await seqOf(step)).toBe(0);
  });

  it('gets what comes also after another one has left in the midst of waiting', async () => {
    const { append, open } = setUp();
    const gone = open();
    const steps = [gone.next(), gone.next()];
    await gone.return?.();
    expect(await Promise.all(steps.map(seqOf))).toEqual(['done', 'done']);
    const iterator = open();
    const step = iterator.next();
    append();
    expect(await seqOf(step)).toBe(0);
  });

  it('is held by whoever waits for it, and by nobody once it has what it waited for, or has left', async () => {
    const { iterators, append, open } = setUp();
    const iterator = open();
    const [reader] = iterators.readers;
    const steps = [iterator.next(), iterator.next()];
    append();
    expect(reader?.holder).toBe(iterator);
    append();
    expect(reader?.holder).toBeUndefined();
    await Promise.all(steps);
    const last = iterator.next();
    expect(reader?.holder).toBe(iterator);
    await iterator.return?.();
    expect(reader?.holder).toBeUndefined();
    expect(await seqOf(last)).toBe('done');
  });

  it('ends with the journal, and is told to have left once it was asked again', async () => {
    const { iterators, left, append, open } = setUp();
    append();
    const iterator = open();
    const steps = [iterator.next(), iterator.next()];
    expect(left).toEqual(['taken']);
    iterators.close();
    expect(await Promise.all(steps.map(seqOf))).toEqual([0, 'done']);
    expect(iterators.readers.size).toBe(1);
    expect(await seqOf(iterator.next())).toBe('done');
    expect(await seqOf(iterator.next())).toBe('done');
    expect(left).toEqual(['taken', 'left']);
    expect(iterators.readers.size).toBe(0);
  });
});

describe('an iterator that has left', () => {
  const LAST = { done: true, value: undefined };

  it('says so, and gives nothing of what is there', async () => {
    const { append, open, left } = setUp();
    append();
    append();
    const iterator = open();
    expect(await seqOf(iterator.next())).toBe(0);
    expect(await iterator.return?.()).toEqual(LAST);
    expect(await iterator.next()).toEqual(LAST);
    expect(await iterator.return?.()).toEqual(LAST);
    expect(left).toEqual(['taken', 'left']);
  });

  it('gives nothing of what is in the file either', async () => {
    const { retained, append, open } = setUp();
    append();
    append();
    retained.spill(2);
    const iterator = open();
    await iterator.return?.();
    expect(await iterator.next()).toEqual(LAST);
  });

  it('with an error gives that to who threw it in, and has left', async () => {
    const { iterators, append, open, left } = setUp();
    append();
    const iterator = open();
    await expect(iterator.throw?.(new Error('boom'))).rejects.toThrow('boom');
    expect([await iterator.next(), left, iterators.readers.size]).toEqual([LAST, ['left'], 0]);
    expect(iterator[Symbol.asyncIterator]()).toBe(iterator);
  });
});

describe('an iterator whose entries are in the file', () => {
  it('reads them in a later turn, and those at hand at once', async () => {
    const { retained, left, append, open } = setUp();
    for (let n = 0; n < 4; n++) {
      append();
    }
    retained.spill(3);
    const iterator = open();
    const first = iterator.next();
    await Promise.resolve();
    expect(left).toEqual([]);
    expect(await seqOf(first)).toBe(0);
    await new Promise(setImmediate);
    expect(left).toEqual(['taken']);
    const others = [iterator.next(), iterator.next(), iterator.next()];
    expect(left).toEqual(['taken', 'taken', 'taken', 'taken']);
    expect(await Promise.all(others.map(seqOf))).toEqual([1, 2, 3]);
  });

  it('gives them to the calls that wait when the journal ends, and ends those for which nothing is left', async () => {
    const { retained, iterators, append, open } = setUp();
    append();
    append();
    retained.spill(2);
    const iterator = open();
    const steps = [iterator.next(), iterator.next(), iterator.next()];
    iterators.close();
    expect(await Promise.all(steps.map(seqOf))).toEqual([0, 1, 'done']);
    await new Promise(setImmediate);
    expect(await seqOf(iterator.next())).toBe('done');
  });

  it('answers calls in order, and ends those for which nothing is left once the journal has ended', async () => {
    const { retained, iterators, append, open } = setUp();
    append();
    append();
    retained.spill(2);
    iterators.close();
    const iterator = open();
    const steps = [iterator.next(), iterator.next(), iterator.next()];
    expect(await Promise.all(steps.map(seqOf))).toEqual([0, 1, 'done']);
  });

  it('waits for what comes where nothing is left and the journal goes on', async () => {
    const { retained, append, open } = setUp();
    append();
    retained.spill(1);
    const iterator = open();
    const steps = [iterator.next(), iterator.next()];
    expect(await seqOf(steps[0] as Step)).toBe(0);
    append();
    expect(await seqOf(steps[1] as Step)).toBe(1);
  });

  it('says of each that it was taken, as of those in memory, so that the agent may go on', async () => {
    const { retained, left, append, open } = setUp();
    append();
    append();
    retained.spill(1);
    const iterator = open();
    expect([await seqOf(iterator.next()), await seqOf(iterator.next())]).toEqual([0, 1]);
    await new Promise(setImmediate);
    expect(left).toEqual(['taken', 'taken']);
  });

  it('rejects where the file cannot be read, and its host lives on', async () => {
    const { retained, append, iterators } = setUp();
    append();
    retained.spill(1);
    class Broken extends RetainedCursor {
      override next(): never {
        throw new Error('The disk is gone.');
      }
    }
    const iterator = iterators.open({ wants: 'events', observes: false }, new Broken(retained, 0));
    await expect(iterator.next()).rejects.toThrow('The disk is gone.');
  });
});
