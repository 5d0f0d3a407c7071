/** Reads a line of JSON; the kind that most lines are, a piece of an answer, without what it repeats of that answer. */

/** A piece of the main agent's answer. */
export interface AnswerPiece {
  readonly kind: 'text' | 'thinking' | 'toolcall';
  readonly index: number;
  readonly delta: string;
}

const STRING = String.raw`"[^"\\]*(?:\\.[^"\\]*)*"`;

// pi 0.73.1 writes the whole message twice behind each delta, so that reading all of it would make an answer quadratic for us too.
const PIECE = new RegExp(
  String.raw`^\{"type":"message_update","assistantMessageEvent":\{"type":"(text|thinking|toolcall)_delta",` +
    String.raw`"contentIndex":(\d{1,6}),"delta":(${STRING})(?:\}\}$|,"partial":\{)`,
  'y',
);

// A longer delta is rare, and a pattern may run out of its stack on it.
const MAX_DELTA = 65_536;

/** undefined: whatever differs by a sign is for JSON.parse. */
export function pieceOfLine(line: string): AnswerPiece | undefined {
  // A line that was cut off is not taken for a whole one.
  if (!line.endsWith('}}')) {
    return undefined;
  }
  PIECE.lastIndex = 0;
  const match = PIECE.exec(line);
  const [, kind, index, delta = ''] = match ?? [];
  if (match === null || delta.length > MAX_DELTA) {
    return undefined;
  }
  // Parsed for its escapes, and because a matched string keeps alive the whole chunk that the line was cut from.
  const text: unknown = JSON.parse(delta);
  return typeof text === 'string' ? { kind: kindOf(kind), index: Number(index), delta: text } : undefined;
}

function kindOf(name: string | undefined): AnswerPiece['kind'] {
  return name === 'thinking' || name === 'toolcall' ? name : 'text';
}
