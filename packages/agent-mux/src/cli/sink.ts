/** Writes to stdout or stderr: waits for a slow reader, and stops when the reader has gone or the disk is full. */
import type { Writable } from 'node:stream';

export interface Sink {
  readonly isTty: boolean;
  /** The width of the terminal, if it is one. */
  readonly columns: number | undefined;
  /** Whether the reader has gone, or nothing can be written any more. */
  readonly isClosed: boolean;
  /** Resolves when there is room for more. */
  write(text: string): Promise<void>;
  /** Resolves when the reader has everything. */
  flush(): Promise<void>;
  /** Calls back once, when the reader goes; at once if it has gone. */
  onClose(callback: () => void): void;
}

/** Whether the error says that the reader has gone, which is no problem. */
export function isGone({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EPIPE' || code === 'EIO' || code === 'ERR_STREAM_DESTROYED';
}

const ROOM: Promise<void> = Promise.resolve();

export function createSink(stream: Writable & { readonly isTTY?: boolean; readonly columns?: number }): Sink {
  const callbacks: (() => void)[] = [];
  let isClosed = false;
  // The listener stays as long as the process lives, because an error without a listener would end it. The error makes no difference here;
  // whoever watches the output reports it.
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
