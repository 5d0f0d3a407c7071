import { describe, expect, it } from 'vitest';
import { createPalette, firstLine, firstLines, makeInline, makeVisible, showPainted, wantsColour } from './terminal.ts';

describe('colours', () => {
  it.each([
    ['on a terminal', { isTty: true, isRefused: false, env: {} }, true],
    ['not into a pipe', { isTty: false, isRefused: false, env: {} }, false],
    ['not with NO_COLOR', { isTty: true, isRefused: false, env: { NO_COLOR: '1' } }, false],
    ['with an empty NO_COLOR', { isTty: true, isRefused: false, env: { NO_COLOR: '' } }, true],
    ['not on a dumb terminal', { isTty: true, isRefused: false, env: { TERM: 'dumb' } }, false],
    ['into a pipe with FORCE_COLOR', { isTty: false, isRefused: false, env: { FORCE_COLOR: '1' } }, true],
    ['not with FORCE_COLOR=0', { isTty: true, isRefused: false, env: { FORCE_COLOR: '0' } }, false],
    ['not with --no-color, whatever is forced', { isTty: true, isRefused: true, env: { FORCE_COLOR: '1' } }, false],
  ])('%s', (_, choice, expected) => {
    expect(wantsColour(choice)).toBe(expected);
  });
});

describe('what an agent says', () => {
  it.each([
    ['plain text stays', 'a\tb\nc é 漢 🙂', 'a\tb\nc é 漢 🙂'],
    ['line ends are normal', 'a\r\nb', 'a\nb'],
    ['it cannot hide what it wrote', 'rm -rf /\recho hi', 'rm -rf /␍echo hi'],
    ['it cannot move the cursor', '\x1b[2Aok', '␛[2Aok'],
    ['it cannot turn text around', 'a\u202eb', 'a\ufffdb'],
    ['nor with a mark', 'a\u200fb\u061cc', 'a\ufffdb\ufffdc'],
    [
      'it cannot hide a character between two',
      'a\u200bb\u00adc\ufeffd\u2800e\u3164f',
      'a\ufffdb\ufffdc\ufffdd\ufffde\ufffdf',
    ],
    ['nor words in tags', 'a\u{e0041}\u{e0042}b', 'a\ufffd\ufffdb'],
    ['an emoji of several parts stays', '👩\u200d💻 ❤\ufe0f 1\ufe0f\u20e3', '👩\u200d💻 ❤\ufe0f 1\ufe0f\u20e3'],
    ['but joins nothing else', 'a\u200db', 'a\ufffdb'],
    ['nor use the second control set', 'a\x9b2Jb', 'a\ufffd2Jb'],
  ])('%s', (_, text, visible) => {
    expect(makeVisible(text)).toBe(visible);
  });

  it('keeps our own colours, and only them', () => {
    const { red } = createPalette(true);
    expect(showPainted(red('no\x1b[8mhidden\x1b[31mred'))).toBe('\x1b[31mno␛[8mhidden␛[31mred\x1b[39m');
  });
});

it('makes one line of a text that is part of one', () => {
  expect(makeInline('a\r\nb\n\tc\u2028d')).toBe('a␊b␊ c\ufffdd');
});

describe('lines', () => {
  it('cuts a line and says so', () => {
    expect(firstLine('\n  abcdef\nx', 4)).toBe('abc…');
  });

  it('says how many lines are left out', () => {
    expect(firstLines('a\nb\nc\nd\n', { count: 2 })).toEqual(['a', 'b', '… 2 more lines']);
    expect(firstLines('a\nb\n', { count: 2 })).toEqual(['a', 'b']);
  });
});
