/** A journal in the form of another system: a fold that anybody can feed. */
import type { SourceEntry } from './model/index.ts';

/**
 * A projection. It has no clock, no random numbers and no I/O, and it does not change its input. The state is plain JSON: one that was
 * written down after any entry and read again gives the same outputs. Each start needs a state of its own from `init`.
 */
export interface Projection<Out, State = unknown> {
  init(): State;
  /** Takes the next entry, and emits its outputs. Throws a TypeError with the place of a value that is no entry. */
  step(state: State, entry: SourceEntry, emit: (out: Out) => void): void;
  /** Called once, when nothing more comes, for whatever reason. A run without `close` counts as lost then. */
  end(state: State, emit: (out: Out) => void): void;
}

/** An iterable of entries, or an object that has one. */
export type EntrySource =
  | Iterable<SourceEntry>
  | AsyncIterable<SourceEntry>
  /** A run, live or stored: its own journal. */
  | { entries(): Iterable<SourceEntry> | AsyncIterable<SourceEntry> }
  /** An object that knows the entries of a whole tree. */
  | { readonly tree: Iterable<SourceEntry> | AsyncIterable<SourceEntry> };
