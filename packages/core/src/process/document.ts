/** Takes everything up to the end of the stream as one message. */
import { BoundedFramer } from './bounded-framer.ts';
import type { FramerEvents } from './framer.ts';

export class DocumentFramer extends BoundedFramer {
  constructor(limit: number, events: FramerEvents) {
    super('an output', limit, events);
  }

  push(chunk: Buffer): void {
    this.open.add(chunk);
  }

  protected override close(): void {
    super.close(false);
  }
}
