/** The suite catches an adapter that breaks a promise: each row is an adapter with one fault. */
import type { Adapter, Dialect, Mode } from '@agent-mux/core';
import type { CassetteEntry } from '@agent-mux/core/cassette';
import { describe, expect, it } from 'vitest';
import { toyAdapter } from '../../../../test/support/toy-adapter.ts';
import { findShapeProblems } from './adapter-shape.ts';
import { findClaimProblems, listEventTypes } from './claims.ts';
import { findHeaderProblems, findSecrets } from './fixture-files.ts';
import { mangleEntries } from './mangle-entries.ts';
import { findArgvProblems, findCommandProblems, findDialectProblems, findJunkProblems } from './mode-contract.ts';
import { findReplayProblems } from './replay-fixture.ts';

const SOUND: Adapter = {
  ...toyAdapter({ steps: [] }),
  authGuidance: 'Log in.',
};
const [TALK] = SOUND.modes as readonly [Mode];

/** The sound mode, with parts of its commands or dialect replaced. */
const withCommand = (change: (mode: Mode) => Partial<Mode>): Mode => ({ ...TALK, ...change(TALK) });
const withDialect = (change: Partial<Dialect>): Mode =>
  withCommand((mode) => ({
    dialect: (options, context) => Object.assign(mode.dialect(options, context), change),
  }));

describe('shape', () => {
  it('has nothing against a sound adapter', () => {
    expect(findShapeProblems(SOUND)).toEqual([]);
  });

  it('has nothing against a CLI that comes with something else, and is not installed by itself', () => {
    expect(findShapeProblems({ ...SOUND, install: [] })).toEqual([]);
  });

  it.each([
    [
      'a marker that is a pattern',
      { hostMarkers: ['CLAUDE_*'] },
      '`hostMarkers[0]` is "CLAUDE_*", but must be the name of an environment variable.',
    ],
    [
      'two modes of one name',
      { modes: [TALK, TALK] },
      '`modes[1].name` is "talk", but must be another name than that of an earlier mode.',
    ],
    ['no guidance', { authGuidance: ' ' }, 'authGuidance is empty.'],
    ['another version of the contract', { specVersion: 2 as 1 }, expect.stringContaining('`specVersion` is 2')],
  ])('finds %s', (_fault, change, problem) => {
    expect(findShapeProblems({ ...SOUND, ...change })).toEqual([problem]);
  });
});

