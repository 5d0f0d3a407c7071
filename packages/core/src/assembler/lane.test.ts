/** The number of closed blocks that a lane remembers. */
import { describe, expect, it } from 'vitest';
import { Lane } from './lane.ts';

const REMEMBERED = 64;
/** The length of the older ones together: 2 Mi characters. */
const LENGTH = 2_097_152;

describe('a lane', () => {
  it('remembers the newest blocks, and how many is a bound', () => {
    const lane = new Lane(undefined);
    const close = (key: number): void =>
      lane.rememberClosed('message', String(key), { text: `text ${key}`, isDone: true, isCut: false });
    for (let key = 0; key < REMEMBERED; key++) {
      close(key);
    }
    expect(lane.findClosed('message', '0')?.text).toBe('text 0');
    close(REMEMBERED);
    expect(lane.findClosed('message', '0')).toBeUndefined();
    expect(lane.findClosed('message', '1')?.text).toBe('text 1');
    expect(lane.findClosed('message', String(REMEMBERED))?.text).toBe(`text ${REMEMBERED}`);
  });

  it('remembers longest what was closed last, also where that was closed before', () => {
    const lane = new Lane(undefined);
    const close = (key: string): void => lane.rememberClosed('message', key, { text: key, isDone: true, isCut: false });
    ['again', ...Array.from({ length: REMEMBERED - 1 }, (_, key) => String(key)), 'again', 'last'].forEach(close);
    expect(lane.findClosed('message', '0')).toBeUndefined();
    expect(lane.findClosed('message', 'again')?.text).toBe('again');
  });

  it.each([
    { older: LENGTH, isKept: true },
    { older: LENGTH + 1, isKept: false },
  ])('keeps $older characters of older blocks beside the last, of any length: $isKept', ({ older, isKept }) => {
    const lane = new Lane(undefined);
    const close = (key: string, length: number): void =>
      lane.rememberClosed('message', key, { text: 'x'.repeat(length), isDone: true, isCut: false });
    close('oldest', 1);
    close('older', older - 1);
    close('last', LENGTH + 1);
    const told = ['oldest', 'older', 'last'].map((key) => {
      const { text = '', isCut } = lane.findClosed('message', key) ?? {};
      return [text.length, isCut];
    });
    expect(told).toEqual([
      [isKept ? 1 : 0, !isKept],
      [older - 1, false],
      [LENGTH + 1, false],
    ]);
  });
});
