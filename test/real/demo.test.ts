/** `amux demo` as a user sees it: the three pinned CLIs side by side, in a pipe and on a terminal, and all that are on PATH. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { spawn } from 'node-pty';
import { expect, it, onTestFinished } from 'vitest';
import { agentBinary } from './support/agents.ts';
import { ompStage } from './support/stages/omp.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAIN = join(ROOT, 'packages/agent-mux/src/cli/main.ts');
const ARGS = ['--conditions=agent-mux-source', '--import', import.meta.resolve('tsx'), MAIN, 'demo'];
const AGENTS = ['claude', 'codex', 'gemini'];

/** Only these CLIs are on PATH, nothing of the user's can be reached, and what is left behind can be seen. */
function surroundings(programs: Readonly<Record<string, string>> = {}): {
  env: NodeJS.ProcessEnv;
  leftOver: () => string[];
} {
  const temp = mkdtempSync(join(tmpdir(), 'amux-real-demo-'));
  onTestFinished(() => rmSync(temp, { recursive: true, force: true }));
  const bin = join(temp, 'bin');
  mkdirSync(bin);
  for (const [name, path] of Object.entries(programs)) {
    // A link would not do: some programs look for their parts beside the name that they were started by.
    writeFileSync(join(bin, name), `#!/bin/sh\nexec '${path}' "$@"\n`, { mode: 0o755 });
  }
  const PATH = [bin, dirname(process.execPath), '/usr/bin', '/bin'].join(':');
  return { env: { PATH, HOME: temp, TMPDIR: temp, NO_COLOR: '1' }, leftOver: () => readdirSync(temp) };
}

function expectTable(text: string): void {
  const rowOf = (name: string): string => new RegExp(`^${name} .*$`, 'm').exec(text)?.[0] ?? '';
  expect(text).toMatch(/^ +claude 2\.1\.329 +codex 0\.169\.0 +gemini 0\.61\.0\s*$/m);
  expect(rowOf('outcome').match(/completed/g)).toHaveLength(3);
  expect(rowOf('mended').match(/yes/g)).toHaveLength(3);
  expect(rowOf('files changed').match(/add\.mjs/g)).toHaveLength(3);
  expect(rowOf('tokens').match(/\d in, (?:\d+|\?) out/g)).toHaveLength(3);
  expect(rowOf('tools')).toMatch(/Bash \(2 times\), Read, Edit +shell \(3 times\), apply_patch +run_shell_command/);
  const shape = text.slice(text.indexOf('event types are in all 3 streams')).replaceAll(/\s+/g, ' ');
  expect(shape).toMatch(
    /session_start turn_start .*thinking_start .*approval_request approval_granted .*file_patch .*session_end/,
  );
}

it('compares them in a pipe', async () => {
  const { env, leftOver } = surroundings();
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ARGS, { cwd: ROOT, env, timeout: 110_000 });
  expectTable(stdout);
  for (const agent of AGENTS) {
    expect(stderr).toMatch(new RegExp(`^${agent} +changed add\\.mjs$`, 'm'));
    expect(stderr).toMatch(new RegExp(`^${agent} +completed$`, 'm'));
  }
  expect(leftOver().filter((name) => name.startsWith('amux-'))).toEqual([]);
});

it('shows them live on a terminal', async () => {
  const { env } = surroundings();
  const pty = spawn(process.execPath, ARGS, { cols: 140, rows: 50, cwd: ROOT, env });
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
  expect(code, seen).toBe(0);
  const drawings = seen.split('\x1b[3A').slice(1);
  // Each is seen at work while another one is.
  expect(drawings.length).toBeGreaterThan(10);
  expectTable(drawings.at(-1) ?? '');
});

it('plays all that are on PATH', { timeout: 240_000 }, async () => {
  const installed = ['claude', 'codex', 'copilot', 'gemini', 'opencode', 'pi'];
  const programs = Object.fromEntries(installed.map((agent) => [agent, agentBinary(agent)]));
  const agents = [...installed, 'omp'];
  const { env, leftOver } = surroundings({ ...programs, omp: ompStage.binary(ompStage.version) });
  const options = { cwd: tmpdir(), env, timeout: 230_000 };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ARGS, options);
  expect(stdout).toMatch(/^\n +outcome +time +tokens +cost +tools +asked +files changed +events +mended\n/);
  for (const agent of agents) {
    expect(stderr).toMatch(new RegExp(`^${agent} +changed add\\.mjs$`, 'm'));
    expect(stdout).toMatch(
      new RegExp(
        `^${agent} [\\d.]+ +completed .*(?:\\d in, (?:\\d+|\\?) out|not reported) .* [34] times +add\\.mjs .* yes$`,
        'm',
      ),
    );
  }
  const shape = stdout.slice(stdout.indexOf('event types are in all 7 streams')).replaceAll(/\s+/g, ' ');
  expect(shape).toMatch(/session_start turn_start .*thinking_start .*approval_request approval_granted .*session_end/);
  expect(leftOver().filter((name) => name.startsWith('amux-'))).toEqual([]);
});
