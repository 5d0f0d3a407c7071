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
  // `env` looks for the first word that is neither an option nor a variable.
  const named = program.endsWith('/env')
    ? words.find((word) => !word.startsWith('-') && !word.includes('='))
    : undefined;
  return named === undefined || findExecutable(named, options) !== undefined ? undefined : named;
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
    const [line = ''] = bytes.toString('utf8', 0, size).split('\n');
    return line.trimEnd();
  } finally {
    closeSync(file);
  }
}
