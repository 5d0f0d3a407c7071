import { expect, it } from 'vitest';
import { resolveOnDisk } from './resolve-on-disk.ts';

it.each([
  '/proc/self/cwd/secrets',
  `/proc/${process.pid}/root/etc/passwd`,
  '/proc/999999999/cwd/x',
  '/dev/fd/3',
  '/tmp/../proc/self',
])('cannot say where what belongs to a process leads: %s', (path) => {
  expect(resolveOnDisk(path)).toBeUndefined();
});
