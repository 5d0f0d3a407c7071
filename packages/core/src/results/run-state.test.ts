import { describe, expect, it } from 'vitest';
import { isEnded, moveTo, type RunState } from './run-state.ts';

const ENDS = 'completed failed aborted interrupted timed-out turn-limited over-budget crashed killed'.split(
  ' ',
) as readonly RunState[];
const LIVING = ['spawned', 'running', 'paused', 'stopping'] as const;
const NEXT: Readonly<Record<(typeof LIVING)[number], readonly RunState[]>> = {
  spawned: ['running', 'paused', 'stopping', ...ENDS],
  running: ['paused', 'stopping', ...ENDS],
  paused: ['running', 'stopping', ...ENDS],
  stopping: ENDS,
};

describe('the state of a run', () => {
  it('is an end exactly where the run never leaves it', () => {
    expect(LIVING.filter(isEnded)).toEqual([]);
    expect(ENDS.filter(isEnded)).toEqual(ENDS);
  });

  it.each(LIVING)('that is %s moves to those after it, and to no other', (from) => {
    for (const to of [...LIVING, ...ENDS]) {
      if (NEXT[from].includes(to)) {
        expect(moveTo(from, to)).toBe(to);
      } else {
        expect(() => moveTo(from, to)).toThrow(`The run is ${from}; it cannot become ${to}.`);
      }
    }
  });

  it('moves nowhere from an end, which is an error of its own kind', () => {
    for (const from of ENDS) {
      expect(() => moveTo(from, 'running')).toThrow(expect.objectContaining({ code: 'INVALID_STATE_TRANSITION' }));
    }
  });
});
