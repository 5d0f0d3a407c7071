import { describe, expect, it } from 'vitest';
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
