/** How old the proof is, and what has changed since: for people, and for whoever makes a release. */
import { openGit } from './git.ts';
import { GROUNDS, type Ground, hashGrounds, PROOF_FILE, readProof } from './proof-file.ts';

export interface ProofState {
  /** One sentence each: where it is from, and what it no longer proves. */
  readonly lines: readonly string[];
  /** Nothing that it proves has changed since. */
  readonly isFresh: boolean;
}

export function describeProof(root: string, now: Date = new Date()): ProofState {
  const proof = readProof(root);
  if (proof === undefined) {
    return {
      lines: [`There is no ${PROOF_FILE} that names a commit. \`npm run test:all\` writes one.`],
      isFresh: false,
    };
  }
  const { commit, date, hashes } = proof;
  const git = openGit(root);
  const count = git.ask('rev-list', '--count', `${commit}..HEAD`);
  const days = Math.floor((now.getTime() - Date.parse(date)) / MS_PER_DAY);
  const age = `${PROOF_FILE} is of ${commit.slice(0, 9)}, ${count ?? 'an unknown number of'} commits and ${Number.isNaN(days) ? 'an unknown number of' : days} days ago.`;
  const current = hashGrounds(root);
  const older = GROUNDS.filter((ground) => hashes[ground] !== current[ground]);
  const dirty = git.demand('status', '--porcelain') !== '';
  return {
    lines: [
      age,
      ...older.map((ground) => `${NAMES[ground]} have changed since: it no longer proves them.`),
      ...(dirty ? ['What is not committed is proved by nothing.'] : []),
    ],
    isFresh: older.length === 0 && !dirty,
  };
}

const MS_PER_DAY = 86_400_000;
const NAMES: Readonly<Record<Ground, string>> = {
  sources: 'The sources',
  tests: 'The tests',
  pins: 'The pinned packages',
};
