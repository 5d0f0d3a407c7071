import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../test/support/any-text.ts';
import { createFramer } from './create-framer.ts';
import { type Framing, frameMessage } from './framer.ts';

function read(framing: Framing, chunks: readonly Buffer[], limit = 1_000_000): string[] {
  const seen: string[] = [];
  const framer = createFramer(framing, limit, {
    message: (text, partial) => seen.push(partial ? `partial ${text}` : text),
    lost: (bytes) => seen.push(`lost ${bytes}`),
  });
  for (const chunk of chunks) {
    framer.push(chunk);
  }
  framer.end();
  return seen;
}

const bytesOf = (data: Buffer): Buffer[] => Array.from(data, (byte) => Buffer.from([byte]));

describe('content-length framing', () => {
  it('gives back what was framed, wherever the bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: anyCharacter })), fc.nat(), (messages, place) => {
        const data = Buffer.from(messages.map((message) => frameMessage('content-length', message)).join(''));
        const expected = messages.map((message) => Buffer.from(message).toString());
        expect(read('content-length', [data])).toEqual(expected);
        expect(
          read('content-length', [
            data.subarray(0, place % (data.length + 1)),
            data.subarray(place % (data.length + 1)),
          ]),
        ).toEqual(expected);
        expect(read('content-length', bytesOf(data))).toEqual(expected);
      }),
    );
  });

  it.each([
    ['other headers and bare newlines', 'Content-Type: x\nCONTENT-LENGTH:2\n\nhi', ['hi']],
    [
      'what a program prints between messages, as lines',
      'starting: ok\r\n\nContent-Length: 2\r\n\r\nhibye\r\n',
      ['starting: ok', 'hi', 'bye'],
    ],
    [
      'a text without a line end before a header, as a line',
      'Loading...Content-Length: 2\r\n\r\nhiContent-Length: 5\r\n\r\n[1,2]',
      ['Loading...', 'hi', '[1,2]'],
    ],
    [
      'a line that only speaks of a header, as a line',
      'sent Content-Length: 7\nand Content-Length: 3 of it\r\nContent-Length: 2\r\n\r\nhi',
      ['sent Content-Length: 7', 'and Content-Length: 3 of it', 'hi'],
    ],
    ['a header behind a byte order mark or colours', '\ufeff\x1b[0mContent-Length: 2\r\n\r\nhi', ['hi']],
    [
      'a line between messages that is over the limit, as lost',
      `${'x'.repeat(1_000_001)}\nContent-Length: 2\r\n\r\nhi`,
      ['lost 1000001', 'hi'],
    ],
    ['a stream that ends within a message', 'Content-Length: 5\r\n\r\nhi', ['partial hi']],
    [
      'a message over the limit, as lost',
      `Content-Length: 1000001\r\n\r\n${'x'.repeat(1_000_001)}Content-Length: 2\r\n\r\nhi`,
      ['lost 1000001', 'hi'],
    ],
    [
      'empty lines between messages, which begin none',
      'Content-Length: 2\r\n\r\nhi\r\n\r\nContent-Length: 1\r\n\r\nx',
      ['hi', 'x'],
    ],
    ['an empty message', 'Content-Length: 0\r\n\r\nContent-Length: 1\r\n\r\nx', ['', 'x']],
  ])('takes %s', (_name, text, expected) => {
    expect(read('content-length', [Buffer.from(text)])).toEqual(expected);
  });
});

describe('document framing', () => {
  it.each([
    ['everything as one message', ['{\n', ' "a": "ö"\n}\n'], ['{\n "a": "ö"\n}\n']],
    ['nothing for an empty output', [], []],
    ['an output over the limit, as lost', ['x'.repeat(999_999), 'yy'], ['lost 1000001']],
  ])('takes %s', (_name, chunks, expected) => {
    expect(
      read(
        'document',
        chunks.map((chunk) => Buffer.from(chunk)),
      ),
    ).toEqual(expected);
  });
});

it.each([
  ['lines', 'a line'],
  ['pty', 'a line'],
  ['content-length', 'a message'],
  ['document', 'an output'],
] as const)('names what is over the limit of %s', (framing, what) => {
  const reasons: string[] = [];
  const framer = createFramer(framing, 20, { message: () => {}, lost: (_, reason) => reasons.push(reason) });
  framer.push(Buffer.from(framing === 'content-length' ? 'Content-Length: 21\r\n\r\n' : ''));
  framer.push(Buffer.from('x'.repeat(21)));
  framer.end();
  expect(reasons).toEqual([`${what} of 21 bytes is over the limit of 20`]);
});

it.each([
  ['lines', 'ö\n'],
  ['document', 'ö\n'],
  ['content-length', 'Content-Length: 2\r\n\r\nö'],
  ['pty', 'ö\r'],
] as const)('frames a message for %s', (framing, expected) => {
  expect(frameMessage(framing, 'ö')).toBe(expected);
});
