import type { AgentEvent } from '@agent-mux/events';
import { isEventEntry, type JournalEntry } from '@agent-mux/events/journal';
import { describe, expect, it, vi } from 'vitest';
import { collectGarbage } from '../testing/collect-garbage.ts';
import { Journal } from './journal.ts';
import type { RetainedCursor } from './retained-entries.ts';

const MARK = 100;

function createJournal(text = '', collect = false) {
  const told: (boolean | string)[] = [];
  const journal: Journal = new Journal({
    highWaterMark: MARK,
    collect,
    onPressure: (isFull) => told.push(isFull),
    onWarning: (message) => told.push(message.slice(0, 29)),
  });
  let seq = 0;
  const append = (count: number): void => {
    for (let n = 0; n < count; n++) {
      const stamp = { runId: 'r', agent: 'a', timestamp: 0, seq: seq++ };
      journal.append(
        text === '' ? { type: 'paused', ...stamp } : { type: 'log', source: 'stderr', line: text, ...stamp },
      );
    }
  };
  return { journal, told, append };
}

async function read(iterator: AsyncIterator<AgentEvent, undefined>, count: number): Promise<number[]> {
  const seqs: number[] = [];
  for (let n = 0; n < count; n++) {
    seqs.push((await iterator.next()).value?.seq ?? -1);
  }
  return seqs;
}

/** Opens an iterator that has asked for the first event, and got it. */
async function begin(journal: Journal, append: (count: number) => void): Promise<AsyncIterator<AgentEvent, undefined>> {
  const iterator = journal.iterate();
  const first = iterator.next();
  append(1);
  await first;
  return iterator;
}

const upTo = (count: number, from = 0): number[] => Array.from({ length: count - from }, (_, n) => from + n);
const WAITS = 'Events come that nobody reads';

describe('an iterator with an event in hand', () => {
  it('makes the agent wait, also while the result is awaited', async () => {
    const { journal, told, append } = createJournal();
    await begin(journal, append);
    append(MARK);
    journal.await();
    append(MARK);
    expect(told).toEqual([true]);
  });

  it('loses nothing beside a listener, which does not wait for it', async () => {
    const { journal, told, append } = createJournal();
    const iterator = await begin(journal, append);
    let heard = 1;
    journal.on('paused', () => void heard++);
    append(MARK * 100);
    expect([heard, told]).toEqual([MARK * 100 + 1, [WAITS]]);
    expect(journal.retained.length).toBeLessThan(MARK * 60);
    expect(await read(iterator, MARK * 100)).toEqual(upTo(MARK * 100 + 1, 1));
    append(1);
    expect(await read(iterator, 1)).toEqual([MARK * 100 + 1]);
  });

  it('lets the agent go on at once when it leaves', async () => {
    const { journal, told, append } = createJournal();
    const [first, second] = [await begin(journal, append), await begin(journal, append)];
    append(MARK);
    await first.return?.();
    expect(told).toEqual([true]);
    await second.return?.();
    expect(told).toEqual([true, false]);
  });
});

