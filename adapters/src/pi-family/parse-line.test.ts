import { expect, it } from 'vitest';
import { pieceOfLine } from './parse-line.ts';

// Hand-made lines, modelled on recordings of pi 0.73.1 and omp 18.2.3.
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

it('does not look at what a line repeats of the message', () => {
  const line = `{"type":"message_update","assistantMessageEvent":{"type":"text_delta","contentIndex":0,"delta":"a","partial":{ this is never read }}`;
  expect(pieceOfLine(line)).toEqual({ kind: 'text', index: 0, delta: 'a' });
});
