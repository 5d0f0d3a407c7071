/** The common part of framers that collect their message: a bound, and what they do with the message at its end. */
import { BoundedBytes } from './bounded-bytes.ts';
import type { Framer, FramerEvents } from './framer.ts';

export abstract class BoundedFramer implements Framer {
  protected readonly limit: number;
  protected readonly events: FramerEvents;
  /** The message that has begun and not ended. */
  protected readonly open: BoundedBytes;
  /** The name of a message in the report of a lost one. */
  readonly #what: string;

  constructor(what: string, limit: number, events: FramerEvents) {
    this.#what = what;
    this.limit = limit;
    this.events = events;
    this.open = new BoundedBytes(limit);
  }

  abstract push(chunk: Buffer): void;

  end(): void {
    if (this.open.size > 0) {
      this.close(true);
    }
  }

  protected close(partial: boolean): void {
    const text = this.take();
    if (text !== undefined) {
      this.events.message(text, partial);
    }
  }

  /** Returns the collected message; undefined where it was too long, which is reported. */
  protected take(): string | undefined {
    const message = this.open.take();
    if ('text' in message) {
      return message.text;
    }
    const { lostBytes } = message;
    this.events.lost(lostBytes, `${this.#what} of ${lostBytes} bytes is over the limit of ${this.limit}`);
    return undefined;
  }
}

export function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
