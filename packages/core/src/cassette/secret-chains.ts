/** Secrets that are cut in pieces: finds them over the ends and beginnings of string values that follow each other. */
import type { Literal } from './redact.ts';

/** A value, or a piece of one, in a line that can still be changed. */
export interface Piece<L> {
  readonly line: L;
  readonly from: number;
  readonly to: number;
}

/** The end of a value, and all of those after it, that may be the beginning of a secret. */
export interface Chain<L> {
  readonly pieces: readonly Piece<L>[];
  /** What the pieces say together. */
  readonly text: string;
}

/** A secret in the text of a chain. */
export interface Found {
  readonly literal: Literal;
  readonly at: number;
}

/** Which literals begin with a character, longest first. */
export class LiteralIndex {
  readonly longest: number;
  readonly #byFirst = new Map<number, Literal[]>();

  /** `literals`: longest first. */
  constructor(literals: readonly Literal[]) {
    this.longest = literals[0]?.form.length ?? 0;
    for (const literal of literals) {
      const first = literal.form.charCodeAt(0);
      const group = this.#byFirst.get(first);
      if (group === undefined) {
        this.#byFirst.set(first, [literal]);
      } else {
        group.push(literal);
      }
    }
  }

  /** The longest literal that stands at a place. */
  findAt(text: string, at: number): Literal | undefined {
    return this.#byFirst.get(text.charCodeAt(at))?.find(({ form }) => text.startsWith(form, at));
  }

  /** The leftmost literal from a place on. */
  findFrom(text: string, from: number): Found | undefined {
    for (let at = from; at < text.length; at++) {
      const literal = this.findAt(text, at);
      if (literal !== undefined) {
        return { literal, at };
      }
    }
    return undefined;
  }

  /** Whether all that follows a place is the beginning of a literal that goes on. */
  isOpen(text: string, at: number): boolean {
    const group = this.#byFirst.get(text.charCodeAt(at));
    if (group === undefined) {
      return false;
    }
    const end = text.slice(at);
    return group.some(({ form }) => form.length > end.length && form.startsWith(end));
  }

  /** The first place where a literal begins that goes on after the end of the text, or -1. */
  findOpen(text: string, isAllowed: (at: number) => boolean): number {
    for (let at = Math.max(0, text.length - this.longest); at < text.length; at++) {
      if (this.isOpen(text, at) && isAllowed(at)) {
        return at;
      }
    }
    return -1;
  }
}

/** The chain without the beginning of its text. */
export function trimChain<L>({ pieces, text }: Chain<L>, by: number): Chain<L> {
  let left = by;
  const kept: Piece<L>[] = [];
  for (const piece of pieces) {
    const from = Math.min(piece.to, piece.from + left);
    left -= from - piece.from;
    if (from < piece.to) {
      kept.push({ ...piece, from });
    }
  }
  return { pieces: kept, text: text.slice(by) };
}

/** What becomes of each piece: the placeholder is spread over them, so that none becomes empty. */
export function shareOut<L>(
  pieces: readonly Piece<L>[],
  { literal, at }: Found,
): (Piece<L> & { readonly text: string })[] {
  const spans: Piece<L>[] = [];
  let position = 0;
  for (const { line, from, to } of pieces) {
    const start = Math.max(from, from + at - position);
    const end = Math.min(to, from + at + literal.form.length - position);
    position += to - from;
    if (end > start) {
      spans.push({ line, from: start, to: end });
    }
  }
  // A secret in one piece is the business of the line alone.
  return spans.length < 2
    ? []
    : spans.map((span, index) => ({ ...span, text: share(literal.placeholder, index, spans.length) }));
}

function share(placeholder: string, index: number, count: number): string {
  const at = (part: number): number => Math.floor((part * placeholder.length) / count);
  return placeholder.slice(at(index), at(index + 1));
}
