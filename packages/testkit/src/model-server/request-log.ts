/** The requests to the model server, and a way to wait for them. */

export interface LoggedRequest {
  readonly method: string;
  /** The URL with the query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, parsed where it is JSON. */
  readonly body: unknown;
  /** The arrival in milliseconds since the server started. */
  readonly arrivedAt: number;
  /** `step` and `summary` come from the script; `side` is answered without it; `unmatched` is a fault of the test. */
  readonly kind: 'step' | 'summary' | 'side' | 'unmatched';
  /** The rule that answered: the id of the step, the name of the side request, or why nothing did. */
  readonly rule: string;
  /** The fault that the request met instead of an answer. */
  readonly fault?: string;
  /** The wire format; absent where none was recognised. */
  readonly dialect?: string;
}

export interface Waiters {
  /** Checks the awaited conditions again. */
  check(): void;
  wait(isDone: () => boolean, options: { readonly timeoutMs: number; readonly describe: () => string }): Promise<void>;
}

export function createWaiters(): Waiters {
  const waiting = new Set<() => void>();
  return {
    check() {
      for (const look of waiting) {
        look();
      }
    },
    wait(isDone, { timeoutMs, describe }) {
      return new Promise((resolve, reject) => {
        const finish = (done: () => void): void => {
          clearTimeout(timer);
          waiting.delete(look);
          done();
        };
        const look = (): void => {
          if (isDone()) {
            finish(resolve);
          }
        };
        const timer = setTimeout(() => finish(() => reject(new Error(describe()))), timeoutMs);
        waiting.add(look);
        look();
      });
    },
  };
}
