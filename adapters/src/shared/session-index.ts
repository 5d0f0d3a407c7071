/** Reads and parses an index beside the sessions once per listing, however many sessions are opened. */
import type { SessionFile } from '@agent-mux/core';

type Read = SessionFile['read'];

/**
 * Remembers what `parse` makes of a file, or of undefined where it cannot be read. The runtime passes the same `read` for all files of a
 * store during one call: the result is kept as long as that, so that the next call sees what is new.
 */
export function rememberIndex<T>(parse: (text: string | undefined) => T): (path: string, read: Read) => Promise<T> {
  const calls = new WeakMap<Read, Map<string, Promise<T>>>();
  return (path, read) => {
    const files = calls.get(read) ?? new Map<string, Promise<T>>();
    calls.set(read, files);
    const index = files.get(path) ?? read(path).then(parse);
    files.set(path, index);
    return index;
  };
}
