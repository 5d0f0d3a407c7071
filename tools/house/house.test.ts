/** The house: what imports what, and through which file, and how long a file is. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findCircles } from './find-circles.ts';
import { findDeepImports, placeOf } from './find-deep-imports.ts';
import { findFragments } from './judge-comments.ts';
import { findForbiddenImports, findNeedlessLayers } from './judge-layers.ts';
import { countCode, countLines, measureHouse } from './measure-house.ts';
import { findImports, readHelpers, readPrograms, readSources, type Source } from './read-sources.ts';
import { renderMeasures } from './render-measures.ts';
import { LAYERS } from './rooms.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = readSources(root);
const MOST_LINES = 350;

const roomOf = (path: string): string => `${placeOf(path)?.package}/${placeOf(path)?.room}`;
const arrows = (imports: readonly { readonly from: string; readonly to: string }[]): readonly string[] =>
  imports.map(({ from, to }) => `${from} → ${to}`);
const graphOf = (some: readonly Source[]): ReadonlyMap<string, readonly string[]> =>
  new Map(some.map(({ path, imports }) => [path, imports]));

describe('the sources of the packages', () => {
  it('run in no circle, types included', () => {
    expect(findCircles(graphOf(sources))).toEqual([]);
  });

  it('reach other rooms by their doors', () => {
    expect(arrows(findDeepImports(sources))).toEqual([]);
  });

  it('import what their layer allows', () => {
    expect(arrows(findForbiddenImports(sources))).toEqual([]);
  });

  it('need every permission that a layer gives', () => {
    expect(findNeedlessLayers(sources)).toEqual([]);
  });

  it('are all in a room of which the layers tell', () => {
    const told = new Set(
      Object.entries(LAYERS).flatMap(([name, { rooms }]) => Object.keys(rooms).map((room) => `${name}/${room}`)),
    );
    expect([...new Set(sources.map(({ path }) => roomOf(path)))].filter((room) => !told.has(room))).toEqual([]);
  });

  // The linter does not count the comment at the head of a file.
  it(`have at most ${MOST_LINES} lines each, as have what builds and measures them and what helps their tests`, () => {
    const all = [...sources, ...readHelpers(root)];
    expect(all.filter(({ text }) => countLines(text) > MOST_LINES).map(({ path }) => path)).toEqual([]);
    expect(all.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['bench/run.mjs', 'tools/house/rooms.ts', 'test/support/toy-run.ts']),
    );
  });

  it('have a sentence at their head that says what they are for', () => {
    expect(sources.filter(({ text }) => !/^(?:#!.*\n)?\/\*\*/.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it('say in sentences what they comment on, as do the tests and all programs', () => {
    expect(readPrograms(root).flatMap((program) => findFragments(program))).toEqual([]);
  });
});

describe('the rooms', () => {
  it('run in no circle', () => {
    const graph = Object.entries(LAYERS).flatMap(([name, { rooms }]) =>
      Object.entries(rooms).map(([room, others]): [string, readonly string[]] => [
        `${name}/${room}`,
        others.map((other) => `${name}/${other}`),
      ]),
    );
    expect(findCircles(new Map(graph))).toEqual([]);
  });
});

const file = (path: string, ...imports: readonly string[]): Source => ({ path, text: '', imports });

