/** The transports: how messages are cut out of a byte stream, and how one is put on it. */
import { ContentLengthFramer } from './content-length.ts';
import { DocumentFramer } from './document.ts';
import { LineSplitter } from './line-splitter.ts';
import { TerminalLines } from './terminal-lines.ts';

export type Framing = 'lines' | 'content-length' | 'document' | 'pty';

export interface FramerEvents {
  /** `partial`: the stream ended in the middle of it. */
  message(text: string, partial: boolean): void;
  /** A message over the limit, dropped as a whole. */
  lost(bytes: number, reason: string): void;
}

export interface Framer {
  push(chunk: Buffer): void;
  /** The stream has ended: gives what is left. */
  end(): void;
}

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

export function frameMessage(framing: Framing, message: string): string {
  switch (framing) {
    case 'lines':
    case 'document':
      return `${message}\n`;
    case 'content-length':
      return `Content-Length: ${Buffer.byteLength(message)}\r\n\r\n${message}`;
    case 'pty':
      // What the Enter key sends.
      return `${message}\r`;
    default:
      return framing satisfies never;
  }
}
