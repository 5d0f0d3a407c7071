import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkA2a } from '@agent-mux/protocols/a2a';
import { checkAfk } from '@agent-mux/protocols/afk';
import { checkAgui } from '@agent-mux/protocols/ag-ui';
import { checkAgentic } from '@agent-mux/protocols/agentic';
import { checkCagent } from '@agent-mux/protocols/cagent';
import { checkLooopy } from '@agent-mux/protocols/looopy';
import { checkUiMessages } from '@agent-mux/protocols/ui-messages';
import { writePlayerBinary } from '@agent-mux/testkit';
import { afterAll, expect, it } from 'vitest';
import { FORMAT_NAMES } from './formats.ts';
import { callAmux } from './testing/call-amux.ts';
import { fixture } from './testing/fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'amux-formats-'));
afterAll(() => rmSync(folder, { recursive: true }));

const RUN = '01JZ8M3QK5V7W9X2Y4Z6A8B0CE';
const store = join(folder, 'runs.db');
const env = { NO_COLOR: '1', XDG_STATE_HOME: join(folder, 'state'), HOME: folder, AMUX_STORE: '' };
const binary = writePlayerBinary({
  binary: join(folder, 'claude'),
  cassette: join(fixture('text'), 'cassette.jsonl'),
});

// Each checker takes the outputs of its own protocol, which come from another process here.
const CHECKERS: Readonly<Record<string, (outputs: never) => readonly unknown[]>> = {
  cagent: checkCagent,
  looopy: checkLooopy,
  afk: checkAfk,
  agentic: checkAgentic,
  a2a: checkA2a,
  'ag-ui': checkAgui,
  'ui-messages': checkUiMessages,
};

const lines = (stdout: string): unknown[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

interface Told {
  readonly type: string;
  readonly message?: string;
  readonly tool_call?: { readonly function: { readonly arguments: string } };
}

async function outputsOf(name: string, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await callAmux([...args, '--format', name], { env });
  expect([name, code, stderr]).toEqual([name, 0, '']);
  const outputs = lines(stdout);
  expect(outputs.length).toBeGreaterThan(3);
  expect([name, CHECKERS[name]?.(outputs as never)]).toEqual([name, []]);
  return stdout;
}

it('writes a recording in each language', { timeout: 120_000 }, async () => {
  expect(Object.keys(CHECKERS)).toEqual(FORMAT_NAMES);
  for (const name of FORMAT_NAMES) {
    await outputsOf(name, ['replay', fixture('text')]);
  }
});

it('writes a run that is recorded in each language, and then its recording', { timeout: 120_000 }, async () => {
  for (const name of FORMAT_NAMES) {
    const tape = join(folder, `tape-${name}`);
    const told = await outputsOf(name, ['record', 'claude', 'hello', '--binary', binary, '--out', tape]);
    expect(existsSync(join(tape, 'cassette.jsonl'))).toBe(true);
    const replayed = await outputsOf(name, ['replay', tape]);
    expect([name, lines(replayed).length]).toEqual([name, lines(told).length]);
  }
});

it('shows of a recording what was said to the agent, and the input of a call that was used', {
  timeout: 60_000,
}, async () => {
  const changed = lines(await outputsOf('cagent', ['replay', fixture('approval-modified-input')])) as Told[];
  expect(changed.filter(({ type }) => type === 'user_message').map(({ message }) => message)).toEqual([
    'Make the file.',
  ]);
  const response = changed.find(({ type }) => type === 'tool_call_response');
  expect(response?.tool_call?.function.arguments).toContain('echo changed > changed.txt');

  const twice = lines(await outputsOf('cagent', ['replay', fixture('error-then-continue')])) as Told[];
  expect(twice.filter(({ type }) => type === 'user_message').map(({ message }) => message)).toEqual([
    'First: this will fail.',
    'Second: this will not.',
  ]);
  expect(twice.filter(({ type }) => type === 'stream_started')).toHaveLength(2);
});

it('writes a run and the stored run alike', { timeout: 120_000 }, async () => {
  for (const [index, name] of ['cagent', 'a2a'].entries()) {
    const runId = `${RUN.slice(0, -1)}${index}`;
    const args = ['run', 'claude', 'hello', '--binary', binary, '--store', store, '--run-id', runId];
    const live = await outputsOf(name, args);
    expect(await outputsOf(name, ['replay', runId, '--store', store])).toBe(live);
  }
});

it.each([
  [['--format', 'xml'], `amux: --format must be ${FORMAT_NAMES.slice(0, -1).join(', ')} or ui-messages, not "xml".\n`],
  [
    ['--format', 'constructor'],
    `amux: --format must be ${FORMAT_NAMES.slice(0, -1).join(', ')} or ui-messages, not "constructor".\n`,
  ],
  [['--format', 'afk', '--format', 'a2a'], 'amux: --format is given 2 times (afk, a2a): a run is shown in one.\n'],
  [['--format', 'afk', '--json'], 'amux: --format and --json exclude each other: each says how the run is shown.\n'],
  [['--format', 'afk', '-q'], 'amux: --format and --quiet exclude each other: each says how the run is shown.\n'],
  [['--format', 'a2a', '--final'], 'amux: --format and --final exclude each other: each says how the run is shown.\n'],
  [
    ['--format', 'a2a', '--json-full'],
    'amux: --format and --json-full exclude each other: each says how the run is shown.\n',
  ],
  [
    ['--format', 'cagent', '--output', 'json'],
    'amux: --format and --output exclude each other: each says how the run is shown.\n',
  ],
  [['--output', 'out.txt'], 'amux: --output must be text, final or json, not "out.txt".\n'],
  [
    ['--output', 'final', '--json'],
    'amux: --output final and --json exclude each other: each says how the run is shown.\n',
  ],
  [['--final', '--json-full'], 'amux: --json-full and --final exclude each other: each says how the run is shown.\n'],
])('refuses %j before anything starts', async (flags, stderr) => {
  const refused = { code: 2, stdout: '', stderr };
  expect(await callAmux(['run', 'claude', 'hello', '--binary', binary, ...flags], { env })).toEqual(refused);
  expect(await callAmux(['replay', fixture('text'), ...flags], { env })).toEqual(refused);
  const tape = join(folder, 'tape');
  const record = ['record', 'claude', 'hello', '--binary', binary, '--out', tape];
  // The message may also suggest another flag.
  expect(await callAmux([...record, ...flags], { env })).toEqual({
    ...refused,
    stderr: expect.stringContaining(stderr.trimEnd()),
  });
  expect(existsSync(tape)).toBe(false);
});
