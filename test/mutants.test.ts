import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { drawMutants, type Equivalent } from '../scripts/mutants/draw-mutants.ts';
import { findMutations } from '../scripts/mutants/find-mutations.ts';
import { ROOMS } from '../scripts/mutants/rooms.ts';
import { stagesOf } from '../scripts/mutants/stages.ts';
import { openVerdicts } from '../scripts/mutants/verdicts.ts';

const EQUIVALENTS: readonly Equivalent[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../scripts/mutants/equivalents.json'), 'utf8'),
);
const ROOT = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'amux-mutants-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The source with each of its mutations, one at a time. */
function mutate(source: string): string[] {
  return findMutations('a.ts', source).map(({ from, to, by }) => source.slice(0, from) + by + source.slice(to));
}

describe('what is changed in a source', () => {
  it.each([
    ['a comparison', 'f = a === b;', [';', 'f = a !== b;']],
    ['a bound', 'const f = a < b;', ['const f = a <= b;']],
    [
      'both sides of a logical expression',
      'const f = a && b || c;',
      ['const f = a && b && c;', 'const f = a || b || c;'],
    ],
    ['a condition', 'if (a) { b(); }', ['if (!(a)) { b(); }', 'if (a) { ; }']],
    ['a negation', 'const f = !a;', ['const f = a;']],
    [
      'literals',
      "const f = [true, 1, ''];",
      ['const f = [];', "const f = [false, 1, ''];", "const f = [true, 2, ''];", "const f = [true, 1, 'mutant'];"],
    ],
    ['what is returned', 'function f() { return a; }', ['function f() { return undefined as never; }']],
    ['nothing where nothing is returned', 'function f() { return undefined; }', []],
    ['no types, and what stands beside them', "const f: 'x' | 1 = g as 'y';", []],
    ['no imports', "import { a } from 'b';", []],
    ['nothing that is only handed on', "export { a } from 'b'; export * from 'c';", []],
  ])('%s', (_name, source, mutants) => {
    expect(mutate(source)).toEqual(mutants);
  });

  it('refuses what is no source', () => {
    expect(() => findMutations('a.ts', 'const = 1')).toThrow('a.ts cannot be parsed');
  });
});

describe('what is drawn', () => {
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src', 'a.ts'), 'export const f = a === b && c === d;\n');
  writeFileSync(join(folder, 'src', 'a.test.ts'), 'expect(1).toBe(1);\n');
  const room = { name: 'r', sources: ['src'], tests: ['src'] };
  const options = { root: folder, seed: 1, count: 60, equivalents: [] };

  it('is the same for the same seed, each once, and nothing of a test', () => {
    const drawn = drawMutants(room, options);
    expect(drawMutants(room, options)).toEqual(drawn);
    expect(drawn.map(({ path, line, change }) => `${path}:${line} ${change}`).sort()).toEqual([
      'src/a.ts:1 && becomes ||',
      'src/a.ts:1 === becomes !==',
      'src/a.ts:1 === becomes !==',
    ]);
  });

  it('leaves out what nobody could tell from the original', () => {
    const code = 'export const f = a «===» b && c === d;';
    const equivalents = [{ path: 'src/a.ts', code, change: '=== becomes !==', reason: 'for the test' }];
    expect(
      drawMutants(room, { ...options, equivalents })
        .map((mutant) => mutant.code)
        .sort(),
    ).toEqual(['export const f = a === b && c «===» d;', 'export const f = a === b «&&» c === d;']);
  });

  it('was known by its code alone: an equivalent whose code has changed is gone', () => {
    const all = new Set(
      ROOMS.flatMap((each) => drawMutants(each, { root: ROOT, seed: 1, count: 100_000, equivalents: [] })).map(
        ({ path, code, change }) => `${path}: ${change}: ${code}`,
      ),
    );
    expect(EQUIVALENTS.filter(({ path, code, change }) => !all.has(`${path}: ${change}: ${code}`))).toEqual([]);
  });

  it.each(ROOMS)('is enough in $name', (each) => {
    expect(drawMutants(each, { root: ROOT, seed: 7, count: 60, equivalents: [] })).toHaveLength(60);
  });
});

describe('what is asked first', () => {
  const tests = [
    { path: 'src/room/slow.test.ts', ms: 5_000 },
    { path: 'src/room/beside.test.ts', ms: 20 },
    { path: 'test/slower.test.ts', ms: 9_000 },
    { path: 'test/quick.test.ts', ms: 20 },
  ];

  it('is what is quick and beside the source, then what is quick; the slow come last', () => {
    expect(stagesOf('src/room/source.ts', tests)).toEqual([
      ['src/room/beside.test.ts'],
      ['test/quick.test.ts'],
      ['src/room/slow.test.ts'],
      ['test/slower.test.ts'],
    ]);
  });

  it.each(['src/room/source.ts', 'src/source.ts', 'elsewhere/source.ts'])(
    'leaves no test out, wherever the source is: %s',
    (source) => {
      expect(stagesOf(source, tests).flat().sort()).toEqual(tests.map(({ path }) => path).sort());
    },
  );
});

describe('what is known from an earlier run', () => {
  const mutant = { path: 'v/a.ts', line: 1, code: 'a «===» b', from: 19, to: 22, by: '!==', change: '=== becomes !==' };
  const tests = ['v/a.test.ts', 'v/b.test.ts'];
  const write = (name: string, text: string) => writeFileSync(join(folder, 'v', name), text);
  const start = () => {
    mkdirSync(join(folder, 'v'), { recursive: true });
    write('a.ts', 'export const f = a === b;');
    write('a.test.ts', 'a');
    write('b.test.ts', 'b');
    const file = join(folder, 'v', 'verdicts.jsonl');
    rmSync(file, { force: true });
    return { keep: openVerdicts(folder, file).keep, find: () => openVerdicts(folder, file).find(mutant, tests) };
  };

  it('is nothing at first, and nothing where no file keeps it', () => {
    const { find } = start();
    expect(find()).toBeUndefined();
    const verdicts = openVerdicts(folder, undefined);
    verdicts.keep(mutant, tests, {});
    expect(verdicts.find(mutant, tests)).toBeUndefined();
  });

  it('holds for a killed one until its source or the test that saw it changes', () => {
    const { keep, find } = start();
    keep(mutant, tests, { killedBy: 'v/b.test.ts' });
    write('a.test.ts', 'another');
    expect(find()).toEqual({ killedBy: 'v/b.test.ts' });
    write('b.test.ts', 'another');
    expect(find()).toBeUndefined();
    write('b.test.ts', 'b');
    write('a.ts', 'export const f = a === c;');
    expect(find()).toBeUndefined();
  });

  it('holds for a survivor until any test of the room changes', () => {
    const { keep, find } = start();
    keep(mutant, tests, {});
    expect(find()).toEqual({});
    write('a.test.ts', 'another');
    expect(find()).toBeUndefined();
  });
});
