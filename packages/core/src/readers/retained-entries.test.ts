import type { AgentEvent } from '@agent-mux/events';
import { describe, expect, it } from 'vitest';
import { weighEntry } from './entry-weight.ts';
import { RetainedEntries } from './retained-entries.ts';

const stamp = (seq: number) => ({ runId: 'r', agent: 'a', timestamp: 0, seq });
const pause = (seq: number): AgentEvent => ({ type: 'paused', ...stamp(seq) });
const line = (seq: number, text: string): AgentEvent => ({ type: 'log', source: 'stderr', line: text, ...stamp(seq) });
/** Half of the bytes that stay in memory. */
const HALF_OF_MEMORY = 'x'.repeat(2 * 1024 * 1024);

function retain(count: number, { maxEntries = 4, inMemory = false } = {}): RetainedEntries {
  const retained = new RetainedEntries({ maxEntries, inMemory });
  for (let seq = 0; seq < count; seq++) {
    retained.push(pause(seq));
  }
  return retained;
}

/** Returns the numbers of all entries from this place on. */
function readFrom(retained: RetainedEntries, place: number): (number | undefined)[] {
  const cursor = retained.cursor(place);
  const seqs: (number | undefined)[] = [];
  for (let entry = cursor.next(); entry !== undefined; entry = cursor.next()) {
    seqs.push('seq' in entry ? entry.seq : undefined);
  }
  return seqs;
}

const upTo = (count: number, from = 0): number[] => Array.from({ length: count - from }, (_, n) => from + n);

