/**
 * `compare-types COMMIT`: compares the declarations of the packages with those of that commit. Prints the public names that were removed
 * and added, and those that have changed: for whoever reads them, and for whoever makes them.
 */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildDeclarations } from './types/build-declarations.ts';
import { compareDeclarations, type TypeChange } from './types/compare-declarations.ts';

const ROOT = join(import.meta.dirname, '..');

const [commit] = process.argv.slice(2);
if (commit === undefined) {
  throw new TypeError('compare-types: name the commit to compare with, as in `npm run types:compare -- v0.1.0`.');
}
const folder = mkdtempSync(join(tmpdir(), 'amux-types-'));
try {
  // Both use the same dependencies.
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'old'));
  buildDeclarations(ROOT, join(folder, 'old'), commit);
  buildDeclarations(ROOT, join(folder, 'new'));
  const { removed, added, given, taken } = compareDeclarations(folder, join(ROOT, 'node_modules/typescript/bin/tsc'));
  tell('names that have gone', removed);
  tell('names that have come', added);
  tell('names that give something else than they gave', given.map(describe));
  tell('types that do not take all that they took', taken.map(describe));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function tell(what: string, lines: readonly string[]): void {
  console.log([`${lines.length} ${what}`, ...lines.map((line) => `- ${line}`), ''].join('\n'));
}

function describe({ name, why }: TypeChange): string {
  return `${name}: ${why.replaceAll(`${folder}/`, '')}`;
}
