/**
 * Removes declarations that no user of a package can reach: of some 860 files, each of which takes a block of the disk, most are of modules
 * that no export leads to. `npm run build` runs it after the compiler.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = [...readdirSync(join(ROOT, 'packages')).map((name) => join('packages', name)), 'adapters'];
const SPECIFIER = /(?:from |import\()'(\.[^']+)'|(?:from |import\()"(\.[^"]+)"/g;

for (const folder of FOLDERS.map((name) => join(ROOT, name))) {
  const dist = join(folder, 'dist');
  if (existsSync(dist)) {
    const reached = reach(entriesOf(folder));
    const all = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.d.ts'));
    for (const path of all.map((name) => join(dist, name)).filter((name) => !reached.has(name))) {
      rmSync(path);
    }
  }
}

/** The declarations that the exports and imports of a package name. */
function entriesOf(folder) {
  const { exports, imports = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return [...Object.values(exports), ...Object.values(imports)].flatMap(({ types }) =>
    types === undefined ? [] : [join(folder, types)],
  );
}

function reach(entries) {
  const reached = new Set();
  const waiting = [...entries];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (!reached.has(path)) {
      reached.add(path);
      const text = readFileSync(path, 'utf8');
      for (const [, single, double] of text.matchAll(SPECIFIER)) {
        waiting.push(
          join(dirname(path), (single ?? double).replace(/\.js$/, '.d.ts').replace(/(?<!\.d)\.ts$/, '.d.ts')),
        );
      }
    }
  }
  return reached;
}
