import { describe, expect, it } from 'vitest';
import type { EndCause } from '../assembler/index.ts';
import { aborted, causeOf, codeOf, OUTCOMES } from './outcome.ts';

/** The whole table in words: cause, exit reason, state, terminal event, error code, exit code of `amux`. */
const ROWS = `
completed   completed   completed    -                 -                  0
interrupted interrupted interrupted  interrupted       INTERRUPTED        130
aborted     aborted     aborted      aborted           ABORTED            13
timeout     timeout     timed-out    timeout           TIMEOUT            11
inactivity  inactivity  timed-out    timeout           INACTIVITY_TIMEOUT 11
turn_limit  turn_limit  turn-limited turn_limit        TURN_LIMIT         16
budget      budget      over-budget  error             BUDGET_EXCEEDED    18
auth        failed      failed       auth_error        AUTH_ERROR         5
rate_limit  failed      failed       rate_limit_error  RATE_LIMITED       14
context     failed      failed       context_exceeded  CONTEXT_EXCEEDED   15
error       failed      failed       error             -                  17
crash       crashed     crashed      crash             AGENT_CRASH        12
kill        killed      killed       crash             AGENT_CRASH        12
`
  .trim()
  .split('\n')
  .map((row) => row.split(/ +/));

describe('what an end means', () => {
  it('is one table', () => {
    const shown = Object.entries(OUTCOMES).map(([cause, { exitReason, state, event, code, exitCode }]) => [
      cause,
      exitReason,
      state,
      event ?? '-',
      code ?? '-',
      String(exitCode),
    ]);
    expect(shown).toEqual(ROWS);
  });

  const ENDS: readonly [EndCause | undefined, string | null, string][] = [
    [undefined, null, 'completed'],
    [undefined, 'SIGTERM', 'completed'],
    [{ type: 'interrupted' }, null, 'interrupted'],
    [{ type: 'aborted' }, null, 'aborted'],
    [{ type: 'turn_limit', maxTurns: 1 }, null, 'turn_limit'],
    [{ type: 'error', code: 'AGENT_ERROR', message: '' }, null, 'error'],
    [{ type: 'error', code: 'BUDGET_EXCEEDED', message: '' }, null, 'budget'],
    [{ type: 'timeout', kind: 'run' }, null, 'timeout'],
    [{ type: 'timeout', kind: 'inactivity' }, null, 'inactivity'],
    [{ type: 'auth_error', message: '', guidance: '' }, null, 'auth'],
    [{ type: 'rate_limit_error', message: '' }, null, 'rate_limit'],
    [{ type: 'context_exceeded' }, null, 'context'],
    [{ type: 'crash', stderr: '' }, null, 'crash'],
    [{ type: 'crash', stderr: '' }, 'SIGKILL', 'kill'],
  ];
  it.each(ENDS)('of %j with %j is %s', (end, signal, cause) => {
    expect(causeOf(end, signal)).toBe(cause);
  });

  it('has the code of the table, and that of an error by itself', () => {
    const error = { type: 'error', code: 'SESSION_NOT_FOUND', message: '' } as const;
    expect([codeOf(error, 'error'), codeOf({ type: 'aborted' }, 'aborted')]).toEqual(['SESSION_NOT_FOUND', 'ABORTED']);
  });

  it('that the program asks for has its reason, if it gave one', () => {
    expect(aborted(undefined)).toStrictEqual({ type: 'aborted' });
    expect(aborted('enough')).toStrictEqual({ type: 'aborted', reason: 'enough' });
  });
});
