/** A recorder whose faults end the recording, and not the run. */
import { describeError } from '../describe-error.ts';
import type { Recorder } from './recorder.ts';
import type { Waits } from './waits.ts';

/**
 * Guards a recorder. `onFault` is called once; from then on nothing is recorded, and `finish` resolves with undefined.
 */
export function guardRecorder(
  recorder: Recorder | undefined,
  onFault: (message: string) => void,
  waits: Waits,
): Recorder | undefined {
  if (recorder === undefined) {
    return undefined;
  }
  let isBroken = false;

  function give<T>(act: () => T): T | undefined {
    try {
      return isBroken ? undefined : act();
    } catch (error) {
      giveUp(error);
      return undefined;
    }
  }

  function giveUp(error: unknown): void {
    if (!isBroken) {
      isBroken = true;
      onFault(`The recording was given up: ${describeError(error)}. The run goes on without it.`);
    }
  }

  return {
    describe: (header) => give(() => recorder.describe(header)),
    out: (text, source, partial, now) => give(() => recorder.out(text, source, partial, now)),
    in: (text, now, partial) => give(() => recorder.in(text, now, partial)),
    host: (action, now) => give(() => recorder.host(action, now)),
    exit: (facts, now) => give(() => recorder.exit(facts, now)),
    raw: (source, chunk) => give(() => recorder.raw(source, chunk)),
    onError: (listener) => give(() => recorder.onError(listener)),
    async finish() {
      try {
        // A broken recorder is finished too, because a file may be open.
        const path = await waits.bounded(recorder.finish());
        return isBroken ? undefined : path;
      } catch (error) {
        giveUp(error);
        return undefined;
      }
    },
  };
}
