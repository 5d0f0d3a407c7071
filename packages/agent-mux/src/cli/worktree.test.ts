/** What git tells of a worktree does not depend on what the user has set for his own work: else it goes with work that nobody saw. */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { addWorktree, findChanges, isUntouched, openRepository, type Worktree } from './worktree.ts';

const scratch = mkdtempSync(join(tmpdir(), 'amux-settings-test-'));
afterAll(() => rmSync(scratch, { recursive: true }));

function write(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const USER = '[user]\n name = a\n email = a@b\n';
const config = write(scratch, 'config', USER);
Object.assign(process.env, { GIT_CONFIG_GLOBAL: config, GIT_CONFIG_NOSYSTEM: '1' });
const PATH = process.env['PATH'] ?? '';
afterEach(() => {
  process.env['PATH'] = PATH;
  writeFileSync(config, USER);
  delete process.env['GIT_DIFF_OPTS'];
});
/** Sets what the user has for all his repositories; HERE is the folder of these tests. */
const set = (settings: string): void => writeFileSync(config, `${USER}${settings.replaceAll('HERE', scratch)}\n`);
const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', args, { cwd, encoding: 'utf8', stdio: 'pipe' });

write(scratch, 'order', 'src/*\nnew/*\n');
write(scratch, 'binary', '*.ts -diff\n');
write(scratch, 'loud', '*.ts diff=shout\n');
// It says that nothing has changed.
chmodSync(write(scratch, 'monitor', `#!/bin/sh\nprintf 'token\\0'\n`), 0o755);
const FSMONITOR = '[core] fsmonitor = HERE/monitor\nfsmonitorHookVersion = 2';
const SPARSE = '[core] sparseCheckout = true\n[sparse] expectFilesOutsideOfPatterns = true';

const text = (...changed: readonly number[]): string =>
  Array.from(
    { length: 40 },
    (_, at) => `${changed.includes(at) ? 'changed' : at % 3 === 0 ? '' : `line ${at}`}\n`,
  ).join('');

const root = join(scratch, 'root');
write(root, 'long.txt', text());
write(root, 'old.md', text(1, 2));
write(root, 'older.md', text(1, 2, 7, 8));
write(root, 'src/a.ts', 'first\n');
write(root, 'out/b.ts', 'first\n');
write(root, 'out/never-changed.ts', 'first\n');
write(root, '.gitattributes', '*.txt diff=shout\n');
git(root, 'init', '-q');
git(root, 'add', '.');
git(root, 'commit', '-qm', 'first');
write(root, '.git/info/sparse-checkout', '/src/\n/*.*\n');
const repository = await openRepository(root);

/** A repository that an agent has made. */
const app = join(scratch, 'app');
write(app, 'main.ts', 'main\n');
git(app, 'init', '-q');
git(app, 'add', '.');
git(app, 'commit', '-qm', 'of an agent');

let trees = 0;
const add = (): Promise<Worktree> => addWorktree(repository, join(scratch, `tree-${trees++}`));

/** A worktree in which an agent has done something of each kind. */
async function workedIn(): Promise<Worktree> {
  const tree = await add();
  const { path } = tree;
  write(path, 'long.txt', text(4, 16, 20));
  write(path, 'new/file.ts', 'new\n');
  write(path, 'src/a.ts', 'second\n');
  write(path, 'out/b.ts', 'second\n');
  write(path, 'out/c.ts', 'new\n');
  write(path, 'ends.csv', 'one\r\ntwo\n');
  for (const name of ['old.md', 'older.md']) {
    renameSync(join(path, name), join(path, `new-${name}`));
    write(path, `new-${name}`, name === 'old.md' ? text(1, 2, 3) : text(1, 2, 7, 8, 9));
  }
  cpSync(app, join(path, 'app'), { recursive: true });
  return tree;
}

describe('the diff of a worktree is the same', { timeout: 60_000 }, async () => {
  const plain = await findChanges(repository, await workedIn());

  it.each([
    '[status] showUntrackedFiles = no',
    FSMONITOR,
    '[core] ignoreStat = true',
    '[core] untrackedCache = true',
    SPARSE,
    '[add] ignoreErrors = true',
    '[diff] ignoreSubmodules = all',
    '[submodule "app"] ignore = all\npath = app',
    '[diff] submodule = diff',
    '[diff] noprefix = true',
    '[diff] mnemonicPrefix = true',
    '[diff] srcPrefix = x/\ndstPrefix = y/',
    '[diff] context = 0',
    '[diff] interHunkContext = 9',
    '[diff] renames = false',
    '[diff] renameLimit = 1',
    '[diff] algorithm = patience',
    '[diff] indentHeuristic = false',
    '[diff] suppressBlankEmpty = true',
    '[diff] orderFile = HERE/order',
    '[diff] orderFile = /nowhere/order',
    '[diff] external = true',
    '[diff] relative = true',
    '[diff "shout"] textconv = wc -l <',
    '[diff "shout"] command = true',
    '[color] ui = always\n[diff] colorMoved = zebra\nwsErrorHighlight = all',
    '[core] abbrev = 4',
    '[core] attributesFile = HERE/binary',
    '[core] attributesFile = HERE/loud\n[diff "shout"] textconv = wc -l <',
  ])('with %s', async (settings) => {
    set(settings);
    expect(await findChanges(repository, await workedIn())).toEqual(plain);
  });

  it('where git would refuse line ends of two kinds', async () => {
    set('[core] autocrlf = input');
    const converted = await findChanges(repository, await workedIn());
    set('[core] autocrlf = input\nsafecrlf = true');
    expect(await findChanges(repository, await workedIn())).toEqual(converted);
  });

  it('with options in the environment', async () => {
    process.env['GIT_DIFF_OPTS'] = '--unified=0';
    expect(await findChanges(repository, await workedIn())).toEqual(plain);
  });

  it('with a git that knows no option for sparse checkouts', async () => {
    const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    const body = `case "$*" in *--sparse*) exit 129 ;; esac\nexec ${real} "$@"\n`;
    chmodSync(write(scratch, 'bin/git', `#!/bin/sh\n${body}`), 0o755);
    const tree = await workedIn();
    process.env['PATH'] = [join(scratch, 'bin'), PATH].join(delimiter);
    expect(await findChanges(repository, tree)).toEqual(plain);
  });

  it('after a merge that the agent has left open', async () => {
    const tree = await add();
    write(tree.path, 'src/a.ts', 'theirs\n');
    git(tree.path, 'commit', '-qam', 'theirs');
    const theirs = git(tree.path, 'rev-parse', 'HEAD').trim();
    git(tree.path, 'reset', '-q', '--hard', repository.commit);
    write(tree.path, 'src/a.ts', 'ours\n');
    git(tree.path, 'commit', '-qam', 'ours');
    expect(() => git(tree.path, 'merge', theirs)).toThrow();
    expect((await findChanges(repository, tree)).diff).toContain('+<<<<<<< HEAD\n+ours\n');
  });
});

it.each(['app', 'a\tb', '\ta', 'a\t', 'a\n\tb'])('a repository is found in the folder %j', async (name) => {
  const tree = await add();
  cpSync(app, join(tree.path, name), { recursive: true });
  expect((await findChanges(repository, tree)).holdsRepository).toBe(true);
});

/** Changes that settings can hide. */
const WORK: Readonly<Record<string, (path: string) => void>> = {
  'a new file': (path) => write(path, 'new/file.ts', 'new\n'),
  'a changed file': (path) => write(path, 'src/a.ts', 'second\n'),
  'a changed file out of sight': (path) => write(path, 'out/b.ts', 'second\n'),
  'a repository': (path) => cpSync(app, join(path, 'app'), { recursive: true }),
  'a file that it has checked out before': (path) => {
    write(path, 'src/a.ts', 'second\n');
    git(path, 'checkout', 'src/a.ts');
    write(path, 'src/a.ts', 'third\n');
  },
  'a file that it has marked as unchanged': (path) => {
    git(path, 'update-index', '--assume-unchanged', 'src/a.ts');
    write(path, 'src/a.ts', 'second\n');
  },
  'a file that it has marked as left out': (path) => {
    git(path, 'update-index', '--skip-worktree', 'src/a.ts');
    write(path, 'src/a.ts', 'second\n');
  },
};

describe('a worktree is not untouched', { timeout: 60_000 }, () => {
  it.each([
    ['[status] showUntrackedFiles = no', 'a new file'],
    ['[status] showUntrackedFiles = no', 'a repository'],
    [FSMONITOR, 'a changed file'],
    ['[core] untrackedCache = true', 'a new file'],
    ['[core] ignoreStat = true', 'a changed file'],
    ['[core] ignoreStat = true', 'a file that it has checked out before'],
    [SPARSE, 'a changed file out of sight'],
    ['[diff] ignoreSubmodules = all', 'a repository'],
    ['', 'a file that it has marked as unchanged'],
    ['', 'a file that it has marked as left out'],
  ])('with %j and %s', async (settings, name) => {
    set(settings);
    const tree = await add();
    const before = await isUntouched(repository, tree);
    WORK[name]?.(tree.path);
    expect([before, await isUntouched(repository, tree)]).toEqual([true, false]);
    expect((await findChanges(repository, tree)).diff).not.toBe('');
  });

  it('with a file of the same size and age', async () => {
    set('[core] trustctime = false\ncheckStat = minimal');
    const tree = await add();
    const file = join(tree.path, 'src/a.ts');
    utimesSync(file, 1e9, 1e9);
    git(tree.path, 'update-index', '--refresh');
    // Git knows the second of the last change of a file, and no part of it.
    const nextSecond = Math.floor(Date.now() / 1000) * 1000 + 1000;
    await expect.poll(() => Date.now(), { interval: 1, timeout: 5_000 }).toBeGreaterThan(nextSecond + 100);
    writeFileSync(file, 'FIRST\n');
    utimesSync(file, 1e9, 1e9);
    expect(await isUntouched(repository, tree)).toBe(false);
  });
});

describe('what is not committed is told', () => {
  const path = join(root, 'new.ts');
  afterEach(() => rmSync(path));

  it.each(['', '[status] showUntrackedFiles = no', '[diff] orderFile = /nowhere/order'])(
    'with %j',
    async (settings) => {
      set(settings);
      const before = (await openRepository(root)).hasUncommitted;
      write(root, 'new.ts', 'new\n');
      expect([before, (await openRepository(root)).hasUncommitted]).toEqual([false, true]);
    },
  );
});