describe('events that nobody reads', () => {
  it.each([
    { what: 'nobody has come', forget: () => {} },
    { what: 'an iterator was never asked', forget: (journal: Journal) => void journal.iterate() },
    {
      what: 'an iterator was never asked, and the result is awaited',
      forget: (journal: Journal) => {
        journal.iterate();
        journal.await();
      },
    },
  ])('wait in a file where $what, and are all there for whoever comes late', async ({ forget }) => {
    const { journal, told, append } = createJournal();
    forget(journal);
    append(MARK * 200);
    expect(told).toEqual([WAITS]);
    expect(journal.retained.length).toBeLessThan(MARK * 60);
    const late = journal.iterate();
    expect(await read(late, MARK * 200)).toEqual(upTo(MARK * 200));
    journal.close();
    expect((await late.next()).done).toBe(true);
  });

  it('are let go with the iterator that nobody can ask any more', async () => {
    const { journal, append } = createJournal();
    let late: AsyncIterator<AgentEvent, undefined> | undefined = journal.iterate();
    append(MARK * 200);
    expect(await read(late, 1)).toEqual([0]);
    late = undefined;
    await expect
      .poll(async () => {
        collectGarbage();
        append(MARK);
        const probe = journal.iterate();
        const [oldest] = await read(probe, 1);
        await probe.return?.();
        return oldest;
      })
      .toBeGreaterThan(MARK * 100);
  });

  it('stay in memory where no file can be made, and that is said once', async () => {
    vi.stubEnv('TMPDIR', '/nowhere');
    try {
      const { journal, told, append } = createJournal();
      append(MARK * 200);
      expect(told).toEqual(['What waits for a reader canno']);
      expect(await read(journal.iterate(), MARK * 200)).toEqual(upTo(MARK * 200));
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('are few in memory, however few of them are large', async () => {
    const { journal, append } = createJournal('x'.repeat(1_000_000));
    journal.iterate();
    append(50);
    expect(journal.retained.length).toBeLessThan(10);
    expect(await read(journal.iterate(), 50)).toEqual(upTo(50));
  });
});

describe('what is retained', () => {
  it('is what the slowest iterator has not read, and as many as the mark before that', async () => {
    const { journal, append } = createJournal();
    const slow = journal.iterate();
    const fast = journal.iterate();
    let oldest = 0;
    for (let round = 1; round <= 200; round++) {
      append(MARK / 2);
      await read(fast, MARK / 2);
      await read(slow, MARK / 2 - 10);
      const late = journal.iterate();
      [oldest = -1] = await read(late, 1);
      await late.return?.();
      expect(oldest).toBeLessThanOrEqual(Math.max(0, round * (MARK / 2 - 10) - MARK));
    }
    expect(oldest).toBeGreaterThan(0);
    expect(await read(slow, 1)).toEqual([200 * (MARK / 2 - 10)]);
  });

  it('is everything where all is collected, however full it is', async () => {
    const { journal, told, append } = createJournal('', true);
    const iterator = journal.iterate();
    await Promise.all([iterator.next(), append(1)]);
    append(MARK * 200 - 1);
    await read(iterator, MARK * 200 - 1);
    expect([journal.retained.length, told]).toEqual([MARK * 200, [true, false]]);
  });
});

describe('listeners', () => {
  it('hear nothing while they are held, and all of it in order after the last release', () => {
    const { journal, append } = createJournal();
    const heard: number[] = [];
    journal.on('paused', ({ seq }) => void heard.push(seq));
    journal.hold();
    append(1);
    journal.hold();
    append(1);
    journal.release();
    expect(heard).toEqual([]);
    journal.release();
    expect(heard).toEqual([0, 1]);
  });

  it('are told first what is retained of their type, if they want that, each event once and in order', async () => {
    const { journal, append } = createJournal();
    append(MARK * 100);
    const heard: number[] = [];
    const listener = ({ seq }: AgentEvent): void => {
      heard.push(seq);
      if (seq === 7) {
        append(1);
      }
    };
    journal.on('paused', listener, { replay: true });
    journal.on('resumed', () => void heard.push(-1), { replay: true });
    append(1);
    expect(heard).toEqual([]);
    await Promise.resolve();
    append(1);
    expect(heard).toEqual(upTo(MARK * 100 + 3));
    const once: number[] = [];
    journal.on('paused', ({ seq }) => void once.push(seq), { once: true, replay: true });
    journal.on('paused', listener, { replay: true });
    journal.off('paused', listener);
    await Promise.resolve();
    append(1);
    expect([once.length, heard.length]).toEqual([1, MARK * 100 + 3]);
  });

  it('hear what comes where the past cannot be read from its file, which is said, and their host lives on', async () => {
    const told: string[] = [];
    class Broken extends Journal {
      override cursor(): RetainedCursor {
        const cursor = super.cursor();
        const next = (): never => {
          throw new Error('the disk is gone');
        };
        return Object.assign(cursor, { next });
      }
    }
    const onWarning = (message: string): void => void told.push(message);
    const journal = new Broken({ highWaterMark: MARK, collect: false, onPressure: () => {}, onWarning });
    const append = (seq: number): void =>
      journal.append({ type: 'paused', runId: 'r', agent: 'a', timestamp: 0, seq } satisfies AgentEvent);
    append(0);
    const heard: number[] = [];
    journal.on('paused', ({ seq }) => void heard.push(seq));
    journal.on('paused', ({ seq }) => void heard.push(10 + seq), { replay: true });
    append(1);
    await new Promise(setImmediate);
    append(2);
    expect(heard).toEqual([1, 2, 12]);
    expect(told).toEqual([
      'A listener of paused cannot hear what came before it: the disk is gone. It hears what comes now.',
    ]);
  });

  it('hear what comes also after one of them could not be told of', () => {
    const onWarning = (): never => {
      throw new Error('nobody takes a warning');
    };
    const journal = new Journal({ highWaterMark: MARK, collect: false, onPressure: () => {}, onWarning });
    const append = (seq: number): void =>
      journal.append({ type: 'paused', runId: 'r', agent: 'a', timestamp: 0, seq } satisfies AgentEvent);
    const heard: number[] = [];
    journal.on('paused', ({ seq }) => {
      heard.push(seq);
      throw new Error('it fails');
    });
    expect(() => append(0)).toThrow('nobody takes a warning');
    append(1);
    expect(heard).toEqual([0, 1]);
  });

  it('are not told what came before them', () => {
    const { journal, append } = createJournal();
    append(3);
    const heard: number[] = [];
    journal.on('paused', ({ seq }) => void heard.push(seq));
    append(1);
    expect(heard).toEqual([3]);
  });

  it('hear what they cause after what they are hearing', () => {
    const { journal, append } = createJournal();
    const heard: string[] = [];
    journal.on('paused', ({ seq }) => {
      heard.push(`first ${seq}`);
      if (seq === 0) {
        append(1);
      }
    });
    journal.on('paused', ({ seq }) => void heard.push(`second ${seq}`));
    append(1);
    expect(heard).toEqual(['first 0', 'second 0', 'first 1', 'second 1']);
  });
});

describe('entries that are no events', () => {
  const note = (n: number): JournalEntry => ({ entry: 'note', runId: 'r', timestamp: 0, kind: 'n', data: n });
  const placesOf = async (journal: Journal): Promise<(number | string)[]> => {
    const iterator = journal.entries();
    journal.close();
    const places: (number | string)[] = [];
    for await (const entry of iterator) {
      places.push(isEventEntry(entry) ? entry.seq : entry.entry);
    }
    return places;
  };

  it('stand among the events for who reads all, and are passed over for who reads events or listens', async () => {
    const { journal, append } = createJournal();
    const heard: number[] = [];
    journal.on('paused', ({ seq }) => void heard.push(seq));
    const waiting = journal.iterate();
    const first = waiting.next();
    journal.append(note(0));
    append(1);
    journal.append(note(1));
    append(1);
    expect([(await first).value?.seq, await read(waiting, 1)]).toEqual([0, [1]]);
    expect(await placesOf(journal)).toEqual(['note', 0, 'note', 1]);
    expect([heard, journal.eventCount, journal.length]).toEqual([[0, 1], 2, 4]);
  });

  it('wait in a file with them, and come back at their place', async () => {
    const { journal, append } = createJournal();
    for (let n = 0; n < MARK * 100; n++) {
      append(1);
      if (n % 3 === 0) {
        journal.append(note(n));
      }
    }
    expect(journal.retained.length).toBeLessThan(MARK * 60);
    const expected = upTo(MARK * 100).flatMap((n) => (n % 3 === 0 ? [n, 'note'] : [n]));
    expect(await read(journal.iterate(), MARK * 100)).toEqual(upTo(MARK * 100));
    expect(await placesOf(journal)).toEqual(expected);
  });

  it('hold the agent back where an iterator wants them and does not read them, as events do', async () => {
    const { journal, told } = createJournal();
    const iterator = journal.entries();
    const first = iterator.next();
    journal.append(note(0));
    await first;
    for (let n = 1; n <= MARK; n++) {
      journal.append(note(n));
    }
    expect(told).toEqual([true]);
    for (let n = 1; n <= MARK; n++) {
      await iterator.next();
    }
    expect(told).toEqual([true, false]);
  });

  it('reach who waits for them and holds nothing but the promise', async () => {
    const { journal } = createJournal();
    const first = journal.entries().next();
    for (let n = 0; n < 5; n++) {
      collectGarbage();
      await new Promise(setImmediate);
    }
    journal.append(note(0));
    expect(await first).toMatchObject({ done: false });
  });

  it('do not hold it back for an iterator over events, which will pass over them', async () => {
    const { journal, told, append } = createJournal();
    const iterator = await begin(journal, append);
    // There are as many notes as are forgotten in large pieces, before and after the place of the iterator.
    for (let n = 0; n < MARK * 100; n++) {
      journal.append(note(n));
    }
    expect(told).toEqual([]);
    append(MARK - 1);
    for (let n = 0; n < MARK * 100; n++) {
      journal.append(note(n));
    }
    expect(told).toEqual([]);
    append(1);
    expect(told).toEqual([true]);
    expect(await read(iterator, MARK)).toEqual(upTo(MARK + 1, 1));
    expect(told).toEqual([true, false]);
  });
});
