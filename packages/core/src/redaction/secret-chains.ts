/** Finds secrets that are cut in pieces, over the ends and beginnings of string values that follow each other. */
import type { Around } from './line-values.ts';
import { type Found, MIN_BEGUN } from './secret-index.ts';

/** A value, or a piece of one, in a line that can still be changed. */
export interface Piece<L> {
  readonly line: L;
  readonly from: number;
  readonly to: number;
}

/** The end of a value, and all values after it, that may together be the beginning of a secret. What is around is around the last piece. */
export interface Chain<L> extends Around {
  readonly pieces: readonly Piece<L>[];
  /** The text of all pieces. */
  readonly text: string;
  /** How many characters of it stand before the beginning: they tell whether a word or a line begins there. */
  readonly skip: number;
  /** Its lines are not held back for what it may become. */
  readonly isLetGo?: boolean;
  /** Whether only a text that is known to the letter goes on from it. */
  readonly isExact?: boolean;
}

/** An escaped line end has two characters. */
const MAX_SKIP = 2;

/** The chain that begins at this place of the text. */
export function trimChain<L>({ pieces, text, frame, head }: Chain<L>, at: number): Chain<L> {
  let left = at;
  let skip = 0;
  const kept: Piece<L>[] = [];
  for (const piece of pieces) {
    const from = Math.min(piece.to, piece.from + left);
    left -= from - piece.from;
    if (from < piece.to) {
      skip = kept.length === 0 ? Math.min(MAX_SKIP, from - piece.from) : skip;
      kept.push({ ...piece, from: kept.length === 0 ? from - skip : from });
    }
  }
  return { pieces: kept, text: text.slice(at - skip), skip, frame, head };
}

/** Whether there is too little of it to tell anything of a secret. */
export function isShort({ text, skip }: Pick<Chain<unknown>, 'text' | 'skip'>): boolean {
  return text.length - skip < MIN_BEGUN;
}

/** The chain without the characters before its beginning. */
export function withoutContext<L>({ pieces: [first, ...others], text, skip, ...chain }: Chain<L>): Chain<L> {
  const pieces = first === undefined ? [] : [{ ...first, from: first.from + skip }, ...others];
  return { ...chain, pieces, text: text.slice(skip), skip: 0 };
}

/**
 * Returns the new text of each piece that can be edited: the placeholder is spread over them, so that none becomes
 * empty.
 */
export function shareOut<L>(
  pieces: readonly Piece<L>[],
  { at, length, placeholder }: Found,
  canEdit: (line: L) => boolean,
): (Piece<L> & { readonly text: string })[] {
  const spans: Piece<L>[] = [];
  let position = 0;
  for (const { line, from, to } of pieces) {
    const start = Math.max(from, from + at - position);
    const end = Math.min(to, from + at + length - position);
    position += to - from;
    if (end > start && canEdit(line)) {
      spans.push({ line, from: start, to: end });
    }
  }
  return spans.map((span, index) => ({ ...span, text: share(placeholder, index, spans.length) }));
}

function share(placeholder: string, index: number, count: number): string {
  // Readers refuse an empty piece, and there may be more pieces than the placeholder has characters.
  const text = placeholder.padEnd(count, '*');
  const at = (part: number): number => Math.floor((part * text.length) / count);
  return text.slice(at(index), at(index + 1));
}
