/** Hears of signals that abort runs: one listener for each signal, since Node warns on stderr where a signal has more than ten. */

interface Heard {
  readonly aborts: Set<() => void>;
  readonly listener: () => void;
}

const heard = new WeakMap<AbortSignal, Heard>();

/** Calls `abort` once the signal aborts. Returns a function that ends this. */
export function onAbortOf(signal: AbortSignal, abort: () => void): () => void {
  const { aborts, listener } = heard.get(signal) ?? hear(signal);
  aborts.add(abort);
  return () => {
    aborts.delete(abort);
    if (aborts.size === 0 && heard.get(signal)?.aborts === aborts) {
      heard.delete(signal);
      signal.removeEventListener('abort', listener);
    }
  };
}

function hear(signal: AbortSignal): Heard {
  const aborts = new Set<() => void>();
  const listener = (): void => {
    for (const abort of [...aborts]) {
      abort();
    }
  };
  const all: Heard = { aborts, listener };
  heard.set(signal, all);
  signal.addEventListener('abort', listener, { once: true });
  return all;
}
