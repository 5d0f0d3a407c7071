import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PlayerOptions, writePlayerBinary } from '@agent-mux/testkit';
import { spawn } from 'node-pty';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { findPinned } from './demo/find-pinned.ts';
import { callAmux } from './testing/call-amux.ts';
import { fixture } from './testing/fixture.ts';
import { AMUX, runAmux } from './testing/run-amux.ts';

const folder = mkdtempSync(join(tmpdir(), 'amux-demo-'));
afterAll(() => rmSync(folder, { recursive: true }));

let players = 0;

/** A program that plays what the real CLI once wrote. */
function player(agent: 'claude' | 'gemini', scenario: string, options: PlayerOptions = {}): string {
  const path = writePlayerBinary({
    binary: join(folder, `${agent}-${scenario}-${players++}`),
    cassette: join(fixture(scenario, agent), 'cassette.jsonl'),
    ...options,
  });
  return `${agent}=${path}`;
}

const binaries = (...players: readonly string[]): string[] => players.flatMap((each) => ['--binary', each]);

describe('amux demo with one CLI', () => {
  it('says how to get one where there is none', async () => {
    const end = await callAmux(['demo'], { cwd: folder, env: { PATH: '/nowhere' } });
    expect([end.code, end.stdout]).toEqual([4, '']);
    expect(end.stderr).toMatch(
      /^amux: demo: claude, codex, gemini were not found .*Install one of them with: npm install .*\n$/,
    );
    const one = await callAmux(['demo', '--agent', 'gemini'], { cwd: folder, env: { PATH: '/nowhere' } });
    expect(one.stderr).toMatch(/^amux: demo: gemini was not found .*Install it with: npm install .*\n$/);
  });

  it.each([
    [['--agent', 'nobody'], 3, '--agent: there is no agent "nobody".'],
    [
      ['--agent', 'hermes'],
      2,
      'The demo cannot be played by hermes: it knows claude, codex, gemini, copilot, pi, omp, opencode.',
    ],
    [['--agent', 'openclaw'], 2, 'The demo cannot be played by openclaw'],
    [['--binary', ''], 2, '--binary must be a path, not "".'],
  ])('%j is refused', async (args, code, message) => {
    const end = await callAmux(['demo', ...args]);
    expect([end.code, end.stdout]).toEqual([code, '']);
    expect(end.stderr).toContain(message);
  });

  it('does not take a run that failed for a success', async () => {
    const end = await callAmux(['demo', ...binaries(player('claude', 'auth-error'))]);
    expect(end.code).toBe(5);
    expect(end.stdout).toMatch(/outcome +failed\n/);
    expect(end.stdout).toContain('The run did not complete (failed).');
  });

  it('does not take an unchanged file for a success', async () => {
    const end = await callAmux(['demo', ...binaries(player('claude', 'text'))]);
    expect(end.code).toBe(1);
    expect(end.stdout).toMatch(/outcome +completed\n/);
    expect(end.stdout).toContain('is not mended');
  });
});

