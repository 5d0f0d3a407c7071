/** Ctrl-C interrupts the run, a second one aborts it; SIGTERM and SIGHUP abort it at once. */
import type { RunHandle } from '@agent-mux/core';

export interface RunSignals extends Disposable {
  /** Acts as if Ctrl-C had been pressed, for when the terminal passes the key to us. */
  interrupt(): void;
}

/** Listens until disposed. */
export function listenForSignals(handle: Pick<RunHandle, 'interrupt' | 'abort'>): RunSignals {
  let wasInterrupted = false;
  const ignoreEnd = (): void => {
    // The run may be over by the time of the key, and its result says the rest.
  };
  const abort = (): void => void handle.abort().catch(ignoreEnd);
  const interrupt = (): void => {
    if (wasInterrupted) {
      abort();
    } else {
      wasInterrupted = true;
      void handle.interrupt().catch(ignoreEnd);
    }
  };
  return { interrupt, ...onSignals({ interrupt, abort }) };
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
