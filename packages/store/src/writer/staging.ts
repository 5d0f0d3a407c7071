/** Lines to import, which are gathered as chunks in a temporary table and then moved in one transaction. */
import { createEntryDecoder, type EntryDecoder, type JournalEntry } from '@agent-mux/events/journal';
import {
  type BrokenRule,
  Chunks,
  type Database,
  type ExportHeader,
  foldRow,
  inTransaction,
  linesOf,
  markOf,
  prepareSave,
  RuleWatch,
  type RunRow,
  readHeaderLine,
  sumOf,
} from '../file/index.ts';
import { MAX_LINES, MAX_SIZE } from './tree.ts';

export interface ImportReport {
  readonly trees: number;
  readonly runs: number;
  readonly entries: number;
  /** How many trees were in the store already, with the same entries. */
  readonly known: number;
}

interface Coming {
  readonly key: number;
  readonly root: string;
  readonly context: string;
  /** The header before the tree; undefined where no line says how many lines there are, and which of them were changed. */
  readonly told: ExportHeader | undefined;
  readonly watch: RuleWatch;
  readonly decoder: EntryDecoder;
  readonly rows: Map<string, RunRow>;
  /** The number of the last line of each run. */
  readonly lastLine: Map<string, number>;
  entries: number;
  bytes: number;
  lines: string[];
  size: number;
  /** The tree in the file with the same root, as long as all entries were the same. */
  same: number | undefined;
}

export class Staging {
  readonly #db: Database;
  readonly #chunks: Chunks;
  readonly #trees: Coming[] = [];
  readonly #roots = new Set<string>();
  readonly #runs = new Set<string>();
  #current: Coming | undefined;
  /** The header that was read last, as long as nothing has followed it. */
  #told: { readonly header: ExportHeader; readonly line: number } | undefined;
  #line = 0;
  #chunk: { first: number; lines: readonly string[] } | undefined;

  constructor(db: Database, file: string) {
    this.#db = db;
    this.#chunks = new Chunks(db, file);
    // The table is beside the file, not in it, so that others can go on writing.
    db.exec(
      'PRAGMA temp_store = FILE; CREATE TEMP TABLE coming (tree INTEGER, first INTEGER, count INTEGER, hidden TEXT, body TEXT)',
    );
  }

  add(line: string): void {
    this.#line++;
    if (line.trim() === '') {
      return;
    }
    try {
      const header = readHeaderLine(line);
      if (header === undefined) {
        this.#take(line);
        return;
      }
      this.#end();
      this.#demandFollowed();
      this.#told = { header, line: this.#line };
    } catch (error) {
      if (error instanceof LineError) {
        throw error;
      }
      throw new LineError(this.#line, error instanceof Error ? error.message : String(error), error);
    }
  }

  finish(): ImportReport {
    this.#end();
    this.#demandFollowed();
    const fresh = this.#trees.filter(({ same }) => same === undefined);
    inTransaction(this.#db, () => {
      for (const tree of fresh) {
        this.#move(tree);
      }
    });
    return {
      trees: fresh.length,
      runs: fresh.reduce((sum, { rows }) => sum + rows.size, 0),
      entries: fresh.reduce((sum, { entries }) => sum + entries, 0),
      known: this.#trees.length - fresh.length,
    };
  }

  #take(line: string): void {
    const opened = readRoot(line);
    if (opened !== undefined) {
      this.#begin(opened);
    }
    const tree = this.#current;
    if (tree === undefined) {
      throw new Error('the first entry is not the `open` of a run at the top of a tree');
    }
    const entry = tree.decoder.decode(line);
    this.#demandPlace(tree, entry);
    const redacted = tree.told === undefined ? 'maybe' : tree.told.hidden.has(tree.entries) ? 'yes' : 'no';
    for (const broken of tree.watch.take(entry, { pos: tree.entries, redacted })) {
      throw new Error(describe(broken));
    }
    tree.lastLine.set(entry.runId, this.#line);
    const row = foldRow(tree.rows.get(entry.runId), entry, tree.entries);
    if (row !== undefined) {
      tree.rows.set(entry.runId, row);
    }
    const written = asWritten(line, entry.runId);
    this.#compare(tree, written);
    tree.lines.push(written);
    tree.size += written.length;
    tree.entries++;
    if (tree.lines.length >= MAX_LINES || tree.size >= MAX_SIZE) {
      this.#stage(tree);
    }
  }

