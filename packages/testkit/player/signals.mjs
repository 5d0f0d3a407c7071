/**
 * Signals: one that the recording waits for, now or later, is taken; any other ends the process as it would end a program without handlers.
 */
import { readLines } from './read-lines.mjs';

/** Signals that a recorded CLI may have reacted to. SIGKILL needs no handler. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

export class Signals {
  #path;
  #arrived = [];
  #taken = 0;
  /** The signal that is awaited now: a name, or `any`. */
  #awaited;
  #wake = () => {};

  constructor(path) {
    this.#path = path;
    // The handlers are there from the start, because the host may answer to a line before we have come to the recorded signal.
    for (const name of SIGNALS) {
      process.on(name, () => this.#arrive(name));
    }
  }

  async next(name) {
    this.#awaited = name;
    // A listener alone does not keep the process alive.
    const alive = setInterval(() => {}, 2 ** 30);
    for (;;) {
      const index = this.#arrived.findIndex((signal) => name === 'any' || signal === name);
      if (index >= 0) {
        this.#arrived.splice(index, 1);
        this.#taken++;
        this.#awaited = undefined;
        clearInterval(alive);
        return;
      }
      await new Promise((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  #arrive(name) {
    const isWanted =
      this.#awaited === undefined
        ? this.#countAwaited() > this.#taken + this.#arrived.length
        : this.#awaited === 'any' || this.#awaited === name;
    if (isWanted) {
      this.#arrived.push(name);
      this.#wake();
    } else {
      leave({ code: null, signal: name });
    }
  }

  #countAwaited() {
    let count = 0;
    for (const line of readLines(this.#path)) {
      if (line.includes('"dir":"host"') && awaitedSignal(JSON.parse(line)) !== undefined) {
        count++;
      }
    }
    return count;
  }
}

/** Ends the process as the recording did. */
export function leave({ code, signal }) {
  if (signal === null) {
    process.exit(code ?? 0);
  }
  for (const name of SIGNALS) {
    process.removeAllListeners(name);
  }
  process.kill(process.pid, signal);
  // The signal ends us before the timer does.
  setTimeout(() => process.exit(1), 10_000);
}

/** The signal that an entry waits for: one that the host sent after this action. */
export function awaitedSignal({ action, signal, draft }) {
  if (action === 'signal') {
    return signal === 'SIGKILL' ? 'any' : signal;
  }
  return action === 'abort' || action === 'timeout' || (action === 'draft' && draft.type === 'outcome')
    ? 'any'
    : undefined;
}
