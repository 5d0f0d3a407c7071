import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isShortage } from './shortage.ts';

const host = join(import.meta.dirname, 'testing/poor-host.ts');
const node = [process.execPath, '--conditions=agent-mux-source', '--import', 'tsx', host];

describe.skipIf(process.platform !== 'linux')('a host without a free file descriptor', () => {
  it.each(['started', 'loaded'])('tells of each start, and starts as ever afterwards, when it has %s', (before) => {
    const { stdout, stderr, status } = spawnSync('sh', ['-c', 'ulimit -n 60; exec "$@"', 'sh', ...node, before], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect([status, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toEqual({
      meanwhile: Array.from({ length: 12 }, () => 'spawnError: EMFILE'),
      version: { version: null, fault: { kind: 'not-started', reason: `spawn ${process.execPath} EMFILE` } },
      after: 'marked',
      watching: 'sh',
    });
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
