import { describe, expect, it } from 'vitest';
import { collectGarbage } from '../testing/collect-garbage.ts';
import { PassedOver } from './passed-over.ts';

describe('the places that an iterator passes over', () => {
  it('are counted from a place on, that place included', () => {
    const passed = new PassedOver();
    for (const place of [0, 1, 4, 9]) {
      passed.note(place);
    }
    const counts = [0, 1, 2, 4, 5, 9, 10].map((from) => passed.countFrom(from));
    expect(counts).toEqual([4, 3, 2, 2, 1, 1, 0]);
    expect(new PassedOver().countFrom(0)).toBe(0);
  });

  it.each([
    ['few', 1_000, 900],
    ['as many as are kept', 2_048, 1_024],
    ['one more', 2_049, 1_025],
    ['all but the last', 3_000, 2_999],
    ['less than half', 4_000, 1_900],
  ])('are the same behind those that were forgotten: %s', (_name, all, before) => {
    const passed = new PassedOver();
    const known = Array.from({ length: all }, (_, index) => index * 3);
    for (const place of known) {
      passed.note(place);
    }
    passed.forgetBefore(before * 3);
    for (const from of [before * 3, before * 3 + 1, all * 3 - 3, all * 3]) {
      expect(passed.countFrom(from), `${from}`).toBe(known.filter((place) => place >= from).length);
    }
    passed.note(all * 3);
    expect(passed.countFrom(all * 3 - 3)).toBe(2);
  });

  it('take no memory once they were forgotten', () => {
    const count = 2_000_000;
    const passed = new PassedOver();
    for (let place = 0; place < count; place++) {
      passed.note(place);
    }
    const bytesNow = (): number => {
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const before = bytesNow();
    passed.forgetBefore(count);
    // Each place took at least eight bytes, and other memory of the process may grow meanwhile.
    expect(before - bytesNow()).toBeGreaterThan(count * 4);
    expect(passed.countFrom(0)).toBe(0);
  });
});
