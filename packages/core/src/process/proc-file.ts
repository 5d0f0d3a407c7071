/** Reads many files of /proc quickly. */
import { closeSync, openSync, readSync } from 'node:fs';
import { isShortage } from './shortage.ts';

let buffer = Buffer.allocUnsafe(64 * 1024);

/**
 * Returns the content of a file of /proc as Latin-1; undefined when it cannot be read, mostly because the process has
 * gone. Throws where this program has no descriptor left, because then nothing is known of the process.
 */
export function readProcFile(path: string): string | undefined {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if (isShortage(error)) {
      throw error;
    }
    // Processes come and go during a scan, and some belong to other users.
    return undefined;
  }
  try {
    let size = 0;
    // These files have no size; they end where a read gives nothing.
    for (let got = -1; got !== 0; size += got) {
      if (size === buffer.length) {
        buffer = Buffer.concat([buffer, Buffer.allocUnsafe(buffer.length)]);
      }
      got = readSync(file, buffer, size, buffer.length - size, null);
    }
    return buffer.toString('latin1', 0, size);
  } catch {
    // ESRCH: the process ended between open and read.
    return undefined;
  } finally {
    closeSync(file);
  }
}
