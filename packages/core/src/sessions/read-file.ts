/** Reads the lines of a session file: all of them, or of a large file only the first and the last part. */
import { LineSplitter } from '../process/index.ts';
import type { OpenFile } from './session-files.ts';

/** The size of the part at either end that a listing reads. */
export const PART_BYTES: number = 128 * 1024;
/** The most bytes of a first line, which may be longer than a part. */
const MAX_FIRST_LINE_BYTES = 1024 * 1024;
/** The longest line; a longer one is passed over and reported. */
export const MAX_LINE_MIB = 64;

export interface FileLines {
  /** The lines as JSON, in order. */
  readonly lines: readonly unknown[];
  /**
   * The numbers of lines that are no JSON. A last line without an end is not counted, because the CLI may be writing it
   * just now.
   */
  readonly broken: readonly number[];
  /** Whether every line was read. */
  readonly isWhole: boolean;
  /** Whether the file ends within a line. */
  readonly isCut: boolean;
}

/** Reads both ends of a file of this size. */
export async function readEnds(file: OpenFile, bytes: number): Promise<FileLines> {
  const head = await readHead(file, bytes);
  const tailStart = Math.max(head.length, bytes - PART_BYTES);
  const tail = bytes > head.length ? await file.read(tailStart, bytes - tailStart) : Buffer.alloc(0);
  if (tailStart === head.length) {
    return parseLines(Buffer.concat([head, tail]).toString('utf8'), { isWhole: true });
  }
  // Two cut lines are left out between the parts: the line in which the first part ends, and the one in which the last
  // begins.
  const first = parseLines(head.subarray(0, head.lastIndexOf(NEWLINE) + 1).toString('utf8'), { isWhole: false });
  const last = parseLines(tail.subarray(tail.indexOf(NEWLINE) + 1).toString('utf8'), { isWhole: false });
  return {
    lines: [...first.lines, ...last.lines],
    // The middle was not read, so nobody knows the line numbers of the last part.
    broken: [...first.broken, ...last.broken.map(() => 0)],
    isWhole: false,
    isCut: last.isCut,
  };
}

const NEWLINE = 0x0a;

async function readHead(file: OpenFile, bytes: number): Promise<Buffer> {
  const head = await file.read(0, Math.min(bytes, PART_BYTES));
  if (head.includes(NEWLINE) || head.length === bytes) {
    return head;
  }
  const longer = await file.read(0, Math.min(bytes, MAX_FIRST_LINE_BYTES));
  const end = longer.indexOf(NEWLINE);
  return end === -1 ? longer : longer.subarray(0, end + 1);
}

function parseLines(text: string, { isWhole }: { isWhole: boolean }): FileLines {
  const lines: unknown[] = [];
  const broken: number[] = [];
  const texts = text.split('\n');
  let isCut = false;
  for (const [index, line] of texts.entries()) {
    const parsed = parseJson(line);
    if (parsed !== undefined) {
      lines.push(parsed.value);
    } else if (line.trim() !== '') {
      isCut = index === texts.length - 1;
      broken.push(...(isCut ? [] : [index + 1]));
    }
  }
  return { lines, broken, isWhole, isCut };
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    // Which line it was is what the caller needs to know.
    return undefined;
  }
}

/** A line that is no JSON. `isCut` means that the file ends within it, because the CLI may be writing it just now. */
export interface BrokenLine {
  readonly broken: number;
  readonly isCut: boolean;
}

/**
 * Reads every line, one at a time. The last value is the number of lines that were passed over because they are too
 * long to be read.
 */
export async function* readAll(
  file: OpenFile,
): AsyncGenerator<{ readonly value: unknown } | BrokenLine | { readonly tooLong: number }> {
  // The file may grow while it is read, so the last byte that was read says whether it ends within a line.
  let lastByte = NEWLINE;
  const texts: string[] = [];
  let tooLong = 0;
  const splitter = new LineSplitter(MAX_LINE_MIB * 1024 * 1024, {
    message: (text) => void texts.push(text),
    lost: () => void tooLong++,
  });
  let number = 0;
  let waiting: number | undefined;
  function* judge(): Generator<{ readonly value: unknown } | BrokenLine> {
    for (const text of texts.splice(0)) {
      number++;
      if (waiting !== undefined) {
        yield { broken: waiting, isCut: false };
        waiting = undefined;
      }
      if (text.trim() !== '') {
        const parsed = parseJson(text);
        if (parsed === undefined) {
          waiting = number;
        } else {
          yield parsed;
        }
      }
    }
  }
  for await (const chunk of file.chunks()) {
    splitter.push(chunk);
    lastByte = chunk.at(-1) ?? lastByte;
    yield* judge();
  }
  splitter.end();
  yield* judge();
  if (waiting !== undefined) {
    yield { broken: waiting, isCut: lastByte !== NEWLINE };
  }
  if (tooLong > 0) {
    yield { tooLong };
  }
}