describe('amux demo with several CLIs', () => {
  it('tells in a pipe what each does, and ends with a table and what their streams have in common', async () => {
    const end = await runAmux(['demo', ...binaries(player('claude', 'text'), player('gemini', 'text'))]);
    expect(end.code).toBe(1);
    expect(end.stderr).toContain('The real Claude Code and Gemini CLI');
    for (const agent of ['claude', 'gemini']) {
      expect(end.stderr).toMatch(
        new RegExp(`^${agent}  session started\n(.*\n)*${agent}  says: .*\n(.*\n)*${agent}  completed\n`, 'm'),
      );
    }
    expect(end.stderr + end.stdout).not.toContain('\x1b');
    expect(end.stdout).toMatch(
      /^\n +claude +gemini\noutcome +completed +completed\ntime +\S+ \w+ +\S+ \w+\ntokens .* in, .* out/,
    );
    expect(end.stdout).toMatch(/\nmended +no +no\n\n\d+ of \d+ event types are in all 2 streams/);
    expect(end.stdout).toMatch(
      /\n {2}session_start turn_start (\w+ )*message_start message_stop [\w\s]*turn_end\s+session_end\n$/,
    );
  });

  it('says which of them failed, and ends with its exit code', async () => {
    const end = await callAmux(['demo', ...binaries(player('claude', 'text'), player('gemini', 'auth-error'))]);
    expect([end.code, /outcome +completed +failed\n/.test(end.stdout)]).toEqual([1, true]);
    expect(end.stderr).toMatch(/\ngemini: AUTH_ERROR: /);
  });

  it('gives every event as a line of JSON', async () => {
    const end = await callAmux(['demo', '--json', ...binaries(player('claude', 'text'), player('gemini', 'text'))]);
    const lines = end.stdout
      .trimEnd()
      .split('\n')
      .map((line): { type: string; agent: string } => JSON.parse(line));
    for (const agent of ['claude', 'gemini']) {
      const types = lines.filter((line) => line.agent === agent).map(({ type }) => type);
      expect(types.slice(-2)).toEqual(['session_end', 'run_result']);
    }
    expect(end.stderr).toBe('');
  });

  it.each([120, 40])('draws a line for each on a terminal of %i columns', async (cols) => {
    // The runs take some time, because a run that is over at once is drawn only once.
    const players = binaries(player('claude', 'text', { speed: 4 }), player('gemini', 'text', { speed: 4 }));
    const args = [AMUX, 'demo', ...players];
    const pty = spawn(process.execPath, args, { cols, rows: 40, env: { ...process.env, NO_COLOR: '1' } });
    let isGone = false;
    onTestFinished(() => {
      if (!isGone) {
        pty.kill('SIGKILL');
      }
    });
    let seen = '';
    pty.onData((data) => {
      seen += data;
    });
    const code = await new Promise<number>((resolve) => pty.onExit(({ exitCode }) => resolve(exitCode)));
    isGone = true;
    expect(code).toBe(1);
    // The cursor goes two lines up and both are written again, so nothing above is scrolled away.
    const [, ...drawings] = seen.split('\x1b[2A');
    expect(drawings.length).toBeGreaterThan(0);
    for (const drawing of drawings) {
      const [first = '', second = ''] = drawing.split('\r\n');
      expect([first.startsWith('\x1b[2Kclaude  '), second.startsWith('\x1b[2Kgemini  ')]).toEqual([true, true]);
      expect(Math.max(first.length, second.length) - '\x1b[2K'.length).toBeLessThan(cols);
    }
    // The table stands below the last of them.
    expect(drawings.at(-1)).toMatch(
      /events {2}completed.*\r\n.*events {2}completed[\s\S]*event types are in all 2 streams/,
    );
  });
});

describe('the pinned CLIs', () => {
  const agents = join(folder, 'test', 'agents', 'node_modules');
  mkdirSync(join(folder, 'packages', 'x'), { recursive: true });
  const pin = (agent: string, bin: unknown, file: string, size: number): string => {
    const path = join(agents, agent, file);
    mkdirSync(join(agents, agent, 'bin'), { recursive: true });
    writeFileSync(join(agents, agent, 'package.json'), JSON.stringify({ version: '1.2.3', bin }));
    writeFileSync(path, Buffer.alloc(size));
    return path;
  };

  it.each([
    ['a program', { claude: 'bin/claude.exe' }, 'bin/claude.exe', 2_000_000, true],
    ['no placeholder', { claude: 'bin/claude.exe' }, 'bin/claude.exe', 500, false],
    ['a script', { claude: 'bin/claude.js' }, 'bin/claude.js', 500, true],
    ['the only program', 'bin/main.js', 'bin/main.js', 500, true],
  ])('are found from any folder of the repository: %s', (_, bin, file, size, isFound) => {
    const path = pin('claude', bin, file, size);
    const found = findPinned('claude', join(folder, 'packages', 'x'));
    expect(found).toEqual(isFound ? { path, version: '1.2.3' } : undefined);
  });

  it('play unasked only where they are among the first three', async () => {
    const repository = mkdtempSync(join(tmpdir(), 'amux-demo-'));
    onTestFinished(() => rmSync(repository, { recursive: true }));
    for (const agent of ['codex', 'gemini', 'pi']) {
      const place = join(repository, 'test', 'agents', 'node_modules', agent);
      mkdirSync(place, { recursive: true });
      writeFileSync(join(place, 'package.json'), JSON.stringify({ version: '1.2.3', bin: 'main.sh' }));
      // The program leaves at once, because the test only asks who plays.
      writeFileSync(join(place, 'main.sh'), '#!/bin/sh\n', { mode: 0o755 });
    }
    const play = async (...args: readonly string[]): Promise<string> =>
      (await callAmux(['demo', ...args], { cwd: repository, env: { PATH: '/nowhere' } })).stderr;
    expect(await play()).toContain('The real Codex and Gemini CLI, and');
    expect(await play('--agent', 'codex', '--agent', 'pi')).toContain('The real Codex and pi, and');
  });

  it('are none outside of the repository', () => {
    expect(findPinned('claude', tmpdir())).toBeUndefined();
  });
});
