/** The values of a line, and what of the text around them says whose they are. */
import { describe, expect, it } from 'vitest';
import { aroundOf, valuesOf } from './line-values.ts';

const read = (line: string): string[] =>
  [...valuesOf(line)].map(({ key, from, to }) => `${key}=${line.slice(from, to)}`);

it.each<[what: string, line: string, values: readonly string[]]>([
  ['the strings of an object by their names', '{"a":"x","b":{"c":"y"}}', ['a=x', 'c=y']],
  ['the items of a list by its name', '{"a":["x","y"],"b":1,"c":["z"]}', ['a=x', 'a=y', 'c=z']],
  ['a name that has spaces behind it', '{"a"  : "x"}', ['a=x']],
  ['an empty string', '{"a":""}', ['a=']],
  [
    'a string with quotes and backslashes',
    String.raw`{"a":"x\"y","b":"z\\","c":"\\\""}`,
    [String.raw`a=x\"y`, String.raw`b=z\\`, String.raw`c=\\\"`],
  ],
  ['nothing of a string that has no end', '{"a":"x","b":"y', ['a=x']],
  ['nothing of a string whose end is escaped', String.raw`{"a":"x","b":"y\"`, ['a=x']],
  ['the whole of a line of text', 'some "text"', ['=some "text"']],
  ['an empty line', '', ['=']],
  ['none of a list', '["a"]', []],
  ['none of an object that is indented', '  {"a":"x"}', []],
])('of a line are %s', (_what, line, values) => {
  expect(read(line)).toEqual(values);
});

describe('what is around a value', () => {
  const around = (before: string, value: string, behind: string) =>
    aroundOf(before + value + behind, before.length, before.length + value.length);

  it('is its line without the value, and the text before it', () => {
    expect(around('{"lane":1,"text":"', 'word', '","n":2}')).toEqual({
      frame: '{"lane":1,"text":"","n":2}',
      head: '{"lane":1,"text":"',
    });
  });

  it.each([
    '"uuid":"3f78-6850",',
    '"timestamp":"2025-01-01T00:00:00Z",',
    '"timestamp":1735689600000,',
    '"time":12.5,',
    '"ts":1,',
    '"startedAtMs":1,',
    '"seq":7,',
    '"sequence_number":8,',
    '"id":"3f786850-e387-550f-dab8-36ed7e6dc881","timestamp":1,',
  ])('is the same with %s or without it, before the value and behind it', (field) => {
    const rest = field.replace(/"(?:id":"[^"]*","timestamp|[^"]*)":[^,]*,/, ',');
    expect(around(`{${field}"text":"`, 'word', '"}')).toEqual(around(`{${rest}"text":"`, 'word', '"}'));
    expect(around('{"text":"', 'word', `",${field}"a":1}`)).toEqual(around('{"text":"', 'word', `",${rest}"a":1}`));
  });

  it.each(['"id":"3f786850-e387-550f-dab8-36ed7e6dc881",', '"lane":1,', '"times":2,'])(
    'is another without %s',
    (field) => {
      expect(around(`{${field}"text":"`, 'word', '"}')).not.toEqual(around('{"text":"', 'word', '"}'));
    },
  );

  it('is a frame of 4,096 signs at most, however long the value is', () => {
    const frameOf = (before: number, behind: number): number | undefined =>
      around('b'.repeat(before), 'v'.repeat(9_000), 'e'.repeat(behind)).frame?.length;
    expect([frameOf(4_096, 0), frameOf(0, 4_096), frameOf(2_048, 2_048)]).toEqual([4_096, 4_096, 4_096]);
    expect([frameOf(4_097, 0), frameOf(0, 4_097), frameOf(2_048, 2_049)]).toEqual([undefined, undefined, undefined]);
  });

  it('has the last 512 signs before the value as its head', () => {
    const text = `${'a'.repeat(100)}${'b'.repeat(512)}`;
    expect(around(text, 'v', '').head).toBe('b'.repeat(512));
    expect(around(text.slice(0, 300), 'v', '').head).toBe(text.slice(0, 300));
  });
});
