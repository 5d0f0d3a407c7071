import type { AgentEvent } from '@agent-mux/events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Journal } from './journal.ts';

const MARK = 100;

function createJournal(onPressure: (isFull: boolean) => void = () => {}): {
  journal: Journal;
  append: (count: number) => void;
} {
  const journal = new Journal({
    highWaterMark: MARK,
    collect: false,
    onPressure,
    onWarning: () => {},
  });
  let seq = 0;
  const append = (count: number): void => {
    for (let n = 0; n < count; n++) {
      const event: AgentEvent = { type: 'paused', runId: 'r', agent: 'a', timestamp: 0, seq: seq++ };
      journal.append(event);
    }
  };
  return { journal, append };
}

/** Opens an iterator that has asked for the first event, and got it. */
async function begin(journal: Journal, append: (count: number) => void): Promise<AsyncIterator<AgentEvent, undefined>> {
  const iterator = journal.iterate();
  const first = iterator.next();
  append(1);
  await first;
  return iterator;
}

async function read(iterator: AsyncIterator<AgentEvent, undefined>, count: number): Promise<number[]> {
  const read: number[] = [];
  while (read.length < count) {
    const { value } = await iterator.next();
    if (value !== undefined) {
      read.push(value.seq);
    }
  }
  return read;
}

describe('the journal', () => {
  it('is full at the mark, and has room again at half of it', async () => {
    const told: boolean[] = [];
    const { journal, append } = createJournal((isFull) => told.push(isFull));
    const iterator = await begin(journal, append);
    append(MARK - 1);
    expect(told).toEqual([]);
    append(1);
    expect(told).toEqual([true]);
    await read(iterator, MARK / 2 - 1);
    expect(told).toEqual([true]);
    await read(iterator, 1);
    expect(told).toEqual([true, false]);
    append(MARK);
    expect(told).toEqual([true, false, true]);
  });

  it('is full only by what is unread, however much went by', async () => {
    const told: boolean[] = [];
    const { journal, append } = createJournal((isFull) => told.push(isFull));
    const iterator = journal.iterate();
    for (let round = 0; round < 100; round++) {
      append(MARK - 1);
      await read(iterator, MARK - 1);
    }
    expect(told).toEqual([]);
  });

  it('holds nobody back but for an iterator that has begun, with no listener beside it', async () => {
    const told: boolean[] = [];
    const { journal, append } = createJournal((isFull) => told.push(isFull));
    append(MARK * 20);
    expect(told).toEqual([]);
    const iterator = journal.iterate();
    append(MARK * 20);
    expect(told).toEqual([]);
    await read(iterator, 1);
    append(1);
    expect(told).toEqual([true]);
    const listener = (): void => {};
    journal.on('paused', listener);
    expect(told).toEqual([true, false]);
    append(MARK * 20);
    journal.off('paused', listener);
    expect(told).toEqual([true, false, true]);
    await iterator.return?.();
    append(MARK * 20);
    expect(told).toEqual([true, false, true, false]);
  });

  it('gives a late iterator at least as many events as the mark, and forgets the rest', async () => {
    const { journal, append } = createJournal();
    const first = journal.iterate();
    for (let round = 0; round < 100; round++) {
      append(MARK / 2);
      await read(first, MARK / 2);
    }
    const [oldest = 0] = await read(journal.iterate(), 1);
    expect(oldest).toBeLessThanOrEqual(50 * MARK - MARK);
    expect(oldest).toBeGreaterThan(0);
  });

  it('tells what a replayed listener causes right behind the replay, and not in its midst', async () => {
    const { journal, append } = createJournal();
    append(2);
    const heard: string[] = [];
    journal.on('paused', ({ seq }) => heard.push(`other ${seq}`));
    journal.on(
      'paused',
      ({ seq }) => {
        if (seq === 0) {
          append(1);
        }
        heard.push(`late ${seq}`);
      },
      { replay: true },
    );
    await Promise.resolve();
    expect(heard).toEqual(['late 0', 'late 1', 'other 2', 'late 2']);
  });

  it('gives every event once and in order, and is full just when somebody is behind, at any speeds', async () => {
    const step = fc.oneof(
      fc.record({ append: fc.integer({ min: 1, max: MARK }) }),
      fc.record({ read: fc.integer({ min: 1, max: MARK }), who: fc.integer({ min: 0, max: 2 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const { journal, append } = createJournal();
        const readers = [];
        for (let n = 0; n < 3; n++) {
          const iterator = journal.iterate();
          const first = iterator.next();
          readers.push({ iterator, first, seen: 1 });
        }
        append(1);
        await Promise.all(readers.map(({ first }) => first));
        for (const step of steps) {
          if ('append' in step) {
            append(step.append);
          } else {
            const reader = readers[step.who];
            const count = Math.min(step.read, journal.length - (reader?.seen ?? 0));
            if (reader !== undefined && count > 0) {
              expect(await read(reader.iterator, count)).toEqual(
                Array.from({ length: count }, (_, n) => reader.seen + n),
              );
              reader.seen += count;
            }
          }
          const unread = journal.length - Math.min(...readers.map(({ seen }) => seen));
          expect(journal.isFull || unread < MARK).toBe(true);
          expect(!journal.isFull || unread > MARK / 2).toBe(true);
        }
      }),
    );
  });
});
