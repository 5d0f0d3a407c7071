import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createSeededRandom } from '@agent-mux/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { isAtLeast, loadSqlite } from './file/index.ts';
import { openStore } from './open-store.ts';
import { clearAway, newFile, newFolder, newStore } from './testing/folders.ts';
import { bytesBeside, demandRefused, filledFile, QUIET } from './testing/harm.ts';
import { asNobody, canBeNobody } from './testing/other-user.ts';
import { wholeRun } from './testing/random-journal.ts';
import { headerOf, runIdOf } from './testing/runs.ts';

afterEach(clearAway);

const { DatabaseSync } = await loadSqlite();
/** The path by which a program of its own finds the library. */
const LIBRARY = pathToFileURL(createRequire(import.meta.url).resolve('@photostructure/sqlite')).href;

describe('a store that is new', () => {
  it('has a file that only its owner may read, with all that lies beside it, in a folder of the same kind', async () => {
    const file = newFile();
    const store = await newStore(file);
    const header = headerOf(runIdOf(1));
    const log = store.open(header, QUIET);
    for (const entry of wholeRun(header, 10, createSeededRandom(1))) {
      log.append(entry);
    }
    await log.finish();
    const names = readdirSync(dirname(file)).sort();
    expect(names).toEqual(['runs.db', 'runs.db-shm', 'runs.db-wal']);
    const modes = names.map((name) => statSync(join(dirname(file), name)).mode & 0o777);
    expect([...modes, statSync(dirname(file)).mode & 0o777]).toEqual([0o600, 0o600, 0o600, 0o700]);
  });

  it('is made once, by whichever of many is first', { timeout: 120_000 }, async () => {
    const file = newFile();
    const stores = await Promise.all(Array.from({ length: 3 }, () => newStore(file)));
    const header = headerOf(runIdOf(1));
    const log = stores[2]?.open(header, QUIET);
    for (const entry of wholeRun(header, 10, createSeededRandom(1))) {
      log?.append(entry);
    }
    expect(await log?.finish()).toBe('whole');
    expect(await Promise.all(stores.map((store) => store.list()))).toEqual(
      Array.from({ length: 3 }, () => [expect.objectContaining({ runId: header.runId, state: 'closed' })]),
    );
  });

  it('is written and checked by threads that start from our sources too, as in a clone where nothing was built', {
    timeout: 120_000,
  }, async () => {
    const store = await openStore(newFile());
    const header = headerOf(runIdOf(1));
    const log = store.open(header, QUIET);
    for (const entry of wholeRun(header, 10, createSeededRandom(1))) {
      log.append(entry);
    }
    expect(await log.finish()).toBe('whole');
    expect(await store.check()).toMatchObject({ isSound: true, runs: 1 });
    await store.close();
  });

  it('leaves nothing behind when it is closed but its file', async () => {
    const file = await filledFile();
    expect(
      readdirSync(dirname(file)).filter(
        (name) => statSync(join(dirname(file), name)).size > 0 && !name.endsWith('-shm'),
      ),
    ).toEqual(['runs.db']);
  });
});

describe('a file that is no store', () => {
  it.each([
    ['text', (file: string) => writeFileSync(file, 'This is a text.\n'.repeat(100)), /is no SQLite database/],
    ['a text of a few characters', (file: string) => writeFileSync(file, 'SQLite'), /is no SQLite database/],
    ['a folder', (file: string) => mkdirSync(file), /is no file/],
    ['a database of another program', (file: string) => makeForeign(file, 0x11223344), /database of another program/],
    ['a database that says of no program', (file: string) => makeForeign(file, 0), /database of another program/],
  ])('is refused and stays as it is: %s', async (_, make, words) => {
    const file = join(newFolder(), 'other.db');
    make(file);
    if (statSync(file).isDirectory()) {
      await expect(openStore(file)).rejects.toMatchObject({
        code: 'STORE_ERROR',
        message: expect.stringMatching(words),
      });
      expect(readdirSync(file)).toEqual([]);
    } else {
      await demandRefused(file, words);
    }
  });

  it.each([false, true])('is refused where another program has changes in its log only: %s', async (isKept) => {
    const file = join(newFolder(), 'other.db');
    // The process ends without a word, so that its log stays.
    const script = `
      const { DatabaseSync } = await import(process.argv[1]);
      const db = new DatabaseSync(process.argv[2]);
      db.exec('PRAGMA journal_mode = WAL; CREATE TABLE things (name); INSERT INTO things VALUES (1)');
      ${isKept ? "db.exec('PRAGMA user_version = 3');" : ''}
      process.kill(process.pid, 'SIGKILL');`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, LIBRARY, file]);
    await once(child, 'exit');
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
    await demandRefused(file, /database of another program/);
  });
});

