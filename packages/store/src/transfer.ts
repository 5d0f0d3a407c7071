/** Runs as lines: out of a store, and into one. */
import type { Worker } from 'node:worker_threads';
import { Answers } from './answers.ts';
import { demandExport } from './demands.ts';
import {
  Chunks,
  type Database,
  type Hidden,
  linesOf,
  missing,
  type Snapshot,
  storeError,
  writeHeaderLine,
} from './file/index.ts';
import { letOthersWork } from './in-turns.ts';
import { findRun, findTree, type TreeRow, toTree } from './reader.ts';
import type { ToImport } from './writer/index.ts';

/** Which trees to export; without either, all. */
export interface ExportOptions {
  /** The id of any run: the whole tree around it is exported. */
  readonly runId?: string;
  readonly contextId?: string;
}

/** The lines of an export, without line feeds. Throws RUN_NOT_FOUND. */
export async function* exportLines(
  open: () => Snapshot,
  file: string,
  options: ExportOptions,
): AsyncGenerator<string, void, undefined> {
  demandExport(options);
  using snapshot = open();
  const { db } = snapshot;
  for (const tree of chooseTrees(db, file, options)) {
    const chunks = new Chunks(db, file);
    const { root, entries, isClosed } = tree;
    yield writeHeaderLine({ root, entries, isOpen: !isClosed, hidden: readHidden(db, tree) });
    for (let pos = 0; pos < tree.entries; ) {
      const chunk = chunks.at(tree.id, pos);
      if (chunk === undefined) {
        throw missing(tree.root, pos, file);
      }
      yield* linesOf(chunk);
      pos = chunk.first + chunk.count;
      await letOthersWork();
    }
  }
}

function chooseTrees(db: Database, file: string, { runId, contextId }: ExportOptions): TreeRow[] {
  if (runId !== undefined) {
    return [findTree(db, findRun(db, runId, file).root, file)];
  }
  const where = contextId === undefined ? '' : 'AND context = ?';
  const rows = db
    .prepare(`SELECT * FROM tree WHERE stored <> 'pruned' ${where} ORDER BY id`)
    .all(...(contextId === undefined ? [] : [contextId]));
  return rows.map(toTree);
}

function readHidden(db: Database, { id }: TreeRow): ReadonlyMap<number, Hidden> {
  const rows = db
    .prepare('SELECT first, hidden FROM chunk WHERE tree = ? AND hidden IS NOT NULL ORDER BY first')
    .all(id);
  return new Map(
    rows.flatMap(({ first, hidden }) => {
      const { secrets, beginnings }: { secrets: number[]; beginnings: number[] } = JSON.parse(String(hidden));
      return [
        ...secrets.map((at): [number, Hidden] => [Number(first) + at, 'secret']),
        ...beginnings.map((at): [number, Hidden] => [Number(first) + at, 'beginning']),
      ];
    }),
  );
}

const LINES_AT_ONCE = 1_000;

/** Gives lines to a thread that imports them, and waits until it has read each lot. */
export async function giveLines<Report>(
  worker: Worker,
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<Report> {
  const say = (message: ToImport): void => worker.postMessage(message);
  const answers = new Answers<Report>(worker);
  try {
    let lot: string[] = [];
    await demandMore(answers);
    let count = 0;
    for await (const line of lines) {
      count++;
      if (typeof line !== 'string') {
        throw refused(`Line ${count}: it is ${show(line)}, and no text`);
      }
      lot.push(line);
      if (lot.length < LINES_AT_ONCE) {
        continue;
      }
      say({ kind: 'lines', lines: lot });
      lot = [];
      await demandMore(answers);
    }
    say({ kind: 'lines', lines: lot });
    await demandMore(answers);
    say({ kind: 'end' });
    const end = await answers.next();
    if (end.kind !== 'done') {
      throw refused(end.kind === 'failed' ? end.message : 'The thread did not say why');
    }
    return end.report;
  } catch (error) {
    say({ kind: 'stop' });
    throw error;
  }
}

async function demandMore(answers: Answers<unknown>): Promise<void> {
  const message = await answers.next();
  if (message.kind === 'failed') {
    throw refused(message.message);
  }
}

function show(value: unknown): string {
  return value === null
    ? 'null'
    : Array.isArray(value)
      ? 'an array'
      : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
}

function refused(why: string): Error {
  return storeError(`import(): nothing was taken in. ${why}.`);
}

/** The report of a task. */
export async function done<Report>(worker: Worker): Promise<Report> {
  const message = await new Answers<Report>(worker).next();
  if (message.kind === 'done') {
    return message.report;
  }
  throw storeError(
    message.kind === 'failed'
      ? `${message.message}.`
      : 'The thread of the store has said something else than it was asked.',
  );
}