describe('modes', () => {
  it('has nothing against a sound mode', () => {
    expect([findCommandProblems(TALK), findArgvProblems(TALK), findDialectProblems(TALK)]).toEqual([[], [], []]);
  });

  const command = (change: (options: { prompt: string; env?: object }) => object): Mode =>
    withCommand((mode) => ({
      command: (options, context) => ({ ...mode.command(options, context), ...change(options) }),
    }));

  it.each([
    ['a command that differs each time', () => ({ args: [String(Math.random())] }), /two commands/],
    ['another folder', () => ({ cwd: '/' }), /works in \//],
    ['a file outside of the folder of the run', () => ({ files: { '../x': '' } }), /leaves the run's folder/],
  ])('finds %s', (_fault, change, problem) => {
    expect(findCommandProblems(command(change))).toEqual([expect.stringMatching(problem)]);
  });

  it.each([
    ['a prompt on the command line', ({ prompt }: { prompt: string }) => ({ args: [prompt] }), /shows the prompt|1 MB/],
    [
      'a secret on the command line',
      ({ env = {} }: { env?: object }) => ({ args: [JSON.stringify(env)] }),
      /shows a secret/,
    ],
  ])('finds %s', (_fault, change, problem) => {
    const problems = findArgvProblems(command(change));
    expect(problems).not.toEqual([]);
    for (const each of problems) {
      expect(each).toMatch(problem);
    }
  });

  it.each([
    ['a line with a line end in it', { open: () => ({ write: ['a\nb'] }) }, /line end/],
    ['no Writes', { close: () => ({}) as never }, /no Writes/],
    ['an answer to nobody', { respond: () => ({ write: [] }) }, /'gone'/],
    ['no drafts at the exit', { exit: () => ({}) as never }, /no list of drafts/],
  ] as const)('finds %s', (_fault, change, problem) => {
    const problems = findDialectProblems(withDialect(change));
    expect(problems).not.toEqual([]);
    for (const each of problems) {
      expect(each).toMatch(problem);
    }
  });

  it('finds a dialect that throws at what is no JSON', () => {
    expect(findJunkProblems(TALK)).toContainEqual(expect.stringMatching(/parseEvent\("plain words", stdout\) throws/));
  });
});

const HEADER = {
  cassette: 1,
  agent: 'toy',
  cliVersion: '1.0.0',
  argv: ['toy'],
  scenario: 'text',
  framing: 'lines',
  ordered: true,
  mode: 'talk',
  platform: 'linux-x64',
  redactions: [],
  startedAt: 0,
  runId: '01J0000000000000000000TEXT',
  options: {},
} as const;
const said = (draft: object): CassetteEntry => ({ t: 1, dir: 'out', text: JSON.stringify({ draft }) });
const ENTRIES: readonly CassetteEntry[] = [
  said({ type: 'session_start', sessionId: 's' }),
  said({ type: 'turn_start' }),
  said({ type: 'text_delta', delta: 'ü' }),
  said({ type: 'turn_end' }),
  { t: 2, dir: 'exit', code: 0, signal: null, asked: null },
];
const PLACE = { agent: 'toy', version: '1.0.0', scenario: 'text', modeName: 'talk' };

describe('fixtures', () => {
  it('misses golden events, and finds others', () => {
    const cassette = { header: HEADER, entries: ENTRIES };
    const [missing] = findReplayProblems(cassette, SOUND, { golden: undefined, seed: 1 });
    const different = findReplayProblems(cassette, SOUND, { golden: [], seed: 1 });
    expect([missing, different]).toEqual([
      expect.stringContaining('no golden events'),
      [
        expect.stringMatching(/^Replayed line by line: Event 0/),
        expect.stringMatching(/^Replayed in one piece: Event 0/),
        expect.stringMatching(/^Replayed cut at random bytes \(seed 1\): Event 0/),
      ],
    ]);
  });

  it.each([
    ['nothing against a header that fits', {}, {}, []],
    ['another agent', { agent: 'joy' }, {}, ['The header says agent joy, the folder toy.']],
    ['another mode', { mode: 'walk' }, {}, ['The header says mode walk, the folder talk.']],
    ['another scenario', {}, { scenario: 'texts' }, ['The header says scenario text, the folder texts.']],
    ['nothing against a numbered run', {}, { scenario: 'text-1' }, []],
    ['no run id', { runId: undefined as never }, {}, ['The header lacks runId.']],
  ])('finds %s', (_fault, header, place, problems) => {
    expect(findHeaderProblems({ ...HEADER, ...header }, { ...PLACE, ...place })).toEqual(problems);
  });

  it.each([
    ['a home', '{"cwd":"/home/alice/x"}', 'a folder of the machine'],
    ['a port', 'http://127.0.0.1:41234/v1', 'a port on loopback'],
    ['a key', '"sk-ant-api03-abcdef"', 'a key'],
    ['a bearer token', 'Bearer abcdef.0123456789', 'a bearer token'],
  ])('finds %s in a file', (_what, text, what) => {
    expect(findSecrets({ 'cassette.jsonl': text })).toEqual([
      expect.stringContaining(`cassette.jsonl shows ${what}: `),
    ]);
  });

  it('finds no secret in placeholders', () => {
    expect(findSecrets({ a: '<home>/x <cwd>/tmp/y http://127.0.0.1:<port> <key> https://example.com/home/x' })).toEqual(
      [],
    );
  });

  it('holds claims against what fixtures show, both ways', () => {
    const shown = listEventTypes([{ modeName: 'talk', title: '1.0.0/text', golden: [{ type: 'text_delta' }] }]);
    const claiming = (events: Mode['capabilities']['events']) => ({
      modes: [{ ...TALK, capabilities: { ...TALK.capabilities, events } }],
    });
    expect([
      findClaimProblems(claiming(['text_delta']), shown),
      findClaimProblems(claiming(['text_delta', 'cost']), shown),
      findClaimProblems(claiming([]), shown),
    ]).toEqual([
      [],
      ['talk claims cost, and no fixture shows it.'],
      ['talk does not claim text_delta, and 1.0.0/text shows it.'],
    ]);
  });

  it("does not want the runtime's own events claimed", () => {
    const shown = new Map([['talk', new Map([['stream_fallback', '1.0.0/text']])]]);
    const claiming = (events: Adapter['modes'][number]['capabilities']['events']) => ({
      modes: [{ ...TALK, capabilities: { ...TALK.capabilities, events } }],
    });
    expect(findClaimProblems(claiming([]), shown)).toEqual([]);
    expect(findClaimProblems(claiming(['timeout']), shown)).toEqual(['talk claims timeout, and no fixture shows it.']);
  });

  it('damages a recording in the same way for the same seed, and keeps its end', () => {
    const many = [...Array.from({ length: 200 }, (_, n) => said({ type: 'text_delta', delta: String(n) })), ...ENTRIES];
    const mangled = mangleEntries(many, 7);
    expect(mangled).toEqual(mangleEntries(many, 7));
    expect(mangled).not.toEqual(mangleEntries(many, 8));
    expect(mangled).not.toEqual(many);
    expect(mangled.at(-1)).toEqual(ENTRIES.at(-1));
  });
});
