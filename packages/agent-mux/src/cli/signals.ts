/** Ctrl-C interrupts the run, a second one aborts it; SIGTERM and SIGHUP abort it at once. */
import type { RunHandle } from '@agent-mux/core';

export interface RunSignals extends Disposable {
  /** As if Ctrl-C had been pressed; for when the terminal hands the key to us. */
  interrupt(): void;
}

/** Listens until disposed. */
export function listenForSignals(handle: Pick<RunHandle, 'interrupt' | 'abort'>): RunSignals {
  let wasInterrupted = false;
  const ignoreEnd = (): void => {
    // Because the run may be over by the time of the key; its result says all there is.
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

/** Until disposed: SIGINT is an interrupt, SIGTERM and SIGHUP are an abort. */
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
