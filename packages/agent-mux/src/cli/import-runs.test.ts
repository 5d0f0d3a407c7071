/** `amux runs import` where it fails: nothing is made, and what is there stays. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { callAmux } from './testing/call-amux.ts';

const folder = mkdtempSync(join(tmpdir(), 'amux-import-'));
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ['is not there', undefined],
  ['is no export', 'no export\n'],
  ['is JSON of another kind', '{"a":1}\n'],
  ['is one, which another process has left in the middle', '{"agentMuxStore":1}\n{"a"'],
])('makes no store where the file %s', async (_what, text) => {
  const file = join(folder, 'runs.jsonl');
  rmSync(file, { force: true });
  if (text !== undefined) {
    writeFileSync(file, text);
  }
  const store = join(folder, 'new', 'runs.db');
  const { code, stdout, stderr } = await callAmux(['runs', 'import', file, '--store', store]);
  expect([code, stdout], stderr).toEqual([text === undefined ? 2 : 9, '']);
  expect(stderr).toMatch(
    text === undefined ? /^amux: runs import: there is no / : /^amux: runs import: nothing was taken in\. /,
  );
  expect(stderr).not.toContain('amux-gathered-');
  expect(readdirSync(folder).filter((name) => name !== 'runs.jsonl')).toEqual([]);
});
