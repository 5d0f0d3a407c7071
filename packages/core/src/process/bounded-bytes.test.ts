import { describe, expect, it } from 'vitest';
import { collectGarbage } from '../testing/collect-garbage.ts';
import { BoundedBytes } from './bounded-bytes.ts';

const collect = (limit: number, ...pieces: readonly string[]): unknown => {
  const bytes = new BoundedBytes(limit);
  for (const piece of pieces) {
    bytes.add(Buffer.from(piece));
  }
  return [bytes.size, bytes.take(), bytes.size];
};

describe('the pieces of a message', () => {
  it('are joined, up to the limit', () => {
    expect(collect(4, 'ab', 'cd')).toEqual([4, { text: 'abcd' }, 0]);
    expect(collect(4, 'abcd')).toEqual([4, { text: 'abcd' }, 0]);
    expect(collect(4)).toEqual([0, { text: '' }, 0]);
  });

  it('are counted over it, and none is kept', () => {
    expect(collect(4, 'ab', 'cde', 'f')).toEqual([6, { lostBytes: 6 }, 0]);
    expect(collect(4, 'abcde')).toEqual([5, { lostBytes: 5 }, 0]);
  });

  it('are freed as soon as they are over it', async () => {
    const bytes = new BoundedBytes(4);
    const add = (text: string): WeakRef<Buffer> => {
      const piece = Buffer.from(text);
      bytes.add(piece);
      return new WeakRef(piece);
    };
    const piece = add('abc');
    add('de');
    const kept = (): string | undefined => {
      collectGarbage();
      return piece.deref()?.toString();
    };
    // What was made in this turn of the event loop lives until its end.
    await expect.poll(kept, { interval: 1, timeout: 10_000 }).toBe(undefined);
    expect(bytes.take()).toEqual({ lostBytes: 5 });
  });

  it('may be cut within a character', () => {
    const whole = Buffer.from('ä€🌍');
    const bytes = new BoundedBytes(100);
    for (const byte of whole) {
      bytes.add(Buffer.from([byte]));
    }
    expect(bytes.take()).toEqual({ text: 'ä€🌍' });
  });

  it('begin anew with the next message', () => {
    const bytes = new BoundedBytes(4);
    bytes.add(Buffer.from('abcde'));
    bytes.take();
    bytes.add(Buffer.from('fg'));
    expect(bytes.take()).toEqual({ text: 'fg' });
  });
});
