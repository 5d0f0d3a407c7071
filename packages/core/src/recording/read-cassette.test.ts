import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { AgentMuxError } from '../errors.ts';
import type { CassetteEntry, CassetteHeader } from './format.ts';
import { checkCassette, openCassette, readCassette } from './read-cassette.ts';

const tmp = mkdtempSync(join(tmpdir(), 'read-cassette-'));
afterAll(() => rmSync(tmp, { recursive: true }));

const HEADER: CassetteHeader = {
  cassette: 1,
  agent: 'toy',
  cliVersion: '1.0.0',
  argv: ['toy', '-p'],
  scenario: 'text',
  framing: 'lines',
  ordered: true,
};
const EXIT: CassetteEntry = { t: 9, dir: 'exit', code: 0, signal: null };

let count = 0;
function write(...lines: readonly (object | string)[]): string {
  const path = join(tmp, `${count++}.jsonl`);
  const text = lines.map((line) => (typeof line === 'string' ? line : `${JSON.stringify(line)}\n`));
  writeFileSync(path, text.join(''));
  return path;
}

async function catchError(promise: Promise<unknown>): Promise<{ code: string; message: string }> {
  try {
    await promise;
  } catch (error) {
    if (AgentMuxError.isInstance(error)) {
      return { code: error.code, message: error.message };
    }
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('reads', () => {
  it('gives header and entries as they were written', async () => {
    const entries: CassetteEntry[] = [
      { t: 0, dir: 'in', text: 'hello' },
      { t: 1, dir: 'out', text: '{"a":1}' },
      { t: 2, dir: 'out', base64: '/w==' },
      { dir: 'err', text: 'oops', partial: true },
      { t: 3, dir: 'host', action: 'signal', signal: 'SIGINT' },
      { t: 3, dir: 'host', action: 'end-input' },
      { t: 3, dir: 'host', action: 'interrupt' },
      { t: 3, dir: 'host', action: 'abort' },
      { t: 3, dir: 'host', action: 'timeout', kind: 'inactivity' },
      { t: 3, dir: 'host', action: 'kill' },
      { t: 4, dir: 'host', action: 'draft', draft: { type: 'paused' } },
      { t: 5, dir: 'exit', code: null, signal: 'SIGKILL', asked: null, settled: false },
      { t: 5, dir: 'host', action: 'retry', attempt: 1, maxAttempts: 3, reason: 'RATE_LIMITED', delayMs: 10 },
      { t: 6, dir: 'out', text: '' },
      EXIT,
    ];
    expect(await readCassette(write(HEADER, ...entries))).toEqual({ header: HEADER, entries });
  });

  it('takes a folder for the cassette in it', async () => {
    const dir = join(tmp, 'folder');
    mkdirSync(dir);
    writeFileSync(join(dir, 'cassette.jsonl'), readFileSync(write(HEADER, EXIT)));
    const { path, header } = await openCassette(dir);
    expect([path, header]).toEqual([join(dir, 'cassette.jsonl'), HEADER]);
  });

  it('reads line ends of Windows, empty lines, and a last line without its end', async () => {
    const text = `${JSON.stringify(HEADER)}\r\n\r\n${JSON.stringify(EXIT)}`;
    expect((await readCassette(write(text))).entries).toEqual([EXIT]);
  });

  it('reads a line of many megabytes', async () => {
    const text = 'x'.repeat(20_000_000);
    expect((await readCassette(write(HEADER, { dir: 'out', text }, EXIT))).entries[0]).toEqual({ dir: 'out', text });
  });

  it('takes a retry that was given up before its process began', async () => {
    const retry = { dir: 'host', action: 'retry', attempt: 1, maxAttempts: 3, reason: 'x', delayMs: 10 };
    const entries = [EXIT, retry, { dir: 'host', action: 'abort' }];
    expect((await readCassette(write(HEADER, ...entries))).entries).toEqual(entries);
  });

  it('closes the file of whoever leaves the loop', async () => {
    const { entries } = await openCassette(write(HEADER, { dir: 'out', text: 'a' }, EXIT));
    for await (const entry of entries) {
      expect(entry).toEqual({ dir: 'out', text: 'a' });
      break;
    }
    const left: CassetteEntry[] = [];
    for await (const entry of entries) {
      left.push(entry);
    }
    expect(left).toEqual([]);
  });
});

describe('refuses', () => {
  it('a file and a folder that are not there', async () => {
    const missing = join(tmp, 'missing');
    expect(await catchError(readCassette(missing))).toEqual({
      code: 'VALIDATION_ERROR',
      message: `Cannot read the cassette ${missing}: ENOENT: no such file or directory, stat '${missing}'. Give a cassette.jsonl, or the folder that has one.`,
    });
    mkdirSync(join(tmp, 'empty'));
    expect((await catchError(readCassette(join(tmp, 'empty')))).message).toContain(
      'Give a cassette.jsonl, or the folder',
    );
  });

  it.each<[string, readonly (object | string)[], string, RegExp]>([
    [
      'an empty file',
      [],
      'VALIDATION_ERROR',
      /: expected the header of a cassette, but the file is empty\. Record it again\./,
    ],
    [
      'what is not JSON',
      ['hello\n', EXIT],
      'VALIDATION_ERROR',
      /line 1: expected the header of a cassette .* is not JSON/,
    ],
    ['a list', ['[]\n', EXIT], 'VALIDATION_ERROR', /line 1: .* but the line is an array/],
    [
      'another kind of file',
      [{ type: 'text_delta' }, EXIT],
      'VALIDATION_ERROR',
      /line 1: .*"cassette" is missing\. Is this another file\?/,
    ],
    [
      'a cassette of the future',
      [{ ...HEADER, cassette: 2 }, EXIT],
      'VALIDATION_ERROR',
      /line 1: .* format version 2, .* reads version 1\. Update agent-mux/,
    ],
    [
      'a header without an agent',
      [{ ...HEADER, agent: 1 }, EXIT],
      'VALIDATION_ERROR',
      /line 1: the header is wrong: "agent" must be a string/,
    ],
    [
      'a header with a wrong argv',
      [{ ...HEADER, argv: [1] }, EXIT],
      'VALIDATION_ERROR',
      /"argv" must be an array of strings/,
    ],
    [
      'an unknown framing',
      [{ ...HEADER, framing: 'smoke' }, EXIT],
      'VALIDATION_ERROR',
      /"framing" must be one of lines, content-length/,
    ],
    [
      'a header without order',
      [{ ...HEADER, ordered: 'yes' }, EXIT],
      'VALIDATION_ERROR',
      /"ordered" must be true or false/,
    ],
    ['a wrong start', [{ ...HEADER, startedAt: 'now' }, EXIT], 'VALIDATION_ERROR', /"startedAt" must be a number/],
    ['wrong notes', [{ ...HEADER, notes: 1 }, EXIT], 'VALIDATION_ERROR', /"notes" must be a string or absent/],
    ['wrong options', [{ ...HEADER, options: [] }, EXIT], 'VALIDATION_ERROR', /"options" must be an object/],
    [
      'a broken line',
      [HEADER, '{"dir":\n', EXIT],
      'PARSE_ERROR',
      /line 2: expected an entry .* is not JSON \([^)]+\)\.$/,
    ],
    [
      'a cut line',
      [HEADER, { dir: 'out', text: 'a' }, '{"dir":"ou'],
      'PARSE_ERROR',
      /line 3: .* is not JSON .* The recording was cut off/,
    ],
    [
      'a missing exit',
      [HEADER, { dir: 'out', text: 'a' }],
      'PARSE_ERROR',
      /line 2: the recording ends without an exit entry .* cut off/,
    ],
    ['a header alone', [HEADER], 'PARSE_ERROR', /line 1: the recording ends without an exit entry/],
    [
      'an attempt without an exit',
      [HEADER, EXIT, { dir: 'out', text: 'a' }],
      'PARSE_ERROR',
      /line 3: the recording ends without/,
    ],
    [
      'an unknown direction',
      [HEADER, { dir: 'up' }, EXIT],
      'PARSE_ERROR',
      /line 2: "dir" is "up", expected one of in, out, err, host, exit/,
    ],
    [
      'a message without text',
      [HEADER, { dir: 'out' }, EXIT],
      'PARSE_ERROR',
      /line 2: an entry of "dir" "out" needs one of "text" and "base64"/,
    ],
    [
      'a message with both',
      [HEADER, { dir: 'out', text: '', base64: '' }, EXIT],
      'PARSE_ERROR',
      /needs one of "text" and "base64"/,
    ],
    ['a wrong time', [HEADER, { dir: 'out', text: '', t: '1' }, EXIT], 'PARSE_ERROR', /line 2: "t" must be a number/],
    [
      'an unknown action',
      [HEADER, { dir: 'host', action: 'pray' }, EXIT],
      'PARSE_ERROR',
      /needs "action", one of prompt, steer, .*, signal, end-input/,
    ],
    ['a signal without a name', [HEADER, { dir: 'host', action: 'signal' }, EXIT], 'PARSE_ERROR', /needs "action"/],
    ['a timeout of no kind', [HEADER, { dir: 'host', action: 'timeout' }, EXIT], 'PARSE_ERROR', /needs "action"/],
    [
      'a draft without a type',
      [HEADER, { dir: 'host', action: 'draft', draft: {} }, EXIT],
      'PARSE_ERROR',
      /needs "action"/,
    ],
    [
      'a retry without a number',
      [HEADER, { dir: 'host', action: 'retry', reason: '' }, EXIT],
      'PARSE_ERROR',
      /needs "action"/,
    ],
    [
      'an exit without a code',
      [HEADER, { dir: 'exit', signal: null }],
      'PARSE_ERROR',
      /line 2: an entry of "dir" "exit" needs "code"/,
    ],
    ['null', [HEADER, 'null\n', EXIT], 'PARSE_ERROR', /line 2: .* but the line is null/],
  ])('%s', async (_name, lines, code, message) => {
    const path = write(...lines);
    const error = await catchError(readCassette(path));
    expect(error).toEqual({ code, message: expect.stringMatching(message) });
    expect(error.message.startsWith(path)).toBe(true);
    expect(await catchError(checkCassette(path))).toEqual(error);
  });
});
