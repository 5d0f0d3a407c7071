/** Cuts a byte stream into lines, in time linear in its length, however long a line is and wherever chunks are cut. */
import { BoundedFramer, withoutReturn } from './bounded-framer.ts';
import type { FramerEvents } from './framer.ts';

const NEWLINE = 10;

export class LineSplitter extends BoundedFramer {
  constructor(limit: number, events: FramerEvents) {
    super('a line', limit, events);
  }

  push(chunk: Buffer): void {
    // Within pieces up to the limit, only a line that began in an earlier piece can be over it.
    for (let from = 0; from < chunk.length; from += this.limit) {
      this.#split(chunk.length <= this.limit ? chunk : chunk.subarray(from, from + this.limit));
    }
  }

  #split(chunk: Buffer): void {
    let from = 0;
    if (this.open.size > 0) {
      const first = chunk.indexOf(NEWLINE);
      this.open.add(first < 0 ? chunk : chunk.subarray(0, first));
      if (first < 0) {
        return;
      }
      this.close(false);
      from = first + 1;
    }
    const last = chunk.lastIndexOf(NEWLINE);
    if (last >= from) {
      this.#emitLines(chunk.toString('utf8', from, last + 1));
    }
    const rest = Math.max(from, last + 1);
    if (rest < chunk.length) {
      this.open.add(chunk.subarray(rest));
    }
  }

  #emitLines(text: string): void {
    const { events } = this;
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      events.message(
        text.charCodeAt(end - 1) === 13 && end > from ? text.slice(from, end - 1) : text.slice(from, end),
        false,
      );
      from = end + 1;
    }
  }

  protected override take(): string | undefined {
    const line = super.take();
    return line === undefined ? undefined : withoutReturn(line);
  }
}
