/** The rows in which entries are kept, verified as they are read. */
import { sumOf } from './checksum.ts';
import { storeError } from './errors.ts';
import { type Database, describeFault, type Row, type SqlValue, type Statement } from './sqlite.ts';

export interface Chunk {
  /** Rises with each commit to the file, whatever the tree. */
  readonly id: number;
  readonly tree: number;
  /** The place of its first line in the tree. */
  readonly first: number;
  readonly count: number;
  /** The lines, each with its line feed. */
  readonly body: string;
  /** The lines that differ from what was given, each with its reason. */
  readonly hidden: ReadonlyMap<number, Hidden>;
}

/** Why a line differs: `secret`, or `beginning` where a text was hidden that might only have become one. */
export type Hidden = 'secret' | 'beginning';

const SELECT = 'SELECT id, tree, first, count, sum, hidden, body FROM chunk';
const AT = `${SELECT} WHERE tree = ? AND first <= ? ORDER BY first DESC LIMIT 1`;
const OF_CONTEXT = `${SELECT} WHERE id = (SELECT min(chunk.id) FROM chunk JOIN tree ON tree.id = chunk.tree
  WHERE tree.context = ? AND tree.stored <> 'pruned' AND chunk.id > ?)`;

export class Chunks {
  readonly #db: Database;
  readonly #file: string;
  /** Prepared statements, since preparing one costs as much as reading a chunk. */
  readonly #prepared = new Map<string, Statement>();

  constructor(db: Database, file: string) {
    this.#db = db;
    this.#file = file;
  }

  /** The chunk of a tree that contains a place; undefined where there is none. */
  at(tree: number, pos: number): Chunk | undefined {
    const chunk = this.#read(AT, tree, pos);
    return chunk === undefined || chunk.first + chunk.count <= pos ? undefined : chunk;
  }

  /** The next chunk of a context in the order of commits. */
  ofContext(context: string, after: number): Chunk | undefined {
    return this.#read(OF_CONTEXT, context, after);
  }

  #read(sql: string, ...values: SqlValue[]): Chunk | undefined {
    let row: Row | undefined;
    try {
      const statement = this.#prepared.get(sql) ?? this.#db.prepare(sql);
      this.#prepared.set(sql, statement);
      row = statement.get(...values);
    } catch (cause) {
      throw storeError(`Entries could not be read from ${this.#file}: ${describeFault(cause)}. ${ADVICE}`, cause);
    }
    return row === undefined ? undefined : openChunk(row, this.#file);
  }
}

/** The advice about damage. */
export const ADVICE = '`check()` tells what is damaged; everything else can still be read and exported.';

/** Opens a chunk. Throws STORE_ERROR with its number where a byte differs from what was written. */
export function openChunk(row: Row, file: string): Chunk {
  const [id, tree, first, count] = ['id', 'tree', 'first', 'count'].map((name) => Number(row[name]));
  const body = String(row['body']);
  const hidden = row['hidden'] === null || row['hidden'] === undefined ? null : String(row['hidden']);
  if (id === undefined || tree === undefined || first === undefined || count === undefined) {
    throw damaged(row, file);
  }
  if (sumOf({ tree, first, count, hidden, body }) !== Number(row['sum']) || countLines(body) !== count) {
    throw damaged(row, file);
  }
  return { id, tree, first, count, body, hidden: readHidden(hidden) };
}

/** The lines of a chunk, without their line feeds. */
export function linesOf({ body }: Chunk): string[] {
  const lines = body.split('\n');
  lines.pop();
  return lines;
}

/** The number of lines; -1 where the last one does not end. */
function countLines(body: string): number {
  let count = 0;
  let from = 0;
  for (let end = body.indexOf('\n'); end >= 0; end = body.indexOf('\n', from)) {
    count++;
    from = end + 1;
  }
  return from === body.length ? count : -1;
}

function damaged({ id, first, tree }: Row, file: string): Error {
  return storeError(
    `Chunk ${id} in ${file} is damaged: its checksum does not fit (entries of tree ${tree} from ${first} on). ${ADVICE}`,
  );
}

/** The error for entries that are missing. */
export function missing(root: string, pos: number, file: string): Error {
  return storeError(`Entry ${pos} of the tree ${root} is missing in ${file}, which is damaged. ${ADVICE}`);
}

function readHidden(hidden: string | null): ReadonlyMap<number, Hidden> {
  if (hidden === null) {
    return new Map();
  }
  const { secrets, beginnings }: { secrets: number[]; beginnings: number[] } = JSON.parse(hidden);
  return new Map<number, Hidden>([
    ...secrets.map((line): [number, Hidden] => [line, 'secret']),
    ...beginnings.map((line): [number, Hidden] => [line, 'beginning']),
  ]);
}
