/**
 * Writes a message as pieces of the one before it. Some CLIs repeat everything that they have said in every message: an
 * answer of 200 KB from pi 0.73.1 is 690 MB on the wire.
 */

/**
 * A piece is new text, or a part of the previous message of the same direction: its first UTF-16 unit, and its length.
 */
export type TextPiece = string | readonly [from: number, length: number];

export type MessageText = { readonly text: string } | { readonly pieces: readonly TextPiece[] };

/** The length below which messages stay readable as they are. */
const MIN_LENGTH = 4_096;
/** The length of the blocks by which repeated text is found, at any place in the new message. */
const BLOCK = 128;

/** The last message of each direction; `write` and `read` must be given every message, in order. */
export class RepeatedText {
  readonly #last = new Map<string, string>();

  write(dir: string, text: string): MessageText {
    const last = this.#last.get(dir);
    this.#last.set(dir, text);
    if (last === undefined || last.length < MIN_LENGTH || text.length < MIN_LENGTH) {
      return { text };
    }
    const pieces = findPieces(last, text);
    const size = pieces.reduce((sum, piece) => sum + (typeof piece === 'string' ? piece.length : 16), 0);
    return size < text.length / 2 ? { pieces } : { text };
  }

  /** Returns the text; undefined where the pieces do not fit the message before. */
  read(dir: string, message: MessageText): string | undefined {
    const text = 'text' in message ? message.text : joinPieces(this.#last.get(dir) ?? '', message.pieces);
    if (text !== undefined) {
      this.#last.set(dir, text);
    }
    return text;
  }
}

export function isPieces(value: unknown): value is readonly TextPiece[] {
  return (
    Array.isArray(value) &&
    value.every(
      (piece) =>
        typeof piece === 'string' ||
        (Array.isArray(piece) && piece.length === 2 && piece.every((part) => Number.isInteger(part) && part >= 0)),
    )
  );
}

function joinPieces(last: string, pieces: readonly TextPiece[]): string | undefined {
  const texts: string[] = [];
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      texts.push(piece);
      continue;
    }
    const [from, length] = piece;
    if (from + length > last.length) {
      return undefined;
    }
    texts.push(last.slice(from, from + length));
  }
  return texts.join('');
}

interface Match {
  /** The beginning in the new text, and the one in the last text. */
  readonly at: number;
  readonly from: number;
  readonly length: number;
}

function findPieces(last: string, text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  const blocks = indexBlocks(last);
  let done = 0;
  // The two texts mostly begin alike, and checking that is faster than finding a match.
  let match: Match | undefined = { at: 0, from: 0, length: countSame(last, 0, text, 0) };
  while (match !== undefined) {
    if (match.at > done) {
      pieces.push(text.slice(done, match.at));
    }
    if (match.length > 0) {
      pieces.push([match.from, match.length]);
    }
    done = match.at + match.length;
    match = findMatch(last, text, done, blocks);
  }
  if (done < text.length) {
    pieces.push(text.slice(done));
  }
  return pieces;
}

/** Finds the first place from `done` on where a whole block of the last text occurs. */
function findMatch(last: string, text: string, done: number, blocks: ReadonlyMap<number, number>): Match | undefined {
  let hash = hashBlock(text, done);
  for (let at = done; at + BLOCK <= text.length; at++) {
    const from = blocks.get(hash);
    const length = from === undefined ? 0 : countSame(last, from, text, at);
    if (from !== undefined && length >= BLOCK) {
      // Blocks are at fixed places, so the equal text before this one belongs to the match too.
      const before = countSameBefore(last, from, text, at, at - done);
      return { at: at - before, from: from - before, length: length + before };
    }
    hash = rollHash(hash, text.charCodeAt(at), text.charCodeAt(at + BLOCK));
  }
  return undefined;
}

const FACTOR = 31;
const HIGHEST = Array.from({ length: BLOCK - 1 }).reduce<number>((power) => Math.imul(power, FACTOR), 1);

function hashBlock(text: string, start: number): number {
  let hash = 0;
  for (let at = start; at < start + BLOCK; at++) {
    hash = (Math.imul(hash, FACTOR) + text.charCodeAt(at)) | 0;
  }
  return hash;
}

function rollHash(hash: number, leaving: number, entering: number): number {
  return (Math.imul(hash - Math.imul(leaving, HIGHEST), FACTOR) + entering) | 0;
}

function indexBlocks(last: string): ReadonlyMap<number, number> {
  const blocks = new Map<number, number>();
  for (let at = 0; at + BLOCK <= last.length; at += BLOCK) {
    const hash = hashBlock(last, at);
    if (!blocks.has(hash)) {
      blocks.set(hash, at);
    }
  }
  return blocks;
}

// Beyond both ends of a text charCodeAt() gives NaN, which is equal to nothing, so the loops end there.

function countSame(last: string, from: number, text: string, at: number): number {
  let length = 0;
  while (last.charCodeAt(from + length) === text.charCodeAt(at + length)) {
    length++;
  }
  return length;
}

function countSameBefore(last: string, from: number, text: string, at: number, limit: number): number {
  let length = 0;
  while (length < limit && last.charCodeAt(from - length - 1) === text.charCodeAt(at - length - 1)) {
    length++;
  }
  return length;
}
