import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { argumentLimits, findExcess } from './argument-limits.ts';
import { createFramer } from './create-framer.ts';
import { describeLeavable } from './left-running.ts';
import { applyMark, markRun } from './marks.ts';
import { identify } from './process-table.ts';
import { parsePs } from './ps-table.ts';

const COMMAND = { file: '/bin/cli', args: ['-p', 'go'], env: { A: 'b' } };
const LIMITER = { path: '/usr/bin/prlimit', option: 'rttime' };

describe('a command with the marks of its run', () => {
  it('has two variables more, and is started by what sets the limit', () => {
    const mark = { env: 'AMUX_RUN_a_1=1', name: 'AMUX_RUN_a=1', limit: '77' };
    const env = { A: 'b', AMUX_RUN_a_1: '1', AMUX_RUN_a: '1' };
    expect(applyMark(COMMAND, mark, LIMITER)).toEqual({
      file: '/usr/bin/prlimit',
      args: ['--rttime=77:77', '/bin/cli', '-p', 'go'],
      env,
    });
    expect(applyMark(COMMAND, mark, undefined)).toEqual({ ...COMMAND, env });
    expect(applyMark(COMMAND, { env: mark.env, name: mark.name }, LIMITER)).toEqual({ ...COMMAND, env });
  });

  it('has a limit of its own where one can be set', () => {
    const limits = Array.from({ length: 50 }, () => markRun('a', LIMITER).limit);
    expect(new Set(limits).size).toBe(50);
    for (const limit of limits) {
      expect(Number(limit)).toBeGreaterThanOrEqual(1e15);
      expect(Number(limit)).toBeLessThan(1e15 + 2 ** 48);
    }
    expect('limit' in markRun('a', undefined)).toBe(false);
  });

  it('has the id in its names as shells take it', () => {
    const { name, env } = markRun('aZ0-_ ä', undefined);
    expect(name).toBe('AMUX_RUN_aZ0_2d_5f_20_e4=1');
    expect(env.startsWith('AMUX_RUN_aZ0_2d_5f_20_e4_')).toBe(true);
  });
});

describe('what a system takes', () => {
  it('is known of Linux and macOS', () => {
    expect(argumentLimits('darwin')).toEqual({ one: 1_048_576 - 8_192, all: 1_048_576 - 8_192 });
    expect(argumentLimits('linux')?.one).toBe(131_071);
    const all = argumentLimits('linux')?.all ?? 0;
    expect(all).toBeGreaterThanOrEqual(131_072 - 8_192);
    expect(all).toBeLessThanOrEqual(6 * 1_048_576 - 8_192);
  });

  it('counts each word and variable with its end and its pointer', () => {
    // The words `cli`, `a` and `A=b` have 3 + 1 + 3 bytes, and each takes 9 more.
    const started = { file: 'cli', args: ['a'], env: { A: 'b', NONE: undefined } };
    expect(findExcess(started, { one: 3, all: 34 })).toBeUndefined();
    expect(findExcess(started, { one: 3, all: 33 })).toEqual({ what: 'all', bytes: 34, limit: 33 });
    expect(findExcess(started, { one: 2, all: 99 })).toEqual({ what: 'word', index: -1, bytes: 3, limit: 2 });
  });
});

it('says why a message is lost, with its length and the limit', () => {
  const lost: string[] = [];
  const over = (framing: Parameters<typeof createFramer>[0], text: string): void => {
    const framer = createFramer(framing, 3, {
      message: () => {},
      lost: (bytes, reason) => lost.push(`${bytes} ${reason}`),
    });
    framer.push(Buffer.from(text));
    framer.end();
  };
  over('lines', 'abcd\n');
  over('pty', 'abcde\n');
  over('document', 'abcdef');
  over('content-length', 'abcdefg\n');
  expect(lost).toEqual([
    '4 a line of 4 bytes is over the limit of 3',
    '5 a line of 5 bytes is over the limit of 3',
    '6 an output of 6 bytes is over the limit of 3',
    '7 a message of 7 bytes is over the limit of 3',
  ]);
});

describe('what ps says', () => {
  const row = (more: string): string => `  12   3  14 ${more} Sat Nov 21 10:11:12 2026 cli AMUX_RUN_x=1`;

  it('is a row for each process', () => {
    const [first, second] = parsePs(`${row('S')}\n\nnonsense\n 15 1 15 Z+ Sun Nov 22 10:11:12 2026 \n`);
    expect(first).toMatchObject({
      pid: 12,
      parent: 3,
      group: 14,
      isZombie: false,
      start: new Date(2026, 10, 21, 10, 11, 12).getTime(),
    });
    expect([first?.envMarks(), first?.hasLimit('1'), second?.envMarks()]).toEqual([['AMUX_RUN_x=1'], false, []]);
    expect(second).toMatchObject({ pid: 15, isZombie: true });
    expect(parsePs(`${row('S')}\nnonsense`)).toHaveLength(1);
  });
});

describe.skipIf(process.platform !== 'linux')('what the host is asked about', () => {
  it('is told with its words and its folder, and with nothing where it has gone', async () => {
    const cwd = realpathSync(tmpdir());
    const child = spawn('sleep', ['60'], { cwd });
    await once(child, 'spawn');
    const entry = identify(child.pid ?? 0);
    if (entry === undefined) {
      throw new Error('There is no process to look at.');
    }
    const gone = { pid: entry.pid, parent: process.pid, argv: [], cwd: '' };
    expect(describeLeavable(entry)).toEqual({ ...gone, argv: ['sleep', '60'], cwd });
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(describeLeavable(entry)).toEqual(gone);
  });
});
