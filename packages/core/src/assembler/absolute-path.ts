/** Makes a path absolute, where it is beyond doubt which file it means. */
import { isAbsolute, join } from 'node:path';

/** Read by somebody else than the file system: a home folder, a variable, or a resource that is no file. */
const NOT_A_PATH = /^(?:~|\$|%|[A-Za-z][A-Za-z0-9+.-]+:\/\/)/;

/** Makes a path absolute. `folder` is absolute. undefined: it is not sure that this is a path. */
export function absolutePath(folder: string, path: string): string | undefined {
  if (isAbsolutePath(path)) {
    return path;
  }
  return path === '' || NOT_A_PATH.test(path) || path.includes('\0') ? undefined : join(folder, path);
}

/** Says whether a path is absolute. In a recording the folders of its machine have names like `<cwd>`, which are as absolute. */
export function isAbsolutePath(path: string): boolean {
  return isAbsolute(path) || /^<\w+>/.test(path) || /^[A-Za-z]:[\\/]/.test(path);
}
