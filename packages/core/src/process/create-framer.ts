/** Chooses the framer of a transport. */
import { ContentLengthFramer } from './content-length.ts';
import { DocumentFramer } from './document.ts';
import type { Framer, FramerEvents, Framing } from './framer.ts';
import { LineSplitter } from './line-splitter.ts';
import { TerminalLines } from './terminal-lines.ts';

/** Makes the framer of a transport. */
export function createFramer(framing: Framing, limit: number, events: FramerEvents): Framer {
  switch (framing) {
    case 'lines':
      return new LineSplitter(limit, events);
    case 'pty':
      return new TerminalLines(limit, events);
    case 'content-length':
      return new ContentLengthFramer(limit, events);
    case 'document':
      return new DocumentFramer(limit, events);
    default:
      return framing satisfies never;
  }
}
