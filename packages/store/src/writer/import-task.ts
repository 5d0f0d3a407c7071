/** Imports lines. They are checked and gathered beside the file first, so that all of them come into it or none. */
import type { MessagePort } from 'node:worker_threads';
import { describeFault, openDatabase, type Sqlite } from '../file/index.ts';
import { type ImportReport, Staging } from './staging.ts';
import type { TaskData } from './tasks.ts';

export type ToImport =
  | { readonly kind: 'lines'; readonly lines: readonly string[] }
  | { readonly kind: 'end' }
  | { readonly kind: 'stop' };

export type FromTask<Report> =
  | { readonly kind: 'more' }
  | { readonly kind: 'done'; readonly report: Report }
  | { readonly kind: 'failed'; readonly message: string };

export function importTask(sqlite: Sqlite, { file }: Extract<TaskData, { task: 'import' }>, port: MessagePort): void {
  const db = openDatabase(sqlite, file);
  const say = (message: FromTask<ImportReport>): void => port.postMessage(message);
  const staging = new Staging(db, file);

  let isOver = false;

  function end(): void {
    isOver = true;
    db.close();
    port.close();
  }

  port.on('message', (message: ToImport) => {
    // A refused sender may still send lines.
    if (isOver) {
      return;
    }
    try {
      if (message.kind === 'lines') {
        for (const line of message.lines) {
          staging.add(line);
        }
        say({ kind: 'more' });
        return;
      }
      if (message.kind === 'end') {
        say({ kind: 'done', report: staging.finish() });
      }
    } catch (error) {
      say({ kind: 'failed', message: describeFault(error) });
    }
    end();
  });
  say({ kind: 'more' });
}
