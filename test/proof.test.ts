/** The proof, its age and what it no longer proves, in real git repositories. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { describeProof } from '../scripts/proof/describe-proof.ts';
import { makeProof, type ProofStep } from '../scripts/proof/make-proof.ts';
import { groundOf, hashGrounds, readProof } from '../scripts/proof/proof-file.ts';

const NOW = new Date('2026-11-23T12:00:00.000Z');
const inDays = (days: number): Date => new Date(NOW.getTime() + days * 86_400_000);

interface Repository {
  readonly root: string;
  commit(files: Readonly<Record<string, string>>): string;
  write(files: Readonly<Record<string, string>>): void;
}

function createRepository(): Repository {
  const root = mkdtempSync(join(tmpdir(), 'amux-proof-test-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: root, encoding: 'utf8' }).trim();
  git('init', '--quiet');
  const write: Repository['write'] = (files) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
  };
  return {
    root,
    write,
    commit(files) {
      write(files);
      git('add', '--all');
      git('commit', '--quiet', '--message', 'x');
      return git('rev-parse', 'HEAD');
    },
  };
}

const FILES = { 'packages/core/src/a.ts': '1', 'test/a.test.ts': '1', 'test/agents/package.json': '{}' };

/** A step that passes two tests, one of them at its second attempt. */
const tests = (change: object = {}): ProofStep => ({
  name: 'unit',
  command: (reports) => [
    process.execPath,
    '-e',
    `require('fs').writeFileSync(${JSON.stringify(join(reports, 'unit.json'))}, ${JSON.stringify(
      JSON.stringify({
        numPassedTests: 2,
        numFailedTests: 0,
        numPendingTests: 1,
        numTodoTests: 0,
        testResults: [
          {
            name: 'a.test.ts',
            status: 'passed',
            assertionResults: [
              { fullName: 'sure', status: 'passed', failureMessages: [] },
              { fullName: 'unsure', status: 'passed', failureMessages: ['once it was late'] },
            ],
          },
        ],
        ...change,
      }),
    )})`,
  ],
});
const mutants: ProofStep = {
  name: 'mutants',
  isScored: true,
  command: () => [process.execPath, '-e', "console.log('drawing…\\n57 of 60 killed, seed 7')"],
};

it('says what was run on what, and is fresh until one of its grounds changes', () => {
  const { root, commit, write } = createRepository();
  const proved = commit(FILES);
  expect(describeProof(root, NOW)).toMatchObject({ isFresh: false });
  expect(makeProof(root, [tests(), mutants], () => NOW)).toBe(true);
  const page = readFileSync(join(root, 'docs/proof.md'), 'utf8');
  for (const words of [
    proved,
    '2 passed, 0 failed, 1 skipped',
    '| flaky | 1 |',
    'unsure',
    '57 of 60 killed, seed 7',
    'Node ',
  ]) {
    expect(page).toContain(words);
  }
  expect(readProof(root)).toEqual({ commit: proved, date: NOW.toISOString(), hashes: hashGrounds(root, proved) });
  commit({ 'docs/other.md': 'words prove nothing, and need no proof', 'packages/core/README.md': 'x' });
  expect(describeProof(root, inDays(3))).toEqual({
    lines: [`docs/proof.md is of ${proved.slice(0, 9)}, 1 commits and 3 days ago.`],
    isFresh: true,
  });
  write({ 'packages/core/src/a.ts': '2' });
  expect(describeProof(root, NOW)).toMatchObject({
    isFresh: false,
    lines: [expect.any(String), expect.stringContaining('not committed')],
  });
  for (const [path, ground] of [
    ['packages/core/src/a.ts', 'The sources'],
    ['test/a.test.ts', 'The tests'],
    ['test/agents/package.json', 'The pinned packages'],
  ] as const) {
    commit({ ...FILES, [path]: 'another' });
    const { lines, isFresh } = describeProof(root, NOW);
    expect([isFresh, lines.slice(1)]).toEqual([false, [`${ground} have changed since: it no longer proves them.`]]);
  }
  commit(FILES);
  expect(describeProof(root, NOW).isFresh).toBe(true);
});

const FAILED = { name: 'a.test.ts', status: 'failed', message: 'cannot be loaded', assertionResults: [] };

it.each<[string, ProofStep]>([
  ['a step', { name: 'check', command: () => [process.execPath, '-e', 'process.exit(1)'] }],
  ['a test', tests({ numFailedTests: 1, testResults: [FAILED] })],
])('is not written where %s failed', (_, step) => {
  const { root, commit } = createRepository();
  commit(FILES);
  expect(makeProof(root, [step], () => NOW)).toBe(false);
  expect(existsSync(join(root, 'docs/proof.md'))).toBe(false);
});

it('is of a commit, and of no changes that are in none', () => {
  const { root, commit, write } = createRepository();
  commit(FILES);
  write({ 'packages/core/src/a.ts': '2' });
  expect(() => makeProof(root, [tests()], () => NOW)).toThrow('Commit or stash them first');
  commit({});
  const meddler: ProofStep = {
    name: 'm',
    command: () => [process.execPath, '-e', "require('fs').writeFileSync('x.ts', '')"],
  };
  expect(() => makeProof(root, [meddler], () => NOW)).toThrow('The clone changed while');
});

it('stands on every file of this repository but words and settings of editors', () => {
  const files = execFileSync('git', ['ls-files'], { cwd: join(import.meta.dirname, '..'), encoding: 'utf8' })
    .trim()
    .split('\n');
  const others = files.filter((path) => groundOf(path) === undefined && !path.endsWith('.md'));
  expect(others).toEqual(['.gitignore', 'LICENSE', 'biome.json', 'knip.json']);
});
