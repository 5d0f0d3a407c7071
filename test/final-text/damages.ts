/** Recordings in which pieces of one text are lost or come twice: each text that the CLI completes later can be made whole. */
import type { Cassette, CassetteEntry } from '@agent-mux/core/cassette';
import { type NativePiece, type NativeTexts, readPieces } from './native-texts.ts';

export interface Damage {
  readonly name: string;
  readonly cassette: Cassette;
}

/** How the pieces of one text arrive; each is given at least three. */
const WAYS: Readonly<Record<string, (pieces: readonly CassetteEntry[]) => readonly CassetteEntry[]>> = {
  'without the first': (pieces) => pieces.slice(1),
  'without a burst in the middle': (pieces) => [...pieces.slice(0, 1), ...pieces.slice(-1)],
  'without the end': (pieces) => pieces.slice(0, 1),
  'with one twice': (pieces) => [...pieces.slice(0, 2), ...pieces.slice(1)],
  'with the last twice': (pieces) => [...pieces, ...pieces.slice(-1)],
};

const isFull = process.env['AMUX_FULL'] === '1';

export function damages(cassette: Cassette, native: NativeTexts | undefined): readonly Damage[] {
  const complete = new Set([...(native?.messages ?? []), ...(native?.thoughts ?? [])]);
  return [...byKey(readPieces(cassette))].flatMap(([key, pieces], index) => {
    const text = pieces.map((piece) => piece.text).join('');
    // The text is of another lane, was cut off, or is so short that nothing can be missing between its ends.
    if (pieces.length < 3 || !complete.has(text)) {
      return [];
    }
    // One way for each text, all of them with AMUX_FULL=1: over all recordings each way comes often enough.
    const ways = Object.keys(WAYS);
    const chosen = isFull ? ways : ways.slice((index + text.length) % ways.length).slice(0, 1);
    return chosen.map((way) => ({ name: `${key} ${way}`, cassette: damage(cassette, pieces, way) }));
  });
}

function byKey(pieces: readonly NativePiece[]): ReadonlyMap<string, NativePiece[]> {
  const groups = new Map<string, NativePiece[]>();
  for (const piece of pieces) {
    const group = groups.get(piece.key);
    if (group === undefined) {
      groups.set(piece.key, [piece]);
    } else {
      group.push(piece);
    }
  }
  return groups;
}

function damage(cassette: Cassette, pieces: readonly NativePiece[], way: string): Cassette {
  const places = new Set(pieces.map(({ at }) => at));
  const own = cassette.entries.filter((_, index) => places.has(index));
  const kept = [...(WAYS[way]?.(own) ?? own)];
  const entries = cassette.entries.flatMap((entry, index) => {
    if (!places.has(index)) {
      return [entry];
    }
    // What is left comes where the first piece stood; the order of the pieces is theirs.
    return kept.splice(0, index === Math.max(...places) ? kept.length : 1);
  });
  return { ...cassette, entries };
}
