import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { applyMark, findLimiter, markRun } from './marks.ts';

describe('the marks of a run', () => {
  it('have a random part, which is another one for each start, also of one run', () => {
    const [first, second] = [markRun('01ABC', undefined), markRun('01ABC', undefined)];
    expect(first.env).toMatch(/^AMUX_RUN_01ABC_[0-9a-f]{18}=1$/);
    expect(first.env).not.toBe(second.env);
    expect(first.name).toBe(second.name);
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
