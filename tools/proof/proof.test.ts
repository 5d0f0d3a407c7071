/** The proof part by part, its age and what it no longer proves, in real git repositories. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { describeProof } from './describe-proof.ts';
import { hashGrounds } from './ground.ts';
import { makeProof, type ProofPart } from './make-proof.ts';
import { readProof } from './proof-file.ts';
import { renderProof } from './render-proof.ts';
import type { ProofStep } from './run-part.ts';

/** The tests take long, because each runs git many times. */
vi.setConfig({ testTimeout: 120_000 });

const ROOT = join(import.meta.dirname, '../..');
const NOW = new Date('2026-11-23T12:00:00.000Z');
const now = (): Date => NOW;
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

const FILES = { '.gitignore': '.proof/\n', 'a/x.ts': '1', 'b/x.ts': '1', 'pins.json': '{"a":1,"b":1}' };

/** A step that reports two tests that passed, one of them at its second attempt. */
const tests = (change: object = {}): ProofStep => ({
  name: 'unit',
  command: ({ reports }) => [
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
const run = (name: string, program: string, more: Partial<ProofStep> = {}): ProofStep => ({
  name,
  command: () => [process.execPath, '-e', program],
  ...more,
});
const mutants = run('mutants', "console.log('drawing…\\n57 of 60 killed, seed 7')", { isScored: true });

/** A part that depends on its folder and on its own pin. */
const part = (name: string, ...steps: readonly ProofStep[]): ProofPart => ({
  name,
  steps,
  ground: {
    includes: (path) => path.startsWith(`${name.replace(/.*:/, '')}/`),
    extract: (read) => [String(JSON.parse(read('pins.json') ?? '{}')[name.replace(/.*:/, '')])],
  },
});
const A = part('a', tests());
const B = part('live:b', mutants);
const PARTS = [A, B];

const pageOf = (root: string): string => readFileSync(join(root, 'docs/proof.md'), 'utf8');
const hashOf = ({ ground }: ProofPart, root: string, commit?: string): string | undefined =>
  hashGrounds(root, [ground], commit)[0];

describe('a proof', () => {
  it('says what was run on what, and each part is fresh until what it stands on changes', () => {
    const { root, commit, write } = createRepository();
    const proved = commit(FILES);
    expect(describeProof(root, PARTS, NOW)).toEqual({
      lines: ['docs/proof.md: 0 of 2 parts hold.', 'missing: a, live:b.'],
      isFresh: false,
    });
    expect(makeProof(root, PARTS, { now })).toBe(true);
    const { parts } = readProof(root);
    const common = {
      commit: proved,
      date: NOW.toISOString(),
      minutes: expect.any(Number),
      machine: expect.stringContaining('Node '),
    };
    expect(parts).toEqual({
      a: {
        ...common,
        hash: hashOf(A, root),
        counts: '2 passed, 0 failed, 1 skipped',
        flaky: ['unit: a.test.ts: unsure'],
      },
      'live:b': { ...common, hash: hashOf(B, root), score: '57 of 60 killed, seed 7', flaky: [] },
    });
    const page = pageOf(root);
    for (const words of [
      proved.slice(0, 12),
      '2 passed, 0 failed, 1 skipped',
      'unsure',
      '57 of 60 killed, seed 7',
      'Node ',
    ]) {
      expect(page).toContain(words);
    }
    expect(page).toBe(renderProof(readProof(root)));
    // The proof is not in a commit yet, which makes it no older.
    expect(describeProof(root, PARTS, NOW).isFresh).toBe(true);
    commit({ 'docs/other.md': 'words prove nothing, and need no proof' });
    expect(describeProof(root, PARTS, inDays(3))).toEqual({
      lines: [`docs/proof.md: 2 of 2 parts hold; the oldest is of ${proved.slice(0, 9)}, 1 commits and 3 days ago.`],
      isFresh: true,
    });
    write({ 'a/x.ts': '2' });
    expect(describeProof(root, PARTS, NOW)).toMatchObject({
      isFresh: false,
      lines: [expect.any(String), expect.stringContaining('not committed')],
    });
    for (const [change, name, what] of [
      [{ 'a/x.ts': '2' }, 'a', 'a/x.ts has'],
      [{ 'b/x.ts': '2', 'b/y.ts': '1' }, 'live:b', 'b/x.ts and 1 more have'],
      [{ 'pins.json': '{"a":1,"b":2}' }, 'live:b', 'what it stands on has'],
    ] as const) {
      commit({ ...FILES, ...change });
      const { lines, isFresh } = describeProof(root, PARTS, NOW);
      expect([isFresh, lines.slice(1)]).toEqual([
        false,
        [
          expect.stringMatching(
            `^stale: ${name}, of ${proved.slice(0, 9)}, \\d commits and 0 days ago: ${what} changed.$`,
          ),
        ],
      ]);
      rmSync(join(root, 'b/y.ts'), { force: true });
    }
    commit(FILES);
    expect(describeProof(root, PARTS, NOW).isFresh).toBe(true);
  });

  it('is of a commit, and of no changes that are in none', () => {
    const { root, commit, write } = createRepository();
    commit(FILES);
    write({ 'a/x.ts': '2' });
    expect(() => makeProof(root, PARTS, { now })).toThrow('Commit or stash them first');
    commit({});
    const meddler = part('a', run('m', "require('fs').writeFileSync('x.ts', '')"));
    expect(() => makeProof(root, [meddler], { now })).toThrow('The clone changed while');
    expect(existsSync(join(root, 'docs/proof.json'))).toBe(false);
  });

  it('of which nothing can be read is said to be so, and is not written over', () => {
    const { root, commit } = createRepository();
    commit({ ...FILES, 'docs/proof.json': '{"parts":{"a":{"commit":"nowhere"}}}' });
    expect(() => makeProof(root, PARTS, { now })).toThrow('cannot be read as a proof');
    expect(readFileSync(join(root, 'docs/proof.json'), 'utf8')).toContain('nowhere');
  });

  it('is shown in docs/proof.md as it stands in docs/proof.json', () => {
    const proof = readProof(ROOT);
    expect(existsSync(join(ROOT, 'docs/proof.md')) ? pageOf(ROOT) : renderProof({ parts: {} })).toBe(
      renderProof(proof),
    );
  });
});

describe('what is run', () => {
  /** Parts that record in a file that they were run. */
  function createLogged(): { readonly repository: Repository; readonly parts: readonly ProofPart[]; ran(): string } {
    const log = mkdtempSync(join(tmpdir(), 'amux-proof-log-'));
    onTestFinished(() => rmSync(log, { recursive: true, force: true }));
    const file = join(log, 'log');
    const say = (name: string): ProofStep => ({ name, command: () => ['sh', '-c', `printf '${name} ' >> '${file}'`] });
    return {
      repository: createRepository(),
      parts: ['a', 'live:b', 'live:c'].map((name) => part(name, say(name))),
      ran() {
        const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
        rmSync(file, { force: true });
        return text.trim();
      },
    };
  }

  it('is what is missing or stale, what was asked for of it, or all of that by force', () => {
    const { repository, parts, ran } = createLogged();
    const { root, commit } = repository;
    const make = (choice: object = {}): string => {
      makeProof(root, parts, { now, ...choice });
      return ran();
    };
    const first = commit(FILES);
    expect(make({ only: ['live:b'] })).toBe('live:b');
    expect(make({ only: ['live'] })).toBe('live:c');
    expect(make()).toBe('a');
    expect(make()).toBe('');
    const second = commit({ 'b/x.ts': '2' });
    expect(make({ only: ['a', 'live:c'] })).toBe('');
    expect(make()).toBe('live:b');
    expect(Object.entries(readProof(root).parts).map(([name, { commit: of }]) => [name, of])).toEqual([
      ['a', first],
      ['live:b', second],
      ['live:c', first],
    ]);
    expect(make({ only: ['live'], force: true })).toBe('live:b live:c');
    expect(() => make({ only: ['live:d', 'liv'] })).toThrow(
      'The proof has no part live:d, liv. It has: a, live:b, live:c.',
    );
    // A part that no longer exists is dropped.
    makeProof(root, parts.slice(0, 2), { now, force: true });
    expect(Object.keys(readProof(root).parts)).toEqual(['a', 'live:b']);
  });

  it('is all the rest where a part fails, of which the proof says what it said', () => {
    const { root, commit } = createRepository();
    const proved = commit(FILES);
    const c = part('c', run('c', ''));
    makeProof(root, [A, B], { now });
    commit({ 'a/x.ts': '2', 'b/x.ts': '2' });
    const broken = part('a', tests(), run('check', 'process.exit(1)'));
    expect(makeProof(root, [broken, B, c], { now })).toBe(false);
    const { parts } = readProof(root);
    expect([parts['a']?.commit, parts['live:b']?.commit === proved, Object.keys(parts)]).toEqual([
      proved,
      false,
      ['a', 'live:b', 'c'],
    ]);
    expect(describeProof(root, [broken, B, c], NOW).lines[1]).toContain('stale: a, ');
  });

  const FAILED = { name: 'a.test.ts', status: 'failed', message: 'cannot be loaded', assertionResults: [] };
  it.each<[string, ProofStep]>([
    ['a step failed', run('check', 'process.exit(1)')],
    ['a test failed', tests({ numFailedTests: 1, testResults: [FAILED] })],
    ['no test was played', tests({ numPassedTests: 0, testResults: [] })],
  ])('is not written where %s', (_, step) => {
    const { root, commit } = createRepository();
    commit(FILES);
    expect(makeProof(root, [part('a', step)], { now })).toBe(false);
    expect(existsSync(join(root, 'docs/proof.json'))).toBe(false);
  });

  it('goes on where it was ended, while what it stands on is the same', () => {
    const { root, commit } = createRepository();
    commit(FILES);
    /** A step that fails until it finds what it kept. */
    const halting: ProofStep = {
      name: 'mutants',
      isScored: true,
      command: ({ kept }) => [
        process.execPath,
        '-e',
        `const fs = require('fs'); const file = ${JSON.stringify(join(kept, 'known'))};
         if (fs.existsSync(file)) console.log('went on');
         else { fs.writeFileSync(file, ''); console.log('began'); process.exitCode = 1; }`,
      ],
    };
    const parts = [part('a', halting)];
    const make = (force = false): string | undefined => {
      makeProof(root, parts, { now, force });
      return readProof(root).parts['a']?.score;
    };
    expect([make(), make()]).toEqual([undefined, 'went on']);
    expect(existsSync(join(root, '.proof'))).toBe(true);
    // A forced run reuses nothing, and neither does a run after the part was proved.
    expect([make(true), makeProof(root, parts, { now, force: true })]).toEqual(['went on', false]);
    commit({ 'a/x.ts': '2' });
    expect(makeProof(root, parts, { now })).toBe(false);
  });
});
