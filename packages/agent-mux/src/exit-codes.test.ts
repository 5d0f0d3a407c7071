import { OUTCOMES } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { EXIT_CODE_OF_MISUSE, exitCodeOf, exitCodeOfResult } from './exit-codes.ts';

describe('the exit code of an end', () => {
  it.each([
    ['SESSION_NOT_FOUND', 8],
    ['STORE_ERROR', 9],
    ['SPAWN_ERROR', 1],
    ['INTERNAL', 1],
    ['AGENT_ERROR', 17],
    ['CAPABILITY_ERROR', 17],
  ] as const)('has an exit code for an error of its own: %s is %i', (code, exitCode) => {
    expect(exitCodeOf('error', code)).toBe(exitCode);
    expect(exitCodeOfResult({ exitReason: 'failed', error: { code } })).toBe(exitCode);
    // The code says nothing new about any other cause.
    expect(exitCodeOf('crash', code)).toBe(12);
  });

  it('has one where no error says what it was', () => {
    expect(exitCodeOf('error', undefined)).toBe(17);
    expect(exitCodeOfResult({ exitReason: 'completed', error: null })).toBe(0);
    expect(exitCodeOfResult({ exitReason: 'failed', error: null })).toBe(17);
    expect(exitCodeOfResult({ exitReason: 'crashed', error: { code: 'SPAWN_ERROR' } })).toBe(1);
  });

  it.each(Object.entries(OUTCOMES).filter(([, { code }]) => code !== undefined))(
    'is found again from the result of %s',
    (_cause, { exitReason, code, exitCode }) => {
      expect(exitCodeOfResult({ exitReason, error: { code } } as never)).toBe(exitCode);
    },
  );

  it('has exit codes for what is thrown before a run exists', () => {
    expect(EXIT_CODE_OF_MISUSE).toEqual({
      VALIDATION_ERROR: 2,
      AGENT_NOT_FOUND: 3,
      AGENT_NOT_INSTALLED: 4,
      CAPABILITY_ERROR: 6,
      SESSION_NOT_FOUND: 8,
      RUN_NOT_FOUND: 8,
      STORE_ERROR: 9,
    });
  });
});
