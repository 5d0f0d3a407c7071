import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../test/support/any-text.ts';
import { messagesInLine, withoutLeadingNoise } from './messages-in-line.ts';

const NOISE = [
  '\ufeff',
  '\x1b[0m',
  '\x1b[?25l\x1b[2K\r',
  '\x1b]0;a title\x07',
  '\x1b]8;;http://x\x1b\\',
  '\x1bP1$r0m\x1b\\',
  '\x1b(B\x1b=',
  '\x9b31m',
  '\x00\x07\b',
  '\x1f',
  '\x7f',
  '\x9f',
];

describe('noise before a message', () => {
  it.each(NOISE.map((noise) => [JSON.stringify(noise), noise]))(
    '%s is taken away, and nothing else',
    (_name, noise) => {
      expect(withoutLeadingNoise(`${noise}{"a":1}`)).toBe('{"a":1}');
      expect(withoutLeadingNoise(`${noise}${noise} [1]`)).toBe('[1]');
      expect(withoutLeadingNoise(`${noise}Loading`)).toBe(`${noise}Loading`);
    },
  );

  it.each(['', '{"a":1}', '  {"a":1}', '\t{"a":1}', '\xa0[1]', '~{"a":1}', 'Loading {"a":1}', '\t- x'])(
    'is none in %j',
    (line) => {
      expect(withoutLeadingNoise(line)).toBe(line);
    },
  );
});

describe('several messages in a line', () => {
  it.each<[string, string, readonly string[] | undefined]>([
    ['side by side', '{"a":1}{"b":2}', ['{"a":1}', '{"b":2}']],
    ['with blanks between', '{"a":1} \t {"b":2}  ', ['{"a":1}', '{"b":2}']],
    ['with noise between and behind', '{"a":1}\x1b[0m\ufeff{"b":2}\x1b[0m', ['{"a":1}', '{"b":2}']],
    ['one with noise behind', '{"a":1}\x1b[0m', ['{"a":1}']],
    ['braces and escaped quotes in texts', '{"a":"}{\\"}{"}{"b":"\\\\"}', ['{"a":"}{\\"}{"}', '{"b":"\\\\"}']],
    ['a backslash at the end of a text', '{"a":"\\\\"}{"b":1}', ['{"a":"\\\\"}', '{"b":1}']],
    ['empty names and texts', '{"":""}{"":""}', ['{"":""}', '{"":""}']],
    ['nested', '{"a":[{"b":{}}]}{"c":[]}', ['{"a":[{"b":{}}]}', '{"c":[]}']],
    ['the last one cut off', '{"a":1}{"b":', ['{"a":1}', '{"b":']],
    ['words behind', '{"a":1} done', ['{"a":1}', 'done']],
    ['one', '{"a":1}', undefined],
    ['one that is broken', '{"a":1', undefined],
    ['none', 'done {"a":1}', undefined],
    ['nothing', '', undefined],
  ])('%s', (_name, line, expected) => {
    expect(messagesInLine(line)).toEqual(expected);
  });

  it('are those that were put there, whatever they say', () => {
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(fc.string({ unit: anyCharacter }), fc.json()), { minLength: 2, maxLength: 5 }),
        fc.constantFrom('', ' ', '\t\t', ...NOISE),
        (objects, between) => {
          const texts = objects.map((value) => JSON.stringify(value));
          expect(messagesInLine(texts.join(between))).toEqual(texts);
        },
      ),
    );
  });

  it('are found in time linear in the line', () => {
    const half = '{"a":"'.repeat(2_000_000);
    expect(messagesInLine(half)).toBeUndefined();
    expect(messagesInLine('\x1b]'.repeat(2_000_000))).toBeUndefined();
  });
});
