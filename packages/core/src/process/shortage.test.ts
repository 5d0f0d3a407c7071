import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isShortage } from './shortage.ts';

const node = [process.execPath, '--conditions=agent-mux-source', '--import', 'tsx'];

/** Plays a host of the folder `testing` that has 250 descriptors in all: execa alone reads some 150 files at once. */
function play(host: string, how: string) {
  const file = join(import.meta.dirname, 'testing', host);
  const args = ['-c', 'ulimit -n 250; exec "$@"', 'sh', ...node, file, how];
  return spawnSync('sh', args, { encoding: 'utf8', timeout: 60_000 });
}

describe.skipIf(process.platform !== 'linux')('a host without a free file descriptor', () => {
  it.each(['started', 'loaded'])('tells of each start, and starts as ever afterwards, when it has %s', (before) => {
    const { stdout, stderr, status } = play('poor-host.ts', before);
    expect([status, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toEqual({
      meanwhile: Array.from({ length: 12 }, () => 'spawnError: EMFILE'),
      version: { version: null, fault: { kind: 'not-started', reason: `spawn ${process.execPath} EMFILE` } },
      after: 'marked',
      watching: 'sh',
    });
  });

  it.each(['alone', 'stopped', 'paused'])('ends an agent with all that it has started: %s', (how) => {
    const { stdout, stderr, status } = play('ending-host.ts', how);
    expect([status, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toEqual({ standing: 0, leftOver: 0, alive: 0, calls: [] });
  });

  it('lets all that it had stopped go on', () => {
    const { stdout, stderr, status } = play('ending-host.ts', 'continued');
    expect([status, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toEqual({ standing: 0, leftOver: 0, alive: 0, calls: [] });
  });

  it('signals no group in which a process may live on', () => {
    const { stdout, stderr, status } = play('ending-host.ts', 'leaving');
    expect([status, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toEqual({ standing: 0, leftOver: 0, alive: 1, calls: [] });
  });
});

it.each([
  ['EMFILE', true],
  ['ENFILE', true],
  ['EAGAIN', true],
  ['ENOMEM', true],
  ['ENOENT', false],
])('%s is a shortage: %s', (code, expected) => {
  expect(isShortage(Object.assign(new Error('spawn'), { code }))).toBe(expected);
  expect(isShortage({ code })).toBe(false);
});
