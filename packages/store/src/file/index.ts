/** The contents of the file, whoever writes or reads it: tables, chunks of lines, rows of runs, and what is wrong with them. */
export { sumOf } from './checksum.ts';
export { type Chunk, Chunks, type Hidden, linesOf, missing, openChunk } from './chunks.ts';
export { pruned, runNotFound, storeClosed, storeError } from './errors.ts';
export { type ExportHeader, readHeaderLine, writeHeaderLine } from './export-header.ts';
export { checkFile, makeFile, markOpen, openChecked } from './guard.ts';
export { isGone, ownOwner } from './owner.ts';
export { type BrokenRule, type EntryPlace, RuleWatch } from './rule-watch.ts';
export { foldRow, isFact, keepable, prepareSave, type RunRow, readRow } from './run-row.ts';
export { type Frame, ShortLines, wholeLines } from './short-lines.ts';
export {
  type Database,
  describeFault,
  inTransaction,
  isAtLeast,
  loadSqlite,
  OLDEST_SQLITE,
  openDatabase,
  type Row,
  readNumber,
  type Snapshot,
  SQLITE_PACKAGE,
  type Sqlite,
  type SqlValue,
  type Statement,
  snapshotOf,
  sqliteVersion,
} from './sqlite.ts';
export { EntryReader, markOf, type StoredEntry } from './stored-entry.ts';