  #begin({ runId, contextId }: { readonly runId: string; readonly contextId: string }): void {
    this.#end();
    if (this.#roots.has(runId)) {
      throw new Error(`the tree ${runId} comes twice`);
    }
    this.#roots.add(runId);
    const told = this.#told?.header;
    if (told !== undefined && told.root !== runId) {
      throw new Error(`the line before the tree ${runId} is that of the tree ${told.root}`);
    }
    const found = this.#db.prepare('SELECT id FROM tree WHERE root = ?').get(runId);
    this.#current = {
      key: this.#trees.length,
      root: runId,
      context: contextId,
      told,
      watch: new RuleWatch(),
      lastLine: new Map(),
      decoder: createEntryDecoder(),
      rows: new Map(),
      entries: 0,
      bytes: 0,
      lines: [],
      size: 0,
      same: found === undefined ? undefined : Number(found['id']),
    };
    this.#chunk = undefined;
    this.#told = undefined;
    this.#trees.push(this.#current);
  }

  /** Throws unless a run opens once, in its tree, and nothing of it comes before that or after its close. */
  #demandPlace(tree: Coming, entry: JournalEntry): void {
    const row = tree.rows.get(entry.runId);
    if ('entry' in entry && entry.entry === 'open') {
      const { runId, root } = entry.header;
      if (runId !== entry.runId) {
        throw new Error(`the header is that of the run ${runId}, the entry of ${entry.runId}`);
      }
      if (root !== tree.root) {
        throw new Error(`the run ${runId} belongs to the tree ${root}, which is not the one before it`);
      }
      if (row !== undefined || this.#runs.has(runId)) {
        throw new Error(`the run ${runId} was opened before`);
      }
      this.#runs.add(runId);
      if (tree.same === undefined && this.#db.prepare('SELECT 1 FROM run WHERE run_id = ?').get(runId) !== undefined) {
        throw new Error(`the run ${runId} is in the store already, in another tree`);
      }
      return;
    }
    if (row === undefined) {
      throw new Error(`the run ${entry.runId} was not opened before`);
    }
    if (row.closed_pos !== null) {
      throw new Error(`the run ${entry.runId} was closed before`);
    }
  }

  #compare({ same, root, entries }: Coming, line: string): void {
    if (same === undefined) {
      return;
    }
    if (this.#chunk === undefined || entries >= this.#chunk.first + this.#chunk.lines.length) {
      const chunk = this.#chunks.at(same, entries);
      this.#chunk = chunk === undefined ? undefined : { first: chunk.first, lines: linesOf(chunk) };
    }
    if (this.#chunk?.lines[entries - this.#chunk.first] !== line) {
      throw new Error(differs(root));
    }
  }

  #end(): void {
    const tree = this.#current;
    this.#current = undefined;
    if (tree === undefined) {
      return;
    }
    this.#stage(tree);
    const { root, entries, told, same } = tree;
    for (const broken of tree.watch.end({ isOver: told?.isOpen !== true })) {
      throw new LineError(tree.lastLine.get(broken.runId) ?? this.#line, describe(broken));
    }
    if (told !== undefined && told.entries !== entries) {
      throw new LineError(this.#line, lacks(told, entries));
    }
    if (same !== undefined && this.#chunks.at(same, entries) !== undefined) {
      throw new LineError(this.#line, differs(root));
    }
  }

  #demandFollowed(): void {
    if (this.#told !== undefined) {
      throw new LineError(this.#told.line, lacks(this.#told.header, 0));
    }
  }

  #stage(tree: Coming): void {
    const { lines, same } = tree;
    if (lines.length === 0) {
      return;
    }
    tree.lines = [];
    tree.size = 0;
    if (same !== undefined) {
      return;
    }
    const first = tree.entries - lines.length;
    const body = `${lines.join('\n')}\n`;
    tree.bytes += Buffer.byteLength(body);
    const at = (kind: string): number[] =>
      lines.flatMap((_, index) => (tree.told?.hidden.get(first + index) === kind ? [index] : []));
    const [secrets, beginnings] = [at('secret'), at('beginning')];
    const hidden = secrets.length + beginnings.length === 0 ? null : JSON.stringify({ secrets, beginnings });
    this.#db.prepare('INSERT INTO temp.coming VALUES (?, ?, ?, ?, ?)').run(tree.key, first, lines.length, hidden, body);
  }

  #move({ key, root, context, entries, bytes, rows, watch }: Coming): void {
    const now = Date.now();
    const isClosed = !watch.isAwaiting && [...rows.values()].every(({ closed }) => closed !== null);
    const added = this.#db
      .prepare(
        "INSERT INTO tree (root, context, created, entries, bytes, owner, closed, stored) VALUES (?, ?, ?, ?, ?, NULL, ?, 'import')",
      )
      .run(root, context, now, entries, bytes, isClosed ? now : null);
    const id = Number(added.lastInsertRowid);
    const save = prepareSave(this.#db);
    for (const row of rows.values()) {
      save(id, row);
    }
    const write = this.#db.prepare(
      'INSERT INTO chunk (tree, first, count, at, sum, hidden, body) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    const read = this.#db.prepare('SELECT * FROM temp.coming WHERE rowid = ?');
    for (const { rowid } of this.#db.prepare('SELECT rowid FROM temp.coming WHERE tree = ? ORDER BY first').all(key)) {
      const row = read.get(rowid ?? null) ?? {};
      const chunk = {
        tree: id,
        first: Number(row['first']),
        count: Number(row['count']),
        hidden: row['hidden'] === null || row['hidden'] === undefined ? null : String(row['hidden']),
        body: String(row['body']),
      };
      write.run(id, chunk.first, chunk.count, now, sumOf(chunk), chunk.hidden, chunk.body);
    }
  }
}

