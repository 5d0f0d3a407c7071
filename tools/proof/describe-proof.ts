/** Describes how old the proof is, and which of its parts are no longer valid: for people, and for whoever makes a release. */
import { openGit } from './git.ts';
import { judgeParts, type NamedGround, type PartState } from './judge-parts.ts';
import { PROOF_FILE, PROOF_PAGE } from './proof-file.ts';
import type { PartRecord } from './proof-record.ts';

export interface ProofState {
  /** Sentences that say how old it is, and what it does not prove. */
  readonly lines: readonly string[];
  /** Whether all parts are there, and nothing that they prove has changed since. */
  readonly isFresh: boolean;
}

export function describeProof(root: string, parts: readonly NamedGround[], now: Date = new Date()): ProofState {
  const states = judgeParts(root, parts);
  const missing = states.filter(({ state }) => state === 'missing').map(({ part }) => part.name);
  const stale = states.filter(({ state }) => state === 'stale');
  const holds = parts.length - missing.length - stale.length;
  const isDirty = listUncommitted(root) !== '';
  return {
    lines: [
      `${PROOF_PAGE}: ${holds} of ${parts.length} parts hold${ageOf(root, states, now)}.`,
      ...stale.map((state) => describeStale(root, state, now)),
      ...(missing.length === 0 ? [] : [`missing: ${missing.join(', ')}.`]),
      ...(isDirty ? ['What is not committed is proved by nothing.'] : []),
    ],
    isFresh: holds === parts.length && !isDirty,
  };
}

/** The changes that are in no commit. The proof itself is no ground of any part. */
export function listUncommitted(root: string): string {
  return openGit(root).demand('status', '--porcelain', '--', '.', `:!${PROOF_FILE}`, `:!${PROOF_PAGE}`);
}

function ageOf(root: string, states: readonly PartState<NamedGround>[], now: Date): string {
  const records = states.flatMap(({ state, record }) => (state === 'fresh' && record !== undefined ? [record] : []));
  const [oldest] = records.sort((a, b) => a.date.localeCompare(b.date));
  return oldest === undefined ? '' : `; the oldest is ${describeAge(root, oldest, now)}`;
}

function describeStale(root: string, { part, record, changed }: PartState<NamedGround>, now: Date): string {
  const [first = 'what it stands on', ...more] = changed;
  const what = more.length === 0 ? `${first} has` : `${first} and ${more.length} more have`;
  return `stale: ${part.name}${record === undefined ? '' : `, ${describeAge(root, record, now)}`}: ${what} changed.`;
}

function describeAge(root: string, { commit, date }: PartRecord, now: Date): string {
  const count = openGit(root).ask('rev-list', '--count', `${commit}..HEAD`) ?? 'an unknown number of';
  const days = Math.floor((now.getTime() - Date.parse(date)) / MS_PER_DAY);
  return `of ${commit.slice(0, 9)}, ${count} commits and ${Number.isNaN(days) ? 'an unknown number of' : days} days ago`;
}

const MS_PER_DAY = 86_400_000;
