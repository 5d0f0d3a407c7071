/** docs/proof.md: what it says of the commit and of the files that it proves. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openGit } from './git.ts';

export const PROOF_FILE = 'docs/proof.md';

/** What a proof stands on; each has a hash of its own, so that it can be said what is newer. */
export const GROUNDS = ['sources', 'tests', 'pins'] as const;
export type Ground = (typeof GROUNDS)[number];

export interface Proof {
  readonly commit: string;
  readonly date: string;
  readonly hashes: Readonly<Partial<Record<Ground, string>>>;
}

/** Undefined where there is none, or none that names a commit. */
export function readProof(root: string): Proof | undefined {
  const path = join(root, PROOF_FILE);
  if (!existsSync(path)) {
    return undefined;
  }
  const text = readFileSync(path, 'utf8');
  const field = (name: string): string | undefined =>
    new RegExp(`^\\| ${name} \\| \`?([^|\`]+?)\`? \\|$`, 'm').exec(text)?.[1];
  const commit = field('commit');
  if (commit === undefined || !/^[0-9a-f]{40}$/.test(commit)) {
    return undefined;
  }
  const hashes = GROUNDS.flatMap((ground) => {
    const hash = field(`hash of ${ground}`);
    return hash === undefined ? [] : [[ground, hash]];
  });
  return { commit, date: field('date') ?? 'unknown', hashes: Object.fromEntries(hashes) };
}

/** Of the files of a commit. Words about them, this page among them, are no ground. */
export function hashGrounds(root: string, commit = 'HEAD'): Readonly<Record<Ground, string>> {
  const hashes = new Map(GROUNDS.map((ground) => [ground, createHash('sha256')]));
  // `<mode> <type> <object>\t<path>`: the object is a hash of the content.
  for (const line of openGit(root).demand('ls-tree', '-r', '-z', '--full-tree', commit).split('\0')) {
    const path = line.slice(line.indexOf('\t') + 1);
    const ground = groundOf(path);
    if (ground !== undefined) {
      hashes.get(ground)?.update(`${line}\n`);
    }
  }
  const digest = (ground: Ground): string => hashes.get(ground)?.digest('hex') ?? '';
  return { sources: digest('sources'), tests: digest('tests'), pins: digest('pins') };
}

export function groundOf(path: string): Ground | undefined {
  if (path.endsWith('.md')) {
    return undefined;
  }
  if (path.startsWith('test/agents/') || /^(?:package-lock\.json|package\.json|\.npmrc)$/.test(path)) {
    return 'pins';
  }
  if (
    /^(?:test|fixtures|scripts|bench|\.ci)\//.test(path) ||
    /\.test\.[jt]s$/.test(path) ||
    /^vitest\..*config\.ts$/.test(path)
  ) {
    return 'tests';
  }
  return /^(?:packages|adapters|examples)\/|^tsup\.config\.ts$|^tsconfig/.test(path) ? 'sources' : undefined;
}
