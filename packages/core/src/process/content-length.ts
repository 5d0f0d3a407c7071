/** Cuts a byte stream into messages that a `Content-Length` header announces; anything else between them passes as lines. */
import { BoundedBytes } from './bounded-bytes.ts';
import type { Framer, FramerEvents } from './framer.ts';
import { skipNoise } from './terminal-noise.ts';

const NEWLINE = 10;
const NOTHING = Buffer.alloc(0);

export class ContentLengthFramer implements Framer {
  readonly #limit: number;
  readonly #events: FramerEvents;
  readonly #open: BoundedBytes;
  /** What the header block said; undefined before it did. */
  #length: number | undefined;
  /** Bytes of the body still to come; undefined between bodies. */
  #missing: number | undefined;

  constructor(limit: number, events: FramerEvents) {
    this.#limit = limit;
    this.#events = events;
    this.#open = new BoundedBytes(limit);
  }

  push(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0) {
      rest = this.#missing === undefined ? this.#takeHeader(rest) : this.#takeBody(rest, this.#missing);
    }
  }

  end(): void {
    if (this.#open.size > 0) {
      this.#close(true);
    }
  }

  #takeHeader(chunk: Buffer): Buffer {
    const end = chunk.indexOf(NEWLINE);
    this.#open.add(end < 0 ? chunk : chunk.subarray(0, end));
    if (end < 0) {
      return NOTHING;
    }
    const line = this.#open.take();
    if ('lostBytes' in line) {
      this.#reportLoss(line.lostBytes);
    } else {
      this.#readHeader(line.text.endsWith('\r') ? line.text.slice(0, -1) : line.text);
    }
    return chunk.subarray(end + 1);
  }

  #readHeader(given: string): void {
    const line = given.slice(skipNoise(given));
    const length = /^content-length:\s*(\d+)\s*$/i.exec(line)?.[1];
    if (length !== undefined) {
      this.#length = Number(length);
    } else if (line === '') {
      this.#beginBody();
    }
    // A program that prints around its protocol must not be able to take the stream out of step.
    else if (!/^content-[a-z]+:/i.test(line)) {
      this.#events.message(given, false);
    }
  }

  #beginBody(): void {
    if (this.#length === undefined) {
      return;
    }
    this.#missing = this.#length;
    this.#length = undefined;
    if (this.#missing === 0) {
      this.#close(false);
    }
  }

  #takeBody(chunk: Buffer, missing: number): Buffer {
    const piece = chunk.subarray(0, missing);
    this.#open.add(piece);
    this.#missing = missing - piece.length;
    if (this.#missing === 0) {
      this.#close(false);
    }
    return chunk.subarray(piece.length);
  }

  #close(partial: boolean): void {
    this.#missing = undefined;
    const message = this.#open.take();
    if ('lostBytes' in message) {
      this.#reportLoss(message.lostBytes);
    } else {
      this.#events.message(message.text, partial);
    }
  }

  #reportLoss(bytes: number): void {
    this.#events.lost(bytes, `a message of ${bytes} bytes is over the limit of ${this.#limit}`);
  }
}
