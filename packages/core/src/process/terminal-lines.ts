/** Cuts the output to a terminal into lines of plain text. */
import type { FramerEvents } from './framer.ts';
import { LineSplitter } from './line-splitter.ts';
import { withoutEscapes } from './terminal-noise.ts';

export class TerminalLines extends LineSplitter {
  constructor(limit: number, events: FramerEvents) {
    // Whole lines are searched for escapes, so it does not matter where one was cut.
    super(limit, {
      message: (text, partial) => tell(events, text, partial),
      lost: (bytes, reason) => events.lost(bytes, reason),
    });
  }
}

function tell(events: FramerEvents, text: string, partial: boolean): void {
  if (text === '') {
    events.message(text, partial);
    return;
  }
  // A lone carriage return begins a line that is drawn over the last one: a progress bar, and then the message.
  const lines = withoutEscapes(text)
    .split('\r')
    .filter((line) => line !== '');
  for (const [index, line] of lines.entries()) {
    events.message(line, partial && index === lines.length - 1);
  }
}
