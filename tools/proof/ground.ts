/** The ground of a part of the proof: the files that it depends on, and a hash by which changes are found. */
import { createHash } from 'node:crypto';
import { openGit } from './git.ts';

export interface Ground {
  /** Whether a file belongs to it, by its path below the root. */
  includes(path: string): boolean;
  /** Takes its part out of files that it shares with others, such as the pin of one CLI out of the list of all. */
  extract?(read: ReadFile): readonly string[];
}

/** Reads a file; undefined where there is none. */
export type ReadFile = (path: string) => string | undefined;

/** The hashes of the grounds in the files of a commit, in their order. */
export function hashGrounds(root: string, grounds: readonly Ground[], commit = 'HEAD'): readonly string[] {
  const git = openGit(root);
  const read: ReadFile = (path) => git.ask('show', `${commit}:${path}`);
  // A line is `<mode> <type> <object>\t<path>`, and the object is a hash of the content.
  const files = git
    .demand('ls-tree', '-r', '-z', '--full-tree', commit)
    .split('\0')
    .map((line) => ({ line, path: line.slice(line.indexOf('\t') + 1) }));
  return grounds.map((ground) => {
    const hash = createHash('sha256');
    for (const { line } of files.filter(({ path }) => ground.includes(path))) {
      hash.update(`${line}\n`);
    }
    return hash.update(JSON.stringify(ground.extract?.(read) ?? [])).digest('hex');
  });
}
