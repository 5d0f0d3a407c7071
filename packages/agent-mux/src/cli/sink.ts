/** Writes to stdout or stderr: waits for a slow reader, and takes one that has gone, or a full disk, for an end. */
import type { Writable } from 'node:stream';

export interface Sink {
  readonly isTty: boolean;
  /** The width of the terminal, if it is one. */
  readonly columns: number | undefined;
  /** The reader has gone, or nothing can be written any more. */
  readonly isClosed: boolean;
  /** Resolves when there is room for more. */
  write(text: string): Promise<void>;
  /** Resolves when everything is with the reader. */
  flush(): Promise<void>;
  /** Called once, when the reader goes; at once if it has gone. */
  onClose(callback: () => void): void;
}

/** Whether it says that the reader has gone, which is no trouble of anybody's. */
export function isGone({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EPIPE' || code === 'EIO' || code === 'ERR_STREAM_DESTROYED';
}

const ROOM: Promise<void> = Promise.resolve();

export function createSink(stream: Writable & { readonly isTTY?: boolean; readonly columns?: number }): Sink {
  const callbacks: (() => void)[] = [];
  let isClosed = false;
  // Stays attached as long as the process lives: an error without a listener would end it.
  // Which error it is makes no difference here; whoever watches the output says it.
  stream.on('error', () => {
    if (!isClosed) {
      isClosed = true;
      for (const callback of callbacks.splice(0)) {
        callback();
      }
    }
  });
  return {
    isTty: stream.isTTY === true,
    get columns() {
      return stream.columns;
    },
    get isClosed() {
      return isClosed;
    },
    write(text) {
      if (isClosed || text === '' || stream.write(text)) {
        return ROOM;
      }
      return new Promise((resolve) => {
        const done = (): void => {
          stream.off('drain', done);
          stream.off('error', done);
          stream.off('close', done);
          resolve();
        };
        stream.on('drain', done);
        stream.on('error', done);
        stream.on('close', done);
      });
    },
    flush() {
      return new Promise((resolve) => {
        if (isClosed || stream.destroyed) {
          resolve();
        } else {
          stream.write('', () => resolve());
        }
      });
    },
    onClose(callback) {
      if (isClosed) {
        callback();
      } else {
        callbacks.push(callback);
      }
    },
  };
}
