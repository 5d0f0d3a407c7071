/** Reads command lines; the grammar is loaded when the first one is read. */
import type { ShellLine, ShellParser } from '../shell/index.ts';
import { readShellLine } from '../shell/index.ts';

export type ReadCommand = (line: string) => Promise<ShellLine> | ShellLine;

// One parser serves all policies, because loading it takes longer than a thousand decisions.
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
    // Another try may succeed, for example where a bundle's chunk could not be fetched.
    loading = undefined;
    throw new Error(CANNOT_LOAD, { cause });
  }
  return readShellLine(loaded, line);
}

// The engine's own message about a page that forbids WebAssembly would not lead anybody to the cause.
const CANNOT_LOAD =
  "Cannot load the grammar of Bash, without which no command is read. `cause` says why; a page needs 'wasm-unsafe-eval' in the script-src of its Content-Security-Policy.";

async function loadParser(): Promise<ShellParser> {
  const { createParser } = await import('#grammar');
  return createParser();
}
