/** What comes of a call at once. */
import type { Outcome } from './calls-by-state.ts';

const settled = (): Promise<'waits'> => new Promise((resolve) => setImmediate(() => resolve('waits')));

/** `waits` where it is not settled as soon as everything that was due has run; else that it is done, or the code of its error. */
export async function outcomeOf(call: () => unknown): Promise<Outcome | string> {
  const made = (async () => {
    await call();
    return 'done';
  })().catch((error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)));
  return Promise.race([made, settled()]);
}
