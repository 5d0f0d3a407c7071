import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { drawMutants } from '../scripts/mutants/draw-mutants.ts';
import { findMutations } from '../scripts/mutants/find-mutations.ts';
import { ROOMS } from '../scripts/mutants/rooms.ts';

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
    ['no types, and what stands beside them', "const f: 'x' | 1 = g as 'y';", []],
    ['no imports', "import { a } from 'b';", []],
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
    const equivalents = [{ path: 'src/a.ts', before: '===', change: '=== becomes !==', reason: 'for the test' }];
    expect(drawMutants(room, { ...options, equivalents }).map(({ change }) => change)).toEqual(['&& becomes ||']);
  });

  it.each(ROOMS)('is enough in $name', (each) => {
    expect(drawMutants(each, { root: ROOT, seed: 7, count: 60, equivalents: [] })).toHaveLength(60);
  });
});
