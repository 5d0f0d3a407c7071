/** The program of the writing thread: it hides secrets, gathers lines into chunks and commits them. No byte is written anywhere else. */
import { parentPort, workerData } from 'node:worker_threads';
import { describeFault, loadSqlite } from '../file/index.ts';
import { importTask } from './import-task.ts';
import type { WriterData } from './messages.ts';
import { checkTask, pruneTask, type TaskData } from './tasks.ts';
import { Writer } from './writer.ts';

const data: WriterData | TaskData = workerData;

if (parentPort !== null) {
  const port = parentPort;
  try {
    const sqlite = await loadSqlite();
    switch (data.task) {
      case 'write':
        new Writer(sqlite, data, port).start();
        break;
      case 'prune':
        port.postMessage({ kind: 'done', report: await pruneTask(sqlite, data) });
        break;
      case 'check':
        port.postMessage({ kind: 'done', report: checkTask(sqlite, data) });
        break;
      case 'import':
        importTask(sqlite, data, port);
        break;
      default:
        data satisfies never;
    }
  } catch (error) {
    port.postMessage({ kind: data.task === 'write' ? 'broken' : 'failed', message: describeFault(error) });
    port.close();
  }
}
