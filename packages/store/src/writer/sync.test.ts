import { MessageChannel } from 'node:worker_threads';
import { afterEach, expect, it } from 'vitest';
import { loadSqlite, ownOwner, readNumber, type Sqlite } from '../file/index.ts';
import { clearAway, newStore } from '../testing/folders.ts';
import { Writer } from './writer.ts';

afterEach(clearAway);

const sqlite = await loadSqlite();

/** The levels as SQLite numbers them: 1 waits for the disk at checkpoints, 2 at each commit too. */
it.each([
  ['normal', 1],
  ['full', 2],
] as const)('the connection that writes waits for the disk as sync %s says', async (sync, level) => {
  const { file } = await newStore();
  const opened: InstanceType<Sqlite['DatabaseSync']>[] = [];
  class Watched extends sqlite.DatabaseSync {
    constructor(...args: ConstructorParameters<Sqlite['DatabaseSync']>) {
      super(...args);
      opened.push(this);
    }
  }
  const { port1, port2 } = new MessageChannel();
  new Writer({ ...sqlite, DatabaseSync: Watched }, { task: 'write', file, owner: ownOwner(), sync }, port1);
  const [db = expect.fail('no connection')] = opened;
  expect(readNumber(db, 'PRAGMA synchronous')).toBe(level);
  db.close();
  port1.close();
  port2.close();
});