describe('what the house is judged by', () => {
  it('tells a fragment from a sentence', () => {
    const text = [
      '/** Of the run. */',
      'const a = 1; // By lane: the newest call.',
      '// For the docs,',
      '// and for them alone',
      'const b = "// In words";',
      '/**',
      ' * In milliseconds.',
      ' */',
      '// In yolo mode, nothing is asked.',
      '// With it goes the session.',
      '// The key is the lane.',
      '// biome-ignore lint/x: By hand.',
    ].join('\n');
    expect(findFragments({ path: 'a.ts', text })).toEqual([
      { path: 'a.ts', line: 1, sentence: 'Of the run.' },
      { path: 'a.ts', line: 2, sentence: 'By lane' },
      { path: 'a.ts', line: 6, sentence: 'In milliseconds.' },
    ]);
  });

  it('reads imports of every kind, and no others', () => {
    const text = [
      "/** import './comment.ts' */",
      "import type { A } from './a.ts';",
      "import './b.ts';",
      "export type { C } from '../c/index.ts';",
      "export * from './d.ts';",
      "const e = await import('./e.ts');",
      'const text = "from \'./text.ts\'";',
      "import { readFileSync } from 'node:fs';",
    ].join('\n');
    expect(findImports('packages/core/src/x/y.ts', text)).toEqual([
      'packages/core/src/x/a.ts',
      'packages/core/src/x/b.ts',
      'node:fs',
      'packages/core/src/c/index.ts',
      'packages/core/src/x/d.ts',
      'packages/core/src/x/e.ts',
    ]);
  });

  it('finds circles, those of one file included, and nothing that only leads to one', () => {
    const graph = { a: ['b'], b: ['c', 'd'], c: ['a'], d: [], e: ['a'], f: ['f'], g: ['h'], h: ['g', 'd'] };
    expect(findCircles(new Map(Object.entries(graph)))).toEqual([['a', 'b', 'c'], ['f'], ['g', 'h']]);
  });

  it('finds an import that passes by a door, and one that no layer allows', () => {
    const wrong = [
      file('packages/core/src/process/a.ts', 'packages/core/src/run/life.ts', 'packages/core/src/clock.ts'),
      file('packages/core/src/client/b.ts', 'packages/core/src/run/index.ts'),
      file('packages/events/src/c.ts', '@agent-mux/core'),
    ];
    expect(arrows(findDeepImports(wrong))).toEqual(['packages/core/src/process/a.ts → packages/core/src/run/life.ts']);
    expect(arrows(findForbiddenImports(wrong))).toEqual([
      'packages/core/src/process/a.ts → packages/core/src/run/life.ts',
      'packages/events/src/c.ts → @agent-mux/core',
    ]);
  });
});

describe('the measures of a house', () => {
  it('count lines as wc does, and code without blanks and comments', () => {
    const text = "/** What it is. */\n\nconst a = '// no comment'; // but this\n/*\n * More.\n */\nexport { a };\n";
    expect([countLines(text), countCode('a.ts', text)]).toEqual([7, 2]);
  });

  it('tell of files, circles, doors and names', () => {
    const folder = mkdtempSync(join(tmpdir(), 'house-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const write = (path: string, text: string): void => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    const entry = { exports: { '.': { 'agent-mux-source': './src/index.ts' }, './package.json': './package.json' } };
    write('packages/core/package.json', JSON.stringify({ name: '@agent-mux/core', ...entry }));
    write('packages/core/src/index.ts', "export * from './a/index.ts';\nexport { c, type C } from './c.ts';\n");
    write('packages/core/src/a/index.ts', "export { a } from './a.ts';\n");
    write('packages/core/src/a/a.ts', "import type { B } from '../b/b.ts';\n\nexport const a: B = 1;\n");
    write('packages/core/src/b/b.ts', "import type { a } from '../a/a.ts';\nexport type B = number | typeof a;\n");
    write('packages/core/src/c.ts', 'export const c = 1;\nexport type C = number;\n');
    write('packages/core/src/c.test.ts', 'it();\n');
    write('adapters/package.json', JSON.stringify({ name: '@agent-mux/adapters', exports: {} }));
    write('adapters/src/x/dialect/turns.ts', '\n');
    write('adapters/src/y/dialect/turns.ts', '\n');
    write('adapters/src/y/dialect/own.ts', '\n');
    const measures = measureHouse(folder);
    expect(measures).toMatchObject({
      sizes: { core: { files: 5, lines: 10, code: 9, median: 2, p90: 2, max: 3, longest: 'packages/core/src/a/a.ts' } },
      circles: [['packages/core/src/a/a.ts', 'packages/core/src/b/b.ts']],
      deepImports: 2,
      names: { '@agent-mux/core': 3 },
      dialectNames: { different: 2, once: 1 },
    });
    expect(renderMeasures(measures)).toContain('| core | 5 | 10 | 9 | 2 | 2 | 3 | packages/core/src/a/a.ts |');
  });
});
