/** The agents that are played on their real CLIs, and what each of them is made of. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LiveAgent } from './choose-live.ts';
import { filesBehind } from './import-graph.ts';

const STAGES = 'test/real/support/stages';
const ADAPTERS = 'adapters/src';

/** Those that have an adapter and a stage of one name. */
export function listLiveAgents(root: string): readonly LiveAgent[] {
  return readdirSync(join(root, STAGES))
    .map((file) => file.replace(/\.ts$/, ''))
    .filter((name) => existsSync(join(root, ADAPTERS, name, 'index.ts')))
    .map((name) => {
      const behind = [`${ADAPTERS}/${name}/index.ts`, `${STAGES}/${name}.ts`].flatMap((entry) => [
        ...filesBehind(root, entry),
      ]);
      // What a stage imports besides is of all agents, and changes as a shared room.
      const own = behind.filter((path) => path.startsWith(`${ADAPTERS}/`) || path.startsWith(`${STAGES}/`));
      return { name, files: new Set(own) };
    });
}
