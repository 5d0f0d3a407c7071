import { describe, expect, it } from 'vitest';
import { endsAtRest } from './turn-end.ts';
import type { TurnState } from './turn-fold.ts';

const turn = (id: string): TurnState => ({
  id,
  prompt: id,
  from: undefined,
  to: undefined,
  end: undefined,
  part: undefined,
});
const [FIRST, LAST] = [turn('a'), turn('b')];
const endsWith = (...[outcome]: [Parameters<typeof endsAtRest>[1]]) =>
  endsAtRest({ unsettled: [FIRST, LAST] }, outcome, 'toy');

describe('the turns that have no end where the agent rests', () => {
  it('have all completed where it reports nothing else', () => {
    const completed = { outcome: 'completed' };
    expect(endsWith(undefined)).toStrictEqual([
      [FIRST, completed],
      [LAST, completed],
    ]);
  });

  it('have completed but for the last one, which ended as the agent has reported', () => {
    expect(endsWith({ type: 'turn_limit', maxTurns: 3 })).toStrictEqual([
      [FIRST, { outcome: 'completed' }],
      [
        LAST,
        {
          outcome: 'turn_limit',
          error: {
            code: 'TURN_LIMIT',
            message: 'The turn reached its limit of 3 model requests.',
            recoverable: true,
          },
        },
      ],
    ]);
  });

  it('have no exit code, because the process lives on', () => {
    const [, [, end] = []] = endsWith({ type: 'crash', stderr: '' });
    expect(end).toMatchObject({
      outcome: 'crashed',
      error: { message: 'toy ended without finishing its run (exit code null).' },
    });
  });

  it('keep the words of the agent about a run that do not begin the message', () => {
    const [, [, end] = []] = endsWith({ type: 'error', code: 'AGENT_ERROR', message: 'In The run it failed.' });
    expect(end?.error?.message).toBe('In The run it failed.');
  });
});
