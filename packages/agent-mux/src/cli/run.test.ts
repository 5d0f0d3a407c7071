import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writePlayerBinary } from '@agent-mux/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { callAmux } from './testing/call-amux.ts';
import { fixture } from './testing/fixture.ts';
import { runAmux, startAmux } from './testing/run-amux.ts';

const folder = mkdtempSync(join(tmpdir(), 'amux-run-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A program that plays a recording as if it were the CLI. */
const player = (scenario: string): string =>
  writePlayerBinary({
    binary: join(folder, `${scenario}-${Math.random()}`),
    cassette: join(fixture(scenario), 'cassette.jsonl'),
  });

describe('amux run', () => {
  it.each([
    ['as an argument', ['run', 'claude', 'hello'], ''],
    ['with --prompt', ['run', 'claude', '-p', 'hello'], 'ignored'],
    ['on stdin', ['run', 'claude'], 'hello\n'],
  ])('takes the prompt %s', async (_, args, stdin) => {
    const out = join(folder, `tape-${Math.random()}`);
    const end = await runAmux([...args, '--binary', player('text'), '--record', out], { stdin });
    expect(end.code).toBe(0);
    expect(end.stdout.trim()).not.toBe('');
    expect(end.stderr).toContain(`recorded in ${out}`);
    const said = readFileSync(join(out, 'cassette.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line.includes('"dir":"in"'));
    expect(said.join('\n')).toContain('hello');
    expect(said.join('\n')).not.toContain('ignored');
  });

  it('names what is wrong with the file of --policy before anything starts', async () => {
    const file = join(folder, 'policy.json');
    const call = (text: string, ...more: string[]) => {
      writeFileSync(file, text);
      return callAmux(['run', 'claude', 'hello', '--binary', player('text'), '--policy', file, ...more]);
    };
    const misnamed = await call('{ "allow": [{ "comand": "npm test" }, { "command": "sudo ls" }] }');
    expect(misnamed).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`${file}: \`allow[0].comand\` is no field`),
    });
    expect(misnamed.stderr).toContain('did you mean `command`?');
    expect(misnamed.stderr).toContain('`sudo` runs other commands');
    expect(await call('{\n"allow": [\n}')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is no JSON: '),
    });
    expect(await call('{}', '--yolo')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('exclude each other'),
    });
    expect((await call('{ "otherwise": "deny" }')).code).toBe(0);
  });

  it('puts stdin below the prompt with --stdin', async () => {
    const out = join(folder, 'with-stdin');
    const args = ['run', 'claude', 'review', '--stdin', '--binary', player('text'), '--record', out];
    expect((await callAmux(args, { stdin: '+ a line\n' })).code).toBe(0);
    expect(readFileSync(join(out, 'cassette.jsonl'), 'utf8')).toContain('review\\\\n\\\\n+ a line');
  });

  it('waits for no stdin where the prompt is given', async () => {
    const amux = startAmux(['run', 'claude', 'hello', '--binary', player('text')], { stdin: null });
    expect(await amux.exited).toBe(0);
  });

  it('takes a prompt of 1 MB, and one that begins with a dash', async () => {
    const long = 'x'.repeat(1_000_000);
    expect((await callAmux(['run', 'claude', '--binary', player('text')], { stdin: long })).code).toBe(0);
    expect((await callAmux(['run', 'claude', '--binary', player('text'), '--', '--help me'])).code).toBe(0);
  });

  it.each([
    ['text', 0],
    ['auth-error', 5],
    ['rate-limit-exhausted', 14],
    ['turn-limit', 16],
  ])('ends %s with exit code %i', async (scenario, code) => {
    const end = await callAmux(['run', 'claude', 'hello', '--binary', player(scenario), '--json']);
    expect(end.code).toBe(code);
    expect(JSON.parse(end.stdout.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ type: 'run_result' });
  });

  it('records where it is told, so that a replay gives the same text', async () => {
    const out = join(folder, 'tape');
    const recorded = await runAmux(['record', 'claude', 'hello', '--out', out, '--binary', player('text'), '--quiet']);
    expect([recorded.code, recorded.stderr]).toEqual([0, `recorded in ${out}\n`]);
    const [header] = readFileSync(join(out, 'cassette.jsonl'), 'utf8').split('\n', 1);
    expect(JSON.parse(header ?? '')).toMatchObject({ agent: 'claude', cliVersion: '2.1.329', scenario: 'tape' });
    const replayed = await callAmux(['replay', out, '--quiet']);
    expect(replayed).toEqual({ code: 0, stdout: recorded.stdout, stderr: '' });
  });
});

