import { createSeededRandom } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';
import {
  isPieces,
  type MessageText,
  RepeatedText,
  type TextPiece,
} from '../packages/core/src/recording/repeated-text.ts';

function writeAll(texts: readonly string[]): MessageText[] {
  const repeated = new RepeatedText();
  return texts.map((text) => repeated.write('out', text));
}

function readAll(written: readonly MessageText[]): (string | undefined)[] {
  const repeated = new RepeatedText();
  return written.map((message) => repeated.read('out', message));
}

const sizeOf = (written: readonly MessageText[]): number => JSON.stringify(written).length;

/** 33 blocks, none of which is like another. */
const WORDS = Array.from({ length: 2_000 }, (_, at) => `${at}:`)
  .join('')
  .slice(0, 4_224);

describe('a message that repeats the one before it', () => {
  // As pi 0.73.1 tells each delta: the piece, and twice the whole message so far.
  const answer = Array.from({ length: 20_000 }, (_, at) => `word${at} `).join('');
  const lines = Array.from({ length: 200 }, (_, at) => {
    const text = answer.slice(0, (at + 1) * 500);
    const message = { role: 'assistant', content: [{ type: 'text', text }], usage: { output: at } };
    const event = { type: 'text_delta', delta: text.slice(-500), partial: message };
    return JSON.stringify({ type: 'message_update', assistantMessageEvent: event, message });
  });

  it('is told as pieces of it, and read again', () => {
    const written = writeAll(lines);
    expect(readAll(written)).toEqual(lines);
    expect(sizeOf(written)).toBeLessThan(lines.join('').length / 50);
  });

  it.each<[string, (last: string) => string, readonly TextPiece[]]>([
    ['the same again', (last) => last, [[0, 4_224]]],
    ['more of it', (last) => `${last}and on`, [[0, 4_224], 'and on']],
    ['something before it', (last) => `so: ${last}`, ['so: ', [0, 4_224]]],
    [
      'a beginning and its last block',
      (last) => `${last.slice(0, 4_000)}--${last.slice(-128)}`,
      [[0, 4_000], '--', [4_096, 128]],
    ],
    [
      'no block of it',
      (last) => `${last.slice(0, 4_000)}--${last.slice(-127)}`,
      [[0, 4_000], `--${WORDS.slice(-127)}`],
    ],
    ['its first character', (last) => `${last.slice(0, 1)}--${last.slice(128)}`, [[0, 1], '--', [128, 4_096]]],
    [
      'its middle, from anywhere',
      (last) => `${last.slice(0, 4_090)}--${last.slice(70, 300)}`,
      [[0, 4_090], '--', [70, 230]],
    ],
  ])('is told by places alone: %s', (_name, change, pieces) => {
    expect(writeAll([WORDS, change(WORDS)])).toEqual([{ text: WORDS }, { pieces }]);
  });

  it('loses a character of two that are alike', () => {
    // The second of "11:" is left out, so the places before and behind it are alike too.
    const shorter = WORDS.slice(0, 24) + WORDS.slice(25);
    expect(writeAll([WORDS, shorter])[1]).toEqual({
      pieces: [
        [0, 24],
        [25, 4_199],
      ],
    });
  });

  it('tells blocks apart that end alike, and those that have the same sum', () => {
    const block = (name: string): string => `${name.padEnd(120, name)}the end.`;
    const alike = `${block('a')}${block('b')}${WORDS}`;
    expect(writeAll([alike, `--${alike.slice(128)}`])[1]).toEqual({ pieces: ['--', [128, 4_352]] });
    // "Aa" and "BB" add up to the same in a sum of powers of 31.
    const last = `${WORDS.slice(0, 126)}Aa${WORDS.slice(128)}`;
    const text = `--${WORDS.slice(0, 126)}BB${WORDS.slice(128)}`;
    expect(writeAll([last, text])[1]).toEqual({ pieces: [text.slice(0, 130), [128, 4_096]] });
  });

  it('is told by places where both messages are 4096 long', () => {
    const written = (before: number, length: number) => writeAll([WORDS.slice(0, before), WORDS.slice(0, length)])[1];
    expect(written(4_096, 4_096)).toEqual({ pieces: [[0, 4_096]] });
    expect(written(4_095, 4_096)).toEqual({ text: WORDS.slice(0, 4_096) });
    expect(written(4_096, 4_095)).toEqual({ text: WORDS.slice(0, 4_095) });
  });

  it('is told by places where these are less than half of it', () => {
    const grown = (more: number) => writeAll([WORDS, WORDS.slice(0, 8_192 - more) + '-'.repeat(more)])[1];
    // A place counts as 16 characters.
    expect(grown(4_079)).toEqual({ pieces: [[0, 4_113], '-'.repeat(4_079)] });
    expect(grown(4_080)).toHaveProperty('text');
  });

  it('stays as it is where it is short, or says something else', () => {
    const other = lines.map((_, at) => `${at} `.repeat(5_000));
    expect(writeAll(['{"a":1}', '{"a":12}'])).toEqual([{ text: '{"a":1}' }, { text: '{"a":12}' }]);
    expect(writeAll(other.slice(0, 2))).toEqual(other.slice(0, 2).map((text) => ({ text })));
  });

  it('is held against the last message of its own direction', () => {
    const repeated = new RepeatedText();
    const [first = '', second = ''] = lines.slice(-2);
    repeated.write('out', first);
    expect(repeated.write('err', second)).toEqual({ text: second });
    expect(repeated.write('out', second)).toHaveProperty('pieces');
  });

  it('may be cut anywhere, also within a character', () => {
    const random = createSeededRandom(7);
    const alphabet = ['a', 'b', '🚀', 'é', '"', '\\'];
    const word = (length: number): string =>
      Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
    const texts = [word(9_000)];
    for (let count = 0; count < 60; count++) {
      const last = texts.at(-1) ?? '';
      const at = Math.floor(random() * last.length);
      texts.push(last.slice(0, at) + word(Math.floor(random() * 40)) + last.slice(at + Math.floor(random() * 30)));
    }
    const written = writeAll(texts);
    expect(written.filter((message) => 'pieces' in message).length).toBeGreaterThan(50);
    expect(readAll(written.map((message) => JSON.parse(JSON.stringify(message))))).toEqual(texts);
  });

  it.each([
    ['beyond its end', [[0, 9_000]]],
    ['of no message', [[1, 1]]],
  ] as const)('is not read from pieces %s', (_what, pieces) => {
    expect(new RepeatedText().read('out', { pieces })).toBeUndefined();
  });
});

it.each([
  [['a', [0, 2], ''], true],
  [[[0, 0]], true],
  [[], true],
  [[[-1, 2]], false],
  [[[0, 0.5]], false],
  [[[0, -1]], false],
  [[[0]], false],
  [[[0, 1, 2]], false],
  [[7], false],
  ['a', false],
])('the pieces %j are pieces: %j', (pieces, arePieces) => {
  expect(isPieces(pieces)).toBe(arePieces);
});
