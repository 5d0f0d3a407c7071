/** What signals ask of several runs, and of what comes before and after them: to stop, and to say then what is left. */
import type { RunHandle } from '@agent-mux/core';
import { LEAVE_MS, leave, onSignals } from './signals.ts';

export interface Stop extends Disposable {
  /** Whether what is under way is to be left as it is. */
  readonly isAsked: boolean;
  /** Waits for a task, and no longer than until it is to be left. */
  race(task: Promise<unknown>): Promise<void>;
  /** The same for runs, which a signal ends first: Ctrl-C interrupts them, and aborts them the second time, as other signals do at once. */
  during(handles: readonly RunHandle[], task: Promise<unknown>): Promise<void>;
  /** Lets another signal end the process, and time too where it was asked to stop. */
  readonly leave: () => void;
}

/** Listens until disposed. */
export function createStop(): Stop {
  let running: readonly RunHandle[] = [];
  let wasInterrupted = false;
  let wasAborted = false;
  let isAsked = false;
  let wake = (): void => {};
  const asked = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const ask = (): void => {
    isAsked = true;
    wake();
  };
  const abort = (): void => {
    if (running.length === 0 || wasAborted) {
      ask();
      return;
    }
    wasAborted = true;
    // What the runs have made is shown still, but a reader that stands still must not keep the process.
    void Promise.allSettled(running.map((handle) => handle.abort())).then(() => setTimeout(ask, LEAVE_MS).unref());
  };
  const interrupt = (): void => {
    if (running.length === 0 || wasInterrupted) {
      abort();
      return;
    }
    wasInterrupted = true;
    void Promise.allSettled(running.map((handle) => handle.interrupt()));
  };
  const listening = onSignals({ interrupt, abort });
  const race = async (task: Promise<unknown>): Promise<void> => {
    // Nobody waits any more for a task that fails after it was left.
    task.catch(() => undefined);
    await Promise.race([asked, task]);
  };
  return {
    get isAsked() {
      return isAsked;
    },
    race,
    async during(handles, task) {
      running = handles;
      try {
        await race(task);
      } finally {
        running = [];
      }
    },
    leave() {
      if (isAsked) {
        leave(listening);
      } else {
        listening[Symbol.dispose]();
      }
    },
    ...listening,
  };
}
