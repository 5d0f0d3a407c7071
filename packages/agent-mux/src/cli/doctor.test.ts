import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { callAmux } from './testing/call-amux.ts';
import { type AmuxEnd, runAmux } from './testing/run-amux.ts';

const scratch = mkdtempSync(join(tmpdir(), 'amux-doctor-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

interface Machine {
  /** The output of `claude --version`; undefined where there is no claude. */
  readonly version?: string;
  /** The whole program, which replaces that output. */
  readonly program?: string;
  /** Files below the home folder. */
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

let machines = 0;

/** Sets up a home and a PATH of their own. */
function setUp({ version, program, files = {}, env = {} }: Machine): {
  home: string;
  bin: string;
  env: Record<string, string>;
} {
  const home = join(scratch, String(machines++));
  const bin = join(home, 'bin');
  mkdirSync(bin, { recursive: true });
  if (version !== undefined) {
    writeProgram(join(bin, 'claude'), `echo '${version}'`);
  }
  if (program !== undefined) {
    writeFileSync(join(bin, 'claude'), program, { mode: 0o755 });
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  const none = { ANTHROPIC_API_KEY: '', ANTHROPIC_AUTH_TOKEN: '', CLAUDE_CODE_OAUTH_TOKEN: '', CLAUDE_CONFIG_DIR: '' };
  return { home, bin, env: { ...none, HOME: home, PATH: `${bin}:/usr/bin:/bin`, ...env } };
}

function writeProgram(path: string, line: string): void {
  writeFileSync(path, `#!/bin/sh\n${line}\n`);
  chmodSync(path, 0o755);
}

const doctor = (machine: Machine, ...args: readonly string[]): Promise<AmuxEnd> =>
  callAmux(['doctor', ...args], { env: setUp(machine).env });

const SECRET = 'sk-ant-never-to-be-shown';
const LOGIN = JSON.stringify({ claudeAiOauth: { accessToken: SECRET } });

describe('amux doctor', () => {
  it.each<[string, Machine, number, readonly string[]]>([
    [
      'is not installed',
      {},
      4,
      ['claude  Claude Code  not installed', 'in no folder of PATH', '→ Install it with: npm install'],
    ],
    [
      'has no login',
      { version: '2.1.329' },
      5,
      ['no login', 'login             no: nothing here shows one', '→ Run `claude` once'],
    ],
    [
      'has a key in a variable',
      { version: '2.1.329 (Claude Code)', env: { ANTHROPIC_API_KEY: SECRET } },
      0,
      [
        'claude  Claude Code  ready',
        '2.1.329, tested',
        'bidi (the richest; it asks before it acts)',
        'yes: The variable ANTHROPIC_API_KEY is set.',
      ],
    ],
    [
      'has a login in its home',
      { version: '2.1.197', files: { '.claude/.credentials.json': LOGIN } },
      0,
      ['yes: There is /', '.credentials.json'],
    ],
    [
      'has a file without a login',
      { version: '2.1.329', files: { '.claude/.credentials.json': '{}' } },
      5,
      ['no: nothing here'],
    ],
    [
      'has a file that is damaged',
      { version: '2.1.329', files: { '.claude/.credentials.json': SECRET } },
      0,
      ['not known: /', 'could not be read'],
    ],
    [
      'is newer',
      { version: '3.0.0', files: { '.claude/.credentials.json': LOGIN } },
      0,
      ['3.0.0, newer than the tested ones', 'amux doctor --drift claude@3.0.0'],
    ],
    [
      'is older',
      { version: '2.1.9', files: { '.claude/.credentials.json': LOGIN } },
      0,
      ['2.1.9, older than the tested ones'],
    ],
    [
      'is in between',
      { version: '2.1.300', files: { '.claude/.credentials.json': LOGIN } },
      0,
      ['2.1.300, between the tested ones'],
    ],
    [
      'says no version',
      { version: '', files: { '.claude/.credentials.json': LOGIN } },
      0,
      ['ready', 'it starts, and does not say its version', '→ See whether it starts'],
    ],
    [
      'fails at once',
      { program: '#!/bin/sh\nexit 127\n', env: { ANTHROPIC_API_KEY: SECRET } },
      1,
      [
        'claude  Claude Code  broken',
        '--version ended with exit code 127 (tested',
        'If it does not, install it again with: npm install -g @anthropic-ai/claude-code.',
      ],
    ],
    [
      'says why it fails',
      { program: '#!/bin/sh\necho "no bun here" >&2\nexit 1\n', env: { ANTHROPIC_API_KEY: SECRET } },
      1,
      ['broken', '--version ended with exit code 1: no bun here (tested'],
    ],
    [
      'is garbage',
      { program: '\u0000\u0001\u0002\n(\n', env: { ANTHROPIC_API_KEY: SECRET } },
      1,
      ['claude  Claude Code  broken'],
    ],
    [
      'has no interpreter',
      { program: '#!/nonexistent/interp\n', env: { ANTHROPIC_API_KEY: SECRET } },
      1,
      ['broken', 'it could not be started: the program that its first line names is not there'],
    ],
    [
      'does not end',
      { program: '#!/bin/sh\nsleep 600\n', env: { ANTHROPIC_API_KEY: SECRET } },
      0,
      ['ready', 'it does not say its version within 5 s'],
    ],
    [
      'has a folder where its login should be',
      { version: '2.1.329', files: { '.claude/.credentials.json/a': LOGIN } },
      5,
      ['no login'],
    ],
  ])('says of a CLI that %s', async (_, machine, code, sentences) => {
    const end = await doctor(machine, 'claude');
    expect([end.code, end.stderr]).toEqual([code, '']);
    for (const sentence of sentences) {
      expect(end.stdout).toContain(sentence);
    }
    expect(end.stdout).not.toContain(SECRET);
  });

  it('looks where the CLI itself looks, if a variable moves its folder', async () => {
    const { home, env } = setUp({ version: '2.1.329', files: { 'elsewhere/.credentials.json': LOGIN } });
    const { code } = await callAmux(['doctor', 'claude'], {
      env: { ...env, CLAUDE_CONFIG_DIR: join(home, 'elsewhere') },
    });
    expect(code).toBe(0);
  });

  it('speaks of all agents, and is content with one that is ready', async () => {
    const { env } = setUp({ version: '2.1.329', env: { ANTHROPIC_API_KEY: SECRET } });
    const { code, stdout } = await runAmux(['doctor', '--json'], { env });
    const { ok, data } = JSON.parse(stdout);
    expect([code, ok]).toEqual([0, true]);
    expect(data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          agent: 'claude',
          readiness: 'ready',
          isTested: true,
          modes: { prompt: 'bidi', deny: 'bidi', yolo: 'bidi' },
          auth: expect.objectContaining({ status: 'authenticated', source: 'ANTHROPIC_API_KEY' }),
        }),
      ]),
    );
    expect(stdout).not.toContain(SECRET);
  });

  it('says 3 of an agent that it does not know', async () => {
    expect(await doctor({}, 'cloud')).toMatchObject({ code: 3, stdout: '' });
  });

  it.each([
    ['an agent besides', ['claude', '--drift', 'codex'], 'doctor takes an agent or --drift, not both'],
    ['JSON', ['--drift', 'claude', '--json'], '--drift and --json exclude each other'],
    ['an unknown agent', ['--drift', 'nope'], '--drift takes one of claude, '],
    ['an agent that it cannot play', ['--drift', 'hermes@1.0.0'], 'not "hermes@1.0.0"'],
  ])('refuses --drift with %s', async (_, args, message) => {
    const end = await doctor({}, ...args);
    expect([end.code, end.stdout]).toEqual([2, refusalOn(args)]);
    expect(end.stderr).toContain(message);
  });

  it('sends nobody to a drift check that there is not, nor to a command that is none', async () => {
    const { env } = setUp({ version: '1' });
    const args = ['doctor', 'echo', '--adapter', writeEcho('', 'true', '9.9.9')];
    const [echo, hermes] = await Promise.all([
      callAmux(args, { env: { ...env, PATH: `${env['PATH']}:${ECHO}` } }),
      callAmux(['doctor', 'hermes'], { env }),
    ]);
    expect(echo.stdout).toMatch(/newer than the tested ones/);
    expect(echo.stdout).toMatch(/install a tested version\.\n/);
    expect(hermes.stdout).toMatch(
      /→ Install it by hand: see https:\S+ \(The npm .*\); or give its path to a run: `amux run \w+ --binary <path>`\.\n/,
    );
  });

  it.each([
    ['omp', 'pi-coding-agent (Needs bun 1.3.14 or later on the PATH), or with `amux install omp --yes`'],
    ['openclaw', 'npm install -g openclaw (Needs Node 24.16 or later), or with `amux install openclaw --yes`'],
  ])('says what %s needs', async (agent, sentence) => {
    expect((await doctor({}, agent)).stdout).toContain(sentence);
  });

  it('says 6 of an agent without a mode for any approvals', async () => {
    const { env } = setUp({});
    const args = ['doctor', 'echo', '--adapter', writeEcho('"approvalModes":[]', 'true')];
    const { code, stdout } = await callAmux(args, { env: { ...env, PATH: `${env['PATH']}:${ECHO}` } });
    expect([code, stdout]).toEqual([6, expect.stringContaining('echo has no mode for approvals "prompt"')]);
  });
});

