import { cutEntries } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';
import type { CassetteEntry } from '../packages/core/src/recording/format.ts';
import { readStrings } from '../packages/core/src/redaction/json-strings.ts';
import { shareOut, trimChain, withoutContext } from '../packages/core/src/redaction/secret-chains.ts';
import { isSameMeaning, isSameText } from '../packages/core/src/replay/same-text.ts';

describe('the strings of a line', () => {
  const read = (line: string) => [...readStrings(line)].map(({ key, from, to }) => `${key}=${line.slice(from, to)}`);

  it.each<[string, readonly string[]]>([
    ['{"a":"x","b":["y","z"],"c":{"d":"w"}}', ['a=x', 'b=y', 'b=z', 'd=w']],
    ['{"a" : "x"}', ['a=x']],
    ['{"a":""}', ['a=']],
    ['{"a":"x\\"y","b":"\\\\"}', ['a=x\\"y', 'b=\\\\']],
    ['{"a":"\\\\\\"x"}', ['a=\\\\\\"x']],
    ['["x"]', ['=x']],
    ['{"a":1}', []],
    ['{"a":"x', []],
    ['{"a":"x\\"', []],
    ['', []],
    ['nothing', []],
  ])('are found with their names: %s', (line, strings) => {
    expect(read(line)).toEqual(strings);
  });
});

describe('the same message', () => {
  const HIDDEN = '<not recorded>';
  const hello = (version: string, title = ''): string => `{"name":"agent-mux",${title}"version":"${version}","a":1}`;

  it.each<[string, string, boolean]>([
    ['a', 'a', true],
    ['a', 'b', false],
    ['a.c', 'abc', false],
    [hello('1.0.0'), hello('2.0.0'), true],
    [hello('1', '"title":"t",'), hello('2', '"title":"t",'), true],
    [hello('1'), hello('1', '"title":"t",'), false],
    ['{"name":"other","version":"1"}', '{"name":"other","version":"2"}', false],
    [`{"k":"${HIDDEN}","l":1}`, '{"k":"x\\"y","l":1}', true],
    [`{"k":"${HIDDEN}","l":1}`, '{"k":"","l":1}', true],
    [`{"k":"${HIDDEN}","l":1}`, '{"k":"x","m":"","l":1}', false],
    [`{"k":"${HIDDEN}"}`, '{"k":"x"} ', false],
    [`x{"k":"${HIDDEN}"}`, '{"k":"x"}', false],
    [`{"k":"${HIDDEN}","l":"${HIDDEN}"}`, '{"k":"a","l":"b"}', true],
    [`(.*)${HIDDEN}`, 'abc', false],
    [`(.*)${HIDDEN}`, '(.*)abc', true],
    [`{"k":"${HIDDEN}",${hello('1').slice(1)}`, `{"k":"x",${hello('2').slice(1)}`, true],
  ])('as text: %s and %s', (wanted, written, isSame) => {
    expect(isSameText(wanted, written)).toBe(isSame);
  });

  it.each<[object, object, boolean]>([
    ...['id', 'request_id', 'requestId', 'uuid', 'mcpServers', 'tools', 'dynamicTools', 'mcp_x'].map(
      (name): [object, object, boolean] => [{ a: 1, [name]: 'x' }, { a: 1 }, true],
    ),
    [{ a: [{ id: 1, b: 2 }] }, { a: [{ b: 2, id: 3 }] }, true],
    [{ a: 1 }, { a: 2 }, false],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: null }, { a: null }, true],
    [{ c: 1, a: 2, b: 3 }, { a: 2, b: 3, c: 1 }, true],
  ])('as JSON: %j and %j', (wanted, written, isSame) => {
    expect(isSameMeaning(JSON.stringify(wanted), JSON.stringify(written))).toBe(isSame);
  });

  it('that is no JSON is compared as it is', () => {
    expect([isSameMeaning('{a', '{a'), isSameMeaning('{a', '{b')]).toEqual([true, false]);
  });
});

