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
/** An agent's environment on a model server is there, and some take parts of another's. */
const environmentOf = (name: string): string => `packages/testkit/src/sandbox/${name}-environment.ts`;

/** The agents that have an adapter and a stage of the same name. A folder that only some of them share is no agent. */
export function listLiveAgents(root: string): readonly LiveAgent[] {
  return readdirSync(join(root, STAGES))
    .map((file) => file.replace(/\.ts$/, ''))
    .filter((name) => existsSync(join(root, ADAPTERS, name, 'about.ts')))
    .map((name) => {
      const behind = [`${ADAPTERS}/${name}/index.ts`, `${STAGES}/${name}.ts`].flatMap((entry) => [
        ...filesBehind(root, entry),
      ]);
      // The other imports of a stage belong to all agents, and count as a shared room.
      const own = behind.filter((path) => path.startsWith(`${ADAPTERS}/`) || path.startsWith(`${STAGES}/`));
      const environment = [...filesBehind(root, environmentOf(name))].filter((path) =>
        path.endsWith('-environment.ts'),
      );
      return { name, files: new Set([...own, ...environment]) };
    });
}

/** The test files that are played on real CLIs, by their paths below the root. */
export function listLiveTests(root: string): readonly string[] {
  return readdirSync(join(root, TESTS))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${TESTS}/${name}`);
}
