/** Cuts what a terminal was told into lines of plain text. */
import type { Framer, FramerEvents } from './framer.ts';
import { LineSplitter } from './line-splitter.ts';
import { withoutEscapes } from './terminal-noise.ts';

export class TerminalLines implements Framer {
  readonly #splitter: LineSplitter;
  readonly #events: FramerEvents;

  constructor(limit: number, events: FramerEvents) {
    this.#events = events;
    // Whole lines are looked at, so it does not matter where an escape was cut.
    this.#splitter = new LineSplitter(limit, {
      message: (text, partial) => this.#tell(text, partial),
      lost: (bytes, reason) => events.lost(bytes, reason),
    });
  }

  push(chunk: Buffer): void {
    this.#splitter.push(chunk);
  }

  end(): void {
    this.#splitter.end();
  }

  #tell(text: string, partial: boolean): void {
    if (text === '') {
      this.#events.message(text, partial);
      return;
    }
    // A lone carriage return begins a line that is drawn over the last one: a progress bar, and then the message.
    const lines = withoutEscapes(text)
      .split('\r')
      .filter((line) => line !== '');
    for (const [index, line] of lines.entries()) {
      this.#events.message(line, partial && index === lines.length - 1);
    }
  }
}
