/** A journal in the words of another system: a fold that anybody can feed. */
import type { SourceEntry } from './model/index.ts';

/**
 * It has no clock, no chance and no I/O, and what it is given it does not change. The state is plain JSON: written down after any
 * entry, read again and gone on with, it gives the same. Who begins from the start asks `init` for a state of its own.
 */
export interface Projection<Out, State = unknown> {
  init(): State;
  /** Takes up the next entry, and says what comes of it. Throws a TypeError with the place of what is no entry. */
  step(state: State, entry: SourceEntry, emit: (out: Out) => void): void;
  /** Once, when nothing more comes, for whatever reason. A run that has no `close` until then counts as lost. */
  end(state: State, emit: (out: Out) => void): void;
}

/** An iterable, or what has one. */
export type EntrySource =
  | Iterable<SourceEntry>
  | AsyncIterable<SourceEntry>
  /** A run, live or stored: its own journal. */
  | { entries(): Iterable<SourceEntry> | AsyncIterable<SourceEntry> }
  /** What knows the entries of a whole tree. */
  | { readonly tree: Iterable<SourceEntry> | AsyncIterable<SourceEntry> };
