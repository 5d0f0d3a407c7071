/** Finds the program that runs a script, by the first line of the script. */
import { closeSync, openSync, readSync } from 'node:fs';
import { type FindExecutableOptions, findExecutable, isExecutable } from './find-executable.ts';

/** Linux reads no more of it (5.1 and later). */
const MOST_BYTES = 256;

/**
 * Returns the interpreter that a script asks for and that is not there; undefined where it is there, or where the file asks for none. Behind
 * prlimit the system would tell of it as if the script itself were missing, and by an exit code.
 */
export function findMissingInterpreter(path: string, options: FindExecutableOptions): string | undefined {
  const [program, ...words] = wordsOf(firstLine(path));
  if (program?.startsWith('/') !== true) {
    return undefined;
  }
  if (!isExecutable(program)) {
    return program;
  }
  const named = program.endsWith('/env') ? namedByEnv(words) : undefined;
  // Where there is no PATH, the system has one of its own.
  const isThere =
    named === undefined || options.env['PATH'] === undefined || findExecutable(named, options) !== undefined;
  return isThere ? undefined : named;
}

/** The program that `env` looks for on PATH; undefined where its options may change that. */
function namedByEnv(words: readonly string[]): string | undefined {
  const [first, ...others] = words;
  const rest = first === '-S' ? others : words;
  const named = rest.find((word) => !/^[A-Za-z_]\w*=/.test(word));
  return rest.some((word) => word.startsWith('PATH=')) || named?.startsWith('-') === true ? undefined : named;
}

function wordsOf(line: string): readonly string[] {
  return line.startsWith('#!')
    ? line
        .slice(2)
        .split(/[ \t]+/)
        .filter((word) => word !== '')
    : [];
}

function firstLine(path: string): string {
  try {
    return readFirstLine(path);
  } catch {
    // A file may be there to be run and not to be read; the start itself tells of a shortage.
    return '';
  }
}

function readFirstLine(path: string): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(MOST_BYTES);
    const size = readSync(file, bytes, 0, MOST_BYTES, 0);
    // The system keeps a carriage return at its end, and looks for a program of that name.
    const [line = ''] = bytes.toString('utf8', 0, size).split('\n');
    return line;
  } finally {
    closeSync(file);
  }
}
