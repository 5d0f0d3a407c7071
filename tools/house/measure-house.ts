/** Measures the house: the number and length of its files, its circles, its deep imports, and the number of public names. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { findCircles } from './find-circles.ts';
import { findDeepImports, packageOf } from './find-deep-imports.ts';
import { listSourceFolders, readSources, type Source } from './read-sources.ts';

interface Sizes {
  readonly files: number;
  readonly lines: number;
  /** The number of lines without blank lines and comments. */
  readonly code: number;
  readonly median: number;
  readonly p90: number;
  readonly max: number;
  /** The longest file. */
  readonly longest: string;
}

export interface Measures {
  readonly sizes: Readonly<Record<string, Sizes>>;
  /** Circles of files, including those that only types close. */
  readonly circles: readonly (readonly string[])[];
  readonly deepImports: number;
  /** Names that each public entry exports. */
  readonly names: Readonly<Record<string, number>>;
  /** File names in the folders within an adapter (one for each mode), and those of them that only one folder has. */
  readonly dialectNames: { readonly different: number; readonly once: number };
}

export function measureHouse(root: string): Measures {
  const folders = listSourceFolders(root).filter((folder) => existsSync(join(root, folder)));
  const sources = readSources(root, folders);
  const groups = {
    all: sources,
    ...Object.fromEntries(folders.map((folder) => [packageOf(folder), within(sources, folder)])),
  };
  return {
    sizes: Object.fromEntries(Object.entries(groups).map(([name, group]) => [name, sizesOf(group)])),
    circles: findCircles(new Map(sources.map(({ path, imports }) => [path, imports]))),
    deepImports: findDeepImports(sources).length,
    names: countNames(root, folders),
    dialectNames: countDialectNames(sources),
  };
}

function within(sources: readonly Source[], folder: string): readonly Source[] {
  return sources.filter(({ path }) => path.startsWith(`${folder}/`));
}

function sizesOf(sources: readonly Source[]): Sizes {
  const lengths = sources
    .map(({ path, text }) => ({ path, lines: countLines(text) }))
    .sort((a, b) => a.lines - b.lines);
  const at = (share: number): number => lengths[Math.floor((lengths.length - 1) * share)]?.lines ?? 0;
  return {
    files: sources.length,
    lines: lengths.reduce((sum, { lines }) => sum + lines, 0),
    code: sources.reduce((sum, { path, text }) => sum + countCode(path, text), 0),
    median: at(0.5),
    p90: at(0.9),
    max: at(1),
    longest: lengths.at(-1)?.path ?? '',
  };
}

/** The number of lines, as `wc -l` counts them. */
export function countLines(text: string): number {
  return text.split('\n').length - 1;
}

/** The number of lines that contain more than blanks and comments. */
export function countCode(path: string, text: string): number {
  let code = text;
  for (const { start, end } of parseSync(path, text).comments) {
    code = code.slice(0, start) + code.slice(start, end).replace(/[^\n]/g, ' ') + code.slice(end);
  }
  return code.split('\n').filter((line) => line.trim() !== '').length;
}

function countNames(root: string, folders: readonly string[]): Readonly<Record<string, number>> {
  const names: Record<string, number> = {};
  for (const folder of folders) {
    const manifest: { readonly name: string; readonly exports: Readonly<Record<string, unknown>> } = JSON.parse(
      readFileSync(join(root, dirname(folder), 'package.json'), 'utf8'),
    );
    for (const [entry, target] of Object.entries(manifest.exports)) {
      const source = sourceOf(target);
      if (source !== undefined) {
        names[`${manifest.name}${entry.slice(1)}`] = namesOf(join(root, dirname(folder), source)).size;
      }
    }
  }
  return names;
}

function sourceOf(target: unknown): string | undefined {
  return typeof target === 'object' && target !== null && 'agent-mux-source' in target
    ? String(target['agent-mux-source'])
    : undefined;
}

/** The names that a file exports, through stars of files of its own package. */
function namesOf(path: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { entries } of parseSync(path, readFileSync(path, 'utf8')).module.staticExports) {
    for (const { exportName, moduleRequest } of entries) {
      if (exportName.name !== null) {
        names.add(exportName.name);
      } else if (moduleRequest?.value.startsWith('.') === true) {
        for (const name of namesOf(join(dirname(path), moduleRequest.value))) {
          names.add(name);
        }
      } else if (moduleRequest !== null) {
        names.add(`* from ${moduleRequest.value}`);
      }
    }
  }
  return names;
}

function countDialectNames(sources: readonly Source[]): Measures['dialectNames'] {
  const counts = new Map<string, number>();
  for (const { path } of sources) {
    if (/^adapters\/src\/[^/]+\/[^/]+\//.test(path)) {
      counts.set(basename(path), (counts.get(basename(path)) ?? 0) + 1);
    }
  }
  return { different: counts.size, once: [...counts.values()].filter((count) => count === 1).length };
}
