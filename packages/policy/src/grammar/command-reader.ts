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
  } catch (cause) {
    // Another try may find it: a bundle's chunk that was not reached, for one.
    loading = undefined;
    throw new Error(CANNOT_LOAD, { cause });
  }
  return readShellLine(loaded, line);
}

// What the engine says of a page that forbids WebAssembly is not where anybody would look.
const CANNOT_LOAD =
  "Cannot load the grammar of Bash, without which no command is read. `cause` says why; a page needs 'wasm-unsafe-eval' in the script-src of its Content-Security-Policy.";

async function loadParser(): Promise<ShellParser> {
  const { createParser } = await import('#grammar');
  return createParser();
}
