import { describe, expect, it } from 'vitest';
import { parseLine } from './parse-line.ts';

// The forms are those of the fixtures: 2.1.197 writes them without the id of the message, 2.1.329 with it.
const IDS =
  '"session_id":"a2e227c0-6144-4f21-9757-b980be5f81cd","parent_tool_use_id":null,"uuid":"8150c2da-383c-4755-a3b8-afcac2af3e7f"';
const MESSAGE = '"api_message_id":"msg_01abc"';

const piece = (delta: string, ids: string = IDS): string =>
  `{"type":"stream_event","event":{"type":"content_block_delta","index":3,"delta":${delta}},${ids}}`;

/** The fields that a dialect reads. */
function read(line: string): unknown {
  const { session_id: _, uuid: _uuid, api_message_id: _id, thinking_display: _display, ...rest } = JSON.parse(line);
  return rest;
}

describe('parseLine', () => {
  it.each([
    ['text', piece('{"type":"text_delta","text":"Hello, ☂ world"}')],
    ['text of 2.1.329', piece('{"type":"text_delta","text":"Hello"}', `${IDS},${MESSAGE}`)],
    ['empty text', piece('{"type":"text_delta","text":""}')],
    ['escapes', piece(String.raw`{"type":"text_delta","text":"\"}},\n\\\u2028\ud83d\"}}"}`)],
    ['thinking', piece('{"type":"thinking_delta","thinking":"hm"}', `${IDS},"thinking_display":"updates",${MESSAGE}`)],
    ['tool input', piece(String.raw`{"type":"input_json_delta","partial_json":"{\"a\":"}`)],
  ])('reads the short way as JSON.parse does: %s', (_, line) => {
    expect(parseLine(line)).toEqual(read(line));
    expect(parseLine(line)).not.toHaveProperty('uuid');
  });

  it.each([
    ['a subagent', piece('{"type":"text_delta","text":"x"}', IDS.replace('null', '"toolu_1"'))],
    [
      'another order',
      `{"event":{"delta":{"type":"text_delta","text":"x"},"type":"content_block_delta","index":0},"type":"stream_event",${IDS}}`,
    ],
    ['a new field', piece('{"type":"text_delta","text":"x"}', `${IDS},"new":{"uuid":"1"}`)],
    ['a repeated field', piece('{"type":"text_delta","text":"x"}', `${IDS},"parent_tool_use_id":"toolu_1"`)],
    ['a new field of the piece', piece('{"type":"text_delta","text":"x","tokens":1}')],
    ['another piece', piece('{"type":"signature_delta","signature":"x"}')],
    ['spaces', piece('{"type":"text_delta","text": "x"}')],
    ['a long piece', piece(`{"type":"text_delta","text":"${'x'.repeat(20_000)}"}`)],
  ])('leaves to JSON.parse what differs: %s', (_, line) => {
    expect(parseLine(line)).toEqual(JSON.parse(line));
  });

  it('reads a piece the short way up to 8192 characters', () => {
    const frame = piece('{"type":"text_delta","text":""}').length;
    const lines = [8192, 8193].map((length) => piece(`{"type":"text_delta","text":"${'x'.repeat(length - frame)}"}`));
    expect(lines.map((line) => [line.length, 'uuid' in Object(parseLine(line))])).toEqual([
      [8192, false],
      [8193, true],
    ]);
  });

  it.each([
    ['an escape that does not exist', piece(String.raw`{"type":"text_delta","text":"\x"}`)],
    ['a raw control character', piece('{"type":"text_delta","text":"\u0001"}')],
    ['a cut line', piece('{"type":"text_delta","text":"x"}').slice(0, -1)],
    ['a number with a zero before it', piece('{"type":"text_delta","text":"x"}').replace('"index":3', '"index":03')],
    ['two lines in one', piece('{"type":"text_delta","text":"x"}').repeat(2)],
  ])('throws what JSON.parse throws: %s', (_, line) => {
    expect(() => JSON.parse(line)).toThrow(SyntaxError);
    expect(() => parseLine(line)).toThrow(SyntaxError);
  });
});
