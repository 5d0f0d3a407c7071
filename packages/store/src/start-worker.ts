/** Starts the writing thread, from the package, from its sources, or from wherever a bundler has put us. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { describeFault, storeError } from './file/index.ts';
import type { TaskData, WriterData } from './writer/index.ts';

/** Starts a thread; `given` is the file that the user names. Throws STORE_ERROR where there can be none. */
export function startWorker(workerData: WriterData | TaskData, given: string | URL | undefined): Worker {
  const url = given === undefined ? findWriter() : given instanceof URL ? given : pathToFileURL(given);
  try {
    return createWorker(url, workerData);
  } catch (cause) {
    throw storeError(`The thread of the store could not be started from ${url.href}: ${describeFault(cause)}.`, cause);
  }
}

function createWorker(url: URL, workerData: WriterData | TaskData): Worker {
  // The host's own flags, such as `--input-type`, may not suit a file.
  if (!url.pathname.endsWith('.ts')) {
    return new Worker(url, { execArgv: [], workerData, name: 'agent-mux store' });
  }
  // Node 20 does not load TypeScript by `--import` of a thread, but by what its first line registers.
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx/esm/api')).href;
  const code = `import(${JSON.stringify(tsx)}).then(({ register }) => { register(); return import(${JSON.stringify(url.href)}); });`;
  const execArgv = ['--conditions=agent-mux-source'];
  return new Worker(code, { eval: true, execArgv, workerData, name: 'agent-mux store' });
}

/** Finds the program beside this file, as the package is laid out, or in the package as Node finds it from here. */
function findWriter(): URL {
  for (const name of ['./writer/main.js', './writer/main.ts']) {
    const url = new URL(name, import.meta.url);
    // A foreign bundle may have a file of this name, so ours identifies itself.
    if (existsSync(url) && isOurs(url)) {
      return url;
    }
  }
  try {
    return pathToFileURL(createRequire(import.meta.url).resolve('@agent-mux/store/writer'));
  } catch (cause) {
    throw storeError(
      `openStore(): the program of the writing thread was not found beside ${fileURLToPath(import.meta.url)}, nor as ` +
        '`@agent-mux/store/writer`. Install `@agent-mux/store` beside your bundle, or name the file with the option `writer`.',
      cause,
    );
  }
}

function isOurs(url: URL): boolean {
  return /[\\/](?:packages[\\/]store|@agent-mux[\\/]store)[\\/]/.test(fileURLToPath(url));
}
