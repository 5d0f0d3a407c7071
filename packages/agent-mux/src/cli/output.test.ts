import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { fixture } from './testing/fixture.ts';
import { AMUX, startAmux } from './testing/run-amux.ts';

const FULL = '/dev/full';

describe('stdout', () => {
  it.each([[['--help']], [['run', '--help']]])('that nobody reads is no error of %j', async (args) => {
    const amux = startAmux(args);
    amux.child.stdout.destroy();
    expect([await amux.exited, amux.stderr()]).toEqual([0, '']);
  });

  it
    .skipIf(!existsSync(FULL))
    .each([[['--help']], [['agents']], [['replay', fixture('text'), '--json']], [['replay', fixture('text')]]])(
    'that is full ends %j with one sentence',
    async (args) => {
      const child = spawn(process.execPath, [AMUX, ...args], {
        env: { ...process.env, PATH: '/nowhere' },
        stdio: ['ignore', openSync(FULL, 'w'), 'pipe'],
      });
      const [stderr, [code]] = await Promise.all([text(child.stderr as Readable), once(child, 'close')]);
      expect([code, stderr.split('\n').filter((line) => line.startsWith('amux: '))]).toEqual([
        1,
        ['amux: stdout cannot be written to: ENOSPC: no space left on device, write'],
      ]);
      expect(stderr).not.toContain('    at ');
    },
  );
});
