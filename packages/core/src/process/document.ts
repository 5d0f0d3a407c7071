/** Takes everything up to the end of the stream as one message. */
import { BoundedBytes } from './bounded-bytes.ts';
import type { Framer, FramerEvents } from './framer.ts';

export class DocumentFramer implements Framer {
  readonly #limit: number;
  readonly #events: FramerEvents;
  readonly #open: BoundedBytes;

  constructor(limit: number, events: FramerEvents) {
    this.#limit = limit;
    this.#events = events;
    this.#open = new BoundedBytes(limit);
  }

  push(chunk: Buffer): void {
    this.#open.add(chunk);
  }

  end(): void {
    if (this.#open.size === 0) {
      return;
    }
    const document = this.#open.take();
    if ('text' in document) {
      this.#events.message(document.text, false);
    } else {
      this.#events.lost(
        document.lostBytes,
        `an output of ${document.lostBytes} bytes is over the limit of ${this.#limit}`,
      );
    }
  }
}
