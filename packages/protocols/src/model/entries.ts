/** The source of a projection: the entries of one run, or of a tree of runs. */
import type { JournalEntry, RunHeader, TreeEntry } from '@agent-mux/events/journal';
import { show } from '../show.ts';

/** An entry of a run, or of a tree with its place and the header of its run. */
export type SourceEntry = JournalEntry | TreeEntry;

/** Whether an entry comes with its place in a tree. */
export function isTreeEntry(source: SourceEntry): source is TreeEntry {
  return !('type' in source) && typeof source.entry === 'object';
}

/** The header that came with an entry of a tree. */
export function headerOf(source: SourceEntry): RunHeader | undefined {
  return isTreeEntry(source) ? source.run : undefined;
}

/** Reads an entry. Throws a TypeError that names the place where the value is none. Kinds of a later version pass. */
export function toEntry(source: SourceEntry, place: number): JournalEntry {
  const given: unknown = source;
  if (isObject(given)) {
    if (isBase(given)) {
      return given;
    }
    const inner = given['entry'];
    if (isObject(inner) && isBase(inner)) {
      return inner;
    }
  }
  throw new TypeError(
    `Cannot project what stands at place ${place}: an entry has \`type\` or \`entry\` with a name, a \`runId\` and a \`timestamp\`, ` +
      `and this is ${show(given)}. Hand it events, entries of \`entries()\`, or entries of a tree.`,
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isBase(value: Record<string, unknown>): value is Record<string, unknown> & JournalEntry {
  const { type, entry, runId, timestamp } = value;
  return (
    (typeof type === 'string' || typeof entry === 'string') &&
    typeof runId === 'string' &&
    typeof timestamp === 'number'
  );
}
