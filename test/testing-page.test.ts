/** docs/testing.md: the test that it shows for where no CLI is installed. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runPageTest } from './support/run-page-test.ts';

const RECORDING = join(import.meta.dirname, '../fixtures/claude/2.1.329/approval-granted');

it('docs/testing.md plays a recording', async () => {
  const prepare = (folder: string): void => cpSync(RECORDING, join(folder, 'recordings/asked'), { recursive: true });
  expect(await runPageTest({ page: 'docs/testing.md', block: 2, prepare })).toContain('1 passed');
}, 240_000);
