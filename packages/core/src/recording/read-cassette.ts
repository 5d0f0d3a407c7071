/** Reads a cassette from disk, line by line, and says exactly what is wrong with a broken one. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describeError } from '../describe-error.ts';
import { AgentMuxError } from '../errors.ts';
import { CASSETTE_FILE, type Cassette, type CassetteEntry, type CassetteHeader } from './format.ts';
import { BadLine, parseEntry, parseHeader } from './parse-line.ts';
import { RepeatedText } from './repeated-text.ts';

/** A recording that is read line by line. */
export interface CassetteReader {
  /** The path of the file, even where a folder was given. */
  readonly path: string;
  readonly header: CassetteHeader;
  /** They can be read once. Throws PARSE_ERROR where the file is damaged. Leaving the loop closes the file. */
  readonly entries: AsyncIterable<CassetteEntry>;
}

// A recorded line can be megabytes long; large chunks keep the splitting of such a line cheap.
const CHUNK = 1024 * 1024;

/**
 * Opens a recording, to be read line by line. A folder stands for its `cassette.jsonl`. Rejects with VALIDATION_ERROR
 * (no cassette) or PARSE_ERROR (a damaged one).
 */
export async function openCassette(fileOrFolder: string): Promise<CassetteReader> {
  const path = await findFile(fileOrFolder);
  const lines = readLines(path);
  const first = await lines.next();
  if (first.done === true) {
    throw cannotRead(
      path,
      new BadLine('foreign', 'expected the header of a cassette, but the file is empty. Record it again.'),
    );
  }
  try {
    return { path, header: parseHeader(first.value.text), entries: readEntries(path, lines) };
  } catch (error) {
    await lines.return(undefined);
    throw cannotRead(path, error, first.value);
  }
}

/** Reads a whole recording into memory. Rejects as `openCassette` does. */
export async function readCassette(fileOrFolder: string): Promise<Cassette> {
  const { header, entries } = await openCassette(fileOrFolder);
  const all: CassetteEntry[] = [];
  for await (const entry of entries) {
    all.push(entry);
  }
  return { header, entries: all };
}

/** Reads a cassette to its end without keeping it. Rejects as `openCassette` does. */
export async function checkCassette(fileOrFolder: string): Promise<CassetteHeader> {
  const { header, entries } = await openCassette(fileOrFolder);
  for await (const _ of entries) {
    // Only the faults matter here.
  }
  return header;
}

interface Line {
  readonly text: string;
  readonly number: number;
  readonly isLast: boolean;
}

async function* readLines(path: string): AsyncGenerator<Line, undefined, undefined> {
  // The modules are loaded here and not above, because a recorder is loaded with every run, and reads nothing.
  const [{ pipeline }, { default: split2 }] = await Promise.all([import('node:stream'), import('split2')]);
  const lines = split2('\n');
  const source = createReadStream(path, { highWaterMark: CHUNK });
  // A fault reaches the loop below through `lines`.
  pipeline(source, lines, () => {});
  let number = 0;
  let previous: string | undefined;
  try {
    for await (const text of lines) {
      if (previous !== undefined) {
        yield { text: previous, number, isLast: false };
      }
      previous = String(text);
      number++;
    }
  } catch (error) {
    throw new AgentMuxError('VALIDATION_ERROR', `Cannot read the cassette ${path}: ${describeError(error)}`, {
      cause: error,
    });
  } finally {
    source.destroy();
  }
  if (previous !== undefined) {
    yield { text: previous, number, isLast: true };
  }
  return undefined;
}

async function* readEntries(
  path: string,
  lines: AsyncGenerator<Line, undefined, undefined>,
): AsyncGenerator<CassetteEntry> {
  const repeated = new RepeatedText();
  let isOpen = true;
  let last = 1;
  for await (const line of lines) {
    last = line.number;
    if (line.text.trim() === '') {
      continue;
    }
    let entry: CassetteEntry;
    try {
      entry = parseEntry(line.text, repeated);
    } catch (error) {
      throw cannotRead(path, error, line);
    }
    if (entry.dir === 'exit') {
      isOpen = false;
    } else if (entry.dir !== 'host') {
      isOpen = true;
    }
    yield entry;
  }
  if (isOpen) {
    const problem = new BadLine(
      'end',
      'the recording ends without an exit entry ({"dir":"exit","code":…,"signal":…}).',
    );
    throw cannotRead(path, problem, { text: '', number: last, isLast: true });
  }
}

async function findFile(fileOrFolder: string): Promise<string> {
  try {
    const found = await stat(fileOrFolder);
    if (!found.isDirectory()) {
      return fileOrFolder;
    }
    const path = join(fileOrFolder, CASSETTE_FILE);
    await stat(path);
    return path;
  } catch (error) {
    throw new AgentMuxError(
      'VALIDATION_ERROR',
      `Cannot read the cassette ${fileOrFolder}: ${describeError(error)}. Give a ${CASSETTE_FILE}, or the folder that has one.`,
      { cause: error },
    );
  }
}

function cannotRead(path: string, error: unknown, line?: Line): AgentMuxError {
  if (!(error instanceof BadLine)) {
    return new AgentMuxError('INTERNAL', `Cannot read the cassette ${path}: ${describeError(error)}`, { cause: error });
  }
  const where = line === undefined ? '' : `, line ${line.number}`;
  const isCut = error.kind === 'end' || (error.kind === 'syntax' && line?.isLast === true);
  const hint = isCut
    ? ' The recording was cut off: the host died, or the file was copied before the run was over. Record it again.'
    : '';
  return new AgentMuxError(
    error.kind === 'foreign' ? 'VALIDATION_ERROR' : 'PARSE_ERROR',
    `${path}${where}: ${error.message}${hint}`,
    {
      cause: error,
    },
  );
}
