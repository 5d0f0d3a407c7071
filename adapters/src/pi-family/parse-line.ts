/** Reads a line of JSON. Most lines are pieces of an answer, of which it does not build what repeats the answer. */
import { parseJson } from '../shared/index.ts';

/** A piece of the main agent's answer. */
export interface BlockPiece {
  readonly kind: 'text' | 'thinking' | 'toolcall';
  readonly index: number;
  readonly delta: string;
}

const STRING = String.raw`"[^"\\\x00-\x1f]*(?:\\.[^"\\\x00-\x1f]*)*"`;

const PIECE = new RegExp(
  String.raw`^\{"type":"message_update","assistantMessageEvent":\{"type":"(text|thinking|toolcall)_delta",` +
    String.raw`"contentIndex":(0|[1-9]\d{0,5}),"delta":(${STRING})(?:\}\}$|,"partial":(?=\{))`,
  'y',
);
const BETWEEN = '},"message":';

// A longer delta is rare, and V8's matcher exceeds its stack on millions of escapes, so the pattern sees no more than this of a line.
const MAX_HEAD = 65_536;

/** The piece exactly as JSON.parse would give it; undefined where the line has another form and JSON.parse must read all of it. */
export function pieceOfLine(line: string): BlockPiece | undefined {
  // A line that was cut off is refused before the pattern looks at it.
  if (!line.endsWith('}}')) {
    return undefined;
  }
  PIECE.lastIndex = 0;
  const [head = '', kind, index, delta = ''] = PIECE.exec(line.slice(0, MAX_HEAD)) ?? [];
  const isCut = head.endsWith('}}') && head.length < line.length;
  if (head === '' || isCut || (head.length < line.length && !repeatsMessage(line, head.length))) {
    return undefined;
  }
  // The text is parsed for its escapes, and because a matched string keeps alive the whole chunk from which the line was cut.
  const text = parseJson(delta);
  return typeof text === 'string' ? { kind: kindOf(kind), index: Number(index), delta: text } : undefined;
}

/**
 * Whether the line repeats its message. pi 0.73.1 writes the whole message twice behind each delta. Comparing the two costs next to
 * nothing, and one of them then shows whether both are valid JSON. Where they differ, as they do while the last counts of tokens come in,
 * JSON.parse reads all of the line.
 */
function repeatsMessage(line: string, from: number): boolean {
  const length = (line.length - from - BETWEEN.length - 1) / 2;
  const end = from + length;
  const again = end + BETWEEN.length;
  const isInTwo = Number.isInteger(length) && line.startsWith(BETWEEN, end);
  const message = isInTwo ? line.slice(from, end) : undefined;
  // `startsWith` compares character by character, which costs five times as much (node 20).
  return message !== undefined && line.slice(again, again + length) === message && parseJson(message) !== undefined;
}

function kindOf(name: string | undefined): BlockPiece['kind'] {
  return name === 'thinking' || name === 'toolcall' ? name : 'text';
}