describe('what is retained', () => {
  it('is heavy where more wait than may, and half of that is left in memory once the rest is in a file', () => {
    const light = retain(4);
    const retained = retain(10);
    expect([light.isHeavy, retained.isHeavy]).toEqual([false, true]);
    expect(retained.spill(10)).toBe(8);
    expect([retained.isHeavy, retained.inMemory.length, retained.length, retained.first]).toEqual([false, 2, 10, 0]);
    expect(readFrom(retained, 0)).toEqual(upTo(10));
    expect(readFrom(retained, 5)).toEqual(upTo(10, 5));
  });

  it('is heavy by its texts too, but for the longest', () => {
    const retained = new RetainedEntries({ maxEntries: 100, inMemory: false });
    const weights = ['a', 'b', 'c', 'd'].map((sign, seq) => {
      retained.push(line(seq, sign + HALF_OF_MEMORY));
      return retained.isHeavy;
    });
    expect(weights).toEqual([false, false, true, true]);
    retained.spill(4);
    expect([retained.isHeavy, retained.inMemory.length]).toEqual([false, 1]);
    retained.push(line(4, HALF_OF_MEMORY));
    expect([retained.isHeavy, readFrom(retained, 0)]).toEqual([false, upTo(5)]);
  });

  it('is not heavy by one entry, however long its text, nor by the next one with the same text', () => {
    const text = 'x'.repeat(8 * 1024 * 1024);
    const retained = new RetainedEntries({ maxEntries: 100, inMemory: false });
    retained.push(line(0, text));
    retained.push(pause(1));
    expect(retained.isHeavy).toBe(false);
    retained.push(line(2, text));
    expect(retained.isHeavy).toBe(false);
    retained.push(line(3, text));
    expect(retained.isHeavy).toBe(true);
    expect([retained.spill(4), retained.isHeavy, readFrom(retained, 0)]).toEqual([3, false, upTo(4)]);
  });

  it('has half of its bytes left in memory, where few entries hold them', () => {
    const retained = new RetainedEntries({ maxEntries: 1_000, inMemory: false });
    let count = 0;
    while (!retained.isHeavy) {
      retained.push(line(count++, 'x'.repeat(50_000)));
    }
    retained.spill(count);
    expect(retained.isHeavy).toBe(false);
    expect(retained.inMemory.length / count).toBeCloseTo(0.5, 1);
  });

  it('is never heavy where all of it is to stay in memory', () => {
    const retained = retain(10, { inMemory: true });
    retained.push(line(10, HALF_OF_MEMORY + HALF_OF_MEMORY));
    expect(retained.isHeavy).toBe(false);
  });

  it('may be less where nobody reads', () => {
    const [few, many] = [retain(200, { maxEntries: 5_000 }), retain(600, { maxEntries: 5_000 })];
    for (const retained of [few, many]) {
      expect(retained.isHeavy).toBe(false);
      retained.shorten();
    }
    expect([few.isHeavy, many.isHeavy]).toEqual([false, true]);
    few.push(line(200, 'x'.repeat(64 * 1024)));
    expect(few.isHeavy).toBe(true);
    expect([few.spill(201), few.isHeavy, few.inMemory.length]).toEqual([201, false, 0]);
  });

  it('goes into the file up to the limit alone', () => {
    const retained = retain(10);
    expect([retained.spill(3), retained.inMemory.length]).toEqual([3, 7]);
    expect([retained.spill(3), retained.inMemory.length]).toEqual([3, 7]);
    expect(readFrom(retained, 0)).toEqual(upTo(10));
  });

  it('stays in memory from then on where one cannot be copied', () => {
    const retained = retain(3);
    retained.push(Object.assign(pause(3), { call: () => {} }));
    retained.push(pause(4));
    retained.push(pause(5));
    expect([retained.isHeavy, retained.spill(6), retained.isHeavy]).toEqual([true, undefined, false]);
    expect(readFrom(retained, 0)).toEqual(upTo(6));
  });

  it('is forgotten in large pieces, and nothing that is wanted', () => {
    const retained = retain(5_000, { maxEntries: 10_000 });
    const all = retained.inMemory;
    retained.trim(1_024);
    expect(retained.inMemory).toBe(all);
    for (let before = 0; before <= 5_000; before += 250) {
      retained.trim(before);
      const { first, inMemory } = retained;
      expect(first).toBeLessThanOrEqual(before);
      expect(before - first).toBeLessThanOrEqual(Math.max(1_024, inMemory.length / 2));
      expect(readFrom(retained, before)).toEqual(upTo(5_000, before));
    }
    expect(retained.length).toBe(5_000);
  });

  it.each([
    [2_000, 1_020, 0],
    [2_000, 1_024, 0],
    [2_000, 1_025, 1_025],
    [2_050, 1_025, 0],
    [2_050, 1_026, 1_026],
    [3_000, 1_100, 0],
    [2_000, 2_000, 2_000],
  ])(
    'of %i entries before %i is forgotten where that is more than 1,024 and more than half',
    (count, before, first) => {
      const retained = retain(count, { maxEntries: 10_000 });
      retained.trim(before);
      expect([retained.first, retained.inMemory.length, retained.length]).toEqual([first, count - first, count]);
    },
  );

  it('is forgotten with its file where nothing in that is wanted', () => {
    const retained = retain(10);
    retained.spill(10);
    retained.trim(7);
    expect(retained.first).toBe(0);
    retained.trim(8);
    expect([retained.first, readFrom(retained, 0)]).toEqual([8, [8, 9]]);
  });

  it('goes into another file at its own place after much was forgotten', () => {
    const retained = retain(3_000, { maxEntries: 2_000 });
    retained.spill(100);
    retained.trim(2_900);
    expect(retained.first).toBe(2_900);
    for (let seq = 3_000; seq < 5_000; seq++) {
      retained.push(pause(seq));
    }
    expect(retained.spill(5_000)).toBeGreaterThan(2_900);
    expect([retained.first, readFrom(retained, 0)]).toEqual([2_900, upTo(5_000, 2_900)]);
  });

  it('is forgotten in the file first', () => {
    const retained = retain(10);
    retained.spill(10);
    retained.trim(6);
    expect(readFrom(retained, 6)).toEqual(upTo(10, 6));
    expect(retained.first).toBeLessThanOrEqual(6);
    retained.trim(9);
    expect([retained.first, readFrom(retained, 0)]).toEqual([8, [8, 9]]);
  });
});

