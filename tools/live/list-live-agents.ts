/** The agents that are played on their real CLIs, and the files behind each of them. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { filesBehind } from './import-graph.ts';

export interface LiveAgent {
  readonly name: string;
  /** Files that belong to this agent and its relatives alone. */
  readonly files: ReadonlySet<string>;
}

const STAGES = 'test/real/support/stages';
const ADAPTERS = 'adapters/src';
const TESTS = 'test/real';
const ENVIRONMENTS = 'packages/testkit/src/sandbox';
/** The kinds of files that belong to single agents, of which some take parts of another's. */
const OWN = new RegExp(`^(?:${ADAPTERS}/|${STAGES}/|${ENVIRONMENTS}/[^/]+-environment\\.ts$)`);

/** The agents that have an adapter and a stage of the same name. A folder that only some of them share is no agent. */
export function listLiveAgents(root: string): readonly LiveAgent[] {
  return readdirSync(join(root, STAGES))
    .map((file) => file.replace(/\.ts$/, ''))
    .filter((name) => existsSync(join(root, ADAPTERS, name, 'about.ts')))
    .map((name) => {
      const entries = [
        `${ADAPTERS}/${name}/index.ts`,
        `${STAGES}/${name}.ts`,
        `${ENVIRONMENTS}/${name}-environment.ts`,
      ];
      const behind = entries.flatMap((entry) => [...filesBehind(root, entry)]);
      // What else these import belongs to all agents, and counts as a shared room.
      return { name, files: new Set(behind.filter((path) => OWN.test(path))) };
    });
}

/** The test files that are played on real CLIs, by their paths below the root. */
export function listLiveTests(root: string): readonly string[] {
  return readdirSync(join(root, TESTS))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${TESTS}/${name}`);
}
