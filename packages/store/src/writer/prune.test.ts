/** Trees in which a run begins while they are removed. */
import { afterEach, describe, expect, it } from 'vitest';
import { type Database, loadSqlite, openDatabase } from '../file/index.ts';
import type { Store } from '../open-store.ts';
import { clearAway, newStore } from '../testing/folders.ts';
import { heard } from '../testing/harm.ts';
import { closeOf, headerOf, openOf, runIdOf } from '../testing/runs.ts';
import { prune } from './prune.ts';

afterEach(clearAway);

const sqlite = await loadSqlite();
const [ID, SECOND] = [runIdOf(1), runIdOf(2)];
const second = headerOf(SECOND, { root: ID, parent: ID, depth: 1 });
const ALL = { olderThan: Date.now() + 1_000_000 };

async function withOneRun() {
  const store = await newStore();
  const log = store.open(headerOf(ID), heard().options);
  log.append(openOf(headerOf(ID)));
  log.append(closeOf(ID));
  await log.barrier();
  return { store, log };
}

/** A connection that has something else happen before its first transaction. */
function interrupted(store: Store, between: (db: Database) => void): Database {
  const db = openDatabase(sqlite, store.file);
  let isFirst = true;
  return {
    exec(sql) {
      if (sql.startsWith('BEGIN') && isFirst) {
        isFirst = false;
        const other = openDatabase(sqlite, store.file);
        between(other);
        other.close();
      }
      db.exec(sql);
    },
    prepare: (sql) => db.prepare(sql),
    close: () => db.close(),
  };
}

describe('prune()', () => {
  it('leaves a tree that somebody has taken up again since it was chosen', async () => {
    const { store, log } = await withOneRun();
    await log.finish();
    const db = interrupted(store, (other) => other.exec('UPDATE tree SET closed = NULL, entries = entries'));
    expect(await prune(db, ALL)).toEqual({ roots: [], runs: 0, entries: 0, bytes: 0 });
    db.close();
    expect(await store.list()).toHaveLength(1);
  });

  it('does not report what another process has removed meanwhile', async () => {
    const { store, log } = await withOneRun();
    await log.finish();
    const db = interrupted(store, (other) =>
      other.exec("UPDATE tree SET stored = 'pruned', root = 'pruned 1'; DELETE FROM run"),
    );
    expect(await prune(db, ALL)).toMatchObject({ roots: [], entries: 0 });
    db.close();
  });
});

describe('a tree that was removed while its host could still write into it', () => {
  it('takes no further run, and says so', async () => {
    const { store, log } = await withOneRun();
    expect(await store.prune(ALL)).toMatchObject({ roots: [ID] });
    const { broken, options } = heard();
    const later = store.open(second, options);
    later.append(openOf(second));
    later.append(closeOf(SECOND));
    expect(await later.finish()).toBe('partial');
    expect(broken).toEqual([expect.stringMatching(/was pruned/)]);
    await log.finish();
    expect(await store.check()).toMatchObject({ isSound: true, problems: [] });
  });
});