describe('a wrong call', () => {
  const full = join(folder, 'full');
  mkdirSync(full);
  writeFileSync(join(full, 'x'), '');
  const filled = { PATH: process.env['PATH'] ?? '' };

  it.each<[string, readonly string[], number, string, Record<string, string>?]>([
    ['an unknown agent', ['run', 'cloud', 'hi'], 3, 'There is no agent "cloud". Agents: claude'],
    ['an agent that is not installed', ['run', 'claude', 'hi'], 4, 'npm install', { PATH: '/nowhere' }],
    ['an empty prompt', ['run', 'claude', ''], 2, 'The prompt is empty'],
    ['two prompts', ['run', 'claude', 'hi', '-p', 'ho'], 2, 'The prompt is given twice'],
    ['an empty stdin', ['run', 'claude'], 2, 'The prompt is empty'],
    [
      'a folder that does not exist',
      ['run', 'claude', 'hi', '--cwd', '/nowhere'],
      2,
      '--cwd is "/nowhere", but must be',
    ],
    [
      'a binary that does not exist',
      ['run', 'claude', 'hi', '--binary', '/nowhere'],
      2,
      '--binary is "/nowhere", but must be',
    ],
    [
      'two sessions',
      ['run', 'claude', 'hi', '--session', 'a', '--no-session'],
      2,
      '--session and --no-session exclude each other',
    ],
    [
      'all that is wrong, at once',
      ['run', 'claude', 'hi', '--top-p', '2', '--run-id', 'x'],
      2,
      '2 things are wrong:\n  --top-p is 2, but must be a number from 0 to 1.\n  --run-id is "x", but must be a ULID',
    ],
    [
      'a number that is none',
      ['run', 'claude', 'hi', '--max-turns', 'ten'],
      2,
      '--max-turns must be a number, not "ten".',
    ],
    ['contradicting flags', ['run', 'claude', 'hi', '--yolo', '--deny'], 2, '--yolo and --deny exclude each other'],
    [
      'a mode that does not exist',
      ['run', 'claude', 'hi', '--mode', 'x', '--binary', process.execPath],
      6,
      'claude has no mode "x"',
    ],
    [
      'a mode that cannot ask, in a pipe',
      ['record', 'codex', 'hi', '--mode', 'exec', '--out', join(folder, 'unasked'), '--binary', process.execPath],
      6,
      'Mode "exec" cannot be asked; give --yolo or --deny.',
    ],
    ['a folder that is full', ['record', 'claude', 'hi', '--out', full, '--binary', process.execPath], 2, full],
    ['a flag that does not exist', ['run', 'claude', 'hi', '--yollo'], 2, 'Did you mean --yolo?'],
    ['a command that does not exist', ['runn'], 2, 'Did you mean one of run, runs?'],
  ])('%s: one sentence, nothing on stdout', async (_, args, code, message, env = filled) => {
    const end = await callAmux([...args, ...(args[0] === 'run' ? ['--json'] : [])], { env });
    expect([end.code, end.stdout]).toEqual([code, '']);
    expect(end.stderr).toMatch(/^amux: /);
    expect(end.stderr).toContain(message);
  });
});

describe('amux agents', () => {
  it('says what is not installed, and how to get it', async () => {
    const { code, stdout } = await runAmux(['agents'], { env: { PATH: '/nowhere' } });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^claude {2}Claude Code {2}not installed \(npm install .*\)\n/);
    expect(stdout).toMatch(
      /mode +approvals +follow-ups +steer +streaming +resume +fork +go back +MCP +tools +images +questions/,
    );
  });

  it('gives the same as JSON', async () => {
    const { stdout } = await callAmux(['agents', '--json'], { env: { PATH: '/nowhere' } });
    const { ok, data } = JSON.parse(stdout);
    expect(ok).toBe(true);
    expect(data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ agent: 'claude', installed: false, cliPath: null, version: null }),
      ]),
    );
  });
});
