import { describe, expect, it } from 'vitest';
import { BadLine, parseEntry, parseHeader } from './parse-line.ts';
import { RepeatedText } from './repeated-text.ts';

const HEADER = {
  cassette: 1,
  agent: 'toy',
  cliVersion: '1.0.0',
  argv: ['toy', '-p'],
  scenario: 'text',
  framing: 'lines',
  ordered: true,
};

function problemOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof BadLine) {
      return `${error.name} ${error.kind}: ${error.message}`;
    }
    throw error;
  }
  return 'none';
}
const readHeader = (change: object) => parseHeader(JSON.stringify({ ...HEADER, ...change }));
const headerProblem = (change: object): string => problemOf(() => readHeader(change));
const read = (entry: object) => parseEntry(JSON.stringify(entry), new RepeatedText());
const entryProblem = (entry: object): string => problemOf(() => read(entry));

describe('the header of a cassette', () => {
  it.each([
    {},
    { agent: '', cliVersion: '', scenario: '', argv: [], ordered: false },
    { notes: 'n', modelScript: 'm', mode: 'talk', platform: 'p', runId: 'r', handWritten: 'h', startedAt: 1.5 },
    { options: {}, prior: { turnCount: 3 }, redactions: [] },
    { framing: 'content-length' },
    { framing: 'document' },
    { framing: 'pty' },
    { later: 'fields' },
  ])('is taken with %j', (change) => {
    expect(readHeader(change)).toEqual({ ...HEADER, ...change });
  });

  const WRONG = (problem: string): string =>
    `BadLine foreign: the header is wrong: ${problem}. Record it again, or correct the header.`;

  it.each(['agent', 'cliVersion', 'scenario'])('must say its %s', (name) => {
    for (const value of [undefined, 1, null]) {
      expect(headerProblem({ [name]: value })).toBe(WRONG(`"${name}" must be a string`));
    }
  });

  it.each(['notes', 'modelScript', 'mode', 'platform', 'runId', 'handWritten'])('may say its %s in words', (name) => {
    for (const value of [1, null, []]) {
      expect(headerProblem({ [name]: value })).toBe(WRONG(`"${name}" must be a string or absent`));
    }
  });

  it.each([
    ['argv', [undefined, 'toy', [1], ['a', null]], '"argv" must be an array of strings'],
    ['framing', [undefined, 1, '', 'line', ['lines']], '"framing" must be one of lines, content-length, document, pty'],
    ['ordered', [undefined, 'true', 1], '"ordered" must be true or false'],
    ['startedAt', ['1', null], '"startedAt" must be a number or absent'],
    ['options', [null, [], 'a'], '"options" must be an object or absent'],
    [
      'prior',
      [null, [], {}, { turnCount: '1' }, { turnCount: 0.5 }],
      '"prior" must be an object with a "turnCount", or absent',
    ],
    ['redactions', [{}, 'a', null], '"redactions" must be an array or absent'],
  ])('is wrong where its %s is', (name, values, problem) => {
    for (const value of values) {
      expect(headerProblem({ [name]: value })).toBe(WRONG(problem));
    }
  });

  it('is of the version that is read', () => {
    expect(headerProblem({ cassette: undefined })).toBe(
      'BadLine foreign: expected the header of a cassette, but the field "cassette" is missing. Is this another file?',
    );
    for (const version of [0, 2, '1', null]) {
      expect(headerProblem({ cassette: version })).toBe(
        `BadLine foreign: the cassette has format version ${JSON.stringify(version)}, but this agent-mux reads version 1. Update agent-mux, or record it again.`,
      );
    }
  });

  it.each([
    ['[]', 'an array'],
    ['null', 'null'],
    ['1', 'a number'],
    ['"a"', 'a string'],
    ['{', 'not JSON ('],
  ])('is an object: %s', (line, found) => {
    expect(problemOf(() => parseHeader(line))).toContain(
      `BadLine foreign: expected the header of a cassette (JSON with the field "cassette"), but the line is ${found}`,
    );
  });
});

const BY = { kind: 'program' };
const PROMPT = { action: 'prompt', as: 'first', by: BY, id: 'p', text: '' };
const STEER = { action: 'steer', as: 'steer', by: BY, id: 'p', text: '' };
const ANSWER = { action: 'answer', by: BY, key: '', response: { type: '' } };
const RETRY = { action: 'retry', attempt: 1, maxAttempts: 2, reason: '', delayMs: 0 };
const IMAGE = { mimeType: 'image/png', data: 'AAAA' };

