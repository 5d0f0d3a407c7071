/** Which unit tests `npm test` runs: no test is left out that can notice what changed. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openImportGraph } from '../live/import-graph.ts';
import { chooseUnits, TESTS_OF_RECORDS, type UnitTest } from './choose-units.ts';
import { listUnitTests } from './list-unit-tests.ts';

const ROOT = join(import.meta.dirname, '../..');
const TESTS = listUnitTests(ROOT);

const test = (path: string, more: Partial<UnitTest> = {}): UnitTest => ({
  path,
  behind: new Set([path, path.replace('.test', '')]),
  readsAnything: false,
  readsDocs: false,
  hasFullSize: false,
  ...more,
});
const FEW: readonly UnitTest[] = [
  test('src/a.test.ts'),
  test('src/b.test.ts'),
  test('src/c.test.ts'),
  test('test/programs.test.ts', { readsAnything: true }),
  test('test/pages.test.ts', { readsAnything: true, readsDocs: true }),
];
const filesOf = (paths: readonly string[], tests = FEW, seed = 2) =>
  chooseUnits({ paths, pins: [] }, tests, { every: 3, seed }).files;

describe('what can notice a change', () => {
  it('are the tests that import it, and those that read files or start programs', () => {
    expect(filesOf(['src/a.ts'])).toEqual(['src/a.test.ts', 'test/programs.test.ts', 'test/pages.test.ts']);
  });

  it('of docs, are the tests that read those', () => {
    expect(filesOf(['README.md', 'docs/table.json'])).toEqual(['src/c.test.ts', 'test/pages.test.ts']);
  });

  it('of the proof itself, are the tests of that', () => {
    const tests = [...FEW, ...TESTS_OF_RECORDS.map((path) => test(path))];
    expect(filesOf(['docs/proof.json'], tests)).toEqual(['src/c.test.ts', ...TESTS_OF_RECORDS]);
    expect(TESTS.map(({ path }) => path)).toEqual(expect.arrayContaining([...TESTS_OF_RECORDS]));
  });

  it('of a recording that is a page, are the tests that read files', () => {
    expect(filesOf(['fixtures/claude/skill/SKILL.md'])).toContain('test/programs.test.ts');
  });

  it.each(['package-lock.json', 'vitest.config.ts', 'tsup.config.ts', 'packages/core/package.json', '.ci/run'])(
    'of %s, is each test',
    (path) => {
      expect(filesOf([path])).toBeUndefined();
    },
  );

  it('is each test where nobody can know what changed', () => {
    const choice = chooseUnits({ unknown: 'This is no clone.' }, FEW, { every: 3, seed: 0 });
    expect(choice).toEqual({ why: 'This is no clone. So all unit tests are run.' });
  });
});

it('takes all of the others over some seeds in a row', () => {
  const drawn = [7, 8, 9].map((seed) => filesOf([], TESTS, seed) ?? []);
  expect(drawn.flat().sort()).toEqual(TESTS.map(({ path }) => path));
});

describe('the tests of this clone', () => {
  const of = (path: string) => TESTS.find((each) => each.path === path);

  it('are those that vitest runs', { timeout: 120_000 }, () => {
    const { stdout } = spawnSync(
      process.execPath,
      [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'list', '--filesOnly', '--json'],
      { cwd: ROOT, encoding: 'utf8' },
    );
    const listed: readonly { readonly file: string }[] = JSON.parse(stdout);
    expect(TESTS.map(({ path }) => join(ROOT, path))).toEqual([...new Set(listed.map(({ file }) => file))].sort());
  });

  it('can notice that a file is gone which they import', () => {
    const graph = openImportGraph(ROOT);
    expect(graph('src/gone.ts')).toEqual(new Set(['src/gone.ts']));
    const { behind } = of('packages/policy/src/commands.test.ts') ?? {};
    expect(behind).toContain('packages/policy/src/grammar/from-packages.ts');
  });

  it.each([
    ['packages/store/src/misuse.test.ts', 'the writing thread'],
    ['test/otel-live.test.ts', 'the fake agent, through a helper'],
  ])('%s starts a program: %s', (path) => {
    expect(of(path)).toMatchObject({ readsAnything: true });
  });

  it('are followed through the names of our packages', () => {
    expect(of('test/turns.test.ts')?.behind).toContain('packages/core/src/run/run-machine.ts');
    expect(of('packages/events/src/check/legal-streams.test.ts')?.behind).not.toContain('packages/core/src/index.ts');
  });

  it('read files of the clone where one of their helpers does', () => {
    expect(of('adapters/src/claude/conformance.test.ts')).toMatchObject({ readsAnything: true });
    expect(of('packages/agent-mux/src/cli/run.test.ts')).toMatchObject({ readsAnything: true });
  });

  it('that have a full size are known, be it through a helper', () => {
    const paths = TESTS.filter(({ hasFullSize }) => hasFullSize).map(({ path }) => path);
    const some = [
      'packages/core/src/process/host-killed.test.ts',
      'test/flood.test.ts',
      'test/protocols/ag-ui.test.ts',
    ];
    expect(paths).toEqual(expect.arrayContaining(some));
    expect(paths).not.toContain('test/turns.test.ts');
    expect(paths.filter((path) => path.startsWith('tools/'))).toEqual([]);
  });

  it('that read docs are known', () => {
    const paths = [
      'test/docs.test.ts',
      'test/support-matrix.test.ts',
      'tools/agent-docs.test.ts',
      'tools/house/house.test.ts',
    ];
    expect(paths.filter((path) => of(path)?.readsDocs !== true)).toEqual([]);
  });
});
