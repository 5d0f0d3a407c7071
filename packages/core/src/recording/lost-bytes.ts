/** Keeps the bytes of lines that are not UTF-8, because they cannot be restored from the text. */
import { isUtf8 } from 'node:buffer';

const NEWLINE = 10;
// Beyond the limit the oldest bytes are forgotten, and their lines are recorded as the text that the dialect saw.
const LIMIT = 16 * 1024 * 1024;

export class LostBytes {
  // The line that has begun and not ended; undefined where it is too long to be kept.
  #open: Buffer[] | undefined = [];
  #openSize = 0;
  readonly #broken: Buffer[] = [];
  #size = 0;

  push(chunk: Buffer): void {
    const last = chunk.lastIndexOf(NEWLINE);
    if (last >= 0) {
      const from = this.#open === undefined ? chunk.indexOf(NEWLINE) + 1 : 0;
      const whole = chunk.subarray(from, last + 1);
      this.#keepLines(this.#open?.length ? Buffer.concat([...this.#open, whole]) : whole);
      this.#open = [];
      this.#openSize = 0;
    }
    const rest = chunk.subarray(last + 1);
    this.#openSize += rest.length;
    if (this.#openSize > LIMIT) {
      this.#open = undefined;
    } else if (rest.length > 0) {
      this.#open?.push(Buffer.from(rest));
    }
  }

  /** Returns the bytes of a line that was decoded with replacement characters, if they are still known. */
  take(text: string): Buffer | undefined {
    const candidates = this.#open === undefined ? this.#broken : [...this.#broken, Buffer.concat(this.#open)];
    const index = candidates.findIndex((bytes) => !isUtf8(bytes) && bytes.toString('utf8').replace(/\r$/, '') === text);
    const found = candidates[index];
    // The open line is behind all of these, so finding it removes none of them.
    for (const { length } of index < this.#broken.length ? this.#broken.splice(0, index + 1) : []) {
      this.#size -= length;
    }
    return found;
  }

  #keepLines(lines: Buffer): void {
    if (isUtf8(lines)) {
      return;
    }
    let from = 0;
    for (let end = lines.indexOf(NEWLINE); end >= 0; end = lines.indexOf(NEWLINE, from)) {
      this.#keep(lines.subarray(from, end));
      from = end + 1;
    }
  }

  #keep(line: Buffer): void {
    if (isUtf8(line)) {
      return;
    }
    // The bytes are copied, because the chunk that contains them is much larger.
    this.#broken.push(Buffer.from(line));
    this.#size += line.length;
    while (this.#size > LIMIT) {
      this.#size -= this.#broken.shift()?.length ?? this.#size;
    }
  }
}
