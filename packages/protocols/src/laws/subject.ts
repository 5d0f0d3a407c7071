/** The subject of the laws, and the small helpers that they share. */
import type { SourceEntry } from '../model/index.ts';
import type { Projection } from '../projection.ts';
import type { Violation } from '../rules.ts';

export interface Subject<Out, State = unknown> {
  readonly projection: Projection<Out, State>;
  /** The checker of its protocol. */
  readonly check: (outputs: readonly Out[]) => readonly Violation[];
  /** Whether it may grow with the square of its input, as an option of the projection says. @defaultValue false */
  readonly mayGrow?: boolean;
}

/** The violations of a law, each as a sentence; empty where there are none. */
export type Broken = readonly string[];

/** Random numbers, which are the same for the same seed. */
export function createChance(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Places from 0 to `length`, both included: all of a short list, and `most` random ones of a long one. */
export function pickPlaces(length: number, most: number, chance: () => number): number[] {
  if (length < most) {
    return Array.from({ length: length + 1 }, (_, place) => place);
  }
  return Array.from({ length: most }, () => Math.floor(chance() * (length + 1)));
}

export function toLines(outputs: readonly unknown[]): string[] {
  return outputs.map((output) => JSON.stringify(output) ?? 'undefined');
}

/** The first difference between two lists of lines; undefined where they are the same. */
export function findDifference(wanted: readonly string[], found: readonly string[]): string | undefined {
  const length = Math.max(wanted.length, found.length);
  for (let place = 0; place < length; place += 1) {
    if (wanted[place] === found[place]) {
      continue;
    }
    return `output ${place} is ${shorten(found[place])} instead of ${shorten(wanted[place])}`;
  }
  return undefined;
}

function shorten(line: string | undefined): string {
  if (line === undefined) {
    return 'nothing';
  }
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}

/** The outputs of the entries, and the state after them. */
function fold<Out, State>(
  { projection }: Pick<Subject<Out, State>, 'projection'>,
  entries: readonly SourceEntry[],
  state: State = projection.init(),
): { readonly outputs: Out[]; readonly state: State } {
  const outputs: Out[] = [];
  for (const entry of entries) {
    projection.step(state, entry, (out) => outputs.push(out));
  }
  return { outputs, state };
}

/** Folds like `fold`, to the end. */
export function foldAll<Out, State>(
  subject: Pick<Subject<Out, State>, 'projection'>,
  entries: readonly SourceEntry[],
): Out[] {
  const { outputs, state } = fold(subject, entries);
  subject.projection.end(state, (out) => outputs.push(out));
  return outputs;
}
