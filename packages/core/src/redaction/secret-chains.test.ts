/** Pieces of texts that follow each other: where a beginning is cut out of them, and how a placeholder is spread over them. */
import { expect, it } from 'vitest';
import { type Chain, isShort, shareOut, trimChain, withoutContext } from './secret-chains.ts';

/** A chain of these texts, each of which stands behind ten other signs of its line. */
function chainOf(...texts: readonly string[]): Chain<number> {
  const pieces = texts.map((text, line) => ({ line, from: 10, to: 10 + text.length }));
  return { pieces, text: texts.join(''), skip: 0, frame: 'f', head: 'h' };
}

const spansOf = ({ pieces }: Pick<Chain<number>, 'pieces'>): string[] =>
  pieces.map(({ line, from, to }) => `${line}:${from - 10}-${to - 10}`);

it.each<[at: number, text: string, skip: number, spans: readonly string[]]>([
  [0, 'abcdefghi', 0, ['0:0-4', '1:0-3', '2:0-2']],
  [1, 'abcdefghi', 1, ['0:0-4', '1:0-3', '2:0-2']],
  [2, 'abcdefghi', 2, ['0:0-4', '1:0-3', '2:0-2']],
  // No more than two signs before the beginning stay.
  [3, 'bcdefghi', 2, ['0:1-4', '1:0-3', '2:0-2']],
  // None of the piece before stays.
  [4, 'efghi', 0, ['1:0-3', '2:0-2']],
  [5, 'efghi', 1, ['1:0-3', '2:0-2']],
  [8, 'hi', 1, ['2:0-2']],
])('a chain is cut at its sign %i with at most two signs before it', (at, text, skip, spans) => {
  const trimmed = trimChain(chainOf('abcd', 'efg', 'hi'), at);
  expect([trimmed.text, trimmed.skip, spansOf(trimmed)]).toEqual([text, skip, spans]);
  expect([trimmed.frame, trimmed.head]).toEqual(['f', 'h']);
});

it('a chain is cut where a piece of it is empty', () => {
  const trimmed = trimChain(chainOf('ab', '', 'cd'), 2);
  expect([trimmed.text, trimmed.skip, spansOf(trimmed)]).toEqual(['cd', 0, ['2:0-2']]);
});

it('a chain without what stands before its beginning begins with it', () => {
  const { text, skip, ...rest } = withoutContext(trimChain(chainOf('abcd', 'efg'), 3));
  expect([text, skip, spansOf(rest)]).toEqual(['defg', 0, ['0:3-4', '1:0-3']]);
  expect(withoutContext({ ...chainOf(), text: '' }).pieces).toEqual([]);
});

it.each<[text: string, skip: number, isTooShort: boolean]>([
  ['abc', 0, true],
  ['abcd', 0, false],
  ['abcd', 1, true],
  ['abcdef', 2, false],
])('a chain of %j behind %i signs tells too little: %s', (text, skip, isTooShort) => {
  expect(isShort({ text, skip })).toBe(isTooShort);
});

it.each<[what: string, at: number, length: number, placeholder: string, spans: readonly string[]]>([
  ['one piece', 0, 4, '<key>', ['0:0-4 <key>']],
  ['a part of one', 1, 2, '<key>', ['0:1-3 <key>']],
  ['the last sign of one and the first of the next', 3, 2, '<key>', ['0:3-4 <k', '1:0-1 ey>']],
  ['all of them', 0, 9, '<home>', ['0:0-4 <h', '1:0-3 om', '2:0-2 e>']],
  ['more of them than it has signs', 0, 9, '0', ['0:0-4 0', '1:0-3 *', '2:0-2 *']],
  ['the last one', 7, 2, '<key>', ['2:0-2 <key>']],
])('a placeholder takes the place of %s', (_what, at, length, placeholder, spans) => {
  const { pieces } = chainOf('abcd', 'efg', 'hi');
  const shared = shareOut(pieces, { at, begin: at, length, placeholder }, () => true);
  expect(shared.map(({ line, from, to, text }) => `${line}:${from - 10}-${to - 10} ${text}`)).toEqual(spans);
});

it('a placeholder is spread over the pieces that can still be changed', () => {
  const { pieces } = chainOf('abcd', 'efg', 'hi');
  const found = { at: 0, begin: 0, length: 9, placeholder: '<key>' };
  expect(shareOut(pieces, found, (line) => line !== 1).map(({ line, text }) => [line, text])).toEqual([
    [0, '<k'],
    [2, 'ey>'],
  ]);
  expect(shareOut(pieces, found, () => false)).toEqual([]);
});
