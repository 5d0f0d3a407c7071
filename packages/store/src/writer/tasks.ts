/** Work on the whole file, each in a thread of its own so that nobody waits for it. */
import { openDatabase, type Sqlite } from '../file/index.ts';
import { type CheckReport, checkStore } from './check.ts';
import { type PruneReport, type PruneRule, prune } from './prune.ts';

export type TaskData =
  | { readonly task: 'prune'; readonly file: string; readonly rule: PruneRule }
  | { readonly task: 'check'; readonly file: string; readonly rebuild: boolean }
  | { readonly task: 'import'; readonly file: string };

export async function pruneTask(
  sqlite: Sqlite,
  { file, rule }: Extract<TaskData, { task: 'prune' }>,
): Promise<PruneReport> {
  const db = openDatabase(sqlite, file);
  try {
    return await prune(db, rule);
  } finally {
    db.close();
  }
}

export function checkTask(sqlite: Sqlite, { file, rebuild }: Extract<TaskData, { task: 'check' }>): CheckReport {
  const db = openDatabase(sqlite, file);
  try {
    return checkStore(db, { file, rebuild });
  } finally {
    db.close();
  }
}
