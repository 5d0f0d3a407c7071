/** The same scenario gives streams of the same shape, whichever agent plays it; where not, a row says why. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { compareAgents, explain } from './uniformity/compare.ts';
import { DIFFERENCES } from './uniformity/differences.ts';

const comparisons = await compareAgents(fileURLToPath(new URL('../fixtures', import.meta.url)));

describe('streams of all agents', () => {
  it.each(comparisons)('$scenario: $agent does as $reference does, or a row says why not', (comparison) => {
    expect(comparison.lines.filter((line) => explain(line, comparison) === undefined)).toEqual([]);
  });

  it('have no row of differences too many', () => {
    const used = new Set(comparisons.flatMap((each) => each.lines.map((line) => explain(line, each))));
    expect(DIFFERENCES.filter((row) => !used.has(row)).map(({ why }) => why)).toEqual([]);
  });

  it('are the same for most', () => {
    const same = comparisons.filter(({ lines }) => lines.length === 0);
    expect(same.length).toBeGreaterThan(comparisons.length / 2);
  });
});
