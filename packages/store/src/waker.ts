/** Wakes those who follow the file when there may be something new in it. */
import { type Database, readNumber } from './file/index.ts';

/** How often the commits of other processes are looked for. */
const POLL_MS = 100;
/** How often the host of a run is looked for, which is less often. */
const LONGEST_MS = 1_000;

export class Waker {
  readonly #db: Database;
  readonly #waiting = new Set<() => void>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #version: number | undefined = -1;
  #isClosed = false;

  constructor(db: Database) {
    this.#db = db;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Records that this process has committed something. */
  notify(): void {
    for (const wake of [...this.#waiting]) {
      wake();
    }
  }

  close(): void {
    this.#isClosed = true;
    // Somebody may have stopped reading without a word, and the file would be looked for as long as the host lives.
    this.#stopPolling();
    this.notify();
  }

  /**
   * Begins to look. `changed` resolves once something was committed after the call of `look`, and after a second at the latest; so whoever
   * reads between the two calls misses nothing.
   */
  look(signal: AbortSignal): { readonly changed: () => Promise<void>; readonly [Symbol.dispose]: () => void } {
    let wake: () => void = () => undefined;
    const changed = new Promise<void>((resolve) => {
      wake = resolve;
    });
    this.#poll();
    this.#waiting.add(wake);
    signal.addEventListener('abort', wake);
    // Whoever reads and does not wait keeps no host alive: it may have stopped without a word.
    const timer = setTimeout(wake, LONGEST_MS).unref();
    if (this.#isClosed || signal.aborted) {
      wake();
    }
    return {
      changed: () => {
        timer.ref();
        return changed;
      },
      [Symbol.dispose]: () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        this.#waiting.delete(wake);
        if (this.#waiting.size === 0) {
          this.#stopPolling();
        }
      },
    };
  }

  #stopPolling(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #poll(): void {
    if (this.#timer !== undefined || this.#isClosed) {
      return;
    }
    this.#version = this.#read();
    this.#timer = setInterval(() => {
      const version = this.#tryToRead();
      if (version !== undefined && version === this.#version) {
        return;
      }
      this.#version = version;
      this.notify();
    }, POLL_MS);
    this.#timer.unref();
  }

  /** Undefined where the file cannot be read: whoever is woken reads it too, and hears why. Nobody is above a timer. */
  #tryToRead(): number | undefined {
    try {
      return this.#read();
    } catch {
      return undefined;
    }
  }

  // The value changes with each commit of another connection, the writing thread's included.
  #read(): number {
    return this.#isClosed ? -1 : readNumber(this.#db, 'PRAGMA data_version');
  }
}
