/** Follows links as the system does, also of paths that do not exist yet. */
import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import type { Place } from './paths/index.ts';

/** As the kernel of Linux: more in one path are a circle. */
const MOST_LINKS = 40;

/** `path` must be absolute. undefined: a circle of links, a file used as a folder, or what may not be looked at. */
export function resolveOnDisk(path: string): Place | undefined {
  const todo = path.split('/').reverse();
  const done: string[] = [];
  let links = 0;
  let isFolder = true;
  let isMissing = false;
  while (todo.length > 0) {
    const name = todo.pop();
    if (name === undefined || name === '' || name === '.') {
      continue;
    }
    if (name === '..') {
      // Behind what is not there nobody can go up again, unless somebody makes it a link meanwhile.
      if (isMissing || !isFolder) {
        return undefined;
      }
      done.pop();
      continue;
    }
    if (!isFolder && !isMissing) {
      return undefined;
    }
    done.push(name);
    if (isMissing) {
      continue;
    }
    const stats = lookAt(`/${done.join('/')}`);
    if (stats === 'hidden') {
      return undefined;
    }
    if (stats === undefined) {
      isMissing = true;
      isFolder = false;
    } else if (stats.isSymbolicLink()) {
      links++;
      const target = links > MOST_LINKS ? undefined : readlinkSync(`/${done.join('/')}`);
      if (target === undefined) {
        return undefined;
      }
      done.pop();
      if (target.startsWith('/')) {
        done.length = 0;
      }
      todo.push(...target.split('/').reverse());
      isFolder = true;
    } else {
      isFolder = stats.isDirectory();
    }
  }
  return { path: `/${done.join('/')}`, isFolder };
}

function lookAt(path: string): Stats | undefined | 'hidden' {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // Why it cannot be looked at makes no difference: too long, a zero byte, not permitted.
    return 'hidden';
  }
}
