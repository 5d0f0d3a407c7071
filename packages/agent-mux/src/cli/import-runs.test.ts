/** `amux runs import` where it fails: nothing is made, and what is there stays. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { callAmux } from './testing/call-amux.ts';

const folder = mkdtempSync(join(tmpdir(), 'amux-import-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = join(folder, 'runs.jsonl');
const store = join(folder, 'new', 'runs.db');
const madeBeside = () => readdirSync(folder).filter((name) => name !== 'runs.jsonl');
afterEach(() => rmSync(join(folder, 'new'), { recursive: true, force: true }));

it.each([
  ['is not there', undefined],
  ['is no export', 'no export\n'],
  ['is JSON of another kind', '{"a":1}\n'],
  ['is one, which another process has left in the middle', '{"agentMuxStore":1}\n{"a"'],
])('makes no store where the file %s', async (_what, text) => {
  rmSync(file, { force: true });
  if (text !== undefined) {
    writeFileSync(file, text);
  }
  const { code, stdout, stderr } = await callAmux(['runs', 'import', file, '--store', store]);
  expect([code, stdout], stderr).toEqual([text === undefined ? 2 : 9, '']);
  expect(stderr).toMatch(
    text === undefined ? /^amux: runs import: there is no / : /^amux: runs import: nothing was taken in\. /,
  );
  expect(stderr).not.toContain('amux-gathered-');
  expect(madeBeside()).toEqual([]);
});

// An empty store gives such a file, so it is an export.
it.each([
  ['is empty', ''],
  ['has nothing but the ends of lines', '\n\r\n\n'],
])('makes no store where the file %s, and says that nothing came', async (_what, text) => {
  writeFileSync(file, text);
  const { code, stdout, stderr } = await callAmux(['runs', 'import', file, '--json', '--store', store]);
  expect([code, JSON.parse(stdout)], stderr).toMatchObject([0, { ok: true, data: { trees: 0, known: 0 } }]);
  expect(madeBeside()).toEqual([]);
});

it.each(['where no store is', 'where a store is'])('says that a folder is no file, %s', async (where) => {
  if (where === 'where a store is') {
    mkdirSync(join(folder, 'new'));
    writeFileSync(store, '');
  }
  const before = madeBeside();
  const { code, stdout, stderr } = await callAmux(['runs', 'import', tmpdir(), '--store', store]);
  const why = `runs import: ${tmpdir()} is a folder. Name the file of an export; \`amux runs export --out <file>\` writes one.`;
  expect([code, stdout, stderr]).toEqual([2, '', `amux: ${why}\n`]);
  const told = await callAmux(['runs', 'import', tmpdir(), '--json', '--store', store]);
  expect(JSON.parse(told.stdout)).toEqual({
    ok: false,
    error: { code: 'VALIDATION_ERROR', message: why, recoverable: false },
  });
  expect(madeBeside()).toEqual(before);
});

it.skipIf(process.platform === 'win32')('says why a file cannot be opened', async () => {
  const socket = join(folder, 'runs.jsonl');
  rmSync(socket, { force: true });
  const server = createServer().listen(socket);
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    const { code, stdout, stderr } = await callAmux(['runs', 'import', socket, '--store', store]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      /^amux: runs import: .*runs\.jsonl cannot be read \(E[A-Z]+\)\. Name the file of an export; .*\n$/,
    );
    expect(madeBeside()).toEqual([]);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});
