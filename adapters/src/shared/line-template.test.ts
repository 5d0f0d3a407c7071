import { describe, expect, it } from 'vitest';
import { LineTemplate } from './line-template.ts';

const TIME = '2026-11-21T08:00:00.013Z';
const UUID = '2a4cc41d-d86d-4db5-a7fa-4894dcc32464';
const piece = (text: string, time = TIME, id = UUID): string =>
  JSON.stringify({ type: 'message', time, price: '(1.50$)', text, id, delta: true });

function learned(options?: { hasStamps: boolean }): LineTemplate {
  const template = new LineTemplate('"text":', options);
  template.learn(piece('one'), 'one');
  return template;
}

it.each([
  ['plain', 'two'],
  ['empty', ''],
  ['escapes', 'a "quoted"\\ line\n\tand \u0001'],
  ['signs of every kind', '漢字 🙂 \u2028'],
  ['half of a sign', '\ud83d'],
  ['what looks like the rest of the line', '","id":"x'],
])('reads a text: %s', (_name, text) => {
  expect(learned().read(piece(text))).toBe(text);
});

it('reads texts of every length, with and without an escape', () => {
  const template = learned();
  for (let length = 0; length < 60; length++) {
    const plain = 'abcdefghij'.repeat(6).slice(0, length);
    for (const text of [plain, `${plain}\n`, `é漢${plain}`]) {
      expect(template.read(piece(text))).toBe(text);
    }
  }
});

it('lets times and ids differ, and nothing else', () => {
  const other = piece('two', '2027-01-02T03:04:05.678Z', 'ffffffff-0000-4000-8000-000000000000');
  expect([learned().read(other), learned({ hasStamps: false }).read(other)]).toEqual(['two', undefined]);
});

describe('leaves to JSON.parse', () => {
  const line = piece('two');
  it.each([
    ['another value', line.replace('true', 'false')],
    ['another order', JSON.stringify({ delta: true, ...JSON.parse(line) })],
    ['one more field before', line.replace('"type"', '"more":1,"type"')],
    ['one more field after the text', line.replace('"two"', '"two","more":"x"')],
    ['a time of another form', line.replace(TIME, '2026-11-21 08:00')],
    ['a time with a quote', line.replace(TIME, '2026-11-21T08:00:00.0","Z')],
    ['an id with another sign', line.replace(UUID, '.'.repeat(36))],
    ['a longer id', line.replace(UUID, `${UUID}0`)],
    ['a shorter id', line.replace(UUID, UUID.slice(1))],
    ['a longer id behind an escape', piece('a\n').replace(UUID, `${UUID}0`)],
    ['a shorter id behind an escape', piece('a\n').replace(UUID, UUID.slice(1))],
    ['a text that is no string', line.replace('"two"', '2')],
    ['an escape that does not exist', line.replace('two', String.raw`\x`)],
    ['a control sign', line.replace('two', 'a\u0001b')],
    ['a line that is cut', line.slice(0, -1)],
    ['a line with more after it', `${line} `],
    ['a price that only a pattern would take', line.replace('1.50', '1x50')],
    ['a very long line', piece('x'.repeat(9_000))],
  ])('%s', (_name, changed) => {
    expect(learned().read(changed)).toBeUndefined();
  });
});

it('learns from no line in which it would not know the text', () => {
  const template = new LineTemplate('"text":');
  const twice = '{"text":"one","more":{"text":"one"}}';
  template.learn(twice, 'one');
  expect(template.read(twice)).toBeUndefined();
  // The text is the same, with other escapes.
  template.learn(String.raw`{"text":"\u006fne"}`, 'one');
  expect(template.read(String.raw`{"text":"\u006fne"}`)).toBeUndefined();
});

it('forgets', () => {
  const template = learned();
  template.forget();
  expect(template.read(piece('one'))).toBeUndefined();
});

it('lets a time in milliseconds differ, and ids only where they say nothing', () => {
  const line = (delta: string, id: string, time: number): string =>
    JSON.stringify({ params: { threadId: id, itemId: 'm1', delta }, emittedAtMs: time });
  const one = '01a1fd1c-edc0-7572-b05e-82a0881363fe';
  const other = '01a1fd1f-33d5-7a11-acf1-45b68c5333e7';
  const template = new LineTemplate('"delta":', { hasIds: false });
  template.learn(line('a', one, 1_795_247_894_181), 'a');
  expect(template.read(line('b', one, 1_795_247_894_999))).toBe('b');
  expect(template.read(line('b', other, 1_795_247_894_181))).toBeUndefined();
  expect(template.read(line('b', one, 17_952_478_941_819))).toBeUndefined();
});
