/** Named gates at which streams wait until the test opens them. */

export interface Gates {
  /** Waits at a gate; returns at once when it is open, or when the signal aborts. */
  pass(name: string, signal: AbortSignal): Promise<void>;
  /** Opens a gate, for good. */
  release(name: string): void;
  hasArrived(name: string): boolean;
}

export function createGates(onArrival: (name: string) => void): Gates {
  const arrived = new Set<string>();
  const open = new Set<string>();
  const waiting = new Map<string, Set<() => void>>();
  return {
    hasArrived: (name) => arrived.has(name),
    release(name) {
      open.add(name);
      for (const go of waiting.get(name) ?? []) {
        go();
      }
      waiting.delete(name);
    },
    pass(name, signal) {
      arrived.add(name);
      onArrival(name);
      if (open.has(name) || signal.aborted) {
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        const go = (): void => {
          signal.removeEventListener('abort', go);
          resolve();
        };
        signal.addEventListener('abort', go, { once: true });
        const others = waiting.get(name);
        if (others) {
          others.add(go);
        } else {
          waiting.set(name, new Set([go]));
        }
      });
    },
  };
}