describe('a chain of pieces', () => {
  const piece = (line: string, from: number, to: number) => ({ line, from, to });
  const all = (): boolean => true;

  it('loses its beginning, and the pieces that are in it', () => {
    const all = [piece('a', 0, 4), piece('b', 5, 6), piece('c', 1, 4)];
    const chain = { pieces: all, text: 'abcdefgh', skip: 0, frame: 'f', head: 'h' };
    expect(trimChain(chain, 0)).toEqual(chain);
    expect(trimChain(chain, 4)).toEqual({ ...chain, pieces: all.slice(1), text: 'efgh' });
    expect(trimChain(chain, 5)).toEqual({ ...chain, pieces: [piece('c', 1, 4)], text: 'fgh' });
    expect(trimChain(chain, 8)).toEqual({ ...chain, pieces: [], text: '' });
  });

  it('keeps up to two characters of the piece that it begins in, and can do without them', () => {
    const all = [piece('a', 0, 4), piece('b', 5, 6), piece('c', 1, 4)];
    const chain = { pieces: all, text: 'abcdefgh', skip: 0, frame: 'f', head: 'h' };
    expect(trimChain(chain, 1)).toEqual({ ...chain, skip: 1 });
    const trimmed = trimChain(chain, 3);
    expect(trimmed).toEqual({ ...chain, pieces: [piece('a', 1, 4), ...all.slice(1)], text: 'bcdefgh', skip: 2 });
    expect(withoutContext(trimmed)).toEqual({
      ...chain,
      pieces: [piece('a', 3, 4), ...all.slice(1)],
      text: 'defgh',
    });
  });

  it('shares what stands for the secret among the pieces that it lies in', () => {
    const pieces = [piece('a', 0, 3), piece('b', 5, 7), piece('c', 1, 4)];
    const found = (at: number, length: number, begin = at) => ({ at, begin, length, placeholder: '<key>' });
    expect(shareOut(pieces, found(1, 6), all)).toEqual([
      { line: 'a', from: 1, to: 3, text: '<' },
      { line: 'b', from: 5, to: 7, text: 'ke' },
      { line: 'c', from: 1, to: 3, text: 'y>' },
    ]);
    expect(shareOut(pieces, found(3, 2), all)).toEqual([{ line: 'b', from: 5, to: 7, text: '<key>' }]);
    expect(shareOut(pieces, found(0, 3), all)).toEqual([{ line: 'a', from: 0, to: 3, text: '<key>' }]);
    expect(shareOut(pieces, found(1, 6), (line) => line !== 'b')).toEqual([
      { line: 'a', from: 1, to: 3, text: '<k' },
      { line: 'c', from: 1, to: 3, text: 'ey>' },
    ]);
  });

  it('has something for each of more pieces than the placeholder has characters', () => {
    const pieces = Array.from({ length: 7 }, (_, index) => piece(String(index), 0, 1));
    const texts = shareOut(pieces, { at: 0, begin: 0, length: 7, placeholder: '<key>' }, all).map(({ text }) => text);
    expect(texts).toEqual(['<', 'k', 'e', 'y', '>', '*', '*']);
  });
});

describe('messages that are cut elsewhere', () => {
  const out = (text: string, more: object = {}): CassetteEntry => ({ dir: 'out', text, ...more });
  const ENTRIES: readonly CassetteEntry[] = [
    { dir: 'in', text: 'go' },
    out('ä'.repeat(500), { t: 1 }),
    out(''),
    { dir: 'err', text: 'oops' },
    out('b'),
    { dir: 'out', base64: '/w==', t: 3 },
    out('end', { partial: true }),
    { dir: 'exit', code: 0, signal: null },
  ];
  /** What is no text is read as a reader would. */
  const READ = ENTRIES.map((entry) => ('base64' in entry ? { dir: 'out', text: '\ufffd', t: 3 } : entry));

  it('are the same ones', () => {
    expect(cutEntries(ENTRIES, 'lines', 'line')).toEqual(ENTRIES);
    for (const cut of ['whole', { random: 1 }, { random: 2 }] as const) {
      expect(cutEntries(ENTRIES, 'lines', cut)).toEqual(READ);
      expect(cutEntries(ENTRIES.slice(0, 5), 'content-length', cut)).toEqual(READ.slice(0, 5));
      expect(cutEntries([out('a\nb')], 'document', cut)).toEqual([out('a\nb')]);
      expect(cutEntries(ENTRIES.slice(0, 5), 'pty', cut)).toEqual(READ.slice(0, 5));
    }
  });

  it('are told where they are others', () => {
    const told = expect.objectContaining({
      code: 'INTERNAL',
      message: 'A recording gave other messages when its bytes were cut elsewhere: message 0 of 1, 2 found.',
    });
    expect(() => cutEntries([out('a\nb')], 'lines', 'whole')).toThrow(told);
    // The second has no end, so the framer joins it with nothing.
    expect(() => cutEntries([out('a'), out('', { partial: true })], 'lines', 'whole')).toThrow(
      'message 1 of 2, 1 found',
    );
    expect(() => cutEntries([out('a', { partial: true }), out('b')], 'lines', 'whole')).toThrow(
      'message 0 of 2, 1 found',
    );
  });
});