describe('a store that cannot be used', () => {
  it('of a newer format is refused, whether the file says so or only its log', async () => {
    const file = await filledFile();
    const db = new DatabaseSync(file);
    db.exec('PRAGMA journal_mode = DELETE; PRAGMA user_version = 2');
    db.close();
    await demandRefused(file, /its format is 2, .* knows formats up to 1. Update/);
    const log = await filledFile();
    const script = `
      const { DatabaseSync } = await import(process.argv[1]);
      new DatabaseSync(process.argv[2]).exec('PRAGMA user_version = 7');
      process.kill(process.pid, 'SIGKILL');`;
    await once(spawn(process.execPath, ['--input-type=module', '-e', script, LIBRARY, log]), 'exit');
    await demandRefused(log, /its format is 7/);
  });

  it('with other tables is refused', async () => {
    const file = await filledFile();
    const db = new DatabaseSync(file);
    db.exec('PRAGMA journal_mode = DELETE; ALTER TABLE run ADD COLUMN more TEXT');
    db.close();
    await demandRefused(file, /its tables are not those of a store/);
  });

  it('that was cut off is refused', async () => {
    const file = await filledFile();
    for (const size of [statSync(file).size - 1, 40_000, 4_096, 100, 50]) {
      const cut = join(newFolder(), 'runs.db');
      copyFileSync(file, cut);
      truncateSync(cut, size);
      await demandRefused(cut, /is damaged|its beginning is damaged/);
    }
  });

  it('is told apart where its first page is damaged', async () => {
    const file = await filledFile();
    for (const at of [0, 17, 60, 70, 100, 104]) {
      const bytes = readFileSync(file);
      bytes[at] = (bytes[at] ?? 0) ^ 0x55;
      const bad = join(newFolder(), 'runs.db');
      writeFileSync(bad, bytes);
      await demandRefused(bad, /was not opened: /);
    }
  });

  it('is refused while another program has it for itself, after five seconds', { timeout: 60_000 }, async () => {
    const file = await filledFile();
    const script = `
      const { DatabaseSync } = await import(process.argv[1]);
      const db = new DatabaseSync(process.argv[2]);
      db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
      console.log('locked');
      setInterval(() => undefined, 1_000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, LIBRARY, file]);
    try {
      await once(child.stdout, 'data');
      await demandRefused(file, /another program has locked it/);
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    expect(await (await newStore(file)).list()).toHaveLength(3);
  });

  it.runIf(canBeNobody)('in a folder that this user may not write is refused', async () => {
    const file = await filledFile();
    const folder = newFolder();
    chmodSync(folder, 0o755);
    for (const [name, mode] of [
      ['read', 0o555],
      ['none', 0o700],
    ] as const) {
      const inner = join(folder, name);
      mkdirSync(inner, { mode });
      copyFileSync(file, join(inner, 'runs.db'));
      chmodSync(join(inner, 'runs.db'), 0o644);
      const before = bytesBeside(join(inner, 'runs.db'));
      const script = `
        for (const file of args) {
          await store.openStore(file, options).then(
            (opened) => opened.close().then(() => console.log('opened')),
            (error) => console.log(error.code, error.message),
          );
        }`;
      expect(asNobody(script, [join(inner, 'runs.db'), join(inner, 'new.db')], folder)).toEqual([
        expect.stringMatching(
          /^STORE_ERROR openStore\(\): .*runs\.db was not opened|^STORE_ERROR openStore\(\): .*runs\.db could not be made/,
        ),
        expect.stringMatching(/^STORE_ERROR openStore\(\): .*new\.db could not be made/),
      ]);
      expect(bytesBeside(join(inner, 'runs.db'))).toEqual(before);
      expect(existsSync(join(inner, 'new.db'))).toBe(false);
    }
  });

  it.each([
    ['3.51.3', true],
    ['3.53.0', true],
    ['4.0.0', true],
    ['3.51.2', false],
    ['3.50.9', false],
    ['3.6.23', false],
  ])('is refused with an SQLite that is too old: %s', (version, isFine) => {
    expect(isAtLeast(version, '3.51.3')).toBe(isFine);
  });

  it('is not looked for where its name is none', async () => {
    for (const [file, options] of [
      ['', {}],
      [':memory:', {}],
      ['file:x', {}],
      ['x', { sync: 'half' }],
    ] as const) {
      await expect(openStore(file, options as never)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    }
  });
});

function makeForeign(file: string, application: number): void {
  const db = new DatabaseSync(file);
  db.exec(`PRAGMA application_id = ${application}; CREATE TABLE things (name); INSERT INTO things VALUES ('one')`);
  db.close();
}
