/** The transports: what cuts messages out of a byte stream, and how one is put on it. */

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