class LineError extends Error {
  constructor(line: number, message: string, cause?: unknown) {
    super(`Line ${line}: ${message}`, cause === undefined ? {} : { cause });
  }
}

function describe({ runId, rule, message }: BrokenRule): string {
  return `the run ${runId} breaks ${rule}: ${message}`;
}

function lacks({ root, entries }: ExportHeader, came: number): string {
  const what = `the tree ${root} has ${entries} entries by the line before it, and ${came} came`;
  return `${what}. Export it again, or take that line out`;
}

/** The line as a store writes it, in which a reader finds the run by its id. Other programs leave space where they like. */
function asWritten(line: string, runId: string): string {
  const isWhole = line.trim() === line && !line.includes('\n') && line.includes(markOf(runId));
  return isWhole ? line : JSON.stringify(JSON.parse(line));
}

function differs(root: string): string {
  return `the tree ${root} is in the store already, with other entries`;
}

/** Reads the `open` of a run at the top of a tree. */
function readRoot(line: string): { readonly runId: string; readonly contextId: string } | undefined {
  if (!line.includes('"open"')) {
    return undefined;
  }
  const value: { entry?: unknown; header?: { runId?: unknown; root?: unknown; contextId?: unknown } } =
    JSON.parse(line);
  const { runId, root, contextId } = value.header ?? {};
  return value.entry === 'open' && typeof runId === 'string' && runId === root && typeof contextId === 'string'
    ? { runId, contextId }
    : undefined;
}
