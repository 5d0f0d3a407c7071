/** Estimates how much memory an entry takes, well enough to know when many of them are too much, and finds its longest text. */
import { isEventEntry, type JournalEntry } from '@agent-mux/events/journal';

/** The weight of an entry without its texts. */
const FRAME_BYTES = 160;
const VALUE_BYTES = 16;
/**
 * The depth below which values count for nothing: nobody nests so deeply, and a value that does must not end the host.
 */
const MAX_DEPTH = 64;

export function weighEntry(entry: JournalEntry): number {
  if (!isEventEntry(entry)) {
    return FRAME_BYTES + weigh(entry, 0);
  }
  switch (entry.type) {
    // These are by far the most frequent, and the only ones that share fields with others.
    case 'text_delta':
    case 'thinking_delta':
    case 'tool_input_delta':
      return FRAME_BYTES + entry.delta.length + (entry.raw?.length ?? 0);
    default:
      return FRAME_BYTES + weigh(entry, 0);
  }
}

function weigh(value: unknown, depth: number): number {
  if (typeof value === 'string') {
    return value.length;
  }
  if (typeof value !== 'object' || value === null || depth === MAX_DEPTH) {
    return 0;
  }
  let sum = 0;
  for (const inner of Object.values(value)) {
    sum += VALUE_BYTES + weigh(inner, depth + 1);
  }
  return sum;
}

/** Returns the longest text of an entry. */
export function longestTextOf(entry: JournalEntry): string {
  return longestIn(entry, 0);
}

function longestIn(value: unknown, depth: number): string {
  if (typeof value === 'string') {
    return value;
  }
  if (typeof value !== 'object' || value === null || depth === MAX_DEPTH) {
    return '';
  }
  let longest = '';
  for (const inner of Object.values(value)) {
    const text = longestIn(inner, depth + 1);
    longest = text.length > longest.length ? text : longest;
  }
  return longest;
}
