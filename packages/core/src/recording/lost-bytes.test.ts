import { expect, it } from 'vitest';
import { LostBytes } from './lost-bytes.ts';

const broken = (text: string): Buffer => Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe])]);
const line = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.from('\n')]);
const textOf = (bytes: Buffer): string => bytes.toString('utf8');
const LIMIT = 16 * 1024 * 1024;

it('gives the bytes of each broken line once, however they were cut', () => {
  const lines = ['a', 'b', 'c'].map(broken);
  const all = Buffer.concat([line(Buffer.from('whole ü')), ...lines.map(line)]);
  for (const size of [1, 2, 5, all.length]) {
    const lost = new LostBytes();
    for (let at = 0; at < all.length; at += size) {
      lost.push(all.subarray(at, at + size));
    }
    expect(lost.take('whole ü')).toBeUndefined();
    expect(lines.map((bytes) => lost.take(textOf(bytes)))).toEqual(lines);
    expect(lines.map((bytes) => lost.take(textOf(bytes)))).toEqual([undefined, undefined, undefined]);
  }
});

it('knows a broken line that follows an empty one', () => {
  const lost = new LostBytes();
  lost.push(Buffer.concat([Buffer.from('\n'), line(broken('a'))]));
  expect(lost.take(textOf(broken('a')))).toEqual(broken('a'));
});

it('forgets those before the one that is taken: they come in their order', () => {
  const lost = new LostBytes();
  lost.push(Buffer.concat([line(broken('a')), line(broken('b')), line(broken('c'))]));
  expect(lost.take(textOf(broken('b')))).toEqual(broken('b'));
  expect(lost.take(textOf(broken('a')))).toBeUndefined();
  expect(lost.take(textOf(broken('c')))).toEqual(broken('c'));
});

it('knows a line by its text without the carriage return, and the last one without an end', () => {
  const lost = new LostBytes();
  lost.push(line(Buffer.concat([broken('a'), Buffer.from('\r')])));
  lost.push(broken('b'));
  expect(lost.take(textOf(broken('a')))).toEqual(Buffer.concat([broken('a'), Buffer.from('\r')]));
  expect(lost.take(textOf(broken('b')))).toEqual(broken('b'));
});

it('keeps no chunk alive by what it keeps of it', () => {
  const lost = new LostBytes();
  const chunk = line(broken('a'));
  lost.push(chunk);
  chunk.fill(0);
  expect(lost.take(textOf(broken('a')))).toEqual(broken('a'));
});

it('forgets a line that is longer than it may keep, and goes on with the next', () => {
  const lost = new LostBytes();
  const part = Buffer.alloc(LIMIT / 2 + 1, 'x');
  lost.push(part);
  lost.push(part);
  lost.push(Buffer.concat([line(broken('end')), line(broken('next'))]));
  expect(lost.take(textOf(Buffer.concat([part, part, broken('end')])))).toBeUndefined();
  expect(lost.take(textOf(broken('end')))).toBeUndefined();
  expect(lost.take(textOf(broken('next')))).toEqual(broken('next'));
});

it('forgets the oldest where they come to more than it may keep', () => {
  const lost = new LostBytes();
  const large = ['a', 'b', 'c'].map((name) => broken(name.repeat(LIMIT / 2 - 8)));
  lost.push(Buffer.concat(large.slice(0, 2).map(line)));
  lost.push(line(large[2] ?? Buffer.alloc(0)));
  expect(large.map((bytes) => lost.take(textOf(bytes))?.length)).toEqual([
    undefined,
    large[1]?.length,
    large[2]?.length,
  ]);
});

it('still knows how much it keeps after it forgot one', () => {
  const lost = new LostBytes();
  const large = ['a', 'b', 'c', 'd'].map((name) => broken(name.repeat(LIMIT / 2 - 8)));
  for (const each of large) {
    lost.push(line(each));
  }
  expect(large.map((bytes) => lost.take(textOf(bytes)) === undefined)).toEqual([true, true, false, false]);
});

it('counts no longer what was taken, and what was passed over by that', () => {
  const lost = new LostBytes();
  for (let round = 0; round < 3; round++) {
    const large = ['a', 'b'].map((name) => broken(name.repeat(LIMIT / 2 - 8)));
    lost.push(Buffer.concat(large.map(line)));
    expect(lost.take(textOf(large[1] ?? Buffer.alloc(0)))?.length).toBe(large[1]?.length);
  }
});
