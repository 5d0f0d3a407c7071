/** Where the names of our packages lead in the sources: `@agent-mux/core` to packages/core/src/index.ts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';

type Ways = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

interface Manifest {
  readonly name?: string;
  readonly exports?: Ways;
  /** Names that the package has for itself, such as `#grammar`. No two of our packages share one. */
  readonly imports?: Ways;
}

/** Returns the paths below the root, by the name that an import has. */
export function sourceExports(root: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const path of globSync(['packages/*/package.json', 'adapters/package.json'], { cwd: root })) {
    const { name = '', exports = {}, imports = {} }: Manifest = JSON.parse(readFileSync(join(root, path), 'utf8'));
    for (const [way, targets] of [...Object.entries(exports), ...Object.entries(imports)]) {
      const source = typeof targets === 'string' ? undefined : targets['agent-mux-source'];
      if (source !== undefined) {
        found.set(way.startsWith('#') ? way : join(name, way), join(path, '..', source));
      }
    }
  }
  return found;
}
