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
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.includes(name)));
  // The user's hooks and settings are about his own work, and not about this.
  const all = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.quotePath=false', ...args];
  const { stdout } = await run('git', all, { cwd, env, maxBuffer: MAX_BYTES, encoding: 'utf8' });
  return stdout;
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
    return { root, prefix, commit, hasUncommitted: (await git(root, 'status', '--porcelain')) !== '' };
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
export async function findChanges({ commit }: Repository, { path }: Worktree): Promise<Changes> {
  // The worktree has an index of its own.
  await git(path, 'add', '--all');
  const diff = ['diff', '--cached', '--no-ext-diff', '--no-color'];
  return {
    diff: await git(path, ...diff, '--binary', commit),
    summary: (await git(path, ...diff, '--shortstat', commit)).trim(),
    holdsRepository: (await git(path, 'ls-files', '--stage', '-z'))
      .split('\0')
      .some((entry) => entry.startsWith(REPOSITORY) && existsSync(join(path, pathIn(entry), '.git'))),
  };
}

/** The mode of a repository in the index. */
const REPOSITORY = '160000 ';

/** The path of an entry of the index, behind its first tab; the path may have tabs of its own. */
function pathIn(entry: string): string {
  return entry.slice(entry.indexOf('\t') + 1);
}

/** Whether the worktree is as it was added. It makes no diff, which may take long. */
export async function isUntouched({ commit }: Repository, { path }: Worktree): Promise<boolean> {
  const isSame = (await git(path, 'rev-parse', 'HEAD')).trim() === commit;
  return isSame && (await git(path, 'status', '--porcelain', '--ignore-submodules=none')) === '';
}

/** Removes the worktree with everything in it. */
export async function removeWorktree({ root }: Repository, { path }: Worktree): Promise<void> {
  if (existsSync(path)) {
    await git(root, 'worktree', 'remove', '--force', path);
  }
}
