import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { argumentLimits, findExcess } from './argument-limits.ts';

const limits = argumentLimits('linux') ?? { one: 0, all: 0 };
const isLinux = process.platform === 'linux';

/** Whether the system itself starts a process with these. */
function startsWith(args: readonly string[], env: NodeJS.ProcessEnv = {}): boolean {
  const { error } = spawnSync('/bin/true', args, { env });
  if (error !== undefined && !('code' in error && error.code === 'E2BIG')) {
    throw error;
  }
  return error === undefined;
}

describe.runIf(isLinux)('the limits are those of the system', () => {
  it.each([
    ['one word', (size: number) => ({ file: '/bin/true', args: ['x'.repeat(size)], env: {} })],
    [
      'one word of more than one byte a sign',
      (size: number) => ({
        file: '/bin/true',
        args: [`${'ä'.repeat(Math.floor(size / 2))}${size % 2 === 0 ? '' : 'x'}`],
        env: {},
      }),
    ],
    ['one variable', (size: number) => ({ file: '/bin/true', args: [], env: { A: 'x'.repeat(size - 2) } })],
  ])('of %s', (_what, make) => {
    for (const size of [limits.one, limits.one + 1]) {
      const { file, args, env } = make(size);
      expect([size, findExcess({ file, args, env }) === undefined]).toEqual([size, startsWith(args, env)]);
    }
  });

  it('of all together, but for a reserve', () => {
    const word = 'x'.repeat(100_000);
    const fitting = Array.from({ length: Math.floor(limits.all / (word.length + 9)) }, () => word);
    expect(findExcess({ file: '/bin/true', args: fitting, env: {} })).toBeUndefined();
    expect(startsWith(fitting)).toBe(true);
    const tooMany = [...fitting, word, word];
    expect(findExcess({ file: '/bin/true', args: tooMany, env: {} })).toMatchObject({ what: 'all' });
    expect(startsWith(tooMany)).toBe(false);
  });
});

it.runIf(isLinux)('are a quarter of the stack that this process may have', () => {
  const setStack = (bytes: string) => spawnSync('prlimit', ['--pid', String(process.pid), `--stack=${bytes}:`]).status;
  const before = /^Max stack size +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? '';
  try {
    for (const mib of [4, 6]) {
      expect(setStack(String(mib * 2 ** 20))).toBe(0);
      expect(argumentLimits('linux')?.all).toBe((mib * 2 ** 20) / 4 - 8 * 1024);
    }
    expect(setStack('unlimited')).toBe(0);
    expect(argumentLimits('linux')?.all).toBe(6 * 2 ** 20 - 8 * 1024);
  } finally {
    setStack(before);
  }
});

describe('what is too much', () => {
  const small = { one: 10, all: 100 };
  it.each([
    ['nothing', { file: 'cli', args: ['a'], env: { A: 'b', NONE: undefined } }, undefined],
    [
      'a word',
      { file: 'cli', args: ['-c', 'x'.repeat(11)], env: {} },
      { what: 'word', index: 1, bytes: 11, limit: 10 },
    ],
    [
      'a variable',
      { file: 'cli', args: [], env: { A: 'x'.repeat(9) } },
      { what: 'variable', name: 'A', bytes: 11, limit: 10 },
    ],
    ['all', { file: 'cli', args: Array<string>(10).fill('x'), env: {} }, { what: 'all', bytes: 112, limit: 100 }],
  ] as const)('%s', (_what, started, excess) => {
    expect(findExcess(started, small)).toEqual(excess);
  });

  it('is not what just fits', () => {
    const fitting = { file: 'cli', args: Array<string>(10).fill('x'), env: {} };
    expect(findExcess(fitting, { one: 10, all: 112 })).toBeUndefined();
  });

  it('is counted on macOS for one word as for all, because it has one limit', () => {
    expect(argumentLimits('darwin')).toEqual({ one: 1_040_384, all: 1_040_384 });
  });

  it('is not known on a system that was never looked at', () => {
    expect(argumentLimits('win32')).toBeUndefined();
  });
});
