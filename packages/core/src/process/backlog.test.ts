import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { collectGarbage } from '../testing/collect-garbage.ts';
import { Backlog } from './backlog.ts';

const MIB = 1024 * 1024;

/** Makes text that looks like an agent's lines, and differs from place to place. */
function linesOf(bytes: number, seed: number): Buffer {
  const lines: string[] = [];
  for (let size = 0; size < bytes; size += lines.at(-1)?.length ?? 0) {
    lines.push(`{"type":"delta","n":${seed + lines.length},"text":"${(seed * 31 + lines.length * 7) % 997} words"}\n`);
  }
  return Buffer.from(lines.join('')).subarray(0, bytes);
}

function drain(backlog: Backlog): { source: string; chunk: Buffer }[] {
  const taken = [];
  for (let next = backlog.take(); next !== undefined; next = backlog.take()) {
    taken.push(next);
  }
  return taken;
}

it('gives back every byte of both streams in order, however much waits', () => {
  const backlog = new Backlog();
  const given: { source: 'stdout' | 'stderr'; chunk: Buffer }[] = [];
  for (let index = 0; index < 400; index++) {
    const source = index % 50 === 49 ? 'stderr' : 'stdout';
    const chunk = linesOf([65_536, 1, 8_191, 300_000][index % 4] as number, index);
    given.push({ source, chunk });
    backlog.push(source, chunk);
  }
  const total = given.reduce((sum, { chunk }) => sum + chunk.length, 0);
  expect([backlog.bytes, backlog.isEmpty]).toEqual([total, false]);
  const taken = drain(backlog);
  expect([backlog.bytes, backlog.isEmpty]).toEqual([0, true]);
  for (const source of ['stdout', 'stderr']) {
    const of = (list: readonly { source: string; chunk: Buffer }[]): Buffer =>
      Buffer.concat(list.filter((each) => each.source === source).map(({ chunk }) => chunk));
    expect(of(taken).equals(of(given))).toBe(true);
  }
  const turns = (list: readonly { source: string }[]): string =>
    list
      .map(({ source }) => source)
      .filter((source, index, all) => source !== all[index - 1])
      .join();
  expect(turns(taken)).toBe(turns(given));
});

it('gives small pieces of what was in a file, and takes more in between', () => {
  const backlog = new Backlog();
  const text = linesOf(12 * MIB, 1);
  const got: Buffer[] = [];
  for (let from = 0; from < text.length; from += 65_536) {
    backlog.push('stdout', text.subarray(from, from + 65_536));
    if (from % (4 * 65_536) === 0 && from > 8 * MIB) {
      got.push(backlog.take()?.chunk ?? Buffer.alloc(0));
    }
  }
  got.push(...drain(backlog).map(({ chunk }) => chunk));
  expect(Buffer.concat(got).equals(text)).toBe(true);
  expect(Math.max(...got.map(({ length }) => length))).toBe(65_536);
});

it('puts into a file what came in large pieces', () => {
  let told = 0;
  const backlog = new Backlog(() => {
    told += 1;
  });
  const text = linesOf(3 * MIB, 2);
  for (let from = 0; from < text.length; from += 512 * 1024) {
    backlog.push('stdout', text.subarray(from, from + 512 * 1024));
  }
  const taken = drain(backlog).map(({ chunk }) => chunk);
  expect(Buffer.concat(taken).equals(text)).toBe(true);
  // The first mebibyte is in memory, as it came.
  expect(taken.map(({ length }) => length)).toEqual([
    ...Array.from({ length: 2 }, () => 512 * 1024),
    ...Array.from({ length: 32 }, () => 64 * 1024),
  ]);
  expect(told).toBe(0);
});

afterEach(() => vi.unstubAllEnvs());

it('wants a file for whole batches beyond a mebibyte, and tells once that there is none', () => {
  vi.stubEnv('TMPDIR', '/nowhere/at/all');
  let told = 0;
  const fill = (...others: readonly Buffer[]): ((count: number) => number) => {
    told = 0;
    const backlog = new Backlog(() => {
      told += 1;
    });
    others.forEach((chunk) => {
      backlog.push('stderr', chunk);
    });
    return (count) => {
      for (let index = 0; index < count; index++) {
        backlog.push('stdout', Buffer.alloc(64 * 1024, 'x'));
      }
      return told;
    };
  };
  const exactly = fill();
  expect([exactly(16), exactly(3), exactly(1), exactly(8)]).toEqual([0, 0, 1, 1]);
  const more = fill(Buffer.from('x'));
  expect([more(15), more(1)]).toEqual([0, 1]);
});

it('loses nothing where no file can be made', () => {
  vi.stubEnv('TMPDIR', '/nowhere/at/all');
  const backlog = new Backlog();
  const text = linesOf(12 * MIB, 3);
  for (let from = 0; from < text.length; from += 65_536) {
    backlog.push('stdout', text.subarray(from, from + 65_536));
  }
  expect(Buffer.concat(drain(backlog).map(({ chunk }) => chunk)).equals(text)).toBe(true);
});

it.skipIf(process.platform !== 'linux')('keeps what is long in a file without a name, and leaves none', () => {
  const openFiles = (): string[] =>
    readdirSync('/proc/self/fd').flatMap((fd) => {
      try {
        const target = readlinkSync(`/proc/self/fd/${fd}`);
        return /\/amux-[^/]* \(deleted\)$/.test(target) ? [target] : [];
      } catch {
        // The one that read the folder is gone by now.
        return [];
      }
    });
  // The test has a folder of its own, because other programs make such files in the common one.
  const folder = mkdtempSync(join(tmpdir(), 'backlog-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  vi.stubEnv('TMPDIR', folder);
  const names = (): string[] => readdirSync(tmpdir()).filter((name) => /^amux-[0-9a-f]{8}-/.test(name));
  const before = names();
  const backlog = new Backlog();
  for (let round = 0; round < 2; round++) {
    const text = linesOf(8 * MIB, round);
    for (let from = 0; from < text.length; from += 65_536) {
      backlog.push('stdout', text.subarray(from, from + 65_536));
    }
    expect(openFiles().length).toBe(1);
    expect(Buffer.concat(drain(backlog).map(({ chunk }) => chunk)).equals(text)).toBe(true);
    expect(openFiles()).toEqual([]);
  }
  expect(names()).toEqual(before);
});

it('keeps what is in a file out of memory', async () => {
  const backlog = new Backlog();
  const give = (): WeakRef<Buffer> => {
    const chunk = Buffer.alloc(512 * 1024, 'x');
    backlog.push('stdout', chunk);
    return new WeakRef(chunk);
  };
  const given = Array.from({ length: 8 }, give);
  const kept = (): boolean[] => {
    collectGarbage();
    return given.map((chunk) => chunk.deref() !== undefined);
  };
  // The first mebibyte is in memory.
  const expected = [true, true, ...Array(6).fill(false)];
  await expect.poll(kept, { interval: 1, timeout: 10_000 }).toEqual(expected);
  expect(drain(backlog).reduce((sum, { chunk }) => sum + chunk.length, 0)).toBe(4 * MIB);
});
