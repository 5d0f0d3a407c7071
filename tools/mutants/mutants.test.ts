import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import vitestConfig from '../../vitest.config.ts';
import { drawMutants, type Equivalent } from './draw-mutants.ts';
import { findMutations, mutate } from './find-mutations.ts';
import { ROOMS } from './rooms.ts';
import { SHARED_PROJECT, stagesOf } from './stages.ts';
import { openSwitches, type SwitchOrder, type SwitchReport, withSwitches } from './switches.ts';
import { tryTogether } from './try-together.ts';
import { openVerdicts } from './verdicts.ts';

const EQUIVALENTS: readonly Equivalent[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'equivalents.json'), 'utf8'),
);
const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'amux-mutants-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The source with each of its mutations, one at a time. */
function mutateText(source: string): string[] {
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
    ['false alone, which is as much as nothing', 'function f() { return false; }', ['function f() { return true; }']],
    ['nothing where nothing is returned', 'function f() { return undefined; }', []],
    ['nothing where nobody gets', 'function f(a: never) { return a satisfies never; }', []],
    ['no types, and what stands beside them', "const f: 'x' | 1 = g as 'y';", []],
    ['no imports', "import { a } from 'b';", []],
    ['nothing that is only handed on', "export { a } from 'b'; export * from 'c';", []],
  ])('%s', (_name, source, mutants) => {
    expect(mutateText(source)).toEqual(mutants);
  });

  it('refuses what is no source', () => {
    expect(() => findMutations('a.ts', 'const = 1')).toThrow('a.ts cannot be parsed');
  });
});

/** The output of plain JavaScript. */
function evaluate(source: string): string {
  const printed: unknown[] = [];
  try {
    new Function('print', source)((value: unknown) => printed.push(value));
  } catch (error) {
    // The message of an error quotes the source, which may contain switches.
    printed.push(error instanceof Error ? error.name : error);
  }
  return JSON.stringify(printed);
}

/** A source that contains each of the mutations more than once, within each other and at the places that take no parentheses. */
const SOURCE = `
function f(a, b) {
  let sum = 0;
  if (!(a > b) && a !== 7) sum += a * 2 + b;
  else sum -= b ?? a ?? 3;
  const { 'odd-name': odd = 'none', plain = ['x', 'y'] } = a % 2 === 0 ? { 'odd-name': 'given' } : {};
  a ||= 5;
  print([sum, odd, plain, a]);
  return (a ?? b) === 4 || [a, b].length > 1;
}
class C { 'a-field' = 1; 'a-method'() { return 'm'; } }
for (const [a, b] of [[1, 2], [2, 1], [7, 7], [4, 4]]) print(f(a, b));
print(new C()['a-field'] + new C()['a-method']());
switch ('q' + 1) { case 'q1': print('one'); break; default: print('none'); }
`;

describe('switches', () => {
  const mutations = findMutations('a.ts', SOURCE);
  const FIRST = 3;
  const switches = openSwitches();
  const switched = withSwitches(SOURCE, mutations, FIRST).replaceAll(/: (?:number|boolean)|as (?:any|never)/g, '');
  const withActive = (id: number): string => {
    switches.active = id;
    try {
      return evaluate(switched);
    } finally {
      switches.active = 0;
    }
  };

  it('leave a source as it is while none is on', () => {
    expect(evaluate(SOURCE)).not.toContain('Error');
    expect(withActive(0)).toBe(evaluate(SOURCE));
  });

  it('turn it into each mutant, as if its text were changed', () => {
    expect(mutations.length).toBeGreaterThan(50);
    const texts = mutations.map((mutation) => mutate(SOURCE, mutation).replaceAll(' as never', ''));
    expect(texts.filter((text) => evaluate(text).includes('SyntaxError'))).toEqual([]);
    expect(mutations.map((_, at) => withActive(FIRST + at))).toEqual(texts.map(evaluate));
    expect(new Set(texts.map(evaluate)).size).toBeGreaterThan(30);
  });

  it('tell which of them were passed by', () => {
    switches.passed = new Set();
    evaluate(
      withSwitches(
        "if (false) print('no'); else print('yes');",
        findMutations('a.ts', "if (false) print('no'); else print('yes');"),
        1,
      ).replaceAll(/: (?:number|boolean)|as any/g, ''),
    );
    expect([...switches.passed]).toHaveLength(4);
    delete switches.passed;
  });
});

