import { describe, expect, it } from 'vitest';
import type { Outcome } from '../adapter/draft.ts';
import { Delay, decideRetry, mergePolicies } from './retry-policy.ts';
import { createManualClock } from './testing/manual-clock.ts';

const limited: Outcome = { type: 'rate_limit_error', message: 'slow down' };
const crashed: Outcome = { type: 'crash', exitCode: 1, stderr: '' };
const delays = (policy: object, outcome: Outcome, random = 0): (number | undefined)[] =>
  [1, 2, 3, 4, 5].map((attempts) => decideRetry(policy, outcome, attempts, random)?.delayMs);

describe('retries', () => {
  it.each([
    { name: 'by default', policy: {}, delays: [1_000, 2_000, 4_000, undefined, undefined] },
    {
      name: 'up to the longest',
      policy: { maxAttempts: 4, maxDelayMs: 3_000 },
      delays: [1_000, 2_000, 3_000, 3_000, undefined],
    },
    {
      name: 'never with none',
      policy: { maxAttempts: 0 },
      delays: [undefined, undefined, undefined, undefined, undefined],
    },
  ])('wait longer each time $name', ({ policy, delays: expected }) => {
    expect(delays(policy, limited)).toEqual(expected);
  });

  it('add a random share of the delay', () => {
    expect([
      decideRetry({ jitterFactor: 0.5 }, limited, 1, 0.5)?.delayMs,
      decideRetry({}, limited, 1, 0.5)?.delayMs,
    ]).toEqual([1_250, 1_050]);
  });

  it('wait as long as the server asks, but not beyond what a timer can', () => {
    const asks = (retryAfterMs: number): number | undefined =>
      decideRetry({}, { ...limited, retryAfterMs }, 1, 0)?.delayMs;
    expect([asks(10), asks(90_000), asks(1e12)]).toEqual([1_000, 90_000, 2_147_483_647]);
  });

  it('wait for nothing where the policy says so, and the server does not ask', () => {
    const policy = { baseDelayMs: 0 };
    expect([limited, crashed].map((outcome) => decideRetry(policy, outcome, 1, 0)?.delayMs)).toEqual([0, 0]);
    expect(decideRetry(policy, { ...limited, retryAfterMs: 0 }, 1, 0)?.delayMs).toBe(0);
  });

  it('tell which one it is, of how many', () => {
    expect(decideRetry({ maxAttempts: 5, maxDelayMs: 1e9 }, crashed, 2, 0)).toEqual({
      attempt: 2,
      maxAttempts: 5,
      reason: 'AGENT_CRASH',
      delayMs: 2_000,
    });
    // The longest delay by default.
    expect(decideRetry({ maxAttempts: 9 }, crashed, 9, 0)?.delayMs).toBe(30_000);
  });

  it('are for the codes of the policy, and for nothing without one', () => {
    const auth: Outcome = { type: 'auth_error', message: '', guidance: '' };
    const other: Outcome = { type: 'error', code: 'SESSION_NOT_FOUND', message: '' };
    const reasons = (policy: object | undefined): (string | undefined)[] =>
      [limited, crashed, auth, other, undefined].map((outcome) => decideRetry(policy, outcome, 1, 0)?.reason);
    expect(reasons({})).toEqual(['RATE_LIMITED', 'AGENT_CRASH', undefined, undefined, undefined]);
    expect(reasons({ retryOn: ['SESSION_NOT_FOUND', 'AUTH_ERROR'] })).toEqual([
      undefined,
      undefined,
      'AUTH_ERROR',
      'SESSION_NOT_FOUND',
      undefined,
    ]);
    expect(reasons(undefined)).toEqual([undefined, undefined, undefined, undefined, undefined]);
  });

  it('merge their policies field by field, where undefined says nothing', () => {
    expect(
      mergePolicies({ maxAttempts: 1, baseDelayMs: 5 }, { maxAttempts: undefined, maxDelayMs: 9 } as never),
    ).toEqual({
      maxAttempts: 1,
      baseDelayMs: 5,
      maxDelayMs: 9,
    });
    expect(mergePolicies(undefined, undefined)).toBeUndefined();
  });
});

describe('the delay before a retry', () => {
  it('is as long as it is to be, and all later ones are over at once where one was skipped', async () => {
    const clock = createManualClock();
    const delay = new Delay(clock);
    const log: string[] = [];
    const settled = () => new Promise((resolve) => setImmediate(resolve));
    void delay.pass(100).then(() => log.push('first'));
    clock.pass(99);
    await settled();
    expect(log).toEqual([]);
    clock.pass(1);
    await settled();
    expect(log).toEqual(['first']);
    void delay.pass(100).then(() => log.push('second'));
    delay.skip();
    await settled();
    expect(log).toEqual(['first', 'second']);
    void delay.pass(100).then(() => log.push('third'));
    clock.pass(0);
    await settled();
    expect(log).toEqual(['first', 'second', 'third']);
  });

  it('may be skipped before it begins', () => {
    const clock = createManualClock();
    const delay = new Delay(clock);
    delay.skip();
    void delay.pass(100);
    clock.pass(0);
    expect(clock.size).toBe(0);
  });

  it('is over after its time, at once when it is skipped, and leaves no timer', async () => {
    const clock = createManualClock();
    const delay = new Delay(clock);
    const passed = delay.pass(100);
    clock.pass(100);
    await passed;
    const skipped = delay.pass(100);
    delay.skip();
    await skipped;
    expect(clock.size).toBe(0);
    const next = delay.pass(100);
    clock.pass(0);
    await next;
  });
});
