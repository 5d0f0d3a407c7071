/** The laws of a projection, all at once. */
import type { SourceEntry } from '../model/index.ts';
import { isHeldBack, isIncremental } from './chunks.ts';
import { isBounded, isPlain } from './outputs.ts';
import { isDeterministic, isPure } from './pure.ts';
import { endsWell, isResumable, type Places } from './resumable.ts';
import type { Broken, Subject } from './subject.ts';

/** The broken laws by name; each law is described at its function. */
export interface LawReport {
  readonly law: string;
  readonly message: string;
}

/** All laws that are broken over one journal. It freezes the entries. `isTotal` needs samples, and is called by itself. */
export async function findBrokenLaws<Out, State>(
  subject: Subject<Out, State>,
  entries: readonly SourceEntry[],
  places: Places = {},
): Promise<LawReport[]> {
  const found: Readonly<Record<string, Broken>> = {
    pure: isPure(subject, entries),
    deterministic: isDeterministic(subject, entries),
    resumable: isResumable(subject, entries, places),
    prefix: endsWell(subject, entries, places),
    plain: isPlain(subject, entries),
    bounded: isBounded(subject, entries),
    incremental: await isIncremental(subject, entries, places),
    heldBack: await isHeldBack(subject, entries),
  };
  return Object.entries(found).flatMap(([law, broken]) => broken.map((message) => ({ law, message })));
}