describe('mutants that are tried together', () => {
  mkdirSync(join(folder, 'together'));
  const text = 'export const f = (a, b) => a === b && a > 1;\n';
  const source = join(folder, 'together', 'a.ts');
  const room = { name: 'r', sources: ['together'], tests: [] };
  const tell = (order: string, ...lines: readonly SwitchReport[]): void => {
    const { report }: SwitchOrder = JSON.parse(readFileSync(order, 'utf8'));
    for (const line of lines) {
      appendFileSync(report, `${JSON.stringify(line)}\n`);
    }
  };

  it('are those that a test saw or that never ended; the sources are as they were', async () => {
    writeFileSync(source, text);
    const mutants = drawMutants(room, { root: folder, seed: 1, count: 60, equivalents: [] });
    const seen: string[] = [];
    let starts = 0;
    const by = join(folder, 'together', 'a.test.ts');
    const killed = await tryTogether({
      tree: folder,
      room,
      mutants,
      async runTests(order, changed) {
        seen.push(...changed, readFileSync(source, 'utf8') === text ? 'as it was' : 'with switches');
        starts += 1;
        if (starts === 1) {
          tell(order, { is: 'tried', id: 1, by });
        } else {
          tell(order, { is: 'tried', id: 2, by }, { is: 'killed', id: 2, by, why: 'f: it is seen' });
        }
        return starts > 1;
      },
    });
    expect(seen).toEqual(['together/a.ts', 'with switches', 'together/a.ts', 'with switches']);
    expect(readFileSync(source, 'utf8')).toBe(text);
    expect([...killed.values()].map(({ failed, tests }) => [failed, ...tests])).toEqual([
      ['together/a.test.ts', 'it never ended, or ended the process'],
      ['together/a.test.ts', 'f: it is seen'],
    ]);
    expect(mutants.length).toBeGreaterThan(killed.size);
  });

  it('are asked of tests that take no longer than is said', async () => {
    const mutants = drawMutants(room, { root: folder, seed: 1, count: 60, equivalents: [] });
    const orders: SwitchOrder[] = [];
    const runTests = async (order: string): Promise<boolean> => {
      orders.push(JSON.parse(readFileSync(order, 'utf8')));
      return true;
    };
    await tryTogether({ tree: folder, room, mutants, longestMs: 7, runTests });
    await tryTogether({ tree: folder, room, mutants, runTests });
    expect(orders.map(({ longestMs }) => longestMs)).toEqual([7, undefined]);
  });

  it('are left out where one has spoilt its process, and the others are tried in another one', async () => {
    writeFileSync(source, text);
    const mutants = drawMutants(room, { root: folder, seed: 1, count: 60, equivalents: [] });
    const by = join(folder, 'together', 'a.test.ts');
    let starts = 0;
    const killed = await tryTogether({
      tree: folder,
      room,
      mutants,
      async runTests(order) {
        starts += 1;
        tell(
          order,
          ...(starts === 1
            ? [{ is: 'tried', id: 1, by } as const, { is: 'spoiling', ids: [1] } as const]
            : [{ is: 'tried', id: 2, by } as const, { is: 'killed', id: 2, by, why: 'it is seen' } as const]),
        );
        return starts > 1;
      },
    });
    expect([starts, ...[...killed.values()].map(({ tests }) => tests)]).toEqual([2, ['it is seen']]);
  });

  it('say nothing where the tests end while none is on', async () => {
    writeFileSync(source, text);
    const mutants = drawMutants(room, { root: folder, seed: 1, count: 60, equivalents: [] });
    const runTests = async () => false;
    await expect(tryTogether({ tree: folder, room, mutants, runTests })).rejects.toThrow('while no mutant was on');
    expect(readFileSync(source, 'utf8')).toBe(text);
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

  it('is asked in one load of the sources where it leaves nothing behind: there is such a project of tests', () => {
    const names = (vitestConfig.test?.projects ?? []).map((project) =>
      typeof project === 'object' && 'test' in project ? project.test?.name : undefined,
    );
    expect(names).toContain(SHARED_PROJECT);
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
