import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writePlayerBinary } from '@agent-mux/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { findAgent, findSlip } from './find-agent.ts';
import { callAmux } from './testing/call-amux.ts';
import { fixture } from './testing/fixture.ts';

const known = ['claude', 'codex'];

describe('the agent of a command line', () => {
  it.each([
    ['the first argument', ['codex', 'hi'], undefined, { agent: 'codex', prompt: 'hi' }],
    ['the first, and the prompt stands elsewhere', ['codex'], undefined, { agent: 'codex', prompt: undefined }],
    ['the first, also where another is usual', ['codex', 'hi'], 'claude', { agent: 'codex', prompt: 'hi' }],
    ['the first alone, also where another is usual', ['codex'], 'claude', { agent: 'codex', prompt: undefined }],
    ['the usual one', ['fix it'], 'claude', { agent: 'claude', prompt: 'fix it' }],
    ['the usual one, and the prompt stands elsewhere', [], 'claude', { agent: 'claude', prompt: undefined }],
    ['the first, whom nobody knows', ['cloud', 'hi'], 'claude', { agent: 'cloud', prompt: 'hi' }],
    ['the only one, whom nobody knows', ['fix it'], undefined, { agent: 'fix it', prompt: undefined }],
    ['none where the variable is empty', ['hi'], ' ', { agent: 'hi', prompt: undefined }],
  ])('is %s', (_, [first, second], usual, meant) => {
    const env = usual === undefined ? {} : { AMUX_AGENT: usual };
    expect(findAgent({ first, second, known, env })).toEqual(meant);
  });

  it('may be found by a session', () => {
    expect(findAgent({ first: 'go on', second: undefined, known, env: {}, canFind: true })).toEqual({
      agent: undefined,
      prompt: 'go on',
    });
  });

  it.each([
    ['cluade', true],
    ['claud', true],
    ['claudee', true],
    ['clauda', true],
    ['claude', false],
    ['clouds', false],
    ['cldaue', false],
    ['', false],
  ])('%j is a slip of claude: %s', (typed, isSlip) => {
    expect(findSlip(typed, ['claude'])).toBe(isSlip ? 'claude' : undefined);
  });

  it('takes a greeting for no slip of pi', () => {
    expect(findSlip('hi', ['pi'])).toBeUndefined();
  });
});

const home = mkdtempSync(join(tmpdir(), 'amux-start-'));
afterAll(() => rmSync(home, { recursive: true }));
const cwd = join(home, 'project');
const elsewhere = join(home, 'elsewhere');
mkdirSync(cwd);
mkdirSync(elsewhere);

/** Writes a session of Claude Code into a folder; `day` is the day in November on which it was last used. */
function keep(sessionId: string, day: string): void {
  const at = join(home, '.claude/projects', cwd.replace(/[^a-zA-Z0-9]/g, '-'));
  mkdirSync(at, { recursive: true });
  const said = { type: 'user', uuid: sessionId, parentUuid: null, message: { role: 'user', content: 'Hello.' } };
  const line = { ...said, sessionId, cwd, timestamp: `2026-11-${day}T00:00:00.000Z` };
  const path = join(at, `${sessionId}.jsonl`);
  writeFileSync(path, `${JSON.stringify(line)}\n`);
  // Two files that are written at once may have the same time.
  utimesSync(path, new Date(line.timestamp), new Date(line.timestamp));
}
const OLD = '05fe561b-712b-45c8-a292-5d9c8d437019';
const LAST = '6f3a0c1e-9c3e-4f0a-8d6e-0c6f5a1b2d3e';
keep(OLD, '01');
keep(LAST, '02');

const binary = writePlayerBinary({ binary: join(home, 'claude'), cassette: join(fixture('text'), 'cassette.jsonl') });
const env = { HOME: home, CLAUDE_CONFIG_DIR: '', CODEX_HOME: '', NO_COLOR: '1', AMUX_AGENT: '' };

/** The arguments with which the CLI was started. */
function readArguments(out: string): readonly string[] {
  const [header = ''] = readFileSync(join(out, 'cassette.jsonl'), 'utf8').split('\n', 1);
  return JSON.parse(header).argv;
}

describe('--continue', () => {
  it.each([
    ['of an agent', ['claude', 'go on', '--continue']],
    ['of any agent', ['-c', 'go on']],
  ])('goes on with the last session of the folder, %s', async (_, args) => {
    const out = join(home, `tape-${args.length}`);
    const end = await callAmux(['run', ...args, '--binary', binary, '--record', out], { env, cwd });
    expect([end.code, end.stderr]).toEqual([0, expect.stringContaining('recorded in')]);
    expect(readArguments(out).join(' ')).toContain(`--resume ${LAST}`);
  });

  it.each([
    [['claude', 'hi', '-c', '--session', 'x'], cwd, 2, '--continue and --session exclude each other; give one.'],
    [['claude', 'hi', '-c', '--no-session'], cwd, 2, '--continue and --no-session exclude each other; give one.'],
    [['claude', 'hi', '-c'], elsewhere, 8, `--continue: claude does not keep a session of ${elsewhere}.`],
    [['hi', '-c'], elsewhere, 8, `--continue: no agent keeps a session of ${elsewhere}.`],
    [['cluade', '-c'], cwd, 2, 'There is no agent "cluade". Did you mean "claude"? If it is the prompt, give it with'],
  ])('refuses %j', async (args, folder, code, message) => {
    const end = await callAmux(['run', ...args, '--binary', binary], { env, cwd: folder });
    expect([end.code, end.stdout]).toEqual([code, '']);
    expect(end.stderr).toContain(`amux: ${message}`);
  });
});

describe('AMUX_AGENT', () => {
  it('names the agent where the command line does not', async () => {
    const usual = { ...env, AMUX_AGENT: 'claude' };
    const args = ['run', 'What is this?', '--binary', binary, '--output', 'json'];
    const { code, stdout } = await callAmux(args, { env: usual, cwd });
    expect(code).toBe(0);
    expect(JSON.parse(stdout.split('\n', 1)[0] ?? '')).toMatchObject({ agent: 'claude' });
  });

  it.each([
    [{}, [], 'There is no agent. Name it first, as in `amux run claude "…"`, or set AMUX_AGENT.'],
    [{ AMUX_AGENT: 'cloud' }, ['hi'], 'AMUX_AGENT is "cloud", which is no agent. Agents: claude, '],
  ])('%j: refuses %j', async (more, args, message) => {
    const end = await callAmux(['run', ...args], { env: { ...env, ...more }, cwd });
    expect([end.code, end.stdout]).toEqual([2, '']);
    expect(end.stderr).toContain(`amux: ${message}`);
  });
});

it('--output final prints the last words alone', async () => {
  const end = await callAmux(['run', 'claude', 'hello', '--binary', binary, '--output', 'final'], { env, cwd });
  expect(end).toEqual({ code: 0, stdout: expect.stringMatching(/^.+\n$/s), stderr: '' });
});
