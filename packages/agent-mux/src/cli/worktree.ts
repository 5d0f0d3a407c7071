/** Worktrees of a git repository for agents to work in, each beside the others, and what was changed in them. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from './usage-error.ts';

const run = promisify(execFile);
/** Of a diff. */
const MAX_BYTES = 512 * 1024 * 1024;
/** As a hook of git hands them down: they would lead us to another repository, or to its index. */
const FOREIGN = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX', 'GIT_COMMON_DIR', 'GIT_OBJECT_DIRECTORY'];

export interface Repository {
  readonly root: string;
  /** The folder that was named, from the root on; empty where it is the root. */
  readonly prefix: string;
  /** The commit that all begin with. */
  readonly commit: string;
  /** What is not in that commit, and so in no worktree. */
  readonly hasUncommitted: boolean;
}

export interface Worktree {
  readonly path: string;
  /** What the named folder is in it. */
  readonly cwd: string;
}

async function git(cwd: string, ...args: readonly string[]): Promise<string> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.includes(name)));
  // Hooks of the user are about his own work, and not about this.
  const all = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.quotePath=false', ...args];
  const { stdout } = await run('git', all, { cwd, env, maxBuffer: MAX_BYTES, encoding: 'utf8' });
  return stdout;
}

/** Throws UsageError where the folder is in no repository that has a commit. */
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
    // Why: HEAD names nothing yet.
    throw new UsageError(
      `compare needs a commit to begin with, and ${root} has none yet: \`git add\`, \`git commit\`.`,
    );
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT' && 'path' in error;
}

/** On no branch: nothing that the user has a name for is moved. */
export async function addWorktree({ root, prefix, commit }: Repository, path: string): Promise<Worktree> {
  await git(root, 'worktree', 'add', '--detach', '--quiet', path, commit);
  const cwd = join(path, prefix);
  // A folder in which nothing is committed is not there.
  mkdirSync(cwd, { recursive: true });
  return { path, cwd };
}

export interface Changes {
  readonly diff: string;
  /** As `2 files changed, 3 insertions(+)`; empty where nothing was. */
  readonly summary: string;
}

/** All that is other than in the commit, also new files and what was committed since; what git ignores is not looked at. */
export async function findChanges({ commit }: Repository, { path }: Worktree): Promise<Changes> {
  // It has an index of its own.
  await git(path, 'add', '--all');
  const diff = ['diff', '--cached', '--no-ext-diff', '--no-color'];
  return {
    diff: await git(path, ...diff, '--binary', commit),
    summary: (await git(path, ...diff, '--shortstat', commit)).trim(),
  };
}

/** Whatever is in it is gone afterwards. */
export async function removeWorktree({ root }: Repository, { path }: Worktree): Promise<void> {
  if (existsSync(path)) {
    await git(root, 'worktree', 'remove', '--force', path);
  }
}
