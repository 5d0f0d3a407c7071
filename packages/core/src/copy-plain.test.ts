import { expect, it } from 'vitest';
import { copyPlain } from './copy-plain.ts';

it('copies lists and plain objects at every depth', () => {
  const given = { list: [{ a: 1 }, 'b'], none: undefined, bare: Object.assign(Object.create(null), { c: null }) };
  const copy = copyPlain(given);
  expect(copy).toEqual({ list: [{ a: 1 }, 'b'], none: undefined, bare: { c: null } });
  expect([copy === given, copy.list === given.list, copy.list[0] === given.list[0]]).toEqual([false, false, false]);
});

it('leaves everything else as it is', () => {
  const others = [() => 1, new Date(0), new Map(), /a/, 7n, Symbol('s'), null, undefined, 'text'];
  expect(copyPlain(others).map((copy, index) => copy === others[index])).toEqual(others.map(() => true));
});

it('copies what is deeper than the stack, and what contains itself', () => {
  const depth = 200_000;
  const deep = JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
  let copy: unknown = copyPlain(deep);
  let levels = 0;
  for (; Array.isArray(copy); copy = copy[0]) {
    levels += 1;
  }
  expect(levels).toBe(depth);
  const round: { self?: unknown } = {};
  round.self = round;
  const again = copyPlain(round);
  expect([again.self === again, again === round]).toEqual([true, false]);
});

it('keeps a field with the name of the prototype, and the holes of a list', () => {
  const copy = copyPlain(JSON.parse('{"__proto__":{"a":1}}'));
  expect([Object.keys(copy), JSON.stringify(copy), copy.a]).toEqual([
    ['__proto__'],
    '{"__proto__":{"a":1}}',
    undefined,
  ]);
  const holes = copyPlain(new Array(3));
  expect([holes.length, 0 in holes]).toEqual([3, false]);
});
