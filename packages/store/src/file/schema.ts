/** The tables of the file, and the numbers in its header by which it is recognised. */
import { type Database, inTransaction, readNumber } from './sqlite.ts';

/** The text "amux" in the file's header. */
export const APPLICATION_ID = 0x616d7578;

/** The format of the file. A newer one is refused. */
export const FILE_FORMAT = 1;

const TABLES = `
CREATE TABLE tree (id INTEGER PRIMARY KEY AUTOINCREMENT, root TEXT NOT NULL UNIQUE, context TEXT NOT NULL, created INTEGER NOT NULL,
  entries INTEGER NOT NULL, bytes INTEGER NOT NULL, owner TEXT, closed INTEGER, stored TEXT NOT NULL);
CREATE TABLE run (run_id TEXT PRIMARY KEY, tree INTEGER NOT NULL, parent TEXT, name TEXT NOT NULL, agent TEXT NOT NULL, depth INTEGER NOT NULL,
  opened_pos INTEGER NOT NULL, opened INTEGER NOT NULL, closed_pos INTEGER, closed INTEGER, cause TEXT, session_id TEXT, model TEXT, cwd TEXT,
  title TEXT, cost REAL, tags TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE chunk (id INTEGER PRIMARY KEY AUTOINCREMENT, tree INTEGER NOT NULL, first INTEGER NOT NULL, count INTEGER NOT NULL,
  at INTEGER NOT NULL, sum INTEGER NOT NULL, hidden TEXT, body TEXT NOT NULL);
CREATE UNIQUE INDEX chunk_place ON chunk (tree, first);
CREATE INDEX tree_context ON tree (context, id);
CREATE INDEX run_opened ON run (opened);
CREATE INDEX run_tree ON run (tree);
`;

/** Makes the tables in an empty file; does nothing where another process was faster. */
export function createTables(db: Database): void {
  // This must come before anything is written, because SQLite ignores it later without a word.
  db.exec('PRAGMA auto_vacuum = INCREMENTAL');
  inTransaction(
    db,
    () => {
      if (readNumber(db, 'PRAGMA user_version') !== 0 || readNumber(db, 'SELECT count(*) FROM sqlite_schema') > 0) {
        return;
      }
      db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${FILE_FORMAT}; ${TABLES}`);
    },
    'EXCLUSIVE',
  );
}

/** The tables of a file, or of what the file should be, as one text. */
export function describeTables(db: Database): string {
  return db
    .prepare("SELECT sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name")
    .all()
    .map(({ sql }) => String(sql))
    .join(';\n');
}

/** The tables that a sound file has, as `describeTables` gives them. */
export function wantedTables(memory: Database): string {
  memory.exec(TABLES);
  return describeTables(memory);
}
