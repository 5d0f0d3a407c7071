import { describe, expect, it } from 'vitest';
import type { ValidationError } from '../errors.ts';
import { demandNote } from './demand-note.ts';

const LONG = 1024;
const MEBIBYTE = 1024 * 1024;
const refused = (message: string) =>
  expect.objectContaining({ code: 'VALIDATION_ERROR', message: `publish(): ${message}.` });

describe('a note', () => {
  it('is taken with its kind, its data and the subagent that it is about', () => {
    expect(demandNote('k', null, undefined)).toEqual({ kind: 'k', data: null });
    expect(demandNote('k', 'text', {})).toEqual({ kind: 'k', data: 'text' });
    expect(demandNote('k', 1, { lane: undefined })).toEqual({ kind: 'k', data: 1 });
    expect(demandNote('k', [1], { lane: 's' })).toEqual({ kind: 'k', lane: 's', data: [1] });
    expect('lane' in demandNote('k', 1, undefined)).toBe(false);
  });

  it('has a copy of its data, which nobody can change afterwards', () => {
    const data = { a: [1] };
    const note = demandNote('k', data, undefined);
    data.a.push(2);
    expect(note.data).toEqual({ a: [1] });
  });

  it.each([
    ['', '""'],
    [1, '1'],
    [undefined, 'undefined'],
  ])('is refused with the kind %j', (kind, shown) => {
    expect(() => demandNote(kind, 1, undefined)).toThrow(
      refused(
        shown === 'undefined'
          ? '`kind` is missing; it must be a string that is not empty'
          : `\`kind\` is ${shown}, but must be a string that is not empty`,
      ),
    );
  });

  it('has names of 1,024 characters at most', () => {
    const longest = 'k'.repeat(LONG);
    expect(demandNote(longest, 1, { lane: longest })).toMatchObject({ kind: longest, lane: longest });
    expect(() => demandNote(`${longest}k`, 1, undefined)).toThrow(
      refused('`kind` may have 1024 characters, and has 1025'),
    );
    expect(() => demandNote('k', 1, { lane: `${longest}k` })).toThrow(
      refused('`lane` may have 1024 characters, and has 1025'),
    );
  });

  it.each([
    [undefined, 'undefined'],
    [() => 1, 'a function'],
    [new Date(), 'a Date'],
    [[undefined], 'an array'],
    [Number.NaN, 'NaN'],
  ])('is refused with data that are no JSON: %s', (data, shown) => {
    expect(() => demandNote('k', data, undefined)).toThrow(
      refused(
        `\`data\` is ${shown === 'undefined' ? 'missing; it must be' : `${shown}, but must be`} JSON: texts, finite numbers, booleans, null, and arrays and plain objects of them, 64 deep at most`,
      ),
    );
  });

  it('has data of 1 MiB at most, in bytes of their JSON', () => {
    const most = 'a'.repeat(MEBIBYTE - 2);
    expect(demandNote('k', most, undefined).data).toBe(most);
    expect(() => demandNote('k', `${most}a`, undefined)).toThrow(
      refused('`data` may have 1048576 bytes as JSON, and has 1048577. Publish where it can be found instead'),
    );
    // The letter has two bytes.
    expect(() => demandNote('k', `${most.slice(1)}é`, undefined)).toThrow('and has 1048577');
  });

  it('names the field that is too long', () => {
    const fieldOf = (...args: Parameters<typeof demandNote>): unknown => {
      try {
        return demandNote(...args);
      } catch (error) {
        return (error as ValidationError).fields.map(({ field, received, expected }) => [field, received, expected]);
      }
    };
    const long = 'k'.repeat(LONG + 1);
    const name = [LONG + 1, 'of 1024 characters at most'];
    expect(fieldOf(long, 1, { lane: long })).toEqual([
      ['kind', ...name],
      ['lane', ...name],
    ]);
    expect(fieldOf('k', 'a'.repeat(MEBIBYTE), undefined)).toEqual([['data', MEBIBYTE + 2, 'of 1048576 bytes at most']]);
  });

  it('has no option but its lane', () => {
    expect(() => demandNote('k', 1, { lane: 's', lanes: 1 })).toThrow(
      expect.objectContaining({ message: 'publish(): `lanes` is no option; did you mean `lane`?' }),
    );
  });

  it('is refused with all that is wrong', () => {
    expect(() => demandNote('', () => 1, { lan: 's' })).toThrow(
      /`kind` is "".*`data` is a function.*`lan` is no option/,
    );
  });

  it.each([
    [{ lane: '' }, '""'],
    [{ lane: 1 }, '1'],
    [{ lane: null }, 'null'],
  ])('is refused where its lane is none: %j', (options, shown) => {
    expect(() => demandNote('k', 1, options)).toThrow(
      refused(`\`lane\` is ${shown}, but must be the id of a subagent`),
    );
  });

  it.each([
    ['s', 'a string of 1 character'],
    [null, 'null'],
    [['s'], 'an array'],
  ])('is refused where its options are none: %j', (options, shown) => {
    expect(() => demandNote('k', 1, options)).toThrow(refused(`\`options\` is ${shown}, but must be an object`));
  });
});
