/** Reads command lines; the grammar is loaded when the first one is read. */
import type { ShellLine, ShellParser } from '../shell/index.ts';
import { readShellLine } from '../shell/index.ts';

export type ReadCommand = (line: string) => Promise<ShellLine> | ShellLine;

// One for all policies: to load it takes longer than to decide a thousand times.
let loading: Promise<ShellParser> | undefined;
let loaded: ShellParser | undefined;

export function createCommandReader(): ReadCommand {
  return (line) => (loaded === undefined ? readFirst(line) : readShellLine(loaded, line));
}

async function readFirst(line: string): Promise<ShellLine> {
  loading ??= loadParser();
  try {
    loaded = await loading;
  } catch (error) {
    // Another try may find it: a bundle's chunk that was not reached, for one.
    loading = undefined;
    throw error;
  }
  return readShellLine(loaded, line);
}

async function loadParser(): Promise<ShellParser> {
  const { createParser } = await import('#grammar');
  return createParser();
}
