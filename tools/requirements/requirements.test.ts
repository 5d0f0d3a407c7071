/** The build fails where a rule of the protocols and its tests do not match: each possible mismatch is tried. */
import { describe, expect, it } from 'vitest';
import { findGaps, type NamedFile } from './judge.ts';
import { readTests } from './read-tests.ts';
import type { Table } from './tables.ts';

const TABLE: Table = {
  title: 'Toy',
  letter: 'T',
  folder: 'toy',
  given: 2,
  rules: {
    output: { 'T-1': 'something is said' },
    behaviour: { 'T-2': 'it is said once', 'T-3': 'it is said to all' },
    waits: { 'T-3': 'all' },
  },
};
const CHECK = `
  const WRONG = { 'T-1': [[{}]] } as const;
  it.each(cases)('$rule: is found', () => {});
  it(\`T-2: is said \${times} times\`, () => {});
`;

function read(sources: Readonly<Record<string, string>>): NamedFile[] {
  return Object.entries(sources).map(([path, source]) => ({ path, ...readTests(path, source) }));
}

/** The mismatches where `source` replaces the correct tests, or `table` the table. */
const gaps = ({ check = CHECK, other = '', tables = [TABLE] }: { check?: string; other?: string; tables?: Table[] }) =>
  findGaps(tables, read({ 'src/toy/check.test.ts': check, 'src/toy/toy.test.ts': other }));

const withRules = (rules: Partial<Table['rules']>): Table => ({ ...TABLE, rules: { ...TABLE.rules, ...rules } });

describe('requirements', () => {
  it('fit where every rule has a test, every test a rule, and every rule about output a wrong stream', () => {
    expect(gaps({})).toEqual([]);
  });

  it.each<[string, Parameters<typeof gaps>[0], string]>([
    ['a rule without a test', { check: CHECK.replace('T-2: is', 'T-1: is') }, 'T-2 has no test.'],
    [
      'a test without a rule',
      { other: "test('says something', () => {})" },
      'src/toy/toy.test.ts: “says something” carries no id.',
    ],
    [
      'a title that nobody can read',
      { other: 'it(title, () => {})' },
      'src/toy/toy.test.ts: “a title that is computed” carries no id.',
    ],
    [
      'an id that no table has',
      { other: "it('T-2 T-9: is said', () => {})" },
      'src/toy/toy.test.ts: “is said” carries T-9, which no table has.',
    ],
    [
      'a test that is skipped',
      { other: "describe.skip('x', () => { it.each(rows)('T-2: is said', () => {}); })" },
      'src/toy/toy.test.ts: “is said” is skipped, and proves nothing.',
    ],
    [
      'a rule about output that is never broken',
      { check: CHECK.replace('[[{}]]', '[]'), other: "it('T-1: is said', () => {})" },
      'No stream is made wrong for T-1 of Toy: its checker is not shown to refuse one.',
    ],
    [
      'an id of the specification that is in no table',
      { tables: [{ ...TABLE, given: 4 }] },
      'T-4 of the specification is not in the table of Toy.',
    ],
    ['an id that two tables have', { tables: [TABLE, { ...TABLE, given: 0 }] }, 'T-1 stands in the tables twice.'],
    ['an id of another table', { tables: [{ ...TABLE, letter: 'S', given: 0 }] }, 'T-1 is no id of Toy.'],
    [
      'a mark of what is not there',
      { tables: [withRules({ fills: { 'T-8': 'silence' } })] },
      'Toy marks T-8, which its table does not have.',
    ],
    [
      'a test of what waits for the server as a whole',
      { other: "it('T-3: is said to all', () => {})" },
      'T-3 waits for the server as a whole, and has a test.',
    ],
    [
      'a rule of which a part waits, without a test',
      { tables: [withRules({ waits: { 'T-3': 'its route' } })] },
      'T-3 has no test.',
    ],
  ])('do not fit with %s', (_what, given, gap) => {
    expect(gaps(given)).toContain(gap);
  });

  it('are not proved by a test that is skipped', () => {
    expect(gaps({ check: CHECK.replace('it(`', 'it.skip(`') })).toContain('T-2 has no test.');
  });

  it('are read off a source that can be parsed', () => {
    expect(() => readTests('a.test.ts', 'it(')).toThrow('a.test.ts cannot be parsed');
  });
});
