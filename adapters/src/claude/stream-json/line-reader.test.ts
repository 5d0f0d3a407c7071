import { describe, expect, it } from 'vitest';
import { LineReader } from './line-reader.ts';

// The forms are those of the fixtures: 2.1.197 writes them without the id of the message, 2.1.329 with it.
const IDS =
  '"session_id":"a2e227c0-6144-4f21-9757-b980be5f81cd","parent_tool_use_id":null,"uuid":"8150c2da-383c-4755-a3b8-afcac2af3e7f"';
const MESSAGE = '"api_message_id":"msg_01abc"';

const piece = (delta: string, ids: string = IDS): string =>
  `{"type":"stream_event","event":{"type":"content_block_delta","index":3,"delta":${delta}},${ids}}`;
const text = (words: string, ids?: string): string =>
  piece(`{"type":"text_delta","text":${JSON.stringify(words)}}`, ids);
const otherWay = (words: string): string =>
  `{"uuid":"8150c2da-383c-4755-a3b8-afcac2af3e7f","event":{"delta":{"text":"${words}","type":"text_delta"},"type":"content_block_delta","index":0},"parent_tool_use_id":null,"type":"stream_event"}`;

/** The fields that a dialect reads. */
function fieldsOf(line: string): unknown {
  const { session_id: _, uuid: _uuid, api_message_id: _id, thinking_display: _display, ...rest } = JSON.parse(line);
  return rest;
}

/** A reader that has read these lines. */
function readerOf(...lines: readonly string[]): LineReader {
  const reader = new LineReader();
  for (const line of lines) {
    reader.read(line);
  }
  return reader;
}

describe('the first piece of a block', () => {
  it('is read as JSON.parse reads it', () => {
    expect(new LineReader().read(text('Hello'))).toEqual(JSON.parse(text('Hello')));
  });
});

describe('a further piece', () => {
  const thinking = (words: string): string =>
    piece(`{"type":"thinking_delta","thinking":"${words}"}`, `${IDS},"thinking_display":"updates",${MESSAGE}`);
  const input = (json: string): string => piece(`{"type":"input_json_delta","partial_json":${JSON.stringify(json)}}`);

  it.each([
    ['text', text('one'), text('Hello, ☂ world')],
    ['text of 2.1.329', text('one', `${IDS},${MESSAGE}`), text('Hello', `${IDS},${MESSAGE}`)],
    ['empty text', text('one'), text('')],
    ['another id of the line', text('one'), text('two', IDS.replace('8150c2da', 'ffffffff'))],
    ['escapes', text('one'), piece(String.raw`{"type":"text_delta","text":"\"}},\n\\\u2028\ud83d\"}}"}`)],
    ['thinking', thinking('one'), thinking('hm')],
    ['tool input', input(''), input('{"a":')],
    ['keys in another order', otherWay('one'), otherWay('two')],
  ])('is read the short way, as JSON.parse does: %s', (_, first, line) => {
    const read = readerOf(first).read(line);
    expect(read).toEqual(fieldsOf(line));
    expect(read).not.toHaveProperty('uuid');
  });

  it('is read so too where others came in between', () => {
    const stop = '{"type":"stream_event","event":{"type":"content_block_stop","index":3},"parent_tool_use_id":null}';
    expect(readerOf(text('one'), stop, 'null', '[]', '3').read(text('two'))).not.toHaveProperty('uuid');
  });

  it.each([
    ['another block', text('x').replace('"index":3', '"index":4')],
    ['another kind', thinking('x')],
    ['another message', text('x', `${IDS},${MESSAGE}`)],
    ['a subagent', text('x', IDS.replace('null', '"toolu_1"'))],
    ['another order', otherWay('x')],
    ['a new field', text('x', `${IDS},"new":{"uuid":"1"}`)],
    ['a repeated field', text('x', `${IDS},"parent_tool_use_id":"toolu_1"`)],
    ['a new field of the piece', piece('{"type":"text_delta","text":"x","tokens":1}')],
    ['another piece', piece('{"type":"signature_delta","signature":"x"}')],
    ['spaces', piece('{"type":"text_delta","text": "x"}')],
    ['a long piece', text('x'.repeat(20_000))],
  ])('is left to JSON.parse where it differs: %s', (_, line) => {
    expect(readerOf(text('one')).read(line)).toEqual(JSON.parse(line));
  });

  it.each([
    ['a subagent', text('x', IDS.replace('null', '"toolu_1"'))],
    ['a new field', text('x', `${IDS},"new":1`)],
    ['a new field of the event', text('x').replace('"index":3', '"index":3,"new":1')],
    ['a new field of the piece', piece('{"type":"text_delta","text":"x","tokens":1}')],
    ['a text of another kind beside it', piece('{"type":"text_delta","text":"x","thinking":"y"}')],
    ['another event', text('x').replace('content_block_delta', 'content_block_odd')],
    ['another line', text('x').replace('stream_event', 'stream_odd')],
    ['a text that is none', piece('{"type":"text_delta","text":1}')],
    ['another piece', piece('{"type":"signature_delta","signature":"x"}')],
  ])('is left to JSON.parse also behind one of its kind: %s', (_, line) => {
    expect(readerOf(line).read(line)).toEqual(JSON.parse(line));
  });

  it('is read the short way up to 8192 characters', () => {
    const frame = text('').length;
    const lines = [8192, 8193].map((length) => text('x'.repeat(length - frame)));
    const reader = readerOf(text('one'));
    expect(lines.map((line) => [line.length, 'uuid' in Object(reader.read(line))])).toEqual([
      [8192, false],
      [8193, true],
    ]);
  });

  it.each([
    ['an escape that does not exist', piece(String.raw`{"type":"text_delta","text":"\x"}`)],
    ['a raw control character', piece('{"type":"text_delta","text":"\u0001"}')],
    ['a cut line', text('x').slice(0, -1)],
    ['a number with a zero before it', text('x').replace('"index":3', '"index":03')],
    ['two lines in one', text('x').repeat(2)],
  ])('throws what JSON.parse throws: %s', (_, line) => {
    expect(() => JSON.parse(line)).toThrow(SyntaxError);
    expect(() => readerOf(text('one')).read(line)).toThrow(SyntaxError);
  });
});
