/** Cuts a block's text into deltas. */
import type { Pause, Pieces } from '../scenario/index.ts';

/** Deltas of `chunk` code points each, and the pauses between pieces. A surrogate pair is never torn. */
export function* cutPieces(pieces: Pieces, chunk: number): Generator<string | Pause> {
  for (const piece of typeof pieces === 'string' ? [pieces] : pieces) {
    if (typeof piece === 'string') {
      yield* cutText(piece, chunk);
    } else {
      yield piece;
    }
  }
}

export function* cutText(text: string, chunk: number): Generator<string> {
  let part = '';
  let length = 0;
  for (const point of text) {
    part += point;
    if (++length < chunk) {
      continue;
    }
    yield part;
    part = '';
    length = 0;
  }
  if (part !== '') {
    yield part;
  }
}

/** The text of a block without its pauses. */
export function joinPieces(pieces: Pieces): string {
  return typeof pieces === 'string' ? pieces : pieces.filter((piece) => typeof piece === 'string').join('');
}
