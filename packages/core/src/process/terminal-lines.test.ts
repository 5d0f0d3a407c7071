import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFramer } from './create-framer.ts';

function read(chunks: readonly Buffer[]): string[] {
  const seen: string[] = [];
  const framer = createFramer('pty', 1_000_000, {
    message: (text, partial) => seen.push(partial ? `partial ${text}` : text),
    lost: (bytes) => seen.push(`lost ${bytes}`),
  });
  for (const chunk of chunks) {
    framer.push(chunk);
  }
  framer.end();
  return seen;
}

describe('what a terminal was told', () => {
  it.each<[string, string, string[]]>([
    ['colours', '\x1b[1;31mred\x1b[0m\r\n', ['red']],
    ['cursor and modes', '\x1b[?25l\x1b[2J\x1b[10;5Hhere\x1b[?2004h\r\n', ['here']],
    ['titles and links', '\x1b]0;my title\x07\x1b]8;;http://x\x1b\\a link\x1b]8;;\x1b\\\r\n', ['a link']],
    ['device strings', '\x1bP1$r0m\x1b\\\x1b_private\x1b\\text\r\n', ['text']],
    ['other escapes and C1', '\x1b(B\x1b=\x1b7a\u009b31mb\r\n', ['ab']],
    ['bells and backspaces', 'a\x07\bb\tc\r\n', ['ab\tc']],
    ['a bar that is drawn over', '10%\r20%\r{"a":1}\r\r\n', ['10%', '20%', '{"a":1}']],
    ['an empty line', 'a\r\n\r\nb\r\n', ['a', '', 'b']],
    ['a line of escapes alone', '\x1b[2K\x1b[1G\r\nb\r\n', ['b']],
    ['a last line without its end', 'a\r\n\x1b[1mb', ['a', 'partial b']],
  ])('%s becomes plain text, wherever it is cut', (_name, text, expected) => {
    const data = Buffer.from(text);
    expect(read([data])).toEqual(expected);
    expect(read(Array.from(data, (byte) => Buffer.from([byte])))).toEqual(expected);
    fc.assert(
      fc.property(fc.array(fc.nat(data.length)), (places) => {
        const cuts = [0, ...places.sort((a, b) => a - b), data.length];
        expect(read(cuts.slice(1).map((end, at) => data.subarray(cuts[at], end)))).toEqual(expected);
      }),
    );
  });
});
