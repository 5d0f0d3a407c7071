/** Worktrees of a git repository, one for each agent, and the changes in them. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from './usage-error.ts';

const run = promisify(execFile);
/** The longest diff. */
const MAX_BYTES = 512 * 1024 * 1024;
/** Variables that a hook of git passes down and that would lead us to another repository, or to its index. */
const FOREIGN = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX', 'GIT_COMMON_DIR', 'GIT_OBJECT_DIRECTORY'];
/** A setting of how a diff is written, which goes before each option. */
const OF_DIFFS = 'GIT_DIFF_OPTS';
/**
 * The user's hooks and settings are about his own work, and not about this: they say neither what is kept nor what is shown. Those about how
 * files are stored hold (line ends, filters, ignored files, what the disk can do), for what is shown is what he would commit.
 */
const SETTINGS = [
  'core.hooksPath=/dev/null',
  // These keep git from taking files for unchanged without a look at them.
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.ignoreStat=false',
  'core.trustctime=true',
  'core.checkStat=default',
  // These keep git from refusing a file, and from failing.
  'core.safecrlf=false',
  'diff.orderFile=/dev/null',
  // These say how a diff is written where no option says it.
  'core.quotePath=false',
  'core.abbrev=auto',
  'diff.suppressBlankEmpty=false',
];
/** Has git look at all files that are there, also where it was told to pass over them. */
const SEE_ALL = ['core.sparseCheckout=true', 'sparse.expectFilesOutsideOfPatterns=false'];
/** Lists what is not committed. The options show submodules and new files, which settings can hide. */
const STATUS = ['status', '--porcelain', '--untracked-files=all', '--ignore-submodules=none'];
/** Plumbing obeys none of the settings of `git diff` alone; the options say what any diff may be set to, and that renames are found. */
const DIFF = [
  'diff-index',
  '--cached',
  '--find-renames',
  '-l1000',
  '--indent-heuristic',
  '--ignore-submodules=none',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
];

export interface Repository {
  readonly root: string;
  /** The path of the named folder from the root; empty where it is the root. */
  readonly prefix: string;
  /** The commit of all worktrees. */
  readonly commit: string;
  /** Whether there are uncommitted changes, which no worktree contains. */
  readonly hasUncommitted: boolean;
}

export interface Worktree {
  readonly path: string;
  /** The folder in the worktree that corresponds to the named one. */
  readonly cwd: string;
}

async function git(cwd: string, ...args: readonly string[]): Promise<string> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name !== OF_DIFFS && !FOREIGN.includes(name)),
  );
  // Without optional locks the user's own index stays as it is.
  const all = ['--no-optional-locks', ...asOptions(SETTINGS), ...args];
  const { stdout } = await run('git', all, { cwd, env, maxBuffer: MAX_BYTES, encoding: 'utf8' });
  return stdout;
}

function asOptions(settings: readonly string[]): readonly string[] {
  return settings.flatMap((setting) => ['-c', setting]);
}

/** Runs git in a worktree in which an agent has been. */
function gitAfter({ path }: Worktree, ...args: readonly string[]): Promise<string> {
  return git(path, ...asOptions(SEE_ALL), ...args);
}

/** Opens the repository. Throws UsageError where the folder is in none, or it has no commit. */
export async function openRepository(cwd: string): Promise<Repository> {
  let root: string;
  let prefix: string;
  try {
    root = (await git(cwd, 'rev-parse', '--show-toplevel')).replace(/\n$/, '');
    prefix = (await git(cwd, 'rev-parse', '--show-prefix')).replace(/\n$/, '');
  } catch (error) {
    throw isMissing(error)
      ? new UsageError('compare needs git, which was not found on PATH.')
      : new UsageError(`compare needs a git repository with a commit, and ${cwd} is in none. \`git init\` makes one.`);
  }
  try {
    const commit = (await git(root, 'rev-parse', '--verify', 'HEAD^{commit}')).trim();
    return { root, prefix, commit, hasUncommitted: (await git(root, ...STATUS)) !== '' };
  } catch {
    // HEAD names nothing yet.
    throw new UsageError(
      `compare needs a commit to begin with, and ${root} has none yet: \`git add\`, \`git commit\`.`,
    );
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT' && 'path' in error;
}

/** Adds a worktree on no branch, so that nothing moves that the user has a name for. */
export async function addWorktree({ root, prefix, commit }: Repository, path: string): Promise<Worktree> {
  await git(root, 'worktree', 'add', '--detach', '--quiet', path, commit);
  const cwd = join(path, prefix);
  // A worktree lacks a folder in which nothing is committed.
  mkdirSync(cwd, { recursive: true });
  return { path, cwd };
}

export interface Changes {
  readonly diff: string;
  /** The summary, such as `2 files changed, 3 insertions(+)`; empty where nothing changed. */
  readonly summary: string;
  /** Whether the worktree holds a repository of its own, of which the diff shows no more than the name of a commit. */
  readonly holdsRepository: boolean;
}

/**
 * All differences from the commit, new files and later commits included; files that git ignores do not count. Rejects where git cannot add a
 * file, such as a repository without a commit.
 */
export async function findChanges({ commit }: Repository, tree: Worktree): Promise<Changes> {
  await forgetMarks(tree);
  // The worktree has an index of its own.
  await gitAfter(tree, 'add', '--all', '--no-ignore-errors', '--sparse').catch((error: unknown) => {
    // Before 2.34 git had no such option, and added all files without it.
    if (exitCodeOf(error) !== USAGE) {
      throw error;
    }
    return gitAfter(tree, 'add', '--all', '--no-ignore-errors');
  });
  // No more than the repository itself says which files are shown as texts.
  const diff = (form: string): Promise<string> =>
    gitAfter(tree, '-c', 'core.attributesFile=/dev/null', ...DIFF, form, commit, '--');
  return {
    diff: await diff('--binary'),
    summary: (await diff('--shortstat')).trim(),
    holdsRepository: (await gitAfter(tree, 'ls-files', '--stage', '-z'))
      .split('\0')
      .some((entry) => entry.startsWith(REPOSITORY) && existsSync(join(tree.path, pathIn(entry), '.git'))),
  };
}

/** The exit code of git for an option that it does not know. */
const USAGE = 129;

function exitCodeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** The mode of a repository in the index. */
const REPOSITORY = '160000 ';

/** The path of an entry of the index, behind its first tab; the path may have tabs of its own. */
function pathIn(entry: string): string {
  return entry.slice(entry.indexOf('\t') + 1);
}

/** Has git look at the files that it was told to take for unchanged: `core.ignoreStat` marks whatever the agent has checked out. */
async function forgetMarks(tree: Worktree): Promise<void> {
  await gitAfter(tree, 'update-index', '-q', '--unmerged', '--really-refresh');
}

/** Whether the worktree is as it was added. It makes no diff, which may take long. */
export async function isUntouched({ commit }: Repository, tree: Worktree): Promise<boolean> {
  if ((await git(tree.path, 'rev-parse', '--verify', 'HEAD')).trim() !== commit) {
    return false;
  }
  await forgetMarks(tree);
  return (await gitAfter(tree, ...STATUS)) === '';
}

/** Removes the worktree with everything in it. */
export async function removeWorktree({ root }: Repository, { path }: Worktree): Promise<void> {
  if (existsSync(path)) {
    await git(root, 'worktree', 'remove', '--force', path);
  }
}