const ROOT = join(import.meta.dirname, '../../../..');
const ECHO = join(scratch, 'echo-bin');

/** The example adapter with other capabilities and another install command. */
function writeEcho(capability: string, install: string, version = '1.0.0'): string {
  mkdirSync(ECHO, { recursive: true });
  writeProgram(join(ECHO, 'echo-agent'), `echo ${version}`);
  const path = join(scratch, `echo-${machines++}.mjs`);
  const example = JSON.stringify(join(ROOT, 'examples/adapter-echo/index.js'));
  writeFileSync(
    path,
    `import { echo } from ${example};
const modes = echo.modes.map((mode) => ({ ...mode, capabilities: { ...mode.capabilities, ...{${capability}} } }));
const install = [{ platform: 'all', type: 'npm', command: ${JSON.stringify(install)} }];
export const changed = { ...echo, modes, install };
`,
  );
  return path;
}

describe('amux install', () => {
  it('prints the official command, and runs nothing', async () => {
    const { env, bin } = setUp({});
    const { code, stdout } = await runAmux(['install', 'claude'], { env });
    expect([code, stdout, existsSync(join(bin, 'claude'))]).toEqual([
      0,
      'npm install -g @anthropic-ai/claude-code\n',
      false,
    ]);
  });

  it('prints what is to be done by hand as that', async () => {
    const { stdout } = await callAmux(['install', 'hermes'], { env: setUp({}).env });
    expect(stdout).toMatch(/^by hand: see https:\S+ {2}# /);
  });

  it('prints what it needs beside the command', async () => {
    const { stdout } = await callAmux(['install', 'omp'], { env: setUp({}).env });
    expect(stdout).toBe('npm install -g @oh-my-pi/pi-coding-agent  # Needs bun 1.3.14 or later on the PATH.\n');
  });

  it('prints it as JSON', async () => {
    const { stdout } = await callAmux(['install', 'claude', '--json'], { env: setUp({}).env });
    expect(JSON.parse(stdout)).toEqual({
      ok: true,
      data: [{ platform: 'all', type: 'npm', command: 'npm install -g @anthropic-ai/claude-code' }],
    });
  });

  it.each<[string, (bin: string) => string, number, string]>([
    ['leaves the CLI on the PATH', (bin) => `cp "${ECHO}/echo-agent" "${bin}/"`, 0, 'Echo 1.0.0 is at '],
    ['fails', () => 'exit 7', 1, 'the command failed (exit code 7)'],
    ['leaves it nowhere', () => 'true', 1, 'the command succeeded, but "echo-agent" is in no folder of PATH'],
  ])('runs it with --yes, and sees whether it %s', async (_, command, code, message) => {
    const { env, bin } = setUp({});
    const args = ['install', 'echo', '--yes', '--adapter', writeEcho('', command(bin))];
    const end = await callAmux(args, { env });
    expect([end.code, end.stdout]).toEqual([code, '']);
    expect(end.stderr).toContain(message);
  });

  it.each<[string, readonly string[], number, string]>([
    ['an unknown agent', ['cloud'], 3, 'There is no agent "cloud"'],
    ['a way that there is not', ['claude', '--method', 'brew'], 2, 'claude cannot be installed by "brew"'],
    ['to run and to print JSON', ['claude', '--yes', '--json'], 2, '--yes and --json exclude each other'],
    ['no agent at all', [], 2, 'install needs <agent>.'],
  ])('refuses %s', async (_, args, code, message) => {
    const end = await callAmux(['install', ...args], { env: setUp({}).env });
    expect([end.code, end.stdout]).toEqual([code, refusalOn(args)]);
    expect(end.stderr).toContain(message);
  });
});

/** What stdout has where a command with these words is refused. */
function refusalOn(args: readonly string[]): unknown {
  return args.includes('--json') ? expect.stringMatching(/^\{"ok":false,"error":\{.+\}\}\n$/) : '';
}
