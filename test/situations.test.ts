/** What becomes of each draft in each situation of a run: `npm run docs` writes the table anew, for you to read. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { renderSituations } from './assembler/situations.ts';

const TABLE = new URL('assembler/situations.txt', import.meta.url);

it('each draft in each situation gives the events of the table', () => {
  const expected = readFileSync(TABLE, 'utf8').split('\n');
  const given = renderSituations().split('\n');
  // The first lines that differ are enough, since there are 8,000.
  const at = given.findIndex((line, index) => line !== expected[index]);
  const around = (lines: readonly string[]): readonly string[] =>
    at < 0 ? [] : lines.slice(Math.max(at - 5, 0), at + 5);
  expect(around(given)).toEqual(around(expected));
  expect(given.length).toBe(expected.length);
});
