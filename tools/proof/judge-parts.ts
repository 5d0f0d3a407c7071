/** Decides for each part whether it is still valid. */
import { openGit } from './git.ts';
import { type Ground, hashGrounds } from './ground.ts';
import { readProof } from './proof-file.ts';
import type { PartRecord } from './proof-record.ts';

export interface NamedGround {
  /** The name, such as `live:codex` or `mutants:events:1`. */
  readonly name: string;
  readonly ground: Ground;
}

export interface PartState<Part extends NamedGround> {
  readonly part: Part;
  /** The hash of the files in the last commit. */
  readonly hash: string;
  readonly state: 'fresh' | 'stale' | 'missing';
  /** The record of the last run without a failure. */
  readonly record?: PartRecord;
  /** Its files that have changed since; none where that is unknown, or where it is a pin. */
  readonly changed: readonly string[];
}

export function judgeParts<Part extends NamedGround>(root: string, parts: readonly Part[]): readonly PartState<Part>[] {
  const { parts: records } = readProof(root);
  const hashes = hashGrounds(
    root,
    parts.map(({ ground }) => ground),
  );
  return parts.map((part, index) => {
    const hash = hashes[index] ?? '';
    const record = records[part.name];
    if (record === undefined) {
      return { part, hash, state: 'missing', changed: [] };
    }
    return record.hash === hash
      ? { part, hash, state: 'fresh', record, changed: [] }
      : { part, hash, state: 'stale', record, changed: findChanged(root, part.ground, record.commit) };
  });
}

function findChanged(root: string, ground: Ground, since: string): readonly string[] {
  const paths = openGit(root).ask('diff', '--name-only', '--no-renames', '-z', since, 'HEAD') ?? '';
  return paths.split('\0').filter((path) => path !== '' && ground.includes(path));
}
