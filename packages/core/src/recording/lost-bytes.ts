/** Keeps the bytes of lines that are not UTF-8, whose text alone would not give them back. */
import { isUtf8 } from 'node:buffer';

export interface LostBytes {
  push(chunk: Buffer): void;
  /** The bytes of a line that was decoded with replacement characters, if they are still known. */
  take(text: string): Buffer | undefined;
}

const NEWLINE = 10;
// Beyond it the oldest are forgotten: their lines are then recorded as the text that the dialect saw.
const LIMIT = 16 * 1024 * 1024;

export function createLostBytes(): LostBytes {
  // The line that has begun and not ended; undefined where it is too long to be kept.
  let open: Buffer[] | undefined = [];
  let openSize = 0;
  const broken: Buffer[] = [];
  let size = 0;

  function keep(line: Buffer): void {
    if (isUtf8(line)) {
      return;
    }
    // A copy: the chunk that it lies in is much larger.
    broken.push(Buffer.from(line));
    size += line.length;
    while (size > LIMIT) {
      size -= broken.shift()?.length ?? size;
    }
  }

  function keepLines(lines: Buffer): void {
    if (isUtf8(lines)) {
      return;
    }
    let from = 0;
    for (let end = lines.indexOf(NEWLINE); end >= 0; end = lines.indexOf(NEWLINE, from)) {
      keep(lines.subarray(from, end));
      from = end + 1;
    }
  }

  return {
    push(chunk) {
      const last = chunk.lastIndexOf(NEWLINE);
      if (last >= 0) {
        const from = open === undefined ? chunk.indexOf(NEWLINE) + 1 : 0;
        const whole = chunk.subarray(from, last + 1);
        keepLines(open === undefined || open.length === 0 ? whole : Buffer.concat([...open, whole]));
        open = [];
        openSize = 0;
      }
      const rest = chunk.subarray(last + 1);
      openSize += rest.length;
      if (openSize > LIMIT) {
        open = undefined;
      } else if (rest.length > 0) {
        open?.push(Buffer.from(rest));
      }
    },
    take(text) {
      const candidates = open === undefined ? broken : [...broken, Buffer.concat(open)];
      const index = candidates.findIndex(
        (bytes) => !isUtf8(bytes) && bytes.toString('utf8').replace(/\r$/, '') === text,
      );
      const found = candidates[index];
      // What is still open stands behind all of these, and leaves none of them.
      for (const { length } of index < broken.length ? broken.splice(0, index + 1) : []) {
        size -= length;
      }
      return found;
    },
  };
}
