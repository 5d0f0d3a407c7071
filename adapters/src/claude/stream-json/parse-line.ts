/** Reads a line of JSON. Most lines of a run are pieces of an answer, of which it does not build the whole object. */
import type { NativeDelta, NativeLine } from './native.ts';

const STRING = String.raw`"[^"\\]*(?:\\.[^"\\]*)*"`;
const ID = String.raw`"[\w-]*"`;

// The pattern matches a piece of the main agent's answer exactly as the tested versions write it; JSON.parse reads any other form.
const PIECE = new RegExp(
  String.raw`^\{"type":"stream_event","event":\{"type":"content_block_delta","index":(0|[1-9]\d{0,5}),"delta":\{"type":` +
    `(?:"text_delta","text":(${STRING})|"thinking_delta","thinking":(${STRING})|"input_json_delta","partial_json":(${STRING}))` +
    String.raw`\}\},"session_id":${ID},"parent_tool_use_id":null,"uuid":${ID}(?:,"(?:api_message_id|thinking_display)":${ID})*\}$`,
);

// Longer pieces are rare, and the pattern could exceed the stack on them.
const MAX_LENGTH = 8_192;

/** Parses like JSON.parse, except that a piece of the main agent's answer lacks the ids of its session and line. */
export function parseLine(line: string): unknown {
  const match = line.length <= MAX_LENGTH ? PIECE.exec(line) : null;
  return match === null ? JSON.parse(line) : pieceOf(match);
}

function pieceOf([, index, text, thinking, json]: RegExpExecArray): NativeLine {
  return {
    type: 'stream_event',
    event: { type: 'content_block_delta', index: Number(index), delta: deltaOf(text, thinking, json) },
    parent_tool_use_id: null,
  };
}

// The text is parsed for its escapes, and because a matched string keeps alive the whole chunk from which the line was cut.
function deltaOf(text: string | undefined, thinking: string | undefined, json: string | undefined): NativeDelta {
  if (text !== undefined) {
    return { type: 'text_delta', text: JSON.parse(text) };
  }
  return thinking === undefined
    ? { type: 'input_json_delta', partial_json: JSON.parse(json ?? '""') }
    : { type: 'thinking_delta', thinking: JSON.parse(thinking) };
}
