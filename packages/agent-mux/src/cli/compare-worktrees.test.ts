/** What `amux compare` does with worktrees: none goes with work in it that nobody has seen, and none is left without a word. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Amux, startAmux } from './testing/run-amux.ts';

const scratch = mkdtempSync(join(tmpdir(), 'amux-worktrees-test-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const EXAMPLE = JSON.stringify(join(import.meta.dirname, '../../../../examples/adapter-echo/index.js'));
const adapter = join(scratch, 'adapters.mjs');
const agents = ['one', 'two'].map((agent) => `export const ${agent} = { ...echo, agent: '${agent}' };\n`);
writeFileSync(adapter, `import { echo } from ${EXAMPLE};\n${agents.join('')}`);

const git = (cwd: string, ...args: readonly string[]): string => execFileSync('git', args, { cwd, encoding: 'utf8' });

interface Comparison {
  readonly amux: Amux;
  readonly root: string;
  /** The folder in which worktrees are made. */
  readonly temporary: string;
}

/** Compares an agent that runs the script in its worktree with one that does nothing. */
function start(
  script: string,
  { env = {}, flags = [] }: { env?: Record<string, string>; flags?: string[] } = {},
): Comparison {
  const home = mkdtempSync(join(scratch, 'home-'));
  const [root, temporary] = [join(home, 'root'), join(home, 'tmp')];
  mkdirSync(root);
  mkdirSync(temporary);
  git(root, 'init', '-q');
  git(root, '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'first', '--allow-empty');
  const lines = ['{"kind":"hello","session":"s"}', '{"kind":"word","text":"Done."}', '{"kind":"bye"}'];
  const says = lines.map((line) => `echo '${line}'`).join('\n');
  const binaries = [script, 'true'].map((work, at) => {
    const path = join(home, `cli-${at}`);
    writeFileSync(path, `#!/bin/sh\nset -e\ncat > /dev/null\n(${work})\n${says}\n`, { mode: 0o755 });
    return path;
  });
  const given = binaries.flatMap((path, at) => ['--binary', `${at === 0 ? 'one' : 'two'}=${path}`]);
  const args = ['compare', 'one', 'two', '--adapter', adapter, ...given, '--yolo', ...flags, '--', 'x'];
  const amux = startAmux(args, { cwd: root, env: { TMPDIR: temporary, NO_COLOR: '1', AMUX_STORE: '', ...env } });
  return { amux, root, temporary };
}

const pathOf = (stderr: string, agent: string): string | undefined =>
  new RegExp(`^${agent}: (/.+)$`, 'm').exec(stderr)?.[1];
const COMMIT = 'git add . && git -c user.name=a -c user.email=a@b commit -qm x';

describe('the work of an agent', { timeout: 120_000 }, () => {
  it.each([
    ['new', 'mkdir app && cd app && git init -q . && echo work > work.txt'],
    [
      'with a blank and a line break in its name',
      'mkdir "a\n p" && cd "a\n p" && git init -q . && echo work > work.txt',
    ],
    ['with a tab in its name', `mkdir "a\tp" && cd "a\tp" && git init -q . && echo work > work.txt`],
  ])('is kept where it is in a repository of its own: %s', async (_, script) => {
    const { amux } = start(`${script} && ${COMMIT}`);
    expect(await amux.exited).toBe(0);
    const path = pathOf(amux.stderr(), 'one') ?? '';
    expect(readdirSync(path, { recursive: true }).filter((name) => String(name).endsWith('work.txt'))).toHaveLength(1);
    expect(amux.stderr()).toContain('It holds a git repository of its own, whose content is in no diff.');
    expect(pathOf(amux.stderr(), 'two')).toBeUndefined();
  });

  it.each([
    ['a person', []],
    ['a program', ['--json']],
  ])('is kept where git cannot add it, and %s is told why, and of the others', async (_, flags) => {
    const { amux } = start('mkdir app && cd app && git init -q . && echo work > work.txt', { flags });
    expect(await amux.exited).toBe(0);
    expect(readFileSync(join(pathOf(amux.stderr(), 'one') ?? '', 'app/work.txt'), 'utf8')).toBe('work\n');
    expect(amux.stdout()).toMatch(/error: 'app\/' does not have a commit checked out/);
    expect(amux.stdout().match(/completed/g)?.length).toBeGreaterThanOrEqual(2);
    expect(pathOf(amux.stderr(), 'two')).toBeUndefined();
  });

  it('is kept where git cannot add it, and is set to pass over new files', async () => {
    const { amux } = start('git config status.showUntrackedFiles no && echo work > work.txt && git init -q app');
    expect(await amux.exited).toBe(0);
    expect(readFileSync(join(pathOf(amux.stderr(), 'one') ?? '', 'work.txt'), 'utf8')).toBe('work\n');
    expect(pathOf(amux.stderr(), 'two')).toBeUndefined();
  });

  it('is kept where it is beside its worktree', async () => {
    const { amux, root } = start('echo note > ../notes.md');
    expect(await amux.exited).toBe(0);
    const [, folder = ''] = /^Kept: (.+), for it holds what an agent wrote beside/m.exec(amux.stderr()) ?? [];
    expect(readdirSync(folder)).toEqual(['notes.md']);
    expect(git(root, 'worktree', 'list').trim().split('\n')).toHaveLength(1);
  });

  it('is kept where the agent has locked its worktree', async () => {
    const { amux } = start('echo a > a && git worktree lock .');
    expect(await amux.exited).toBe(0);
    expect(existsSync(join(pathOf(amux.stderr(), 'one') ?? '', 'a'))).toBe(true);
  });
});

describe('a signal', { timeout: 120_000 }, () => {
  const GIT = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();

  /** A git that sends Ctrl-C to whoever calls it for something. */
  function shim(call: string): string {
    const folder = mkdtempSync(join(scratch, 'bin-'));
    const body = `case "$*" in *"${call}"*) kill -INT $PPID ;; esac\nexec ${GIT} "$@"\n`;
    writeFileSync(join(folder, 'git'), `#!/bin/sh\n${body}`, { mode: 0o755 });
    return [folder, process.env['PATH'] ?? ''].join(delimiter);
  }

  it.each([
    ['worktree add', false],
    ['add --all', true],
    ['--binary', true],
    ['--shortstat', true],
    ['worktree remove', false],
  ])('at `git … %s` leaves no worktree without a word', async (call, isKept) => {
    const { amux, root, temporary } = start('echo work > work.txt', { env: { PATH: shim(call) } });
    expect(await amux.exited).toEqual(expect.any(Number));
    const path = pathOf(amux.stderr(), 'one');
    expect([path !== undefined && existsSync(join(path, 'work.txt')), pathOf(amux.stderr(), 'two')]).toEqual([
      isKept,
      undefined,
    ]);
    expect(git(root, 'worktree', 'list').trim().split('\n')).toHaveLength(isKept ? 2 : 1);
    const left = readdirSync(temporary).filter((name) => name.startsWith('amux-compare-'));
    expect(left).toHaveLength(isKept ? 1 : 0);
  });

  it('that aborts the runs still shows what they have made', async () => {
    const { amux } = start('echo work > work.txt; exec sleep 600');
    await amux.until(/two +completed/);
    amux.child.kill('SIGTERM');
    expect(await amux.exited).not.toBe(0);
    expect(amux.stdout()).toMatch(/^outcome +aborted +completed$/m);
    expect(pathOf(amux.stderr(), 'one')).toBeUndefined();
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    '%s while a reader stands still keeps what it has not read',
    async (signal) => {
      const { amux } = start('yes "a long line of work" | head -n 900000 > work.txt');
      await amux.until(/^outcome /m);
      amux.child.stdout.pause();
      amux.child.kill(signal);
      await amux.until(/^Kept: /m);
      amux.child.stdout.resume();
      expect(await amux.exited).not.toBe(0);
      expect(existsSync(join(pathOf(amux.stderr(), 'one') ?? '', 'work.txt'))).toBe(true);
      expect(pathOf(amux.stderr(), 'two')).toBeUndefined();
    },
  );
});
