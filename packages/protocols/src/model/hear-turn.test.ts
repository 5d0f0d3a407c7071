/** Where a turn ends, and what is known of it then. */
import { describe, expect, it } from 'vitest';
import { CORNER_JOURNALS } from '../testing/corner-journals.ts';
import { advance } from './advance.ts';
import { isEndTold } from './hear-turn.ts';
import { createModel, frontRun } from './model.ts';

/** The entries that end a turn, with its cause, and those that repeat what is known. */
function fold(name: string) {
  const { entries = [] } = CORNER_JOURNALS.find((journal) => journal.name === name) ?? {};
  const model = createModel();
  const lines = entries.flatMap((entry) => {
    const { over, rested, isRepeated } = advance(model, entry);
    const kind = 'type' in entry ? entry.type : entry.entry;
    return [
      ...(rested === null ? [] : [`${kind} tells ${rested.cause}`]),
      ...(over === null ? [] : [`${kind} ends ${over.cause}`]),
      ...(isRepeated ? [`${kind} repeats it`] : []),
    ];
  });
  return { lines, isEndTold: isEndTold(frontRun(model) ?? expect.fail('There is no run')) };
}

describe('turns', () => {
  it.each([
    [
      'a turn that fails where the run waits',
      ['input ends completed', 'turn tells error', 'turn ends error', 'input ends completed', 'error repeats it'],
      ['turn tells completed', 'turn ends completed'],
    ],
    [
      'a turn that fails where another prompt was given already',
      ['input ends completed', 'turn tells error', 'input ends error', 'error repeats it'],
      [],
    ],
    [
      'a run that ends with a turn that has failed',
      ['input ends completed', 'turn tells error', 'turn ends error', 'error repeats it'],
      [],
    ],
    [
      'a turn that the agent begins by itself where the run waits',
      ['input ends completed', 'turn tells completed', 'turn ends completed', 'turn_end ends completed'],
      ['input ends completed', 'turn tells completed', 'turn ends completed'],
    ],
    [
      'turns of a run that waits, of which nobody has told how they ended',
      ['input ends completed', 'input ends completed', 'input ends interrupted'],
      [],
    ],
  ])('R-14: end where the journal tells it, or with the next prompt: %s', (name, first, then) => {
    expect(fold(name).lines).toEqual([...first, ...then]);
  });

  it('R-14: leaves nothing to tell of the end of a run that ended with its last turn', () => {
    expect(fold('a run that ends with a turn that has failed').isEndTold).toBe(true);
    expect(fold('a run that ends with a turn that was interrupted')).toMatchObject({
      lines: expect.arrayContaining(['interrupted repeats it']),
      isEndTold: true,
    });
    expect(fold('three turns').isEndTold).toBe(false);
  });
});
