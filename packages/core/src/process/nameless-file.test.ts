import { closeSync, fstatSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openNamelessFile } from './nameless-file.ts';

it.each(['wx+', 'ax+'] as const)('stands in no folder, and is for its owner alone (%s)', (flags) => {
  const fd = openNamelessFile(flags) ?? expect.fail('no file');
  const { nlink, mode } = fstatSync(fd);
  expect([nlink, mode & 0o777]).toEqual([0, 0o600]);
  closeSync(fd);
});
