/** A command line is read once, and nothing is made before all of it was checked. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writePlayerBinary } from '@agent-mux/testkit';
import { spawn } from 'node-pty';
import { afterAll, describe, expect, it } from 'vitest';
import { EXIT_CODE_OF_MISUSE } from '../exit-codes.ts';
import { fixture } from './testing/fixture.ts';
import { AMUX } from './testing/run-amux.ts';

const folder = mkdtempSync(join(tmpdir(), 'amux-before-'));
afterAll(() => rmSync(folder, { recursive: true }));
const place = (...names: readonly string[]): string => join(folder, ...names);

const cassette = join(fixture('text'), 'cassette.jsonl');
const binary = writePlayerBinary({ binary: place('claude'), cassette });
writeFileSync(place('policy.json'), JSON.stringify({ allow: [{ kind: 'read' }] }));
writeFileSync(place('prices.json'), JSON.stringify({ 'a-model': { inputPerMillion: 1, outputPerMillion: 2 } }));
writeFileSync(place('servers.json'), JSON.stringify({ name: 'one', transport: 'stdio', command: 'true' }));
writeFileSync(place('AGENTS.md'), 'Be short.\n');

/** Claude Code under another name. */
const other = place('other.mjs');
const adapters = fileURLToPath(import.meta.resolve('@agent-mux/adapters/package.json'));
writeFileSync(
  other,
  `import { claude } from ${JSON.stringify(join(dirname(adapters), 'dist/index.js'))};\nexport const other = { ...claude, agent: 'other' };\n`,
);

const repository = place('repository');
mkdirSync(repository);
const git = (...args: readonly string[]): unknown => execFileSync('git', args, { cwd: repository });
git('init', '-q');
git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'first', '--allow-empty');

/** Programs that the tests need, and no agent. */
const programs = place('programs');
mkdirSync(programs);
for (const name of ['git', 'bash', 'cat', 'sh']) {
  symlinkSync(execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim(), join(programs, name));
}
const temporary = place('tmp');
mkdirSync(temporary);

interface End {
  readonly code: number;
  readonly shown: string;
}

/** Runs `line` in bash at a terminal, which a chat needs. A chat is left as soon as it waits. */
function atTerminal(line: string): Promise<End> {
  const path = [programs, dirname(process.execPath)].join(delimiter);
  const env = { ...process.env, PATH: path, HOME: folder, NO_COLOR: '1', AMUX_STORE: '', TMPDIR: temporary };
  const pty = spawn(join(programs, 'bash'), ['-c', line], { cols: 200, rows: 50, cwd: repository, env });
  let shown = '';
  let hasLeft = false;
  pty.onData((data) => {
    shown += data;
    if (!hasLeft && shown.includes('claude > ')) {
      hasLeft = true;
      pty.write('/quit\r');
    }
  });
  return new Promise((resolve) => pty.onExit(({ exitCode }) => resolve({ code: exitCode, shown })));
}

const amux = `'${process.execPath}' '${AMUX}'`;

describe('a file that can be read once', { timeout: 60_000 }, () => {
  const piped = (flag: string, name: string): string => `${flag} <(cat '${place(name)}')`;
  const flags = [
    ...[piped('--policy', 'policy.json'), piped('--prices', 'prices.json'), piped('--mcp-server', 'servers.json')],
    piped('--agents-doc', 'AGENTS.md'),
  ].join(' ');

  it.each([
    ['run', `run claude hello --binary '${binary}' ${flags}`],
    ['record', `record claude hello --out '${place('tape')}' --binary '${binary}' ${flags}`],
    ['chat', `chat claude hello --binary '${binary}' ${flags}`],
    [
      'compare',
      `compare claude other --adapter '${other}' --binary claude='${binary}' --binary other='${binary}' ${flags} -- hello`,
    ],
  ])('is enough for amux %s', async (_, line) => {
    const { shown } = await atTerminal(`${amux} ${line}`);
    expect(shown).not.toMatch(/is no JSON|is not JSON|could not be read|is missing|nothing was started/);
    expect(shown).toMatch(/hello|Hello|completed/);
  });
});

describe('a CLI that is not installed', { timeout: 60_000 }, () => {
  it.each([
    ['run', 'run claude hello'],
    ['record', `record claude hello --out '${place('never')}'`],
    ['chat', 'chat claude hello'],
    ['chat without a word', 'chat claude'],
    ['compare', 'compare claude codex --yolo -- hello'],
  ])('has amux %s make nothing, no store and no worktree', async (_, line) => {
    const store = place('unused', 'runs.db');
    const { code, shown } = await atTerminal(`${amux} ${line.replace(/(?= -- )|$/, ` --store '${store}'`)}`);
    expect([code, shown]).toEqual([EXIT_CODE_OF_MISUSE.AGENT_NOT_INSTALLED, expect.stringContaining('not installed')]);
    expect([existsSync(dirname(store)), existsSync(place('never'))]).toEqual([false, false]);
    expect(readdirSync(temporary).filter((name) => name.startsWith('amux-compare-'))).toEqual([]);
  });
});
