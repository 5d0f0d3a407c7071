import { describe, expect, it } from 'vitest';
import { AUTH_GUIDANCE } from '../about.ts';
import { exitMeaning } from './exit.ts';

const exit = (code: number, stderr = 'No.') => exitMeaning({ code, signal: null, stderr });

describe('an exit before the end of a turn', () => {
  it.each<[code: number, stderr: string, outcome: ReturnType<typeof exit>]>([
    [41, 'No.', { type: 'auth_error', message: 'No.', guidance: AUTH_GUIDANCE }],
    [
      42,
      'No previous sessions found.',
      { type: 'error', code: 'SESSION_NOT_FOUND', message: 'No previous sessions found.' },
    ],
    [42, 'No.', { type: 'error', code: 'AGENT_ERROR', message: 'No.' }],
    [52, 'No.', { type: 'error', code: 'AGENT_ERROR', message: 'No.' }],
    [53, 'No.', undefined],
    [55, 'No.', { type: 'error', code: 'AGENT_ERROR', message: 'No.' }],
    [1, 'No.', undefined],
  ])('with %i and "%s" means what Gemini CLI means by it', (code, stderr, outcome) => {
    expect(exit(code, stderr)).toEqual(outcome);
  });

  it('that was asked for means nothing', () => {
    expect(exitMeaning({ code: 41, signal: null, stderr: 'No.', asked: 'interrupt' })).toBeUndefined();
  });

  it.each([
    [
      'without its notices and empty lines',
      'Warning: old\n[STARTUP] 3 ms\n\nOne.\n \nTwo.\nYOLO mode is on\n',
      'One.\nTwo.',
    ],
    [
      'where it says nothing else',
      'Ripgrep is not available.\nApproval mode overridden\n',
      'Gemini CLI left without a word.',
    ],
    ['where it says nothing', '', 'Gemini CLI left without a word.'],
  ])('repeats the words of stderr: %s', (_what, stderr, message) => {
    expect(exit(52, stderr)).toMatchObject({ message });
  });
});
