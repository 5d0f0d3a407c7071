/** Runs the stale parts of the proof, and writes the result of each as soon as it is known. */
import { rmSync } from 'node:fs';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { type Choice, chooseParts } from './choose-parts.ts';
import { listUncommitted } from './describe-proof.ts';
import { openGit } from './git.ts';
import { judgeParts, type NamedGround, type PartState } from './judge-parts.ts';
import { PROOF_PAGE, readProof, writeProof } from './proof-file.ts';
import { type PartEnd, type ProofStep, runPart } from './run-part.ts';

export interface ProofPart extends NamedGround {
  readonly steps: readonly ProofStep[];
}

/** The folder, below the root and in no commit, for what interrupted parts keep. */
const KEPT = '.proof';

/** Returns whether all chosen parts passed. One that failed proves nothing, and the proof keeps its earlier record. */
export function makeProof(
  root: string,
  parts: readonly ProofPart[],
  { now = () => new Date(), ...choice }: Choice & { now?: () => Date } = {},
): boolean {
  if (listUncommitted(root) !== '') {
    throw new Error(
      `A proof is of a commit, and there are changes in ${root} that are in none. Commit or stash them first.`,
    );
  }
  const commit = openGit(root).demand('rev-parse', 'HEAD');
  const chosen = chooseParts(judgeParts(root, parts), choice);
  console.log(
    chosen.length === 0 ? 'All of it still holds.' : `To be run: ${chosen.map(({ part }) => part.name).join(', ')}.`,
  );
  const failed: string[] = [];
  for (const state of chosen) {
    const { name, steps } = state.part;
    console.log(`\n==== ${name}`);
    const kept = join(root, KEPT, `${name.replaceAll(':', '-')}-${state.hash.slice(0, 16)}`);
    if (choice.force === true) {
      rmSync(kept, { recursive: true, force: true });
    }
    const end = runPart(root, steps, kept);
    demandSameClone(root, commit);
    if (end === undefined) {
      failed.push(name);
    } else {
      keepPart(root, parts, state, { ...end, commit, date: now().toISOString() });
      rmSync(kept, { recursive: true, force: true });
    }
  }
  if (failed.length > 0) {
    console.log(`${PROOF_PAGE} says nothing new of what failed: ${failed.join(', ')}.`);
  }
  return failed.length === 0;
}

/** Throws if the clone has changed, because changes during a run were not tested by it. */
function demandSameClone(root: string, commit: string): void {
  const git = openGit(root);
  if (git.demand('rev-parse', 'HEAD') !== commit || listUncommitted(root) !== '') {
    throw new Error(
      `The clone changed while ${commit} was tested, so that nothing is proved. Run it again, and leave it alone.`,
    );
  }
}

function keepPart(
  root: string,
  parts: readonly ProofPart[],
  { part, hash }: PartState<ProofPart>,
  end: PartEnd & { readonly commit: string; readonly date: string },
): void {
  // The file is read again, because another run may have proved another part meanwhile.
  const known = { ...readProof(root).parts, [part.name]: { hash, ...end, machine: describeMachine() } };
  writeProof(root, {
    parts: Object.fromEntries(parts.flatMap(({ name }) => (known[name] === undefined ? [] : [[name, known[name]]]))),
  });
}

function describeMachine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${first?.model.trim() || 'unknown processor'}, ${memory} GiB, ${platform()} ${release()} ${arch()}, Node ${process.versions.node}`;
}
