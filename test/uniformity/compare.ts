/** Holds the streams of two agents for one scenario against each other. */
import { builtInAdapters } from '@agent-mux/adapters';
import { listFixtures, readGolden } from '@agent-mux/core/cassette';
import { align } from '../../packages/agent-mux/src/cli/demo/align.ts';
import { DIFFERENCES, type Difference } from './differences.ts';
import { shapeOf } from './shape.ts';

/** The agent whose streams the others' are held against, where it can do the scenario. */
const REFERENCE = 'claude';

export interface Comparison {
  readonly scenario: string;
  readonly agent: string;
  /** What it is held against. */
  readonly reference: string;
  /** `- line` of the reference alone, `+ line` of the agent alone. */
  readonly lines: readonly string[];
}

/** One for each agent and scenario of its first mode that another agent can do too; the newest version of each. */
export async function compareAgents(root: string): Promise<Comparison[]> {
  const shapes = await collectShapes(root);
  const comparisons: Comparison[] = [];
  for (const [scenario, byAgent] of [...shapes].sort(([a], [b]) => a.localeCompare(b))) {
    const agents = [...byAgent.keys()].sort();
    const reference = byAgent.has(REFERENCE) ? REFERENCE : agents[0];
    for (const agent of agents) {
      if (reference === undefined || agent === reference) continue;
      const lines = difference(byAgent.get(reference) ?? [], byAgent.get(agent) ?? []);
      comparisons.push({ scenario, agent, reference, lines });
    }
  }
  return comparisons;
}

async function collectShapes(root: string): Promise<Map<string, Map<string, readonly string[]>>> {
  const shapes = new Map<string, Map<string, readonly string[]>>();
  for (const fixture of await listFixtures(root)) {
    const { agent, scenario, mode, version } = fixture;
    const adapter = builtInAdapters.find((each) => each.agent === agent);
    if (mode !== undefined || adapter?.testedVersions[0] !== version || WRITTEN_BY_HAND.has(agent)) continue;
    const golden = await readGolden(fixture);
    if (golden === undefined) continue;
    const byAgent = shapes.get(scenario) ?? new Map<string, readonly string[]>();
    shapes.set(scenario, byAgent.set(agent, shapeOf(golden)));
  }
  return shapes;
}

/** They were never run: their fixtures say what we think of them. */
const WRITTEN_BY_HAND: ReadonlySet<string> = new Set(['cursor', 'hermes']);

const SIGNS = { both: [], first: ['-'], second: ['+'] } as const;

/** What is only in one of the two, by the longest order that both keep. */
function difference(a: readonly string[], b: readonly string[]): readonly string[] {
  return align(a, b).flatMap(({ item, in: place }) => SIGNS[place].map((sign) => `${sign} ${item}`));
}

/** The row of the table that explains a line. */
export function explain(line: string, { agent, scenario }: Comparison): Difference | undefined {
  return DIFFERENCES.find(
    ({ agents, scenarios, lines }) =>
      agents.includes(agent) && (scenarios?.includes(scenario) ?? true) && lines.some((pattern) => pattern.test(line)),
  );
}
