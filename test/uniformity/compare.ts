/** Holds the streams of two agents, or of two modes of one, for one scenario against each other. */
import { builtInAdapters } from '@agent-mux/adapters';
import { listFixtures, type NormalEvent, readGolden } from '@agent-mux/testkit';
import { align } from '../../packages/agent-mux/src/cli/demo/align.ts';
import { type Case, DIFFERENCES } from './differences.ts';
import { shapeOf } from './shape.ts';

export interface Golden {
  readonly scenario: string;
  /** `codex` in its first mode, `codex.exec` in another. */
  readonly who: string;
  readonly events: readonly NormalEvent[];
}

export interface Comparison {
  readonly scenario: string;
  readonly who: string;
  /** Who it is held against. */
  readonly reference: string;
  /** `- line` where the reference alone has it, `+ line` where it alone does, `~ line` where both do in another order. */
  readonly lines: readonly string[];
}

/** The goldens are those of the newest version of each agent that was run. */
export async function readGoldens(root: string): Promise<Golden[]> {
  const goldens: Golden[] = [];
  for (const fixture of await listFixtures(root)) {
    const { agent, scenario, mode, version } = fixture;
    const adapter = builtInAdapters.find((each) => each.agent === agent);
    if (adapter?.testedVersions[0] !== version || WRITTEN_BY_HAND.has(agent)) {
      continue;
    }
    const events = await readGolden(fixture);
    if (events !== undefined) {
      goldens.push({ scenario, who: mode === undefined ? agent : `${agent}.${mode}`, events });
    }
  }
  return goldens;
}

/** They were never run: their fixtures say what we think of them. */
export const WRITTEN_BY_HAND: ReadonlySet<string> = new Set(['cursor', 'hermes']);

/** One for each scenario that something else plays too. */
export function compareGoldens(goldens: readonly Golden[]): Comparison[] {
  const scenarios = [...new Set(goldens.map(({ scenario }) => scenario))].sort();
  return scenarios.flatMap((scenario) => {
    const own = goldens.filter((golden) => golden.scenario === scenario);
    const shapes = new Map(own.map(({ who, events }) => [who, shapeOf(events)]));
    const everybody = [...shapes.keys()].sort();
    return everybody.flatMap((who) => {
      const reference = referenceOf(who, everybody);
      if (reference === undefined || who === reference) {
        return [];
      }
      return { scenario, who, reference, lines: difference(shapes.get(reference) ?? [], shapes.get(who) ?? []) };
    });
  });
}

/** A second mode is held against the first one of its agent; all else against claude, which is the first by its name. */
function referenceOf(who: string, everybody: readonly string[]): string | undefined {
  const [agent = who] = who.split('.');
  return who !== agent && everybody.includes(agent) ? agent : everybody[0];
}

function difference(reference: readonly string[], own: readonly string[]): readonly string[] {
  const aligned = align(reference, own);
  const lost = aligned.flatMap(({ item, in: place }) => (place === 'first' ? item : []));
  const added = aligned.flatMap(({ item, in: place }) => (place === 'second' ? item : []));
  const moved = without(lost, without(lost, added));
  return [
    ...without(lost, moved).map((line) => `- ${line}`),
    ...without(added, moved).map((line) => `+ ${line}`),
    ...moved.map((line) => `~ ${line}`),
  ];
}

/** What no row gives a reason for, and what a row says although it is not so. */
export function findUnexplained({ scenario, who, lines }: Comparison): readonly string[] {
  const rows = DIFFERENCES.flatMap(({ cases }) => cases);
  const expected = rows.filter((row) => row.scenario === scenario && row.who === who).flatMap((row) => row.lines);
  return [...without(lines, expected), ...without(expected, lines).map((line) => `no more: ${line}`)];
}

/** Whether there is a comparison that has all the lines. */
export function isNeeded({ who, scenario, lines }: Case, comparisons: readonly Comparison[]): boolean {
  const comparison = comparisons.find((each) => each.who === who && each.scenario === scenario);
  return comparison !== undefined && lines.length > 0 && without(lines, comparison.lines).length === 0;
}

/** The items that the others lack; an item that is there twice must be there twice. */
export function without(items: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return items.filter((item) => {
    const at = left.indexOf(item);
    if (at >= 0) {
      left.splice(at, 1);
    }
    return at < 0;
  });
}
