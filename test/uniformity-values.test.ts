/** The same scenario gives the same values on every agent and mode: outputs, diffs, tokens, our own words; where not, a row says why. */
import { fileURLToPath } from 'node:url';
import type { NormalEvent } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';
import { type Golden, readGoldens } from './uniformity/compare.ts';
import { VALUE_DIFFERENCES, type ValueDifference } from './uniformity/value-differences.ts';
import { compareAllValues, VALUES, type ValueComparison, valuesOf, type What } from './uniformity/values.ts';

const goldens = await readGoldens(fileURLToPath(new URL('../fixtures', import.meta.url)));
const comparisons = compareAllValues(goldens);

describe('values of all agents', () => {
  it('are the same, or a row says why not', () => {
    expect(unexplained(comparisons)).toEqual([]);
  });

  it('have no row, name or scenario of differences too many', () => {
    const needless = VALUE_DIFFERENCES.flatMap((row) => {
      const own = comparisons.filter((each) => isExplained(row, each));
      const missing = [
        ...row.who.filter((who) => own.every((each) => each.who !== who)),
        ...row.scenarios.filter((scenario) => own.every((each) => each.scenario !== scenario)),
        ...row.how.filter((how) => own.every((each) => each.how !== how)),
      ];
      return missing.length === 0 ? [] : [`${row.why}: ${missing.join(', ')}`];
    });
    expect(needless).toEqual([]);
  });

  it.each(Object.keys(VALUES))('hold %s of several agents', (what) => {
    const holding = goldens.filter((golden) => valuesOf(golden)[what as What].length > 0);
    expect(new Set(holding.map(({ who }) => who)).size).toBeGreaterThan(5);
  });

  it('are the same for most', () => {
    const same = comparisons.filter(({ how }) => how === undefined);
    expect(same.length).toBeGreaterThan(comparisons.length * 0.9);
  });
});

describe('a value that is wrong is seen:', () => {
  it.each<readonly [what: What, who: string, scenario: string, edit: (event: NormalEvent) => NormalEvent]>([
    ['command outputs', 'pi', 'tool-shell', change('tool_result', { output: 'one\nthree\n' })],
    ['read contents', 'copilot', 'file-read', change('tool_result', { output: 'one\nTWO\n' })],
    ['MCP outputs', 'omp', 'mcp-tool', change('mcp_tool_result', { output: 'echo: goodbye' })],
    ['diffs', 'codex', 'file-edit', change('file_patch', { diff: '@@ -1,1 +1,1 @@\n-two\n+THREE\n' })],
    ['words of ours', 'pi', 'abort-tool', change('tool_error', { error: 'The run has ended: timeout.' })],
    ['tokens', 'codex', 'usage-several-requests', change('cost', { cost: { inputTokens: 1, outputTokens: 1 } })],
    ['tokens', 'claude.oneshot', 'text', change('cost', { cost: { inputTokens: 100, outputTokens: 21 } })],
  ])('%s of %s in %s', (what, who, scenario, edit) => {
    const changed = goldens
      .filter((golden) => golden.scenario === scenario)
      .map((golden): Golden => (golden.who === who ? { ...golden, events: golden.events.map(edit) } : golden));
    const seen = unexplained(compareAllValues(changed));
    expect(seen.some((text) => text.startsWith(`${what} of ${who} in ${scenario}:`))).toBe(true);
  });
});

function unexplained(all: readonly ValueComparison[]): readonly string[] {
  return all
    .filter((each) => each.how !== undefined && !VALUE_DIFFERENCES.some((row) => isExplained(row, each)))
    .map(({ what, who, scenario, how }) => `${what} of ${who} in ${scenario}: ${how}`);
}

function isExplained(row: ValueDifference, { what, how, who, scenario }: ValueComparison): boolean {
  const isHow = how !== undefined && row.how.includes(how);
  return row.what === what && isHow && row.who.includes(who) && row.scenarios.includes(scenario);
}

function change(type: string, fields: NormalEvent): (event: NormalEvent) => NormalEvent {
  return (event) => (event['type'] === type ? { ...event, ...fields } : event);
}
