import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type AmuxEnd, runAmux, startAmux } from './testing/run-amux.ts';

const scratch = mkdtempSync(join(tmpdir(), 'amux-compare-test-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const EXAMPLE = JSON.stringify(join(import.meta.dirname, '../../../../examples/adapter-echo/index.js'));
const adapter = join(scratch, 'adapters.mjs');
writeFileSync(
  adapter,
  `import { echo } from ${EXAMPLE};\n${['one', 'two'].map((agent) => `export const ${agent} = { ...echo, agent: '${agent}' };\n`).join('')}`,
);

/** A CLI in the language of the example that does something first. */
function writeCli(name: string, script: string): string {
  const path = join(scratch, name);
  const lines = ['{"kind":"hello","session":"s"}', '{"kind":"word","text":"Done."}', '{"kind":"bye"}'];
  const says = lines.map((line) => `echo '${line}'`).join('\n');
  writeFileSync(path, `#!/bin/sh\nset -e\n${script}\n${says}\n`, { mode: 0o755 });
  return path;
}
const one = writeCli('one', 'cat > task.txt');
const two = writeCli(
  'two',
  'echo changed > kept.txt; git add -A; git -c user.name=a -c user.email=a@b commit -qm mine; printf "\\000" > bytes',
);
const idle = writeCli('idle', 'true');

const git = (cwd: string, ...args: readonly string[]): string => execFileSync('git', args, { cwd, encoding: 'utf8' });

/** A repository with a commit, and a change of the user's that is not committed. */
function createRepository(name: string): string {
  const root = join(scratch, name);
  mkdirSync(join(root, 'sub'), { recursive: true });
  git(root, 'init', '-q', '-b', 'main');
  writeFileSync(join(root, 'kept.txt'), 'as it was\n');
  writeFileSync(join(root, 'sub/a.txt'), 'a\n');
  git(root, 'add', '-A');
  git(root, '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'first');
  writeFileSync(join(root, 'kept.txt'), 'mine, not committed\n');
  return root;
}

/** The folder in which worktrees are made. */
const temporary = join(scratch, 'tmp');
mkdirSync(temporary);
const env = { TMPDIR: temporary, NO_COLOR: '1', AMUX_STORE: '' };
const binaries = ['--binary', `one=${one}`, '--binary', `two=${two}`];
const compare = (cwd: string, ...args: readonly string[]): Promise<AmuxEnd> =>
  runAmux(['compare', ...args], { cwd, env });

describe('amux compare', { timeout: 120_000 }, () => {
  it('shows what each has made of the task, and leaves the repository as it was', async () => {
    const root = createRepository('plain');
    const end = await compare(root, 'one', 'two', '--adapter', adapter, ...binaries, '--yolo', '--', 'mend', '--it');
    expect([end.code, end.stderr]).toEqual([0, expect.stringContaining('What is not committed is in none of them.')]);
    expect(end.stdout).toMatch(/^ +one +two$/m);
    expect(end.stdout).toMatch(/^outcome +completed +completed$/m);
    expect(end.stdout).toMatch(/^changes +1 file changed, 1 insertion\(\+\) +2 files changed/m);
    const [, ofOne = '', ofTwo = ''] = end.stdout.split(/^# (?:one|two)$/m);
    expect(ofOne).toContain('+++ b/task.txt\n@@ -0,0 +1 @@\n+mend --it\n');
    expect(ofTwo).toContain('-as it was\n+changed\n');
    expect(ofTwo).toContain('GIT binary patch');
    expect(readFileSync(join(root, 'kept.txt'), 'utf8')).toBe('mine, not committed\n');
    expect(git(root, 'status', '--porcelain')).toBe(' M kept.txt\n');
    expect(git(root, 'worktree', 'list').trim().split('\n')).toHaveLength(1);
    expect(git(root, 'branch', '--list', '--all').trim()).toBe('* main');
    expect(readdirSync(temporary).filter((name) => name.startsWith('amux-compare-'))).toEqual([]);
  });

  it('gives patches that can be applied, as JSON too, and begins in the folder that it was called in', async () => {
    const root = createRepository('json');
    const args = ['one', 'two', '--adapter', adapter, ...binaries, '--yolo', '--json', '--', 'x'];
    const { code, stdout } = await compare(join(root, 'sub'), ...args);
    const { data } = JSON.parse(stdout);
    expect([code, data.map(({ agent }: { agent: string }) => agent)]).toEqual([0, ['one', 'two']]);
    expect(data[0]).toMatchObject({ result: { exitReason: 'completed', text: 'Done.' } });
    git(root, 'checkout', '-q', '--', '.');
    execFileSync('git', ['apply', '-'], { cwd: root, input: data[0].diff });
    expect(readFileSync(join(root, 'sub/task.txt'), 'utf8')).toBe('x');
  });

  it('leaves the worktrees with --keep', async () => {
    const root = createRepository('keep');
    const args = ['one', 'two', '--adapter', adapter, ...binaries, '--yolo', '--keep', '--', 'x'];
    const { stderr } = await compare(root, ...args);
    const [, path = ''] = /^one: (.+)$/m.exec(stderr) ?? [];
    expect(readFileSync(join(path, 'task.txt'), 'utf8')).toBe('x');
  });

  it('leaves a worktree whose changes nobody has seen, and no other', async () => {
    const root = createRepository('unseen');
    const flags = ['--adapter', adapter, '--binary', `one=${one}`, '--binary', `two=${idle}`, '--yolo'];
    const amux = startAmux(['compare', 'one', 'two', ...flags, '--', 'x'], { cwd: root, env });
    amux.child.stdout.destroy();
    await amux.exited;
    const [, path = ''] = /^one: (.+)$/m.exec(amux.stderr()) ?? [];
    expect(existsSync(join(path, 'task.txt'))).toBe(true);
    expect(amux.stderr()).not.toMatch(/^two: /m);
  });
});

describe('a comparison that makes no sense', { timeout: 120_000 }, () => {
  const bare = join(scratch, 'bare');
  mkdirSync(bare);
  const empty = join(scratch, 'empty');
  mkdirSync(empty);
  git(empty, 'init', '-q');
  const env2 = ['--adapter', adapter];

  it.each<[string, string, readonly string[], number, string]>([
    ['one agent', scratch, ['one', '--', 'x'], 2, 'compare needs two agents or more'],
    ['one agent twice', scratch, ['one', 'one', '--', 'x'], 2, 'compare takes one once; it is named twice.'],
    ['no task', scratch, ['one', 'two'], 2, 'There is no task. It stands behind `--`'],
    ['two tasks', scratch, ['one', 'two', '-p', 'x', '--', 'y'], 2, 'The task is given twice'],
    ['no agent', scratch, ['one', 'owne', '--', 'x'], 3, 'There is no agent "owne". Did you mean "one"? Agents: '],
    [
      'no agent and no task',
      scratch,
      ['one', 'fix it', '--top-p', 'x'],
      2,
      'nothing was started, for 3 things are wrong:\n  --top-p must be a number, not "x".\n  There is no agent "fix it".',
    ],
    ['a stray binary', scratch, ['one', 'two', '--binary', 'pi=/x', '--', 'x'], 2, '--binary names "pi", which is not'],
    ['no repository', bare, ['one', 'two', '--', 'x'], 2, 'compare needs a git repository with a commit'],
    ['no commit', empty, ['one', 'two', '--', 'x'], 2, 'compare needs a commit to begin with'],
  ])('because there is %s is refused with a sentence', async (_, cwd, args, code, message) => {
    const end = await runAmux(['compare', ...env2, ...args], {
      cwd,
      env: { ...env, GIT_CEILING_DIRECTORIES: tmpdir() },
    });
    expect([end.code, end.stdout]).toEqual([code, '']);
    expect(end.stderr).toContain(`amux: ${message}`);
  });

  it('is refused before anything starts where an option is wrong, and leaves nothing', async () => {
    const root = createRepository('wrong');
    const args = ['one', 'two', '--adapter', adapter, ...binaries, '--top-p', '7', '--', 'x'];
    const end = await compare(root, ...args);
    expect([end.code, end.stdout]).toEqual([2, '']);
    expect(git(root, 'worktree', 'list').trim().split('\n')).toHaveLength(1);
  });
});
