/** Finds a program on PATH, without starting one. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, resolve } from 'node:path';
import type { Clock } from '../clock.ts';

export interface FindExecutableOptions {
  /** The environment of the program to be started, whose PATH counts. */
  readonly env: NodeJS.ProcessEnv;
  /** The folder from which relative entries of PATH, and relative names, start. */
  readonly cwd: string;
  readonly clock: Clock;
}

const CACHE_MS = 30_000;
const CACHE_SIZE = 256;
const found = new Map<string, { path: string; until: number }>();

/** Returns the absolute path of a program, or undefined. A name with a slash is not looked up but checked. */
export function findExecutable(name: string, { env, cwd, clock }: FindExecutableOptions): string | undefined {
  if (name.includes('/')) {
    const path = resolve(cwd, name);
    return isExecutable(path) ? path : undefined;
  }
  const { PATH: searchPath } = env;
  if (searchPath === undefined) {
    // An empty PATH would stand for the working folder, and a file of the project that happens to have that name would be started.
    return undefined;
  }
  const folders = searchPath.split(delimiter);
  const key = JSON.stringify([searchPath, name, folders.every(isAbsolute) ? '' : cwd]);
  const known = found.get(key);
  if (known !== undefined && clock.now() < known.until && isExecutable(known.path)) {
    return known.path;
  }
  found.delete(key);
  const path = folders.map((folder) => resolve(cwd, folder, name)).find(isExecutable);
  if (found.size >= CACHE_SIZE) {
    found.clear();
  }
  // Only a found path is remembered, so that a user who installs the program does not have to wait.
  if (path !== undefined) {
    found.set(key, { path, until: clock.now() + CACHE_MS });
  }
  return path;
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    // It cannot be started, whatever the reason.
    return false;
  }
}
