/** In which turn it is that an agent says something. */
import { describe, expect, it } from 'vitest';
import { type Belonging, TurnIds } from './turn-ids.ts';

/** Says these ids in a turn of their own. */
function turn(ids: TurnIds, names: readonly string[], isCut = false): readonly Belonging[] {
  ids.turnBegan(isCut);
  return names.map((name) => ids.belonging(name));
}

function after(...turns: readonly (readonly string[])[]): TurnIds {
  const ids = new TurnIds();
  for (const names of turns) {
    turn(ids, names);
  }
  return ids;
}

const MANY = Array.from({ length: 1_000 }, (_, at) => `id-${at}`);

it('has begun with its first turn', () => {
  const ids = new TurnIds();
  expect(ids.hasBegun).toBe(false);
  ids.turnBegan();
  expect(ids.hasBegun).toBe(true);
});

describe('a name', () => {
  it.each<[string, readonly (readonly string[])[], readonly string[], readonly Belonging[]]>([
    ['is of the turn in which it is new', [], ['a', 'b', 'a'], ['here', 'here', 'here']],
    [
      'of an earlier turn is late after a new one',
      [['a', 'b']],
      ['c', 'a', 'b', 'a', 'c'],
      ['here', 'late', 'late', 'late', 'here'],
    ],
    [
      'is counted anew behind the first one of an earlier turn',
      [['a', 'c']],
      ['a', 'b', 'c', 'a', 'd'],
      ['here', 'here', 'here', 'here', 'here'],
    ],
    ['is counted anew where there is only one', [['a']], ['a', 'a'], ['here', 'here']],
    ['is counted anew in each turn', [['a', 'b'], ['a']], ['a', 'b'], ['here', 'here']],
    [
      'is counted anew like in any earlier turn',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
      ['a', 'b', 'd'],
      ['here', 'here', 'here'],
    ],
    [
      'is counted anew or not in each turn for itself',
      [
        ['a', 'b'],
        ['a', 'b'],
      ],
      ['c', 'a', 'b'],
      ['here', 'late', 'late'],
    ],
    ['is unclear where it is the first, and was not before', [['a', 'b']], ['b', 'b'], ['unclear', 'unclear']],
    [
      'is late where others are unclear, and then there is a new one',
      [['a', 'b']],
      ['b', 'c', 'b', 'a'],
      ['unclear', 'here', 'late', 'late'],
    ],
    [
      'is counted anew where others are unclear, and then there is a first one',
      [['a', 'b']],
      ['b', 'a', 'b'],
      ['unclear', 'here', 'here'],
    ],
    ['that has been unclear all the time is first in no turn', [['a', 'b'], ['b']], ['b'], ['unclear']],
    [
      'that came late is first in no turn',
      [
        ['a', 'b'],
        ['c', 'b'],
      ],
      ['b'],
      ['unclear'],
    ],
    [
      'that came second is first in no turn',
      [
        ['a', 'b'],
        ['a', 'b'],
      ],
      ['b'],
      ['unclear'],
    ],
  ])('%s', (_, before, names, expected) => {
    expect(turn(after(...before), names)).toEqual(expected);
  });

  it('is unclear behind a turn that was cut, and is first in none', () => {
    const ids = after(['a', 'b']);
    expect(turn(ids, ['a', 'b', 'a'], true)).toEqual(['unclear', 'unclear', 'unclear']);
    expect(turn(ids, ['c'])).toEqual(['here']);
    expect(turn(ids, ['a', 'b'])).toEqual(['unclear', 'unclear']);
    // What follows a turn that is whole is judged as ever.
    expect(turn(ids, ['c', 'a'])).toEqual(['here', 'here']);
  });

  it('is unclear behind a turn that was cut, also where it was first in one that was not', () => {
    const ids = after(['a', 'b'], ['a']);
    expect(turn(ids, ['a', 'a'], true)).toEqual(['unclear', 'unclear']);
    expect(turn(ids, ['a', 'b'])).toEqual(['here', 'here']);
  });

  it('is late where it was said between the turns, in the next turn alone', () => {
    const ids = after(['a', 'b']);
    ids.goesOn('a');
    ids.goesOn('x');
    expect(turn(ids, ['a', 'x', 'b', 'c', 'a'])).toEqual(['late', 'late', 'unclear', 'here', 'late']);
    expect(turn(ids, ['a', 'x', 'b'])).toEqual(['here', 'here', 'here']);
  });

  it('that is counted anew is late where it was said between the turns', () => {
    const ids = after(['a', 'b']);
    ids.goesOn('b');
    expect(turn(ids, ['a', 'b', 'c'])).toEqual(['here', 'late', 'here']);
  });

  it('that was claimed is of the turn, with all that follow', () => {
    const ids = after(['a', 'b'], ['c']);
    expect(turn(ids, ['b'])).toEqual(['unclear']);
    ids.claim('b');
    ids.claim('a');
    expect([ids.isOfEarlier('b'), ids.isOfEarlier('a'), ids.isOfEarlier('c')]).toEqual([false, false, true]);
    expect(['a', 'b', 'c', 'd'].map((name) => ids.belonging(name))).toEqual(['here', 'here', 'here', 'here']);
    expect(ids.isOfEarlier('b')).toBe(false);
    // It began with the one that was claimed first.
    ids.turnBegan();
    expect(ids.belonging('d')).toBe('unclear');
    expect(ids.belonging('b')).toBe('here');
  });
});

describe('a call', () => {
  it('is of the turn in which it was first seen, or began last', () => {
    const ids = after([]);
    ids.see('a');
    ids.begin('b');
    expect([ids.isOfEarlier('a'), ids.isOfEarlier('unknown')]).toEqual([false, false]);
    ids.turnBegan();
    ids.see('a');
    ids.begin('b');
    expect([ids.isOfEarlier('a'), ids.isOfEarlier('b'), ids.isOfEarlier('unknown')]).toEqual([true, false, false]);
  });
});

describe('only the newest thousand are remembered', () => {
  it('of the names that were said', () => {
    const ids = after(['first', 'second', ...MANY.slice(2)]);
    ids.begin('first');
    ids.turnBegan();
    expect([ids.isOfEarlier('first'), ids.isOfEarlier('second')]).toEqual([true, true]);
    ids.begin('new');
    expect([ids.isOfEarlier('first'), ids.isOfEarlier('second')]).toEqual([true, false]);
  });

  it('of the names that were said while no turn ran', () => {
    const ids = after([]);
    for (const id of ['first', ...MANY]) {
      ids.goesOn(id);
    }
    expect(turn(ids, ['id-0', 'first'])).toEqual(['late', 'here']);
  });

  it('of the first names of turns', () => {
    const ids = new TurnIds();
    for (const id of ['first', ...MANY.slice(1)]) {
      turn(ids, [id]);
    }
    // It is said again, so that it is not forgotten as a name.
    ids.begin('first');
    expect(turn(ids, ['first'])).toEqual(['here']);
    turn(ids, ['last']);
    ids.begin('first');
    expect(turn(ids, ['first'])).toEqual(['unclear']);
  });
});
