/** Secrets that are cut in pieces: finds them over the ends and beginnings of string values that follow each other. */
import type { Literal } from './redact.ts';

/** A value, or a piece of one, in a line that can still be changed. */
export interface Piece<L> {
  readonly line: L;
  readonly from: number;
  readonly to: number;
}

/** A secret in the text of a chain; `at` counts from its beginning. */
export interface Found {
  readonly literal: Literal;
  readonly at: number;
}

/** The end of a value, and all of those after it, that may be the beginning of a secret. */
export interface Chain<L> {
  readonly pieces: readonly Piece<L>[];
  readonly text: string;
  /** A secret that is complete, while a longer one may still come of it. */
  readonly found: Found | undefined;
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

  /** The longest literal that begins before `seam` and ends after it. */
  findAcross(text: string, seam: number): Found | undefined {
    for (let at = 0; at < seam; at++) {
      const group = this.#byFirst.get(text.charCodeAt(at));
      const literal = group?.find(({ form }) => at + form.length > seam && text.startsWith(form, at));
      if (literal !== undefined) {
        return { literal, at };
      }
    }
    return undefined;
  }

  /** The leftmost literal from a place on, the longest of those that begin there. */
  findFrom(text: string, from: number): Found | undefined {
    for (let at = from; at < text.length; at++) {
      const literal = this.#byFirst.get(text.charCodeAt(at))?.find(({ form }) => text.startsWith(form, at));
      if (literal !== undefined) {
        return { literal, at };
      }
    }
    return undefined;
  }

  /** Whether the whole text is the beginning of a literal, longer than `found`. */
  isOpen(text: string, found?: Found): boolean {
    const least = Math.max(text.length, found?.literal.form.length ?? 0);
    return (
      this.#byFirst.get(text.charCodeAt(0))?.some(({ form }) => form.length > least && form.startsWith(text)) ?? false
    );
  }

  /** Where in the text a literal begins that goes on after its end, or -1. */
  findOpen(text: string, isAllowed: (at: number) => boolean): number {
    for (let at = Math.max(0, text.length - this.longest); at < text.length; at++) {
      if (this.#byFirst.has(text.charCodeAt(at)) && this.isOpen(text.slice(at)) && isAllowed(at)) {
        return at;
      }
    }
    return -1;
  }

  /** As `findOpen`, before `seam`, and of what begins where `found` does only what is longer. */
  findOpenAcross(text: string, seam: number, found: Found | undefined): number {
    const end = Math.min(seam, (found?.at ?? seam) + 1);
    for (let at = 0; at < end; at++) {
      if (this.isOpen(text.slice(at), at === found?.at ? found : undefined)) {
        return at;
      }
    }
    return -1;
  }
}

/** The chain without the beginning of its text. */
export function trimChain<L>({ pieces, text, found }: Chain<L>, by: number): Chain<L> {
  let left = by;
  const kept: Piece<L>[] = [];
  for (const piece of pieces) {
    const from = Math.min(piece.to, piece.from + left);
    left -= from - piece.from;
    if (from < piece.to) {
      kept.push({ ...piece, from });
    }
  }
  return { pieces: kept, text: text.slice(by), found: found && { ...found, at: found.at - by } };
}

/** What becomes of each piece: the placeholder is spread over them, so that none becomes empty. */
export function shareOut<L>(pieces: readonly Piece<L>[], { literal, at }: Found): (Piece<L> & { readonly text: string })[] {
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
