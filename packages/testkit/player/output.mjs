/** Puts recorded messages on stdout and stderr, many at a time, or cut anywhere. */
import { write } from 'node:fs';

export const STDOUT = 1;
export const STDERR = 2;
const WRITE_SIZE = 256 * 1024;

/** A message as it was on the wire. */
export function putOnWire({ text, base64, partial, dir }, framing) {
  const bytes = base64 === undefined ? text : Buffer.from(base64, 'base64');
  if (partial || (framing === 'document' && dir === 'out')) {
    return [bytes];
  }
  if (framing === 'content-length' && dir === 'out') {
    return [`Content-Length: ${Buffer.byteLength(bytes)}\r\n\r\n`, bytes];
  }
  return [bytes, '\n'];
}

/** Collects what is to be written until it is worth a system call. */
export class Output {
  #random;
  #pieces = [];
  #size = 0;
  #fd = STDOUT;

  constructor(random) {
    this.#random = random;
  }

  add(fd, pieces) {
    // Whoever reads both streams sees them in the order in which they were written, as far as pipes allow.
    const flushed = fd === this.#fd ? undefined : this.flush();
    this.#fd = fd;
    for (const piece of pieces) {
      this.#pieces.push(piece);
      this.#size += piece.length;
    }
    return flushed ?? (this.#size >= WRITE_SIZE ? this.flush() : undefined);
  }

  async flush() {
    if (this.#size === 0) {
      return;
    }
    const fd = this.#fd;
    const bytes = joinPieces(this.#pieces);
    this.#pieces = [];
    this.#size = 0;
    for (let from = 0; from < bytes.length; ) {
      const size = this.#random === undefined ? bytes.length : Math.max(1, Math.ceil(this.#random() ** 6 * 65_536));
      from += await writeSome(fd, bytes, from, Math.min(size, bytes.length - from));
    }
  }
}

function joinPieces(pieces) {
  if (pieces.every((piece) => typeof piece === 'string')) {
    return Buffer.from(pieces.join(''));
  }
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}

function writeSome(fd, bytes, from, size) {
  return new Promise((resolve) => {
    write(fd, bytes, from, size, null, (error, written) => {
      if (error === null) {
        resolve(written);
      } else if (error.code === 'EAGAIN') {
        setTimeout(() => resolve(0), 1);
      } else {
        // Nobody reads any more, and a CLI would die of that too.
        process.exit(1);
      }
    });
  });
}

/** A generator of pseudo-random numbers, which are the same for the same seed. */
export function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
