/** Finds the files of a store by their names. None of them is opened. */
import { join } from 'node:path';
import type { SessionPlace } from '../adapter/index.ts';
import { codeOf, describeFault } from './faults.ts';
import type { SessionFiles } from './session-files.ts';

/** A file that may have a session. */
export interface FoundFile {
  readonly path: string;
  readonly modifiedMs: number;
  readonly bytes: number;
}

export interface Search {
  readonly files: SessionFiles;
  /** Reports a folder or a file that cannot be read. */
  readonly onFault: (path: string, message: string) => void;
}

/** The number of files whose facts are read at once. */
const AT_ONCE = 64;

/**
 * Finds files, newest first; those that were written in the same moment are sorted by their names, which begin with a
 * time. One file that has two names is found once. A missing folder is no fault.
 */
export async function findFiles(places: readonly SessionPlace[], search: Search): Promise<readonly FoundFile[]> {
  const paths: string[] = [];
  for (const { root, path } of places) {
    paths.push(...(await findPaths(root, path, search)));
  }
  const found = new Map<string, FoundFile>();
  for (let start = 0; start < paths.length; start += AT_ONCE) {
    const batch = paths.slice(start, start + AT_ONCE);
    const facts = await Promise.all(batch.map((path) => lookAt(path, search)));
    for (const file of facts) {
      if (file !== undefined && !found.has(file.identity)) {
        found.set(file.identity, file);
      }
    }
  }
  return [...found.values()].sort((a, b) => b.modifiedMs - a.modifiedMs || (a.path < b.path ? 1 : -1));
}

async function findPaths(root: string, path: SessionPlace['path'], search: Search): Promise<string[]> {
  let folders = [root];
  for (const [depth, wanted] of path.entries()) {
    const next = folders.map(async (folder) =>
      (await namesIn(folder, search, depth)).filter((name) => isWanted(name, wanted)).map((name) => join(folder, name)),
    );
    folders = (await Promise.all(next)).flat();
  }
  return folders;
}

// Names are only compared with existing ones, so no id can lead out of the store.
function isWanted(name: string, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? name === wanted : wanted.test(name);
}

async function namesIn(folder: string, { files, onFault }: Search, depth: number): Promise<readonly string[]> {
  try {
    return await files.names(folder);
  } catch (error) {
    // ENOTDIR below the root means a file among the folders, which is none of the CLI's.
    const isNothing = codeOf(error) === 'ENOENT' || (codeOf(error) === 'ENOTDIR' && depth > 0);
    if (!isNothing) {
      onFault(folder, `The folder cannot be read: ${describeFault(error)}.`);
    }
    return [];
  }
}

async function lookAt(
  path: string,
  { files, onFault }: Search,
): Promise<(FoundFile & { readonly identity: string }) | undefined> {
  try {
    const { isFile, modifiedMs, bytes, identity } = await files.facts(path);
    // Opening something that is no file (a pipe) might never return.
    return isFile ? { path, modifiedMs, bytes, identity } : undefined;
  } catch (error) {
    onFault(path, `The file cannot be looked at: ${describeFault(error)}.`);
    return undefined;
  }
}
