import type { AgentEvent } from '@agent-mux/events';
import { describe, expect, it } from 'vitest';
import { Journal } from './journal.ts';
import { eventsOfTurn } from './turn-events.ts';

interface Places {
  from: number | undefined;
  to: number | undefined;
}

function setUp(turn: Places = { from: undefined, to: undefined }) {
  const journal = new Journal({ highWaterMark: 10, collect: false, onPressure: () => {}, onWarning: () => {} });
  let calls = 0;
  const iterator = eventsOfTurn(turn, () => {
    calls++;
    return journal;
  });
  let seq = 0;
  const append = (count = 1): void => {
    for (let n = 0; n < count; n++) {
      journal.append({ type: 'paused', runId: 'r', agent: 'a', timestamp: 0, seq: seq++ } satisfies AgentEvent);
    }
  };
  const note = (): void => journal.append({ entry: 'note', runId: 'r', timestamp: 0, kind: 'k', data: 1 });
  return { turn, journal, iterator, append, note, calls: () => calls };
}

type Step = Promise<IteratorResult<AgentEvent, undefined>>;
const seqOf = async (step: Step): Promise<unknown> => {
  const { done, value } = await step;
  return done === true ? 'done' : value.seq;
};
/** Returns what a step has, or that it waits still after everything that could happen has happened. */
const nowOf = (step: Step): Promise<unknown> =>
  Promise.race([seqOf(step), new Promise((resolve) => setImmediate(() => resolve('waits')))]);

async function restOf(iterator: AsyncIterable<AgentEvent>): Promise<unknown[]> {
  const seqs: unknown[] = [];
  for await (const { seq } of iterator) {
    seqs.push(seq);
  }
  return seqs;
}

describe('the events of a turn', () => {
  it('are those from its first entry to the one before its end, without what is no event', async () => {
    const { append, note, iterator } = setUp({ from: 2, to: 6 });
    append(2);
    note();
    append(2);
    note();
    append(3);
    expect(await restOf(iterator)).toEqual([2, 3]);
    expect(await seqOf(iterator.next())).toBe('done');
  });

  it('have the first and the last entry where those are events', async () => {
    const { append, iterator } = setUp({ from: 1, to: 3 });
    append(5);
    expect(await restOf(iterator)).toEqual([1, 2]);
  });

  it('are waited for as they come, until the turn is over', async () => {
    const { turn, append, iterator } = setUp({ from: 0, to: undefined });
    const first = iterator.next();
    expect(await nowOf(first)).toBe('waits');
    append();
    expect(await nowOf(first)).toBe(0);
    const second = iterator.next();
    turn.to = 1;
    append();
    expect(await nowOf(second)).toBe('done');
  });

  it('end with the journal', async () => {
    const { journal, append, iterator } = setUp({ from: 0, to: undefined });
    append(2);
    journal.close();
    expect(await restOf(iterator)).toEqual([0, 1]);
  });

  it('of a turn that has not begun are those from its beginning on, and none that came before', async () => {
    const { turn, append, iterator } = setUp();
    append(2);
    const first = iterator.next();
    append(2);
    expect(await nowOf(first)).toBe('waits');
    turn.from = 4;
    append();
    expect(await nowOf(first)).toBe(4);
    turn.to = 5;
    append();
    expect(await nowOf(iterator.next())).toBe('done');
  });

  it('are given one each to calls that do not wait for each other, in order', async () => {
    const { append, iterator } = setUp({ from: 0, to: 2 });
    const steps = [iterator.next(), iterator.next(), iterator.next(), iterator.next()];
    append(3);
    expect(await Promise.all(steps.map(seqOf))).toEqual([0, 1, 'done', 'done']);
  });
});

describe('an iterator over the events of a turn', () => {
  it('reads from the first call on, once, and is heard of until it has ended', async () => {
    const { journal, append, iterator, calls } = setUp({ from: 0, to: 2 });
    append(3);
    expect([calls(), journal.isHeard('paused')]).toEqual([0, false]);
    await iterator.next();
    await iterator.next();
    expect([calls(), journal.isHeard('paused')]).toEqual([1, true]);
    await iterator.next();
    expect(journal.isHeard('paused')).toBe(false);
  });

  it('is its own iterator', () => {
    const { iterator } = setUp();
    expect(iterator[Symbol.asyncIterator]()).toBe(iterator);
  });

  it('ends at once where it leaves, also for the calls that wait', async () => {
    const { journal, append, iterator } = setUp({ from: 0, to: undefined });
    const steps = [iterator.next(), iterator.next()];
    await Promise.resolve();
    expect(journal.isHeard('paused')).toBe(true);
    expect(await nowOf(iterator.return?.() as Step)).toBe('done');
    expect(await Promise.all(steps.map(nowOf))).toEqual(['done', 'done']);
    expect(journal.isHeard('paused')).toBe(false);
    append();
    expect(await nowOf(iterator.next())).toBe('done');
  });

  it('reads nothing where it has left before it began', async () => {
    const { iterator, append, calls } = setUp({ from: 0, to: undefined });
    append();
    expect(await nowOf(iterator.return?.() as Step)).toBe('done');
    expect([await nowOf(iterator.next()), calls()]).toEqual(['done', 0]);
  });

  it('gives no event to a call that was waiting when it left, even if one has come', async () => {
    const { append, iterator } = setUp({ from: 0, to: undefined });
    const step = iterator.next();
    await Promise.resolve();
    append();
    const end = iterator.return?.() as Step;
    expect(await Promise.all([step, end].map(nowOf))).toEqual(['done', 'done']);
  });

  it('leaves with the error that is thrown into it', async () => {
    const { journal, append, iterator } = setUp({ from: 0, to: undefined });
    append();
    await iterator.next();
    await expect(iterator.throw?.(new Error('boom'))).rejects.toThrow('boom');
    expect([journal.isHeard('paused'), await nowOf(iterator.next())]).toEqual([false, 'done']);
  });
});
