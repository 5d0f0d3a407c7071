/** What a journal says of itself, and exactly when it says something to the run. */
import { tmpdir } from 'node:os';
import type { AgentEvent } from '@agent-mux/events';
import type { JournalEntry } from '@agent-mux/events/journal';
import { describe, expect, it } from 'vitest';
import { Journal } from './journal.ts';
import type { JournalOptions } from './journal-options.ts';

const MARK = 10;
/** The entries that stay in memory for this mark. */
const IN_MEMORY = 4 * MARK + 4_096;
const WAITS =
  'Events come that nobody reads: the agent goes on, and they wait in a file, where an iterator finds them.';
const FULL_DISK = `What waits for a reader cannot be put into a file in ${tmpdir()}: it stays in memory. Free some room there, or set TMPDIR to another folder.`;
const NOTE: JournalEntry = { entry: 'note', runId: 'r', timestamp: 0, kind: 'k', data: 1 };
const CLOSE = { entry: 'close', runId: 'r', timestamp: 0, cause: 'completed' } as unknown as JournalEntry;

function setUp(options: Partial<JournalOptions> = {}) {
  const told: boolean[] = [];
  const warnings: string[] = [];
  const journal = new Journal({
    highWaterMark: MARK,
    collect: false,
    onPressure: (isFull) => told.push(isFull),
    onWarning: (message) => warnings.push(message),
    ...options,
  });
  let seq = 0;
  const append = (count = 1): void => {
    for (let n = 0; n < count; n++) {
      journal.append({ type: 'paused', runId: 'r', agent: 'a', timestamp: 0, seq: seq++ } satisfies AgentEvent);
    }
  };
  return { journal, told, warnings, append };
}

type Bench = ReturnType<typeof setUp>;

/** Opens an iterator that has asked for the first event, and got it. */
async function begin({ journal, append }: Bench): Promise<AsyncIterator<AgentEvent, undefined>> {
  const iterator = journal.iterate();
  const first = iterator.next();
  append();
  await first;
  return iterator;
}

describe('a journal', () => {
  it('counts its entries and its events, and has all of them', () => {
    const { journal, append } = setUp();
    expect([journal.length, journal.eventCount, journal.first, [...journal.readAll()]]).toEqual([0, 0, 0, []]);
    append();
    journal.append(NOTE);
    append();
    expect([journal.length, journal.eventCount, journal.first]).toEqual([3, 2, 0]);
    expect([...journal.readAll()]).toMatchObject([{ seq: 0 }, { entry: 'note' }, { seq: 1 }]);
    expect(journal.retained).toHaveLength(3);
  });

  it('is over with its last entry, or where it is closed without one', () => {
    const { journal, append } = setUp();
    append();
    journal.append(NOTE);
    expect([journal.isOver, journal.isClosed]).toEqual([false, false]);
    journal.append(CLOSE);
    expect([journal.isOver, journal.isClosed]).toEqual([true, false]);
    journal.append(NOTE);
    expect(journal.isOver).toBe(true);
    journal.close();
    expect([journal.isOver, journal.isClosed]).toEqual([true, true]);
    const other = setUp().journal;
    other.close();
    expect([other.isOver, other.isClosed]).toEqual([true, true]);
  });

  it('is heard by who listens to a type, and by who reads and does not only look on', async () => {
    const { journal } = setUp();
    const listener = (): void => {};
    journal.on('paused', listener);
    expect([journal.isHeard('paused'), journal.isHeard('resumed')]).toEqual([true, false]);
    journal.off('paused', listener);
    expect(journal.isHeard('paused')).toBe(false);
    journal.entries({ observes: true });
    expect(journal.isHeard('paused')).toBe(false);
    for (const open of [() => journal.iterate(), () => journal.entries(), () => journal.entries({})]) {
      const iterator = open();
      expect(journal.isHeard('paused')).toBe(true);
      await iterator.return?.();
      expect(journal.isHeard('paused')).toBe(false);
    }
  });

  it('shows each entry to its tap before it has it', () => {
    const seen: unknown[] = [];
    const bench: Bench = setUp({ tap: { take: () => void seen.push(bench.journal.length) } });
    bench.append(2);
    expect(seen).toEqual([0, 1]);
  });

  it('gives the retained entries from a place on', () => {
    const { journal, append } = setUp();
    append(3);
    expect([journal.cursor().place, journal.cursor(2).place, journal.cursor(2).next()]).toMatchObject([
      0,
      2,
      { seq: 2 },
    ]);
  });
});

