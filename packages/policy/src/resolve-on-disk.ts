/** Follows links as the system does, also of paths that do not exist yet. */
import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import type { Place } from './paths/index.ts';

/** The most links in one path, as in the Linux kernel: more of them are a circle. */
const MOST_LINKS = 40;

/** Resolves an absolute path; undefined where it has a circle of links, uses a file as a folder, may not be read, or is of a process. */
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
      // Nobody can go up again behind a missing folder, unless somebody makes it a link meanwhile.
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
    // What stands there depends on who looks: the links of a process lead to its own folder, and to the files that it has open.
    if (done[0] === 'proc' || (done[0] === 'dev' && done[1] === 'fd')) {
      return undefined;
    }
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
    // The reason makes no difference: the path may be too long, contain a zero byte, or not be permitted.
    return 'hidden';
  }
}
