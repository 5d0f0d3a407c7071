import { expect, it } from 'vitest';
import { pieceOfLine } from './parse-line.ts';

// The lines are hand-made, modelled on recordings of pi 0.73.1 and omp 18.2.3.
const partial = { role: 'assistant', content: [{ type: 'text', text: 'all of it so far' }] };

function update(piece: object, more: object = {}): string {
  return JSON.stringify({ type: 'message_update', assistantMessageEvent: piece, ...more });
}

it.each<[name: string, line: string, piece: unknown]>([
  [
    'text with the message as it grows, twice',
    update({ type: 'text_delta', contentIndex: 2, delta: 'a "b" \\ \n\u2028', partial }, { message: partial }),
    { kind: 'text', index: 2, delta: 'a "b" \\ \n\u2028' },
  ],
  ['text alone', update({ type: 'text_delta', contentIndex: 0, delta: 'a' }), { kind: 'text', index: 0, delta: 'a' }],
  [
    'thinking',
    update({ type: 'thinking_delta', contentIndex: 0, delta: 'hm', partial }, { message: partial }),
    { kind: 'thinking', index: 0, delta: 'hm' },
  ],
  [
    'the input of a tool',
    update({ type: 'toolcall_delta', contentIndex: 1, delta: '{"a":', partial }, { message: partial }),
    { kind: 'toolcall', index: 1, delta: '{"a":' },
  ],
  ['an empty delta', update({ type: 'text_delta', contentIndex: 0, delta: '' }), { kind: 'text', index: 0, delta: '' }],
  ['a block that begins', update({ type: 'text_start', contentIndex: 0, partial }, { message: partial }), undefined],
  ['fields in another order', '{"assistantMessageEvent":{},"type":"message_update"}', undefined],
  ['another field behind the delta', update({ type: 'text_delta', contentIndex: 0, delta: 'a', more: 1 }), undefined],
  [
    'a line that was cut off',
    update({ type: 'text_delta', contentIndex: 0, delta: 'a', partial }, { message: partial }).slice(0, -1),
    undefined,
  ],
  ['a subagent', `{"type":"subagent_event","payload":{"id":"A","event":${update({})}}}`, undefined],
])('reads the short way: %s', (_name, line, piece) => {
  expect(pieceOfLine(line)).toEqual(piece);
});

const grown = update({ type: 'text_delta', contentIndex: 0, delta: 'a', partial }, { message: partial });

it.each<[name: string, line: string]>([
  ['two messages that differ', update({ type: 'text_delta', contentIndex: 0, delta: 'a', partial }, { message: {} })],
  [
    'two messages of one length that differ',
    update(
      { type: 'text_delta', contentIndex: 0, delta: 'a', partial },
      { message: { ...partial, content: [{ type: 'text', text: 'all of it so FAR' }] } },
    ),
  ],
  ['a message that is no JSON', grown.replaceAll('"role":', '"role"')],
  ['a number with a zero before it', grown.replace('"contentIndex":0', '"contentIndex":00')],
  ['an escape that does not exist', grown.replace('"delta":"a"', String.raw`"delta":"\x"`)],
  ['a control character', grown.replace('"delta":"a"', '"delta":"\u0001"')],
  ['the end of another line behind it', `${grown.slice(0, -40)}"stopReason":"stop"}}`],
  ['the same twice, the second time under another name', grown.replace('},"message":', '},"massage":')],
  ['another bracket at the end', `${grown.slice(0, -1)}]`],
  ['a field behind the message', `${grown.slice(0, -1)},"more":{}}`],
])('leaves to JSON.parse: %s', (_name, line) => {
  expect(pieceOfLine(line)).toBeUndefined();
});

it('reads no more than the beginning of a line the short way', () => {
  const line = (length: number) => {
    const empty = update({ type: 'text_delta', contentIndex: 0, delta: '' });
    return update({ type: 'text_delta', contentIndex: 0, delta: 'x'.repeat(length - empty.length) });
  };
  expect([line(65_536), line(65_537)].map((each) => pieceOfLine(each)?.kind)).toEqual(['text', undefined]);
});
