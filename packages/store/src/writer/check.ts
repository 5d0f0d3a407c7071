/** Checks every byte of the file that can be checked, and can rebuild the list of runs. */
import { createEntryDecoder, type EntryDecoder, type TreeViolation } from '@agent-mux/events/journal';
import {
  type BrokenRule,
  type Database,
  describeFault,
  type EntryPlace,
  foldRow,
  inTransaction,
  linesOf,
  openChunk,
  prepareSave,
  RuleWatch,
  type RunRow,
  readNumber,
  readRow,
} from '../file/index.ts';

export interface CheckOptions {
  /** Whether to rebuild the list of runs from the entries, where these are sound. @defaultValue false */
  readonly rebuild?: boolean;
}

export interface StoreProblem {
  readonly message: string;
  /** The id of the run at the top of the affected tree. */
  readonly root?: string;
  /** The affected chunk. */
  readonly chunk?: number;
  /** The id of the run that breaks a rule. */
  readonly runId?: string;
  /** The place in its tree of the entry that breaks it. */
  readonly pos?: number;
  /** The broken rule, of `TREE_RULES` and `JOURNAL_RULES` of `@agent-mux/events/journal` or of `RULES` of `@agent-mux/events/check`. */
  readonly rule?: TreeViolation['rule'];
}

export interface CheckReport {
  /** Whether there are no problems; those that `rebuild` has repaired do not count. */
  readonly isSound: boolean;
  readonly problems: readonly StoreProblem[];
  readonly trees: number;
  readonly runs: number;
  readonly entries: number;
}

interface Found {
  /** What cannot be read. */
  readonly problems: StoreProblem[];
  readonly broken: readonly BrokenRule[];
  readonly rows: ReadonlyMap<string, RunRow>;
  readonly entries: number;
  /** Whether a run is to take over and has not opened. */
  readonly isAwaiting: boolean;
}

export function checkStore(
  db: Database,
  { file, rebuild }: { readonly file: string; readonly rebuild: boolean },
): CheckReport {
  const problems: StoreProblem[] = findFaults(db);
  let [trees, runs, entries] = [0, 0, 0];
  for (const { id, root, entries: told, isClosed } of attempt(problems, () => readTrees(db), [])) {
    trees++;
    const found = attempt(problems, () => inspect(db, { id, root, isClosed, file }), undefined);
    if (found === undefined) {
      continue;
    }
    runs += found.rows.size;
    entries += found.entries;
    problems.push(...found.problems, ...found.broken.map((broken) => describeBroken(root, broken)));
    if (found.problems.length > 0) {
      continue;
    }
    const wrong = [
      ...(found.entries === told ? [] : [`it should have ${told} entries, and has ${found.entries}`]),
      ...attempt(problems, () => compareRows(db, id, found.rows), []),
    ];
    if (wrong.length === 0) {
      continue;
    }
    if (rebuild) {
      inTransaction(db, () => restore(db, id, found));
    } else {
      problems.push(...wrong.map((message) => ({ root, message: `In the tree ${root} ${message}.` })));
    }
  }
  return { isSound: problems.length === 0, problems, trees, runs, entries };
}

function readTrees(db: Database): { id: number; root: string; entries: number; isClosed: boolean }[] {
  return db
    .prepare("SELECT id, root, entries, closed FROM tree WHERE stored <> 'pruned' ORDER BY id")
    .all()
    .map(({ id, root, entries, closed }) => {
      return { id: Number(id), root: String(root), entries: Number(entries), isClosed: closed !== null };
    });
}

/** Runs a part of the check. If SQLite cannot read at all, that is a problem like others, and the rest is checked all the same. */
function attempt<T, U>(problems: StoreProblem[], act: () => T, otherwise: U): T | U {
  try {
    return act();
  } catch (error) {
    problems.push({ message: describeFault(error) });
    return otherwise;
  }
}

