/** The agents that are played on their real CLIs, and what each of them is made of. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { filesBehind } from './import-graph.ts';

export interface LiveAgent {
  readonly name: string;
  /** Files that only this agent and those akin to it are made of. */
  readonly files: ReadonlySet<string>;
}

const STAGES = 'test/real/support/stages';
const ADAPTERS = 'adapters/src';
const TESTS = 'test/real';

/** Those that have an adapter and a stage of one name. What only some of them share has nothing that it is about. */
export function listLiveAgents(root: string): readonly LiveAgent[] {
  return readdirSync(join(root, STAGES))
    .map((file) => file.replace(/\.ts$/, ''))
    .filter((name) => existsSync(join(root, ADAPTERS, name, 'about.ts')))
    .map((name) => {
      const behind = [`${ADAPTERS}/${name}/index.ts`, `${STAGES}/${name}.ts`].flatMap((entry) => [
        ...filesBehind(root, entry),
      ]);
      // What a stage imports besides is of all agents, and changes as a shared room.
      const own = behind.filter((path) => path.startsWith(`${ADAPTERS}/`) || path.startsWith(`${STAGES}/`));
      return { name, files: new Set(own) };
    });
}

/** The test files that are played on real CLIs, by their paths below the root. */
export function listLiveTests(root: string): readonly string[] {
  return readdirSync(join(root, TESTS))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${TESTS}/${name}`);
}
