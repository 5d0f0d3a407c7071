/** How a run is consumed, live or stored alike: iterated, listened to and awaited. */
import type { Journal } from './journal.ts';
import type { RunHandle } from './run-handle.ts';
import type { RunResult } from './run-result.ts';

type Consumers<H extends RunHandle> = Pick<
  H,
  typeof Symbol.asyncIterator | 'entries' | 'on' | 'once' | 'off' | 'result' | 'then' | 'catch' | 'finally'
>;

/** `handle`: what `on` and its kin give back, so that calls can stand in a chain. */
export function consumersOf<H extends RunHandle>(
  journal: Journal,
  { ended, handle }: { readonly ended: () => Promise<RunResult>; readonly handle: () => H },
): Consumers<H> {
  const result = (): Promise<RunResult> => {
    journal.await();
    return ended();
  };
  const consumers: Consumers<RunHandle> = {
    [Symbol.asyncIterator]: () => journal.iterate(),
    entries: (options) => journal.entries(options),
    on(type, listener, { replay = false } = {}) {
      journal.on(type, listener, { replay });
      return handle();
    },
    once(type, listener, { replay = false } = {}) {
      journal.on(type, listener, { once: true, replay });
      return handle();
    },
    off(type, listener) {
      journal.off(type, listener);
      return handle();
    },
    result,
    // biome-ignore lint/suspicious/noThenProperty: a handle is awaited as its result is.
    then: (onResult, onError) => result().then(onResult, onError),
    catch: (onError) => result().catch(onError),
    finally: (onEnd) => result().finally(onEnd),
  };
  // What is given back is the handle itself, of whichever kind it is.
  return consumers as Consumers<H>;
}
