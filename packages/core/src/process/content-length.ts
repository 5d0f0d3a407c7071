/**
 * Cuts a byte stream into messages that a `Content-Length` header announces; anything else between them passes as
 * lines.
 */
import { BoundedFramer, withoutReturn } from './bounded-framer.ts';
import type { FramerEvents } from './framer.ts';
import { skipNoise } from './terminal-noise.ts';

const NEWLINE = 10;
const NOTHING = Buffer.alloc(0);
/** A header that stands behind a text without a line end. Its own line end tells it from a text that only speaks of one. */
const LATE_HEADER = /^(.+)(Content-Length: \d+)\r$/s;

export class ContentLengthFramer extends BoundedFramer {
  /** The length from the header block; undefined before it. */
  #length: number | undefined;
  /** The number of bytes of the body that are still to come; undefined between bodies. */
  #missing: number | undefined;

  constructor(limit: number, events: FramerEvents) {
    super('a message', limit, events);
  }

  push(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0) {
      rest = this.#missing === undefined ? this.#takeHeader(rest) : this.#takeBody(rest, this.#missing);
    }
  }

  #takeHeader(chunk: Buffer): Buffer {
    const end = chunk.indexOf(NEWLINE);
    this.open.add(end < 0 ? chunk : chunk.subarray(0, end));
    if (end < 0) {
      return NOTHING;
    }
    const line = this.take();
    if (line !== undefined) {
      this.#readLine(line);
    }
    return chunk.subarray(end + 1);
  }

  #readLine(line: string): void {
    const [, text, header = withoutReturn(line)] = LATE_HEADER.exec(line) ?? [];
    if (text !== undefined && skipNoise(text) < text.length) {
      this.events.message(text, false);
    }
    this.#readHeader(header);
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
      this.events.message(given, false);
    }
  }

  #beginBody(): void {
    this.#missing = this.#length;
    this.#length = undefined;
    if (this.#missing === 0) {
      this.close(false);
    }
  }

  #takeBody(chunk: Buffer, missing: number): Buffer {
    const piece = chunk.subarray(0, missing);
    this.open.add(piece);
    this.#missing = missing - piece.length;
    if (this.#missing === 0) {
      this.close(false);
    }
    return chunk.subarray(piece.length);
  }

  protected override close(partial: boolean): void {
    this.#missing = undefined;
    super.close(partial);
  }
}
