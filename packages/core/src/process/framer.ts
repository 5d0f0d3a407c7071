/** The transports: how messages are cut out of a byte stream, and how one is put on it. */

export type Framing = 'lines' | 'content-length' | 'document' | 'pty';

/** The reports of a framer: messages, and bytes that were lost. */
export interface FramerEvents {
  /** Takes a message; `partial` means that the stream ended in the middle of it. */
  message(text: string, partial: boolean): void;
  /** Reports a message over the limit, which was dropped as a whole. */
  lost(bytes: number, reason: string): void;
}

/** Cuts messages out of a stream of bytes. */
export interface Framer {
  push(chunk: Buffer): void;
  /** Hands over the rest, because the stream has ended. */
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
      // The Enter key sends this character.
      return `${message}\r`;
    default:
      return framing satisfies never;
  }
}
