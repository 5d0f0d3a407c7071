import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writePlayerBinary } from '@agent-mux/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAmux } from './testing/call-amux.ts';
import { fixture } from './testing/fixture.ts';

const home = mkdtempSync(join(tmpdir(), 'amux-colours-'));
afterAll(() => rmSync(home, { recursive: true }));
const env = { HOME: home, CLAUDE_CONFIG_DIR: '', CODEX_HOME: '', PATH: '/nowhere', NO_COLOR: '', AMUX_STORE: '' };
const ID = '05fe561b-712b-45c8-a292-5d9c8d437019';
const store = join(home, 'runs.db');

beforeAll(async () => {
  const project = join(home, '.claude/projects/-work-a');
  mkdirSync(project, { recursive: true });
  const said = { type: 'user', uuid: 'a', parentUuid: null, message: { role: 'user', content: 'Hello.' } };
  const line = { ...said, sessionId: ID, cwd: '/work/a', timestamp: '2026-11-22T00:21:39.851Z' };
  writeFileSync(join(project, `${ID}.jsonl`), `${JSON.stringify(line)}\n`);
  const binary = writePlayerBinary({ binary: join(home, 'claude'), cassette: join(fixture('text'), 'cassette.jsonl') });
  const args = ['run', 'claude', 'hello', '--binary', binary, '--store', store];
  expect((await callAmux(args, { env: { ...env, PATH: process.env['PATH'] ?? '' } })).code).toBe(0);
});

describe('what is written in colours', () => {
  it.each([
    [['agents']],
    [['doctor']],
    [['doctor', 'claude']],
    [['sessions']],
    [['sessions', 'show', ID]],
    [['runs', '--store', store]],
  ])('%j: has those of a terminal, and nothing of how we mark them', async (args) => {
    const { stdout } = await callAmux(args, { env: { ...env, FORCE_COLOR: '1' } });
    expect(stdout).toContain('\x1b[');
    expect(stdout).not.toMatch(/<[0-9a-f-]{36} \d+>/);
  });
});

describe('amux doctor', () => {
  it('is a line for each agent, those first that are nearest to a run', async () => {
    const { stdout } = await callAmux(['doctor'], { env });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.at(-1)).toBe('All about one: amux doctor <agent>. All about all: amux doctor --verbose.');
    expect(lines.length).toBeLessThan(24);
    expect(lines.slice(0, -1).map((line) => line.split(' ', 1)[0])).toContain('claude');
    expect(stdout).toMatch(/^claude +not installed +- +Install it with: npm install/m);
  });

  it('is all of it when asked', async () => {
    const { stdout } = await callAmux(['doctor', '--verbose'], { env });
    expect(stdout).toMatch(/^claude {2}Claude Code {2}not installed\n {2}found /m);
  });
});
