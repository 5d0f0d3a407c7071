/** Finds secrets that are cut in pieces, over the ends and beginnings of string values that follow each other. */
import type { Found } from './secret-index.ts';

/** A value, or a piece of one, in a line that can still be changed. */
export interface Piece<L> {
  readonly line: L;
  readonly from: number;
  readonly to: number;
}

/** The end of a value, and all values after it, that may together be the beginning of a secret. */
export interface Chain<L> {
  readonly pieces: readonly Piece<L>[];
  /** The text of all pieces. */
  readonly text: string;
  /** The text around the last piece in its line. */
  readonly frame: string | undefined;
  /** Whether its lines are not held back, whatever it may become. */
  readonly isLetGo?: boolean;
  /** Whether only a text that is known to the letter goes on from it. */
  readonly isExact?: boolean;
}

/** Returns the chain without the beginning of its text. */
export function trimChain<L>({ pieces, text, frame }: Chain<L>, by: number): Chain<L> {
  let left = by;
  const kept: Piece<L>[] = [];
  for (const piece of pieces) {
    const from = Math.min(piece.to, piece.from + left);
    left -= from - piece.from;
    if (from < piece.to) {
      kept.push({ ...piece, from });
    }
  }
  return { pieces: kept, text: text.slice(by), frame };
}

/**
 * Returns the new text of each piece that can be edited: the placeholder is spread over them, so that none becomes
 * empty. `canEdit` says which lines may be edited. `least` is the fewest pieces there must be, because a secret in one
 * piece is redacted with its line.
 */
export function shareOut<L>(
  pieces: readonly Piece<L>[],
  { at, begin, length, placeholder }: Found,
  { canEdit, least }: { readonly canEdit: (line: L) => boolean; readonly least: 1 | 2 },
): (Piece<L> & { readonly text: string })[] {
  const spans: Piece<L>[] = [];
  let position = 0;
  let touched = 0;
  for (const { line, from, to } of pieces) {
    const start = Math.max(from, from + at - position);
    const end = Math.min(to, from + at + length - position);
    if (position < at + length && position + to - from > begin) {
      touched++;
    }
    position += to - from;
    if (end > start && canEdit(line)) {
      spans.push({ line, from: start, to: end });
    }
  }
  return touched < least
    ? []
    : spans.map((span, index) => ({ ...span, text: share(placeholder, index, spans.length) }));
}

function share(placeholder: string, index: number, count: number): string {
  // Readers refuse an empty piece, and there may be more pieces than the placeholder has characters.
  const text = placeholder.padEnd(count, '*');
  const at = (part: number): number => Math.floor((part * text.length) / count);
  return text.slice(at(index), at(index + 1));
}
