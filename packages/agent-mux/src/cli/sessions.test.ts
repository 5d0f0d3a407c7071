import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { callAmux } from './testing/call-amux.ts';
import { runAmux } from './testing/run-amux.ts';

const home = mkdtempSync(join(tmpdir(), 'amux-sessions-cli-'));
afterAll(() => rmSync(home, { recursive: true }));

const ID = '05fe561b-712b-45c8-a292-5d9c8d437019';
const common = { sessionId: ID, cwd: '/work/a', timestamp: '2026-11-22T00:21:39.851Z' };
const lines = [
  {
    ...common,
    type: 'user',
    uuid: 'a',
    parentUuid: null,
    message: { role: 'user', content: 'Remember \x1b[31mmarble.' },
  },
  {
    ...common,
    type: 'assistant',
    uuid: 'b',
    parentUuid: 'a',
    message: {
      id: 'm1',
      role: 'assistant',
      model: 'claude-opus-5-5',
      content: [
        { type: 'text', text: 'I will.' },
        { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'echo hi' } },
      ],
    },
  },
  {
    ...common,
    type: 'user',
    uuid: 'c',
    parentUuid: 'b',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'hi', is_error: false }] },
  },
];
const project = join(home, '.claude/projects/-work-a');
mkdirSync(project, { recursive: true });
writeFileSync(join(project, `${ID}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

const env = { HOME: home, CLAUDE_CONFIG_DIR: '', CODEX_HOME: '', NO_COLOR: '1' };

describe('amux sessions', () => {
  it('lists what the agents keep, and lets nobody else talk to the terminal', async () => {
    const { code, stdout, stderr } = await runAmux(['sessions'], { env });
    expect([code, stderr]).toEqual([0, '']);
    const [head, row, ...more] = stdout.split('\n');
    expect(head).toMatch(/^agent +last used +turns +session +title$/);
    expect(row).toMatch(
      new RegExp(`^claude +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d +1 +${ID} +Remember ␛\\[31mmarble\\.$`),
    );
    expect(more).toEqual(['']);
  });

  it.each([
    [['--cwd', '/work/a', '--agent', 'claude', '--limit', '1'], [ID]],
    [['--cwd', '/work/b'], []],
  ])('list %j', async (flags, found) => {
    const { code, stdout } = await callAmux(['sessions', 'list', '--json', ...flags], { env });
    const { data } = JSON.parse(stdout) as { data: { sessionId: string }[] };
    expect([code, data.map(({ sessionId }) => sessionId)]).toEqual([0, found]);
  });

  it('shows one, for a person and as JSON', async () => {
    const shown = await callAmux(['sessions', 'show', ID], { env });
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain(
      '> Remember ␛[31mmarble.\n\n│ I will.\n● Bash {"command":"echo hi"}\n\nresult of Bash\n    │ hi\n',
    );
    const json = await callAmux(['sessions', 'show', `claude:${ID}`, '--json'], { env });
    expect(JSON.parse(json.stdout)).toMatchObject({
      ok: true,
      problems: [],
      data: {
        unifiedId: `claude:${ID}`,
        turnCount: 1,
        messageCount: 3,
        messages: [{ role: 'user' }, { role: 'assistant' }, { role: 'tool' }],
      },
    });
  });

  it('says on stderr what it has passed over', async () => {
    const other = join(home, 'other');
    cpSync(join(home, '.claude'), join(other, '.claude'), { recursive: true });
    const bad = join(other, '.claude/projects/-work-a/a8074e56-a197-4541-b664-193ee9c68908.jsonl');
    writeFileSync(bad, '');
    const end = await callAmux(['sessions'], { env: { ...env, HOME: other } });
    expect([end.code, end.stderr]).toEqual([0, `amux: passed over ${bad}: The file is empty.\n`]);
    expect(end.stdout).toContain(ID);
  });

  it('says the same of many files once', async () => {
    const other = join(home, 'many');
    const folder = join(other, '.claude/projects/-work-a');
    mkdirSync(folder, { recursive: true });
    for (const end of ['1', '2', '3']) {
      writeFileSync(join(folder, `a8074e56-a197-4541-b664-193ee9c6890${end}.jsonl`), '');
    }
    const { stderr } = await callAmux(['sessions'], { env: { ...env, HOME: other } });
    expect(stderr).toMatch(/^amux: passed over 3 files of claude, such as \S+\.jsonl: The file is empty\.\n$/);
  });

  it.each([
    [['show', ID, '--cwd', '/work/a'], 2, 'sessions show takes no --cwd'],
    [['show', ID, '--limit', '1'], 2, 'sessions show takes no --limit'],
    [['show'], 2, 'sessions show needs the id of a session. `amux sessions` lists them.'],
    [['remove', ID], 2, 'sessions takes list or show <id>, not "remove".'],
    [['list', ID], 2, `sessions list takes no "${ID}". To see one session: amux sessions show ${ID}.`],
    [['--limit', '0'], 2, '--limit must be a whole number of at least 1, not "0".'],
    [['--limit', '1.5'], 2, '--limit must be a whole number of at least 1, not "1.5".'],
    [['show', ''], 2, 'sessions show needs the id of a session.'],
    [['--adapter', '/nope'], 2, '--adapter /nope: there is no /nope.'],
    [['--limit', 'x'], 2, '--limit must be a number, not "x".'],
    [['--agent', 'nobody'], 3, '--agent: there is no agent "nobody".'],
    [['show', 'unknown'], 8, 'amux: There is no session "unknown". `amux sessions` lists those that there are.'],
    [['show', 'unknown', '--agent', 'claude'], 8, 'amux: There is no session "unknown" of claude.'],
    [['--agent', 'cursor'], 6, 'amux: the sessions of cursor cannot be read'],
  ])('%j ends with its exit code and one sentence', async (args, code, message) => {
    const end = await callAmux(['sessions', ...args], { env });
    expect([end.code, end.stdout]).toEqual([code, '']);
    expect(end.stderr).toContain(message);
    expect(end.stderr.trimEnd().split('\n').length).toBe(1);
  });
});
