import type { JournalEntry } from '@agent-mux/events/journal';
import { describe, expect, it } from 'vitest';
import { weighEntry } from './entry-weight.ts';
import { EntryWeights } from './entry-weights.ts';

const LONG = 300 * 1024;
const line = (text: string): JournalEntry =>
  ({ type: 'log', source: 'stderr', line: text, runId: 'r', agent: 'a', timestamp: 0, seq: 0 }) as JournalEntry;
const FRAME = weighEntry(line(''));

function weigh(...texts: readonly string[]): EntryWeights {
  const weights = new EntryWeights();
  for (const text of texts) {
    weights.push(line(text));
  }
  return weights;
}

describe('the weights of entries', () => {
  it('are summed up without the heaviest, wherever it stands', () => {
    expect(weigh().sum).toBe(0);
    expect(weigh('x'.repeat(1_000)).sum).toBe(0);
    for (const texts of [
      ['xxxxx', 'xx', 'x'],
      ['x', 'xx', 'xxxxx'],
    ]) {
      expect(weigh(...texts).sum).toBe(2 * FRAME + 3);
    }
  });

  it('are summed up with the heaviest where it counts', () => {
    const weights = weigh('xxxxx', 'xx', 'x');
    weights.countsHeaviest = true;
    expect(weights.sum).toBe(3 * FRAME + 8);
    const count = (maxBytes: number): number => weights.countNewest({ maxEntries: 10, maxBytes });
    expect([count(FRAME), count(FRAME + 1), count(2 * FRAME + 3), count(3 * FRAME + 8)]).toEqual([0, 1, 2, 3]);
  });

  it('are those of what is left, after the oldest were dropped', () => {
    const weights = weigh('xxxxx', 'xx', 'x', 'xxx');
    weights.drop(1);
    expect(weights.sum).toBe(2 * FRAME + 3);
    weights.drop(2);
    expect(weights.sum).toBe(0);
    weights.push(line('x'));
    expect(weights.sum).toBe(FRAME + 1);
  });

  it('are counted from the newest on, up to a number and to a weight without the heaviest', () => {
    const weights = weigh('xxxx', 'x'.repeat(1_000), 'xx', 'x');
    const count = (maxBytes: number, maxEntries = 10): number => weights.countNewest({ maxEntries, maxBytes });
    expect([count(0), count(FRAME + 1), count(2 * FRAME + 3), count(3 * FRAME + 7)]).toEqual([1, 2, 3, 4]);
    expect([count(2 * FRAME + 2), count(3 * FRAME + 6)]).toEqual([2, 3]);
    expect([count(1e6, 0), count(1e6, 3)]).toEqual([0, 3]);
  });
});

describe('a long text of two entries', () => {
  const text = 'x'.repeat(LONG);
  const other = 'y'.repeat(LONG);

  it('counts for the newer one alone', () => {
    expect(weigh(text, '', text).sum).toBe(2 * FRAME);
    expect(weigh(text, '', other).sum).toBe(2 * FRAME + LONG);
    const weights = weigh('', text, '', text, other);
    weights.drop(2);
    expect(weights.sum).toBe(2 * FRAME + LONG);
  });

  it('counts once more for a third one, and not for a fourth', () => {
    expect(weigh(text, text, text).sum).toBe(2 * FRAME + LONG);
    expect(weigh(text, text, text, text).sum).toBe(3 * FRAME + LONG);
  });

  it('counts for the newer one also where others came in between, up to three', () => {
    const others = ['a', 'b', 'c'].map((sign) => sign.repeat(LONG));
    expect(weigh(text, other, text, other).sum).toBe(3 * FRAME + LONG);
    expect(weigh(text, ...others, text).sum).toBe(4 * FRAME + 3 * LONG);
    expect(weigh(text, other, ...others, text).sum).toBe(5 * FRAME + 5 * LONG);
  });

  it('counts for the next one and the one after it once the first was dropped', () => {
    const weights = weigh(text, '');
    weights.drop(1);
    weights.push(line(text));
    weights.push(line(text));
    expect(weights.sum).toBe(2 * FRAME);
  });

  it('is no text of many that are short', () => {
    const many = {
      ...line(''),
      parts: Array.from({ length: LONG / 8 }, () => 'x'.repeat(8)),
    } as unknown as JournalEntry;
    const weights = weigh('');
    weights.push(many);
    weights.push(line('x'.repeat(8)));
    expect(weights.sum).toBe(2 * FRAME + 8);
  });

  it('counts for the second one where the first was dropped before it came', () => {
    const weights = weigh(text, '', other);
    weights.drop(1);
    weights.push(line(text));
    expect(weights.sum).toBe(2 * FRAME + LONG);
    const later = weigh('', text, '');
    later.drop(1);
    later.push(line(text));
    expect(later.sum).toBe(2 * FRAME);
  });

  it('counts each time where it is short', () => {
    const short = 'x'.repeat(256 * 1024);
    expect(weigh(short, short).sum).toBe(FRAME + 256 * 1024);
    expect(weigh(`${short}x`, `${short}x`).sum).toBe(FRAME);
  });

  it('is found however deep it lies in an entry', () => {
    const result = {
      type: 'tool_result',
      output: [{ type: 'text', text }],
      toolCallId: 't',
    } as unknown as JournalEntry;
    const weights = weigh(text);
    weights.push(result);
    expect(weights.sum).toBe(FRAME);
  });
});
