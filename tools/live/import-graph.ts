/** Which files a file imports, directly or through others, as far as relative imports and the names that the caller knows show. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/g;

/**
 * Returns a function that gives the files behind an entry: paths relative to `root`, the entry among them, and those that are imported and
 * do not exist. Packages are followed where `names` tells their path below the root. Each file is read once.
 */
export function openImportGraph(
  root: string,
  names: ReadonlyMap<string, string> = new Map(),
): (entry: string) => ReadonlySet<string> {
  const known = new Map<string, readonly string[]>();
  const importsOf = (path: string): readonly string[] => {
    const imports = known.get(path) ?? (existsSync(join(root, path)) ? readImports(root, path, names) : []);
    known.set(path, imports);
    return imports;
  };
  return (entry) => {
    const seen = new Set<string>();
    const open = [join(entry)];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (!seen.has(path)) {
        seen.add(path);
        open.push(...importsOf(path));
      }
    }
    return seen;
  };
}

/** The files behind one entry that exist, with no package followed. */
export function filesBehind(root: string, entry: string): ReadonlySet<string> {
  return new Set([...openImportGraph(root)(entry)].filter((path) => existsSync(join(root, path))));
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
