import { describe, expect, it } from 'vitest';
import { AUTH_GUIDANCE } from '../about.ts';
import { failureOf, outcomeOfExit } from './failures.ts';

describe('an exit code after a failure of the service', () => {
  // `No.` says nothing by itself; `terminated` says that another try may succeed, unless a status says more.
  it.each<[code: number | null, message: string, outcome: object]>([
    [145, 'No.', { type: 'auth_error', message: 'No.', guidance: AUTH_GUIDANCE }],
    [173, 'No.', { type: 'rate_limit_error', message: 'No.' }],
    [144, 'terminated', { type: 'error', code: 'AGENT_ERROR', message: 'terminated' }],
    [247, 'No.', { type: 'error', code: 'AGENT_ERROR', message: 'No.', transient: true }],
    [255, 'No.', { type: 'error', code: 'AGENT_ERROR', message: 'No.', transient: true }],
  ])('of %o is its HTTP status modulo 256', (code, message, outcome) => {
    expect(outcomeOfExit(message, code)).toEqual(outcome);
  });

  it.each([null, 0, 1, 130, 137, 143])('of %o is none, so that the words decide', (code) => {
    const error = { type: 'error', code: 'AGENT_ERROR' };
    expect(outcomeOfExit('No.', code)).toEqual({ ...error, message: 'No.' });
    expect(outcomeOfExit('terminated', code)).toEqual({ ...error, message: 'terminated', transient: true });
  });

  it('that is larger than 255, as on Windows, is no status', () => {
    expect(outcomeOfExit('No.', 256)).toEqual({ type: 'error', code: 'AGENT_ERROR', message: 'No.' });
  });
});

it('takes its complaint about too many turns for that limit, though the result names no failure', () => {
  const last = { maxTurns: 4, message: 'Maximum session turns exceeded' };
  expect(failureOf({ type: 'result', status: 'success' }, last)).toEqual({
    message: 'Maximum session turns exceeded',
    outcome: { type: 'turn_limit', maxTurns: 4 },
  });
});