function findFaults(db: Database): StoreProblem[] {
  const problems: StoreProblem[] = [];
  const orphans = attempt(
    problems,
    () => readNumber(db, 'SELECT count(*) FROM chunk WHERE tree NOT IN (SELECT id FROM tree)'),
    0,
  );
  const integrity = (): string[] =>
    db
      .prepare('PRAGMA integrity_check')
      .all()
      .map((row) => String(Object.values(row)[0]));
  const faults = attempt(problems, integrity, []);
  return [
    ...problems,
    ...faults.filter((text) => text !== 'ok').map((message) => ({ message: `SQLite says: ${message}` })),
    ...(orphans === 0 ? [] : [{ message: `${orphans} chunks belong to no tree.` }]),
  ];
}

/** Checks a tree chunk by chunk: each must be sound and follow the one before, and its lines must be entries. */
function inspect(
  db: Database,
  { id, root, isClosed, file }: { id: number; root: string; isClosed: boolean; file: string },
): Found {
  const problems: StoreProblem[] = [];
  const broken: BrokenRule[] = [];
  const taking: Taking = { rows: new Map(), decoder: createEntryDecoder(), watch: new RuleWatch() };
  let next = 0;
  const read = db.prepare('SELECT id, tree, first, count, sum, hidden, body FROM chunk WHERE id = ?');
  for (const { id: chunkId } of db.prepare('SELECT id FROM chunk WHERE tree = ? ORDER BY first').all(id)) {
    try {
      const chunk = openChunk(read.get(chunkId ?? null) ?? {}, file);
      if (chunk.first !== next) {
        throw new Error(`Entry ${next} of the tree ${root} is missing.`);
      }
      next = chunk.first + chunk.count;
      linesOf(chunk).forEach((line, at) => {
        broken.push(
          ...takeLine(line, taking, { pos: chunk.first + at, redacted: chunk.hidden.has(at) ? 'yes' : 'no' }),
        );
      });
    } catch (error) {
      problems.push({ root, chunk: Number(chunkId), message: describeFault(error) });
      break;
    }
  }
  // A tree that could not be read to its end has not shown it.
  if (problems.length === 0) {
    broken.push(...taking.watch.end({ isOver: isClosed }));
  }
  return { problems, broken, rows: taking.rows, entries: next, isAwaiting: taking.watch.isAwaiting };
}

interface Taking {
  readonly rows: Map<string, RunRow>;
  readonly decoder: EntryDecoder;
  readonly watch: RuleWatch;
}

function takeLine(line: string, { rows, decoder, watch }: Taking, place: EntryPlace): BrokenRule[] {
  const { pos } = place;
  const entry = decoder.decode(line);
  const row = foldRow(rows.get(entry.runId), entry, pos);
  if (row === undefined) {
    throw new Error(`Entry ${pos} belongs to the run ${entry.runId}, which was not opened before it.`);
  }
  rows.set(entry.runId, row);
  return watch.take(entry, place);
}

function describeBroken(root: string, { runId, pos, rule, message }: BrokenRule): StoreProblem {
  return { root, runId, pos, rule, message: `Entry ${pos} of the run ${runId} breaks ${rule}: ${message}.` };
}

function compareRows(db: Database, tree: number, rows: ReadonlyMap<string, RunRow>): string[] {
  const stored = new Map(
    db
      .prepare('SELECT * FROM run WHERE tree = ?')
      .all(tree)
      .map(readRow)
      .map((row) => [row.run_id, row]),
  );
  const names = [...new Set([...stored.keys(), ...rows.keys()])];
  return names
    .filter((name) => JSON.stringify(stored.get(name)) !== JSON.stringify(rows.get(name)))
    .map((name) => `the list says something else of the run ${name} than its entries do`);
}

function restore(db: Database, id: number, { rows, entries, isAwaiting }: Found): void {
  const save = prepareSave(db);
  db.prepare('DELETE FROM run WHERE tree = ?').run(id);
  for (const row of rows.values()) {
    save(id, row);
  }
  const bytes = readNumber(db, 'SELECT coalesce(sum(length(CAST(body AS BLOB))), 0) FROM chunk WHERE tree = ?', id);
  const isClosed = !isAwaiting && [...rows.values()].every(({ closed }) => closed !== null);
  db.prepare(
    'UPDATE tree SET entries = ?, bytes = ?, closed = CASE WHEN ? THEN coalesce(closed, ?) END WHERE id = ?',
  ).run(entries, bytes, isClosed ? 1 : 0, Date.now(), id);
}