/** Host actions that are right, each with changes that make it wrong; undefined removes a field. */
const ACTIONS: readonly (readonly [right: object, wrong: readonly object[]])[] = [
  [
    PROMPT,
    [{ by: undefined }, { by: { kind: 'nobody' } }, { id: 1 }, { text: undefined }, { as: 'steer' }, { as: '' }],
  ],
  [{ ...PROMPT, as: 'new-turn' }, [{ as: undefined }]],
  [{ ...PROMPT, images: [] }, [{ images: {} }]],
  [
    { ...PROMPT, images: [IMAGE, IMAGE] },
    [
      { images: [IMAGE, 1] },
      { images: [null] },
      { images: [{ ...IMAGE, data: 1 }] },
      { images: [{ data: 'AAAA' }] },
      { images: [IMAGE, [IMAGE]] },
    ],
  ],
  [STEER, [{ as: 'first' }, { text: 1 }, { id: undefined }]],
  [
    ANSWER,
    [{ by: 1 }, { key: 1 }, { response: undefined }, { response: { type: 1 } }, { response: [] }, { interactionId: 1 }],
  ],
  [{ ...ANSWER, interactionId: 'i' }, [{ response: 'approve' }]],
  [{ action: 'tool-result', key: '', outcome: { type: 'output' } }, [{ key: 1 }, { outcome: {} }, { outcome: null }]],
  [{ action: 'signal', signal: 'SIGINT' }, [{ signal: undefined }, { signal: 2 }]],
  [{ action: 'interrupt' }, [{ of: 'all' }, { of: null }]],
  [{ action: 'interrupt', of: 'turn' }, []],
  [{ action: 'interrupt', of: 'run' }, []],
  [{ action: 'timeout', kind: 'run' }, [{ kind: undefined }, { kind: 'all' }]],
  [{ action: 'timeout', kind: 'inactivity' }, []],
  [{ action: 'draft', draft: { type: 'paused' } }, [{ draft: {} }, { draft: null }, { draft: 'paused' }]],
  [RETRY, [{ attempt: '1' }, { maxAttempts: undefined }, { reason: 1 }, { delayMs: null }]],
  [{ action: 'abort', reason: 'enough', by: { kind: 'user' } }, [{ reason: 5 }, { by: 'user' }]],
  ...['probe', 'close', 'end-input', 'abort', 'settle', 'kill'].map((action) => [{ action }, []] as const),
];
const ALL_ACTIONS =
  'prompt, steer, answer, tool-result, probe, close, signal, end-input, interrupt, abort, settle, kill, timeout, draft, retry';

describe('an entry of what the host did', () => {
  it.each(ACTIONS)('is taken, and is wrong where a field is: %j', (right, wrong) => {
    const entry = { dir: 'host', t: 1, ...right };
    expect(read(entry)).toEqual(entry);
    for (const change of [...wrong, { action: 'pray' }, { action: 'toString' }, { action: 1 }]) {
      expect(entryProblem({ ...entry, ...change })).toBe(
        `BadLine shape: an entry of "dir" "host" needs "action", one of ${ALL_ACTIONS}, with its fields.`,
      );
    }
  });
});

describe('an entry of an exit', () => {
  it.each([
    { code: 0, signal: null },
    { code: null, signal: 'SIGKILL' },
    { code: 1, signal: null, asked: null, settled: true },
    ...['interrupt', 'abort', 'timeout'].map((asked) => ({ code: 1, signal: null, asked, settled: false })),
  ])('is taken: %j', (exit) => {
    expect(read({ dir: 'exit', ...exit })).toEqual({ dir: 'exit', ...exit });
  });

  it.each([
    { code: undefined },
    { code: '0' },
    { code: 0.5 },
    { signal: undefined },
    { signal: 9 },
    { asked: 'steer' },
    { asked: false },
    { settled: 1 },
    { settled: null },
  ])('is wrong with %j', (change) => {
    expect(entryProblem({ dir: 'exit', code: 0, signal: null, ...change })).toBe(
      'BadLine shape: an entry of "dir" "exit" needs "code" (a number or null) and "signal" (a string or null).',
    );
  });
});

describe('an entry of what was said', () => {
  it.each(['in', 'out', 'err'])('is taken from %s, as text or as bytes', (dir) => {
    for (const body of [
      { text: '' },
      { text: 'a', partial: true },
      { base64: 'AA==', partial: false },
      { text: 'a', t: 1.5 },
    ]) {
      expect(read({ dir, ...body })).toEqual({ dir, ...body });
    }
  });

  it.each([
    {},
    { text: 1 },
    { base64: 1 },
    { text: 'a', base64: 'AA==' },
    { text: 1, base64: 'AA==' },
    { text: 'a', partial: 'yes' },
    { text: 'a', partial: null },
    { pieces: 'a' },
  ])('is wrong with %j', (body) => {
    expect(entryProblem({ dir: 'out', ...body })).toBe(
      'BadLine shape: an entry of "dir" "out" needs one of "text" and "base64", a string, or "pieces" that fit the message before, and "partial" true, false or absent.',
    );
  });

  it('may be pieces of the message of its side before', () => {
    const repeated = new RepeatedText();
    const say = (entry: object) => parseEntry(JSON.stringify(entry), repeated);
    const long = 'abcdefghij'.repeat(500);
    const writer = new RepeatedText();
    writer.write('out', long);
    const { pieces } = writer.write('out', `${long}!`) as { pieces?: unknown };
    expect(pieces).toBeDefined();
    say({ dir: 'out', text: long });
    say({ dir: 'in', text: 'something else' });
    expect(say({ dir: 'out', partial: true, pieces })).toEqual({ dir: 'out', partial: true, text: `${long}!` });
  });
});

describe('a line that is no entry', () => {
  it.each([
    ['{', 'BadLine syntax: expected an entry (JSON with the field "dir"), but the line is not JSON ('],
    ['[]', 'BadLine shape: expected an entry (JSON with the field "dir"), but the line is an array.'],
    ['null', 'BadLine shape: expected an entry (JSON with the field "dir"), but the line is null.'],
    ['true', 'BadLine shape: expected an entry (JSON with the field "dir"), but the line is a boolean.'],
    ['{"dir":"up"}', 'BadLine shape: "dir" is "up", expected one of in, out, err, host, exit.'],
    ['{}', 'BadLine shape: "dir" is undefined, expected one of in, out, err, host, exit.'],
    ['{"dir":"out","text":"","t":"1"}', 'BadLine shape: "t" must be a number of milliseconds or absent.'],
    ['{"dir":"out","text":"","t":null}', 'BadLine shape: "t" must be a number of milliseconds or absent.'],
  ])('is told: %s', (line, problem) => {
    expect(problemOf(() => parseEntry(line, new RepeatedText()))).toContain(problem);
  });
});
