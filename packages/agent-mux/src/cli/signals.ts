/** Ctrl-C interrupts the run, a second one aborts it; SIGTERM and SIGHUP abort it at once. */
import type { RunHandle } from '@agent-mux/core';

export interface RunSignals extends Disposable {
  /** Acts as if Ctrl-C had been pressed, for when the terminal passes the key to us. */
  interrupt(): void;
}

/** How long a reader of our output, which may stand still, has for the end of a run that a signal has aborted. */
export const LEAVE_MS = 5_000;

/** Listens until disposed. */
export function listenForSignals(handle: Pick<RunHandle, 'interrupt' | 'abort'>): RunSignals {
  let wasInterrupted = false;
  let listening: Disposable | undefined;
  const ignoreEnd = (): void => {
    // The run may be over by the time of the key, and its result says the rest.
  };
  // The run is over then.
  const abort = (): void =>
    void handle
      .abort()
      .catch(ignoreEnd)
      .then(() => leave(listening));
  const interrupt = (): void => {
    if (wasInterrupted) {
      abort();
    } else {
      wasInterrupted = true;
      void handle.interrupt().catch(ignoreEnd);
    }
  };
  listening = onSignals({ interrupt, abort });
  return { interrupt, ...listening };
}

/** Stops listening: what is left to be written must not keep the process, so another signal ends it, and so does time. */
export function leave(listening: Disposable | undefined): void {
  listening?.[Symbol.dispose]();
  setTimeout(() => process.kill(process.pid, 'SIGTERM'), LEAVE_MS).unref();
}

/** Handles signals until disposed: SIGINT is an interrupt, SIGTERM and SIGHUP are an abort. */
export function onSignals({
  interrupt,
  abort,
}: {
  readonly interrupt: () => void;
  readonly abort: () => void;
}): Disposable {
  process.on('SIGINT', interrupt).on('SIGTERM', abort).on('SIGHUP', abort);
  return {
    [Symbol.dispose]() {
      process.off('SIGINT', interrupt).off('SIGTERM', abort).off('SIGHUP', abort);
    },
  };
}