describe('the memory of a journal', () => {
  it('has four marks and 4,096 entries, and says once that the rest waits in a file', () => {
    const { journal, warnings, append } = setUp();
    append(IN_MEMORY - 1);
    expect(journal.retained).toHaveLength(IN_MEMORY - 1);
    append();
    expect([journal.retained.length, warnings]).toEqual([IN_MEMORY, []]);
    append();
    expect(journal.retained.length).toBeLessThan(IN_MEMORY / 2 + 1);
    expect(warnings).toEqual([WAITS]);
    append(IN_MEMORY * 2);
    expect([warnings, journal.first]).toEqual([[WAITS], 0]);
  });

  it('has fewer from then on', () => {
    const { journal, append } = setUp();
    append(IN_MEMORY + 1);
    append(1_000);
    expect(journal.retained.length).toBeLessThan(512);
  });

  it('has everything where all is collected', () => {
    const { journal, warnings, append } = setUp({ collect: true });
    journal.await();
    append(IN_MEMORY * 2);
    expect([journal.retained.length, journal.first, warnings]).toEqual([IN_MEMORY * 2, 0, []]);
  });

  it('says nothing of a file where all that waits there is for an iterator that makes the agent wait', async () => {
    const bench = setUp();
    await begin(bench);
    bench.append(IN_MEMORY * 2);
    expect([bench.warnings, bench.told]).toEqual([[], [true]]);
  });

  it('says nothing of a file to whom nothing in it is new', async () => {
    // The older half of the entries goes into the file.
    const moved = IN_MEMORY / 2 + 1;
    for (const read of [moved, moved - 1]) {
      const { journal, warnings, append } = setUp();
      journal.on('paused', () => {});
      const iterator = journal.iterate();
      append(IN_MEMORY);
      for (let n = 0; n < read; n++) {
        await iterator.next();
      }
      append();
      expect(journal.retained).toHaveLength(IN_MEMORY / 2);
      expect(warnings).toEqual(read === moved ? [] : [WAITS]);
    }
  });

  it('is given back at once where the slowest reader leaves', async () => {
    const bench = setUp();
    const slow = await begin(bench);
    const fast = await begin(bench);
    bench.append(2_998);
    for (let n = 0; n < 2_999; n++) {
      await fast.next();
    }
    expect([bench.journal.length, bench.journal.first]).toEqual([3_000, 0]);
    await slow.return?.();
    expect([bench.journal.first, bench.journal.retained.length]).toEqual([3_000 - MARK, MARK]);
  });

  it('is for those that came and left too, so that what is read is forgotten', async () => {
    const { journal, append } = setUp();
    await journal.iterate().return?.();
    append(IN_MEMORY);
    expect(journal.first).toBeGreaterThan(0);
  });

  it('says nothing of a file while listeners are held, but right after', () => {
    const { journal, warnings, append } = setUp();
    journal.hold();
    journal.hold();
    append(IN_MEMORY + 1);
    journal.release();
    expect(warnings).toEqual([]);
    journal.release();
    // What listeners have not heard yet stays in memory.
    append();
    expect(warnings).toEqual([WAITS]);
  });
});

