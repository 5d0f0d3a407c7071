/** The transports: what cuts messages out of a byte stream, and how one is put on it. */

export type Framing = 'lines' | 'content-length' | 'document' | 'pty';

/** What a framer tells of: messages, and bytes that were lost. */
export interface FramerEvents {
  /** `partial`: the stream ended in the middle of it. */
  message(text: string, partial: boolean): void;
  /** A message over the limit, dropped as a whole. */
  lost(bytes: number, reason: string): void;
}

/** Cuts messages out of a stream of bytes. */
export interface Framer {
  push(chunk: Buffer): void;
  /** The stream has ended: gives what is left. */
  end(): void;
}

/** Puts a message on its transport. */
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
