/** Makes a path absolute, where there is no doubt about the file that it means. */
import { isAbsolute, join } from 'node:path';

/**
 * Texts that something other than the file system resolves: a home folder, a variable, or a resource that is no file.
 */
const NOT_A_PATH = /^(?:~|\$|%|[A-Za-z][A-Za-z0-9+.-]+:\/\/)/;

/** Makes a path absolute. `folder` is absolute. Returns undefined where it is not certain that this is a path. */
export function absolutePath(folder: string, path: string): string | undefined {
  if (isAbsolutePath(path)) {
    return path;
  }
  return path === '' || NOT_A_PATH.test(path) || path.includes('\0') ? undefined : join(folder, path);
}

/**
 * Whether a path is absolute. In a recording the folders of its machine have names like `<cwd>`, which count as
 * absolute.
 */
export function isAbsolutePath(path: string): boolean {
  return isAbsolute(path) || /^<\w+>/.test(path) || /^[A-Za-z]:[\\/]/.test(path);
}
