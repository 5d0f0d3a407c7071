/** What changed since the commit on which a part of the proof was last run. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Git, openGit } from '../proof/git.ts';
import { PROOF_PAGE, readProof } from '../proof/proof-file.ts';
import type { Changes } from './choose-live.ts';
import { agentOfPin } from './hearing.ts';

const PINS = 'test/agents/package.json';
const PINS_LOCK = 'test/agents/package-lock.json';

/** The changes in the clone, committed or not. */
export function findChanges(root: string, part: string): Changes {
  const record = readProof(root).parts[part];
  if (record === undefined) {
    return { unknown: `${PROOF_PAGE} does not tell of ${part}.` };
  }
  const git = openGit(root);
  if (git.ask('rev-parse', '--is-shallow-repository') !== 'false') {
    return { unknown: 'This is a shallow clone, or none: it does not know what changed.' };
  }
  const { commit } = record;
  if (git.ask('cat-file', '-e', `${commit}^{commit}`) === undefined) {
    return { unknown: `The commit ${commit} of ${PROOF_PAGE} is not in this clone.` };
  }
  const changed = linesOf(git.demand('diff', '--name-only', '--no-renames', '-z', commit));
  const added = linesOf(git.demand('ls-files', '--others', '--exclude-standard', '-z'));
  const pins = changed.some((path) => path === PINS || path === PINS_LOCK) ? findPins(root, git, commit) : [];
  return { paths: [...changed, ...added], pins };
}

function linesOf(text: string): string[] {
  return text.split('\0').filter((line) => line !== '');
}

/** Agents whose pinned package has changed; all of them where only a dependency of the packages has. */
function findPins(root: string, git: Git, commit: string): readonly string[] {
  const before = dependenciesOf(git.ask('show', `${commit}:${PINS}`) ?? '{}');
  const after = dependenciesOf(existsSync(join(root, PINS)) ? readFileSync(join(root, PINS), 'utf8') : '{}');
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => before[name] !== after[name]);
  return [...new Set((changed.length > 0 ? changed : names).map(agentOfPin))];
}

function dependenciesOf(text: string): Readonly<Record<string, string>> {
  const manifest: { readonly dependencies?: Readonly<Record<string, string>> } = JSON.parse(text);
  return manifest.dependencies ?? {};
}