describe('a full disk', () => {
  it('is told once', () => {
    const { journal, warnings } = setUp();
    journal.tellOfFullDisk();
    journal.tellOfFullDisk();
    expect(warnings).toEqual([FULL_DISK]);
  });

  it('is told once listeners are held no more', () => {
    const { journal, warnings } = setUp();
    journal.hold();
    journal.tellOfFullDisk();
    expect(warnings).toEqual([]);
    journal.release();
    expect(warnings).toEqual([FULL_DISK]);
  });
});

describe('a past that cannot be read', () => {
  it('is told to a listener that wants it, before anything else comes', async () => {
    const warnings: string[] = [];
    class Broken extends Journal {
      override cursor(): never {
        throw new Error('the disk is gone');
      }
    }
    const journal = new Broken({
      highWaterMark: MARK,
      collect: false,
      onPressure: () => {},
      onWarning: (message) => warnings.push(message),
    });
    journal.on('paused', () => {}, { replay: true });
    expect(warnings).toEqual([]);
    await new Promise(setImmediate);
    expect(warnings).toEqual([
      'A listener of paused cannot hear what came before it: the disk is gone. It hears what comes now.',
    ]);
  });
});

describe('the pressure on the agent', () => {
  it('is told at the mark, also where somebody came and went one event before', async () => {
    const bench = setUp();
    const { journal, told, append } = bench;
    await begin(bench);
    append(MARK - 1);
    const listener = (): void => {};
    journal.on('paused', listener);
    journal.off('paused', listener);
    expect(told).toEqual([]);
    append();
    expect(told).toEqual([true]);
  });

  it('is told at the mark of the slowest reader', async () => {
    const bench = setUp();
    const { told, append } = bench;
    const slow = await begin(bench);
    const fast = await begin(bench);
    for (let n = 0; n < MARK - 2; n++) {
      append();
      await fast.next();
    }
    expect(told).toEqual([]);
    append();
    expect(told).toEqual([true]);
    for (let n = 0; n < MARK / 2; n++) {
      await slow.next();
    }
    expect(told).toEqual([true, false]);
  });

  it('counts what an iterator over events will pass over as nothing, and only that', async () => {
    const bench = setUp();
    const { journal, told, append } = bench;
    const iterator = await begin(bench);
    journal.append(NOTE);
    append(MARK - 1);
    expect(told).toEqual([]);
    append();
    expect(told).toEqual([true]);
    for (let n = 0; n < MARK; n++) {
      await iterator.next();
    }
    expect(told).toEqual([true, false]);
    journal.append(NOTE);
    append();
    await iterator.next();
    append(MARK - 1);
    expect(told).toEqual([true, false]);
    append();
    expect(told).toEqual([true, false, true]);
  });

  it('is none where nobody reads, however low the mark', () => {
    const { journal, told, append } = setUp({ highWaterMark: 1 });
    append(3);
    journal.on('paused', () => {});
    append(3);
    expect(told).toEqual([]);
  });

  it('is told of a reader of the file once that has what it asked for', async () => {
    const { journal, told, append } = setUp();
    append(IN_MEMORY + 1);
    const iterator = journal.iterate();
    const first = iterator.next();
    const listener = (): void => {};
    journal.on('resumed', listener);
    journal.off('resumed', listener);
    expect(told).toEqual([]);
    await first;
    append();
    expect(told).toEqual([true]);
  });

  it('is gone with the end of the journal', async () => {
    const bench = setUp();
    const iterator = await begin(bench);
    bench.append(MARK);
    expect(bench.told).toEqual([true]);
    bench.journal.close();
    await iterator.next();
    expect([bench.told, bench.journal.isFull]).toEqual([[true, false], false]);
  });

  it('is none of an iterator that waits, whatever it has passed over', async () => {
    const bench = setUp();
    const iterator = await begin(bench);
    const next = iterator.next();
    for (let n = 0; n < 5 * MARK; n++) {
      bench.journal.append(NOTE);
    }
    expect(bench.told).toEqual([]);
    bench.append();
    expect((await next).value?.seq).toBe(1);
  });
});
