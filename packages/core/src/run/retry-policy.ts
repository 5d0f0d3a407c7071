/** Decides when an attempt is repeated, and after which delay. */
import type { Outcome, RetryPolicy } from '../adapter/index.ts';
import type { Respawn } from '../assembler/index.ts';
import { type Clock, LONGEST_TIMER_MS } from '../clock.ts';
import { causeOf, codeOf } from '../results/index.ts';

export const RETRY_DEFAULTS: Required<RetryPolicy> = {
  maxAttempts: 3,
  baseDelayMs: 1_000,
  maxDelayMs: 30_000,
  jitterFactor: 0.1,
  retryOn: ['RATE_LIMITED', 'AGENT_CRASH'],
};

/** Merges policies field by field, where the later one wins; an undefined field says nothing. */
export function mergePolicies(...policies: readonly (RetryPolicy | undefined)[]): RetryPolicy | undefined {
  const given = policies.filter((policy) => policy !== undefined);
  return given.length === 0
    ? undefined
    : Object.fromEntries(given.flatMap(Object.entries).filter(([, value]) => value !== undefined));
}

/** Returns the retry after `attempts` failed attempts, or undefined where there is none. `random` is in [0, 1). */
export function decideRetry(
  policy: RetryPolicy | undefined,
  outcome: Outcome | undefined,
  attempts: number,
  random: number,
): Respawn | undefined {
  if (policy === undefined || outcome === undefined) {
    return undefined;
  }
  const { maxAttempts, baseDelayMs, maxDelayMs, jitterFactor, retryOn } = { ...RETRY_DEFAULTS, ...policy };
  const code = codeOf(outcome, causeOf(outcome, null));
  if (code === undefined || !retryOn.includes(code) || attempts > maxAttempts) {
    return undefined;
  }
  const backOff = Math.min(baseDelayMs * 2 ** (attempts - 1), maxDelayMs) * (1 + random * jitterFactor);
  // The server knows better than we when it will answer again.
  const asked = outcome.type === 'rate_limit_error' ? (outcome.retryAfterMs ?? 0) : 0;
  const delayMs = Math.min(Math.round(Math.max(backOff, asked)), LONGEST_TIMER_MS);
  return { attempt: attempts, maxAttempts, reason: code, delayMs };
}

/** The wait before a retry, which can be cut short, even before it has begun. */
export class Delay {
  readonly #clock: Clock;
  #isSkipped = false;
  #end: () => void = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  pass(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(this.#isSkipped ? 0 : ms, resolve);
      this.#end = () => {
        cancel();
        resolve();
      };
    });
  }

  /** Ends the current wait, and all later ones. */
  skip(): void {
    this.#isSkipped = true;
    this.#end();
  }
}
