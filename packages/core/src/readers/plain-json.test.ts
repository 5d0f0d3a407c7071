import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlainJson } from './plain-json.ts';

describe('plain JSON', () => {
  it('comes back from JSON exactly as it was', () => {
    let plain = 0;
    fc.assert(
      fc.property(fc.oneof(fc.anything({ withSparseArray: true, withDate: true }), fc.jsonValue()), (value) => {
        if (isPlainJson(value)) {
          plain += 1;
          expect(isDeepStrictEqual(JSON.parse(JSON.stringify(value)), value)).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
    expect(plain).toBeGreaterThan(500);
  });

  it.each([
    undefined,
    Number.NaN,
    -0,
    1n,
    new Date(7),
    new Map(),
    new Uint8Array(2),
    () => 1,
    Symbol('s'),
    Object.create(null),
    [undefined],
    // biome-ignore lint/suspicious/noSparseArray: a hole is what is tested.
    [1, , 2],
    { a: undefined },
    { toJSON: () => 'other' },
    Object.assign([1], { more: 2 }),
  ])('is not %o', (value) => {
    expect([isPlainJson(value), isPlainJson({ deep: [value] })]).toEqual([false, false]);
  });

  it('is every answer of JSON.parse, but for what is nested deeper than anybody nests', () => {
    const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
    expect(isPlainJson(JSON.parse('{"a":[1.5,null,"\\ud800",{"__proto__":{"b":true}}]}'))).toBe(true);
    expect([isPlainJson(nested(60)), isPlainJson(nested(5_000))]).toEqual([true, false]);
  });

  it.each([
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('is %s within each other, 64 deep and no deeper', (_what, open, close) => {
    const nested = (depth: number): unknown => JSON.parse(`${open.repeat(depth)}[]${close.repeat(depth)}`);
    expect([isPlainJson(nested(63)), isPlainJson(nested(64))]).toEqual([true, false]);
    expect(isPlainJson({ a: [nested(61)] })).toBe(true);
    expect(isPlainJson({ a: [nested(62)] })).toBe(false);
  });

  it.each(['', 'a', 0, 1, -1, 1.5, true, false, null])('is %j', (value) => {
    expect([isPlainJson(value), isPlainJson([value]), isPlainJson({ a: value })]).toEqual([true, true, true]);
  });

  it('is no list or object of a class of its own, and none with a symbol', () => {
    class Own extends Array {}
    const values = [Own.from([1]), new (class {})(), { [Symbol('s')]: 1 }, Object.create({})];
    expect(values.map((value) => isPlainJson(value))).toEqual([false, false, false, false]);
  });
});
