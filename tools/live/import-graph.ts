/** Which files a file imports, directly or through others, as far as relative imports and the names that the caller knows show. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/g;

/**
 * Returns a function that gives the files behind an entry: paths relative to `root`, the entry among them. A missing entry imports nothing.
 * Packages are followed where `names` tells their path below the root. Each file is read once.
 */
export function openImportGraph(
  root: string,
  names: ReadonlyMap<string, string> = new Map(),
): (entry: string) => ReadonlySet<string> {
  const known = new Map<string, readonly string[] | undefined>();
  const importsOf = (path: string): readonly string[] | undefined => {
    if (!known.has(path)) {
      known.set(path, existsSync(join(root, path)) ? readImports(root, path, names) : undefined);
    }
    return known.get(path);
  };
  return (entry) => {
    const seen = new Set<string>();
    const open = [join(entry)];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      const imports = seen.has(path) ? undefined : importsOf(path);
      if (imports !== undefined) {
        seen.add(path);
        open.push(...imports);
      }
    }
    return seen;
  };
}

/** The files behind one entry, with no package followed. */
export function filesBehind(root: string, entry: string): ReadonlySet<string> {
  return openImportGraph(root)(entry);
}

function readImports(root: string, path: string, names: ReadonlyMap<string, string>): readonly string[] {
  return [...readFileSync(join(root, path), 'utf8').matchAll(IMPORT)].flatMap(([, to = '']) => {
    const named = names.get(to);
    if (named !== undefined) {
      return [named];
    }
    return /^\.{1,2}\//.test(to) ? [join(dirname(path), to)] : [];
  });
}
