/** Where the names of our packages lead in the sources: `@agent-mux/core` to packages/core/src/index.ts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';

interface Manifest {
  readonly name?: string;
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

/** By name as in an import, the paths below the root. */
export function sourceExports(root: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const path of globSync(['packages/*/package.json', 'adapters/package.json'], { cwd: root })) {
    const { name = '', exports = {} }: Manifest = JSON.parse(readFileSync(join(root, path), 'utf8'));
    for (const [way, targets] of Object.entries(exports)) {
      const source = typeof targets === 'string' ? undefined : targets['agent-mux-source'];
      if (source !== undefined) {
        found.set(join(name, way), join(path, '..', source));
      }
    }
  }
  return found;
}
