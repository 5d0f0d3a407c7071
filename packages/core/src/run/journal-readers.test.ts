import type { AgentEvent } from '@agent-mux/events';
import { describe, expect, it } from 'vitest';
import { Journal } from './journal.ts';
import { createManualClock } from './testing/manual-clock.ts';

const MARK = 100;

function createJournal(collect = false) {
  const clock = createManualClock();
  const told: (boolean | string)[] = [];
  const journal: Journal = new Journal({
    highWaterMark: MARK,
    collect,
    clock,
    onPressure: (isFull) => told.push(isFull),
    onWarning: (message) => told.push(message.slice(0, 21)),
  });
  let seq = 0;
  const append = (count: number): void => {
    for (let n = 0; n < count; n++) {
      const event: AgentEvent = { type: 'paused', runId: 'r', agent: 'a', timestamp: 0, seq: seq++ };
      journal.append(event);
    }
  };
  return { journal, clock, told, append };
}

async function read(iterator: AsyncIterator<AgentEvent, undefined>, count: number): Promise<number[]> {
  const seqs: number[] = [];
  for (let n = 0; n < count; n++) {
    seqs.push((await iterator.next()).value?.seq ?? -1);
  }
  return seqs;
}

describe('an iterator that has stopped reading', () => {
  it('holds back for ever while nobody awaits the result', () => {
    const { journal, clock, told, append } = createJournal();
    journal.iterate();
    append(MARK);
    clock.pass(60_000);
    expect(told).toEqual([true]);
  });

  it('holds back for 10 s once the result is awaited; nothing of its backlog is lost', async () => {
    const { journal, clock, told, append } = createJournal();
    const iterator = journal.iterate();
    append(MARK);
    clock.pass(60_000);
    journal.await();
    clock.pass(9_999);
    expect(told).toEqual([true]);
    clock.pass(1);
    append(MARK * 50);
    expect(told).toEqual([true, 'The result is awaited', false]);
    expect(await read(iterator, MARK * 51)).toEqual(Array.from({ length: MARK * 51 }, (_, n) => n));
  });

  it('holds back again once it has caught up and waits for the next event', async () => {
    const { journal, clock, told, append } = createJournal();
    const iterator = journal.iterate();
    journal.await();
    append(MARK);
    clock.pass(10_000);
    await read(iterator, MARK);
    const waiting = iterator.next();
    append(1);
    await waiting;
    append(MARK);
    expect(told).toEqual([true, 'The result is awaited', false, true]);
  });

  it('lets the agent go on at once when it leaves', async () => {
    const { journal, told, append } = createJournal();
    const [first, second] = [journal.iterate(), journal.iterate()];
    append(MARK);
    await first.return?.();
    expect(told).toEqual([true]);
    await second.return?.();
    expect(told).toEqual([true, false]);
  });

  it('is not one that reads, however slowly, nor one that has just come', async () => {
    const { journal, clock, told, append } = createJournal();
    const slow = journal.iterate();
    journal.await();
    append(MARK);
    for (let round = 0; round < 5; round++) {
      clock.pass(9_000);
      await read(slow, 1);
    }
    clock.pass(4_000);
    journal.iterate();
    clock.pass(5_000);
    expect(told).toEqual([true]);
    journal.close();
    expect(clock.size).toBe(0);
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
    const { journal, told, append } = createJournal(true);
    const iterator = journal.iterate();
    append(MARK * 60);
    await read(iterator, MARK * 60);
    expect([journal.retained.length, told]).toEqual([MARK * 60, [true, false]]);
  });
});

describe('listeners', () => {
  it('hear nothing while they are held, and all of it in order after the last release', () => {
    const { journal, append } = createJournal();
    const heard: number[] = [];
    journal.on('paused', ({ seq }) => void heard.push(seq), false);
    journal.hold();
    append(1);
    journal.hold();
    append(1);
    journal.release();
    expect(heard).toEqual([]);
    journal.release();
    expect(heard).toEqual([0, 1]);
  });

  it('are not told what came before them', () => {
    const { journal, append } = createJournal();
    append(3);
    const heard: number[] = [];
    journal.on('paused', ({ seq }) => void heard.push(seq), false);
    append(1);
    expect(heard).toEqual([3]);
  });

  it('hear what they cause after what they are hearing', () => {
    const { journal, append } = createJournal();
    const heard: string[] = [];
    journal.on(
      'paused',
      ({ seq }) => {
        heard.push(`first ${seq}`);
        if (seq === 0) {
          append(1);
        }
      },
      false,
    );
    journal.on('paused', ({ seq }) => void heard.push(`second ${seq}`), false);
    append(1);
    expect(heard).toEqual(['first 0', 'second 0', 'first 1', 'second 1']);
  });
});
