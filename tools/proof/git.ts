/** Asks git about a clone. */
import { spawnSync } from 'node:child_process';

export interface Git {
  /** Runs git and returns its output without the last newline; undefined where it failed. */
  ask(...args: readonly string[]): string | undefined;
  /** Runs git for something that cannot fail in a whole clone. */
  demand(...args: readonly string[]): string;
}

const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

export function openGit(root: string): Git {
  const run = (
    args: readonly string[],
  ): { readonly status: number | null; readonly stdout: string; readonly stderr: string } =>
    spawnSync('git', [...args], { cwd: root, encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES });
  return {
    ask(...args) {
      const { status, stdout } = run(args);
      return status === 0 ? stdout.replace(/\n$/, '') : undefined;
    },
    demand(...args) {
      const { status, stdout, stderr } = run(args);
      if (status !== 0) {
        throw new Error(`git ${args.join(' ')} failed in ${root}: ${stderr.trim()}. Is it a clone of the repository?`);
      }
      return stdout.replace(/\n$/, '');
    },
  };
}