describe('the bounds of memory', () => {
  const HALF = 2 * 1024 * 1024;
  const frame = weighEntry(line(0, ''));

  /** Retains entries that weigh so much each. */
  function weighing(...weights: readonly number[]) {
    const retained = new RetainedEntries({ maxEntries: 1_000, inMemory: false });
    // Equal texts would count once.
    const push = (weight: number): void =>
      retained.push(line(retained.length, String.fromCharCode(97 + retained.length).repeat(weight - frame)));
    weights.forEach(push);
    return { retained, push };
  }

  it('are four MiB besides the heaviest entry, of which two are left once more than that has come', () => {
    const { retained, push } = weighing(HALF, HALF / 2, HALF / 2, HALF / 2, HALF / 2 - frame);
    push(frame);
    expect(retained.isHeavy).toBe(false);
    push(frame);
    expect(retained.isHeavy).toBe(true);
    expect(retained.spill(7)).toBe(3);
    expect([retained.isHeavy, retained.inMemory.length]).toEqual([false, 4]);
    for (const weight of [HALF / 2, HALF / 2, HALF / 2 - frame]) {
      push(weight);
    }
    expect(retained.isHeavy).toBe(false);
    push(frame);
    expect(retained.isHeavy).toBe(true);
    expect(readFrom(retained, 0)).toEqual(upTo(11));
  });

  it('count what is left after each time that something went into the file', () => {
    const { retained, push } = weighing(HALF, HALF / 2, HALF / 2, HALF / 4, HALF / 4);
    expect(retained.spill(5)).toBe(1);
    for (const weight of [HALF / 4, HALF / 2, HALF / 2]) {
      push(weight);
    }
    expect([retained.isHeavy, retained.spill(8)]).toEqual([true, 4]);
    expect(retained.inMemory.length).toBe(4);
    expect(readFrom(retained, 0)).toEqual(upTo(8));
  });

  it('are half of the entries, rounded down, where those are many', () => {
    const counts = [5, 6, 7].map((maxEntries) => {
      const retained = retain(10, { maxEntries });
      return [retained.spill(10), retained.inMemory.length];
    });
    expect(counts).toEqual([
      [8, 2],
      [7, 3],
      [7, 3],
    ]);
  });

  it.each([
    [64 * 1024, false],
    [64 * 1024 + 1, true],
  ])('are 64 KiB where nobody reads: %i bytes are more than that: %s', (bytes, isHeavy) => {
    const { retained } = weighing(bytes - frame, frame);
    expect(retained.isHeavy).toBe(false);
    retained.shorten();
    expect(retained.isHeavy).toBe(isHeavy);
  });

  it('let each step into the file go on behind the one before, up to its limit', () => {
    const retained = retain(20);
    expect([retained.spill(3), retained.spill(5), retained.spill(5), retained.spill(11)]).toEqual([3, 5, 5, 11]);
    expect(readFrom(retained, 0)).toEqual(upTo(20));
  });
});

describe('a reader', () => {
  it('finds what went into another file after all of the first one was forgotten', () => {
    const retained = retain(10);
    retained.spill(10);
    const cursor = retained.cursor(0);
    for (let seq = 0; seq < 10; seq++) {
      expect(cursor.next()).toEqual(pause(seq));
    }
    retained.trim(10);
    for (let seq = 10; seq < 20; seq++) {
      retained.push(pause(seq));
    }
    retained.spill(20);
    expect([retained.first, cursor.mustLoad]).toEqual([8, true]);
    for (let seq = 10; seq < 20; seq++) {
      expect(cursor.next()).toEqual(pause(seq));
    }
    expect([cursor.next(), cursor.place]).toEqual([undefined, 20]);
  });

  it('goes on where more has come, and says what it must load', () => {
    const retained = retain(10);
    retained.spill(10);
    const cursor = retained.cursor(7);
    expect([cursor.mustLoad, cursor.next(), cursor.mustLoad]).toEqual([true, pause(7), false]);
    expect([cursor.next(), cursor.next(), cursor.next(), cursor.mustLoad]).toEqual([
      pause(8),
      pause(9),
      undefined,
      false,
    ]);
    retained.push(pause(10));
    expect([cursor.place, cursor.next(), cursor.place]).toEqual([10, pause(10), 11]);
  });

  it('that is in the file has at hand what it has loaded', () => {
    const retained = retain(10);
    retained.spill(10);
    const cursor = retained.cursor(0);
    cursor.next();
    expect([cursor.mustLoad, cursor.place]).toEqual([false, 1]);
  });

  it('begins with the oldest that is there', () => {
    const retained = retain(5_000, { maxEntries: 10_000 });
    retained.trim(4_000);
    expect(retained.cursor(0).place).toBe(retained.first);
    expect(retained.cursor(4_500).place).toBe(4_500);
  });
});
