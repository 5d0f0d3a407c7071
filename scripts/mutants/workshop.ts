/** A copy of the repository in which sources can be changed, so that those of the user stay as they are. */
import { spawnSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mutant } from './draw-mutants.ts';

/** A mutant that makes the tests run for ever was seen too. */
const MAX_MS = 180_000;

export interface Workshop extends Disposable {
  /** Whether the tests pass; with a mutant, whether it lives. */
  passes(tests: readonly string[], mutant?: Mutant): boolean;
}

/** The last commit of the repository, with what is installed there. */
export function openWorkshop(root: string): Workshop {
  const folder = mkdtempSync(join(tmpdir(), 'amux-mutants-'));
  const tree = join(folder, 'tree');
  git(root, 'worktree', 'add', '--detach', '--quiet', tree);
  linkModules(join(root, 'node_modules'), join(tree, 'node_modules'));
  return {
    passes(tests, mutant) {
      if (mutant === undefined) {
        return runTests(tree, tests);
      }
      const path = join(tree, mutant.path);
      const source = readFileSync(path, 'utf8');
      writeFileSync(path, source.slice(0, mutant.from) + mutant.by + source.slice(mutant.to));
      try {
        return runTests(tree, tests);
      } finally {
        writeFileSync(path, source);
      }
    },
    [Symbol.dispose]() {
      git(root, 'worktree', 'remove', '--force', tree);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Each package by a link, but those of the workspace: their links lead to the copy. */
function linkModules(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    const source = join(from, name);
    if (name === '@agent-mux') {
      linkModules(source, join(to, name));
    } else if (lstatSync(source).isSymbolicLink()) {
      symlinkSync(readlinkSync(source), join(to, name));
    } else {
      symlinkSync(source, join(to, name));
    }
  }
}

function runTests(tree: string, tests: readonly string[]): boolean {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--bail=1', '--reporter=dot', ...tests];
  const { status } = spawnSync(process.execPath, args, {
    cwd: tree,
    stdio: 'ignore',
    timeout: MAX_MS,
    killSignal: 'SIGKILL',
  });
  return status === 0;
}

function git(root: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) {
    throw new Error(`\`git ${args.join(' ')}\` in ${root} failed: ${stderr}`);
  }
}
