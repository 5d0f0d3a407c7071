/** The time between the end of the first process and the end of the run. */
import type { Clock } from '../clock.ts';
import type { Child } from './child.ts';

export interface EndOfRun {
  readonly clock: Clock;
  /** Returns the number of bytes that were read from the process so far. */
  bytesRead(): number;
  /** Ends all processes of the run; resolves with the number that it could not end. */
  sweep(): Promise<number>;
}

// A process that was started to write the last words has this long to do so.
const LATE_WRITER_MS = 250;
const QUIET_MS = 250;
const STRANGER_MS = 5_000;
const DESTROY_MS = 1_000;

/**
 * Waits for the pipes to close, first by themselves, then by ending who has them open. Only when nobody can be found are they let go:
 * once it is quiet, or after 5 s of a stranger who goes on writing. Then what stands in its file is read. Resolves with the number of processes that are left over.
 */
export async function drainAfterExit(child: Child, end: EndOfRun): Promise<number> {
  try {
    return await closePipes(child, end);
  } finally {
    await child.readRest?.();
  }
}

async function closePipes(child: Child, { clock, bytesRead, sweep }: EndOfRun): Promise<number> {
  await waitAtMost(child.closed, LATE_WRITER_MS, clock);
  // The sweep is needed even when the pipes are closed, because a process that let go of them may live on.
  const leftOver = await sweep();
  for (let waitedMs = 0; waitedMs < STRANGER_MS; waitedMs += QUIET_MS) {
    const before = bytesRead();
    if (await waitAtMost(child.closed, QUIET_MS, clock)) {
      return leftOver;
    }
    if (bytesRead() === before) {
      break;
    }
  }
  child.destroy();
  await waitAtMost(child.closed, DESTROY_MS, clock);
  return leftOver;
}

/** Resolves with whether the event came in time. */
function waitAtMost(event: Promise<void>, ms: number, clock: Clock): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, () => resolve(false));
    void event.then(() => {
      cancel();
      resolve(true);
    });
  });
}
