import { closeSync, fstatSync, readdirSync, readlinkSync } from 'node:fs';
import { expect, it } from 'vitest';
import { collectGarbage } from '../testing/collect-garbage.ts';
import { openNamelessFile } from './nameless-file.ts';
import { SpillFile } from './spill-file.ts';

const open = (): SpillFile => SpillFile.open() ?? expect.fail('no file');
const chunks = (...texts: readonly string[]): Buffer[] => texts.map((text) => Buffer.from(text));

it('gives back what was appended, wherever it begins', () => {
  const file = open();
  expect([file.append(chunks('ab', 'cde'), 5), file.append(chunks('fg'), 2)]).toEqual([0, 5]);
  const buffer = Buffer.alloc(3);
  expect(file.read(4, buffer)).toBe(buffer);
  expect(buffer.toString()).toBe('efg');
  expect(file.read(0, Buffer.alloc(2)).toString()).toBe('ab');
  file.close();
});

it('has not taken what it could take only a part of, which the next one is written over', () => {
  const file = open();
  expect([file.append(chunks('abc'), 4), file.append(chunks('de'), 2)]).toEqual([undefined, 0]);
  expect(file.read(0, Buffer.alloc(2)).toString()).toBe('de');
  file.close();
});

it('says that its end is gone, rather than to wait for it', () => {
  const file = open();
  file.append(chunks('abc'), 3);
  expect(() => file.read(0, Buffer.alloc(4))).toThrow('A file that nobody else can open has lost its end.');
  file.close();
});

it.skipIf(process.platform !== 'linux')('is closed when nobody has it any more', async () => {
  const linksOf = (): string[] =>
    readdirSync('/proc/self/fd').flatMap((fd) => {
      try {
        return [readlinkSync(`/proc/self/fd/${fd}`)];
      } catch {
        // The one that read the folder is gone by now.
        return [];
      }
    });
  const before = new Set(linksOf());
  open().append(chunks('abc'), 3);
  const added = linksOf().filter((link) => link.includes('/amux-') && !before.has(link));
  expect(added).toHaveLength(1);
  const left = (): string[] => {
    collectGarbage();
    return linksOf().filter((link) => added.includes(link));
  };
  await expect.poll(left, { interval: 1, timeout: 10_000 }).toEqual([]);
});

it('leaves alone the file that has its number next', async () => {
  open().close();
  const next = openNamelessFile('wx+') ?? expect.fail('no file');
  const { ino } = fstatSync(next);
  for (let round = 0; round < 3; round++) {
    collectGarbage();
    await new Promise((resolve) => setTimeout(resolve));
  }
  expect(fstatSync(next).ino).toBe(ino);
  closeSync(next);
});
