import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
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

  it.runIf(process.platform === 'linux')('are the first limit that is free, set by a program that does set it', () => {
    const cwd = mkdtempSync(join(tmpdir(), 'marks-'));
    onTestFinished(() => rmSync(cwd, { recursive: true }));
    for (const [path, code] of [
      ['failing/prlimit', 1],
      ['failing/cat', 1],
      ['idle/prlimit', 0],
    ] as const) {
      mkdirSync(join(cwd, path, '..'), { recursive: true });
      writeFileSync(join(cwd, path), `#!/bin/sh\nexit ${code}\n`, { mode: 0o755 });
    }
    const tsx = import.meta.resolve('tsx');
    const host = join(import.meta.dirname, 'testing/limited-host.ts');
    const node = [process.execPath, '--conditions=agent-mux-source', '--import', tsx, host];
    const said = execFileSync('sh', ['-c', 'ulimit -n 60; exec "$@"', 'sh', ...node], { cwd, encoding: 'utf8' });
    expect(JSON.parse(said)).toEqual({
      // An entry of PATH that is relative would be a folder of the user's project, whose programs nobody has asked for.
      relative: 'rttime',
      idle: 'none',
      poor: 'EMFILE',
      afterwards: 'rttime',
      // A run within a run takes the next one, since a limit cannot be raised again.
      free: ['rttime', 'locks', 'rss', 'none'],
    });
  });
});
