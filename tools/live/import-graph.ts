/** Which files a file imports, directly or through others, as far as relative imports show. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const RELATIVE_IMPORT = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

/** Paths relative to `root`, the entry among them. A missing entry imports nothing. */
export function filesBehind(root: string, entry: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = [join(root, entry)];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    const path = relative(root, file);
    if (seen.has(path) || !existsSync(file)) {
      continue;
    }
    seen.add(path);
    for (const [, to = ''] of readFileSync(file, 'utf8').matchAll(RELATIVE_IMPORT)) {
      open.push(join(dirname(file), to));
    }
  }
  return seen;
}
