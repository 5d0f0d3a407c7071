import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { applyMark, findLimiter, markRun } from './marks.ts';

const LIMITER = { path: '/usr/bin/prlimit', option: 'locks' };

describe('the marks of a run', () => {
  it('are a variable with a random part, one that tells the run, and a limit where one can be set', () => {
    const { env, name, limit } = markRun('01ABC', LIMITER);
    expect(env).toMatch(/^AMUX_RUN_01ABC_[0-9a-f]{18}=1$/);
    expect(name).toBe('AMUX_RUN_01ABC=1');
    expect(Number(limit)).toBeGreaterThanOrEqual(1e15);
    expect(Number(limit)).toBeLessThan(1e15 + 2 ** 48);
    expect(markRun('01ABC', undefined)).not.toHaveProperty('limit');
  });

  it('are others for each start, also of one run', () => {
    const [first, second] = [markRun('R', LIMITER), markRun('R', LIMITER)];
    expect(first.env).not.toBe(second.env);
    expect(first.limit).not.toBe(second.limit);
    expect(first.name).toBe(second.name);
  });

  it('have a name that every shell hands on', () => {
    expect(markRun('a-b.c', undefined).name).toBe('AMUX_RUN_a_2db_2ec=1');
  });

  it('are added to a command, which stays the same otherwise', () => {
    const command = { file: '/bin/agent', args: ['-p', 'x'], env: { A: 'b' } };
    const mark = { env: 'AMUX_RUN_R_00=1', name: 'AMUX_RUN_R=1', limit: '1000000000000007' };
    const env = { A: 'b', AMUX_RUN_R: '1', AMUX_RUN_R_00: '1' };
    expect(applyMark(command, mark, LIMITER)).toEqual({
      file: '/usr/bin/prlimit',
      args: ['--locks=1000000000000007:1000000000000007', '/bin/agent', '-p', 'x'],
      env,
    });
    expect(applyMark(command, mark, undefined)).toEqual({ ...command, env });
    const { limit: _, ...bare } = mark;
    expect(applyMark(command, bare, LIMITER)).toEqual({ ...command, env });
  });

  it.runIf(process.platform === 'linux')('are seen by the program that they mark', async () => {
    const limiter = await findLimiter();
    expect(await findLimiter()).toBe(limiter);
    const mark = markRun('R', limiter);
    const { file, args, env } = applyMark({ file: '/bin/cat', args: ['/proc/self/limits'], env: {} }, mark, limiter);
    const limits = execFileSync(file, args, { env, encoding: 'utf8' });
    expect(limits.includes(` ${mark.limit} `)).toBe(limiter !== undefined);
  });
});
