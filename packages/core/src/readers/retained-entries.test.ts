import type { AgentEvent } from '@agent-mux/events';
import { describe, expect, it } from 'vitest';
import { RetainedEntries } from './retained-entries.ts';

const stamp = (seq: number) => ({ runId: 'r', agent: 'a', timestamp: 0, seq });
const pause = (seq: number): AgentEvent => ({ type: 'paused', ...stamp(seq) });
const line = (seq: number, text: string): AgentEvent => ({ type: 'log', source: 'stderr', line: text, ...stamp(seq) });
const MEGABYTE = 'x'.repeat(1024 * 1024);

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

  it('is heavy by its texts too', () => {
    const retained = new RetainedEntries({ maxEntries: 100, inMemory: false });
    const weights = [0, 1, 2].map((seq) => {
      retained.push(line(seq, MEGABYTE));
      return retained.isHeavy;
    });
    expect(weights).toEqual([false, true, true]);
    retained.spill(3);
    expect([retained.isHeavy, retained.inMemory.length]).toEqual([false, 0]);
    retained.push(line(3, MEGABYTE));
    expect([retained.isHeavy, readFrom(retained, 0)]).toEqual([false, upTo(4)]);
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
    retained.push(line(10, MEGABYTE + MEGABYTE));
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

describe('a reader', () => {
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
