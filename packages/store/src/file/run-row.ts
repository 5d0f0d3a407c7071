/** What the table `run` says of a run: a fold over a few of its entries, so that it can be made again at any time. */
import { isEventEntry, type JournalEntry } from '@agent-mux/events/journal';
import type { Database, Row, SqlValue, Statement } from './sqlite.ts';

export interface RunRow {
  readonly run_id: string;
  readonly parent: string | null;
  readonly name: string;
  readonly agent: string;
  readonly depth: number;
  readonly opened_pos: number;
  readonly opened: number;
  readonly closed_pos: number | null;
  readonly closed: number | null;
  readonly cause: string | null;
  readonly session_id: string | null;
  readonly model: string | null;
  readonly cwd: string | null;
  readonly title: string | null;
  readonly cost: number | null;
  /** The tags as a JSON array. */
  readonly tags: string;
}

const COLUMNS = [
  'run_id',
  'parent',
  'name',
  'agent',
  'depth',
  'opened_pos',
  'opened',
  'closed_pos',
  'closed',
  'cause',
  'session_id',
  'model',
  'cwd',
  'title',
  'cost',
  'tags',
] as const satisfies readonly (keyof RunRow)[];

const MAX_TITLE = 120;

/** Whether an entry can change the row of its run. */
export function isFact(entry: JournalEntry): boolean {
  if (!isEventEntry(entry)) {
    return entry.entry === 'open' || entry.entry === 'close';
  }
  return entry.type === 'session_start' || entry.type === 'cost';
}

/** The row after an entry; undefined before the run has opened. */
export function foldRow(row: RunRow | undefined, entry: JournalEntry, pos: number): RunRow | undefined {
  if (isEventEntry(entry)) {
    if (row === undefined) {
      return undefined;
    }
    if (entry.type === 'session_start') {
      return { ...row, session_id: keepable(entry.sessionId) };
    }
    return entry.type === 'cost' ? { ...row, cost: entry.cost.totalUsd } : row;
  }
  if (entry.entry === 'open') {
    return openRow(entry.header, pos, entry.timestamp);
  }
  if (entry.entry !== 'close' || row === undefined) {
    return row;
  }
  const { sessionId } = entry.facts;
  return {
    ...row,
    closed_pos: pos,
    closed: entry.timestamp,
    cause: entry.cause,
    session_id: sessionId === undefined ? row.session_id : keepable(sessionId),
  };
}

function openRow(header: Extract<JournalEntry, { entry: 'open' }>['header'], pos: number, opened: number): RunRow {
  const { runId, parent, name, agent, depth, model, cwd, prompt, tags } = header;
  return {
    run_id: runId,
    parent: parent ?? null,
    name: keepable(name),
    agent: keepable(agent),
    depth,
    opened_pos: pos,
    opened,
    closed_pos: null,
    closed: null,
    cause: null,
    session_id: null,
    model: model === undefined ? null : keepable(model),
    cwd: keepable(cwd),
    title: titleOf(prompt),
    cost: null,
    tags: JSON.stringify(tags),
  };
}

/** The title: the first line of the prompt that contains text. */
function titleOf(prompt: string): string {
  const line = prompt.trim().split('\n', 1)[0] ?? '';
  // The cut may be within a sign of two units, which is left out as a whole.
  return keepable(line.length > MAX_TITLE ? `${line.slice(0, MAX_TITLE - 1).replace(/[\ud800-\udbff]$/, '')}…` : line);
}

/** A text as SQLite gives it back: it ends texts at a NUL, and keeps no half of a sign. */
export function keepable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/** Replaces an older row of the same run in the same tree. A run of another tree is a fault. */
export function prepareSave(db: Database): (tree: number, row: RunRow) => void {
  const changed = COLUMNS.filter((name) => name !== 'run_id').map((name) => `${name} = excluded.${name}`);
  const save: Statement = db.prepare(
    `INSERT INTO run (tree, ${COLUMNS.join(', ')}) VALUES (?, ${COLUMNS.map(() => '?').join(', ')})
     ON CONFLICT (run_id) DO UPDATE SET ${changed.join(', ')} WHERE run.tree = excluded.tree`,
  );
  return (tree, row) => {
    const { changes } = save.run(tree, ...COLUMNS.map((name): SqlValue => row[name]));
    if (Number(changes) !== 1) {
      throw new Error(`The run ${row.run_id} is in the store already, in another tree.`);
    }
  };
}

/** Reads a row that `SELECT * FROM run` gives. */
export function readRow(row: Row): RunRow {
  return Object.fromEntries(COLUMNS.map((name) => [name, row[name] ?? null])) as unknown as RunRow;
}
