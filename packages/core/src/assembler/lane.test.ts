/** The number of closed blocks that a lane remembers. */
import { describe, expect, it } from 'vitest';
import { Lane } from './lane.ts';

const REMEMBERED = 64;

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
});
