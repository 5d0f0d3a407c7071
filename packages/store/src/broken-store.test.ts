/** A store that can no longer be written, while its host lives on. */
import { renameSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { loadSqlite } from './file/index.ts';
import { clearAway, newFile, newStore } from './testing/folders.ts';
import { heard } from './testing/harm.ts';
import { closeOf, headerOf, openOf, runIdOf } from './testing/runs.ts';

afterEach(clearAway);

const { DatabaseSync } = await loadSqlite();
const ID = runIdOf(1);

/** A store with an open run, which a fault keeps from being stored to its end. */
async function brokenStore(file: string, harm: () => void) {
  const store = await newStore(file);
  const { broken, options } = heard();
  const log = store.open(headerOf(ID), options);
  log.append(openOf(headerOf(ID)));
  expect(await log.barrier()).toBe('stored');
  harm();
  log.append(closeOf(ID));
  expect(await log.barrier()).toBe('broken');
  return { store, broken };
}

/** What another reader sees of the run, and whether it can be removed. */
async function seenByOthers(file: string) {
  const other = await newStore(file);
  const [run] = await other.list();
  const { exitReason } = await other.replay(ID);
  const { roots } = await other.prune({ maxBytes: 0 });
  return { state: run?.state, exitReason, roots };
}

const LOST = { state: 'lost', exitReason: 'failed', roots: [ID] };

describe('a run of a store that broke is lost for other readers, though its host lives', () => {
  it('once the store is closed and its file can be written again', async () => {
    const file = newFile();
    const { store, broken } = await brokenStore(file, () => renameSync(file, `${file}.away`));
    renameSync(`${file}.away`, file);
    await store.close();
    expect(broken).toEqual([expect.stringMatching(/was deleted or replaced/)]);
    expect(await seenByOthers(file)).toEqual(LOST);
  });

  it('at once where the fault lets that be written', async () => {
    const file = newFile();
    const change = (sql: string): void => {
      const db = new DatabaseSync(file);
      db.exec(sql);
      db.close();
    };
    const { broken } = await brokenStore(file, () =>
      change(`CREATE TRIGGER fault BEFORE INSERT ON chunk BEGIN SELECT RAISE(ABORT, 'no more chunks'); END`),
    );
    change('DROP TRIGGER fault');
    expect(broken).toEqual([expect.stringMatching(/no more chunks/)]);
    expect(await seenByOthers(file)).toEqual(LOST);
  });
});
