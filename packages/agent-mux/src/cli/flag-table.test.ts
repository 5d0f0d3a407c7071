import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Actions } from './command-table.ts';
import type { GivenFlags } from './flag-table.ts';
import { createProgram } from './program.ts';
import { type FlagOptions, nameFlags, nameLacks, readFlags } from './run-options.ts';
import { tellMistakes, UsageError } from './usage-error.ts';

const folder = mkdtempSync(join(tmpdir(), 'amux-flags-'));
const write = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
afterAll(() => rmSync(folder, { recursive: true }));

function draftOf(given: GivenFlags): FlagOptions {
  const { draft, mistakes } = readFlags(given);
  if (mistakes.length > 0) {
    throw new UsageError(mistakes);
  }
  return draft;
}

/** The result of a command line: the arguments of the command, the options of its run, and the text of errors. */
async function parse(...args: string[]): Promise<{ called: unknown[]; exitCode: number; error: string }> {
  const called: unknown[] = [];
  let error = '';
  const actions: Actions = {
    run: async (agent, prompt, given) => {
      called.push('run', agent, given.get('prompt')?.at(-1) ?? prompt, draftOf(given));
      return 0;
    },
    replay: async (path, given) => {
      called.push('replay', path, Object.fromEntries(given));
      return 0;
    },
    agents: async (given) => {
      called.push('agents', Object.fromEntries(given));
      return 0;
    },
    demo: async (given) => {
      called.push('demo', Object.fromEntries(given));
      return 0;
    },
    doctor: async (agent, given) => {
      called.push('doctor', agent, Object.fromEntries(given));
      return 0;
    },
    install: async (agent, given) => {
      called.push('install', agent, Object.fromEntries(given));
      return 0;
    },
    chat: async (first, second, given) => {
      called.push('chat', first, second, Object.fromEntries(given));
      return 0;
    },
    compare: async (agents, given) => {
      called.push('compare', agents, Object.fromEntries(given));
      return 0;
    },
    completion: async (shell) => {
      called.push('completion', shell);
      return 0;
    },
    runs: async (action, id, given) => {
      called.push('runs', action, id, Object.fromEntries(given));
      return 0;
    },
    sessions: async (action, id, given) => {
      called.push('sessions', action, id, Object.fromEntries(given));
      return 0;
    },
  };
  const { obey, line, exitCode } = createProgram(actions, {
    write: () => {},
    writeError: (text) => {
      error += text;
    },
    version: '1.2.3',
  });
  try {
    await obey(args);
    const { slips } = line();
    return slips.length === 0
      ? { called, exitCode: exitCode(), error }
      : { called: [], exitCode: -1, error: error || tellMistakes(slips) };
  } catch (thrown) {
    return { called, exitCode: -1, error: error || String(thrown) };
  }
}

const server = { name: 'db', transport: 'stdio', command: 'db' };

describe('flags of a run', () => {
  it.each([
    ['nothing', [], {}],
    [
      'text',
      ['-m', 'opus', '--mode', 'stream', '--system', 'be short', '--system-mode', 'append'],
      { model: 'opus', mode: 'stream', systemPrompt: 'be short', systemPromptMode: 'append' },
    ],
    ['a joined value', ['--model=opus', '--system=-x'], { model: 'opus', systemPrompt: '-x' }],
    [
      'paths, made absolute',
      ['--cwd', '.', '--binary', '/bin/x', '--record', '/tmp/r'],
      { cwd: process.cwd(), binary: '/bin/x', record: '/tmp/r' },
    ],
    ['environment', ['--env', 'A=1', '--env', 'B=x=y', '--env', 'C='], { env: { A: '1', B: 'x=y', C: '' } }],
    [
      'numbers',
      ['--thinking-budget', '2048', '--temperature', '0.5', '--top-p', '.9', '--top-k', '1e1', '--max-turns', '3'],
      { thinkingBudgetTokens: 2048, temperature: 0.5, topP: 0.9, topK: 10, maxTurns: 3 },
    ],
    [
      'limits',
      [
        '--max-cost-usd',
        '.25',
        '--max-tokens',
        '5',
        '--max-output-tokens',
        '6',
        '--timeout',
        '7',
        '--inactivity-timeout',
        '8',
        '--interaction-timeout',
        '9',
      ],
      { maxCostUsd: 0.25, maxTokens: 5, maxOutputTokens: 6, timeout: 7, inactivityTimeout: 8, interactionTimeoutMs: 9 },
    ],
    [
      'times',
      ['--timeout', '1h30m', '--inactivity-timeout', '0.1s', '--interaction-timeout', '250ms'],
      { timeout: 5_400_000, inactivityTimeout: 100, interactionTimeoutMs: 250 },
    ],
    ['an approval mode', ['--approval-mode', 'prompt'], { approvalMode: 'prompt' }],
    ['thinking', ['--thinking-effort', 'max'], { thinkingEffort: 'max' }],
    ['the sandbox', ['--sandbox', 'read-only', '--network'], { sandbox: 'read-only', network: true }],
    [
      'the sandbox without a network',
      ['--sandbox', 'workspace-write', '--no-network'],
      { sandbox: 'workspace-write', network: false },
    ],
    [
      'words for the CLI itself',
      ['--native-arg=--flag', '--native-arg', 'value'],
      { native: { args: ['--flag', 'value'] } },
    ],
    [
      'sessions',
      ['--session', 'a', '--fork', 'b', '--no-session'],
      { sessionId: 'a', forkSessionId: 'b', noSession: true },
    ],
    ['streaming on', ['--stream'], { stream: true }],
    ['streaming off', ['--no-stream'], { stream: false }],
    ['yolo', ['--yolo'], { approvalMode: 'yolo' }],
    ['deny', ['--deny'], { approvalMode: 'deny' }],
    [
      'lists',
      ['--tag', 'a', '--tag', 'b', '--skill', 's', '--attach', '/a.png', '--attach', '/b.txt'],
      { tags: ['a', 'b'], skills: ['s'], attachments: [{ filePath: '/a.png' }, { filePath: '/b.txt' }] },
    ],
    [
      'the rest',
      ['--include-subagents', '--retry', '2', '--run-id', 'X'],
      { includeSubagents: true, retryPolicy: { maxAttempts: 2 }, runId: 'X' },
    ],
    ['an agents doc', ['--agents-doc', write('AGENTS.md', '# Rules\n')], { agentsDoc: '# Rules\n' }],
    ['a server as JSON', ['--mcp-server', JSON.stringify(server)], { mcpServers: [server] }],
    [
      'servers from a file and as JSON',
      ['--mcp-server', write('mcp.json', JSON.stringify([server, server])), '--mcp-server', JSON.stringify(server)],
      { mcpServers: [server, server, server] },
    ],
    ['the last of two', ['--model', 'a', '--model', 'b'], { model: 'b' }],
  ])('%s', async (_, flags, options) => {
    expect(await parse('run', 'claude', 'hello', ...flags)).toEqual({
      called: ['run', 'claude', 'hello', options],
      exitCode: 0,
      error: '',
    });
  });

  it.each([
    [['--top-k', '1O'], '--top-k must be a number, not "1O".'],
    [['--timeout', ''], '--timeout must be a time such as 90s, 5m or 1h30m, or a number of milliseconds, not "".'],
    [['--timeout', '0x10'], 'or a number of milliseconds, not "0x10".'],
    [['--timeout', '5 m'], 'or a number of milliseconds, not "5 m".'],
    [['--timeout', '5M'], 'or a number of milliseconds, not "5M".'],
    [['--inactivity-timeout', '-1s'], '--inactivity-timeout must be a time such as'],
    [['--interaction-timeout', '1.s'], '--interaction-timeout must be a time such as'],
    [['--approval-mode', 'ask'], '--approval-mode must be prompt, deny or yolo, not "ask".'],
    [['--approval-mode', 'deny', '--yolo'], '--approval-mode and --yolo exclude each other; give one.'],
    [['--temperature', 'Infinity'], '--temperature must be a number, not "Infinity".'],
    [['--env', 'A'], '--env must look like NAME=value; there is no "=".'],
    [['--env', '=1'], '--env must look like NAME=value; no name stands before the "=".'],
    [['--sandbox', 'on'], '--sandbox must be read-only, workspace-write or off, not "on".'],
    [['--thinking-effort', 'huge'], '--thinking-effort must be low, medium, high or max, not "huge".'],
    [['--cwd', ''], '--cwd must be a path, not "".'],
    [['--mcp-server', '/no/such/file'], '--mcp-server must be JSON or an existing file, not "/no/such/file".'],
    [['--mcp-server', '{'], '--mcp-server: the text is not JSON'],
    [['--agents-doc', '/no/such/file'], '--agents-doc: /no/such/file could not be read'],
    [['--yolo', '--deny'], '--yolo and --deny exclude each other; give one.'],
    [['--no-stream', '--stream'], '--stream and --no-stream exclude each other; give one.'],
    [['--modle', 'x'], 'amux: run takes no --modle. Did you mean --model?\n'],
    [['--modle=x'], 'amux: run takes no --modle. Did you mean --model?\n'],
    [['--yollo', '--model', 'x'], 'amux: run takes no --yollo. Did you mean --yolo?\n'],
    [['--colour', 'red'], 'amux: run takes no --colour.\n'],
    [['-x', '-qz'], 'amux: nothing was started, for 2 things are wrong:\n  run takes no -x.\n  run takes no -qz.\n'],
    [['--model'], 'amux: --model needs a value: -m, --model <name>.\n'],
    [['--yollo', '-m'], '  run takes no --yollo. Did you mean --yolo?\n  --model needs a value: -m, --model <name>.\n'],
    [['and', 'more'], 'A prompt of several words stands in quotes.'],
    [['--keep-open'], 'amux: run takes no --keep-open.'],
  ])('refuses %j', async (flags, message) => {
    const { called, error } = await parse('run', 'claude', 'hello', ...flags);
    expect(called).toEqual([]);
    expect(error).toContain(message);
  });

  it('names flags where the library names options', () => {
    const given = new Map([['no-session', ['']]]);
    expect(nameFlags('`sessionId` and `noSession` exclude each other.', given)).toBe(
      '--session and --no-session exclude each other.',
    );
    expect(nameFlags('`mcpServers[0].command` is missing.', given)).toBe('--mcp-server[0].command is missing.');
    expect(nameFlags('`approvalMode` is wrong.', new Map([['deny', ['']]]))).toBe('--deny is wrong.');
    const nested = '`mcpServers[0].nam` is no option; did you mean `name`?';
    expect(nameFlags(nested, given)).toBe('--mcp-server[0].nam is no option; did you mean `name`?');
    expect(nameFlags('`npm i` is no option.', given)).toBe('`npm i` is no option.');
  });

  it('names the flag that asks for what a mode lacks', () => {
    const lacks =
      'mode "a" lacks approvalMode, sessionFork; mode "b" lacks model (set by the gateway, model by model).';
    expect(nameLacks(lacks, new Map([['deny', ['']]]))).toBe(
      'mode "a" lacks approvalMode (--deny), sessionFork (--fork); mode "b" lacks model (--model: set by the gateway, model by model).',
    );
    expect(nameLacks('mode "a" lacks approvalMode.', new Map())).toBe('mode "a" lacks approvalMode (--approval-mode).');
  });
});

describe('commands', () => {
  it.each([
    [
      ['replay', 'x', '--json', '--speed', '2'],
      ['replay', 'x', { json: [''], speed: ['2'] }],
    ],
    [
      ['--adapter', 'a', 'sessions', '--adapter', 'b'],
      ['sessions', undefined, undefined, { adapter: ['a', 'b'] }],
    ],
    [
      ['agents', '--json'],
      ['agents', { json: [''] }],
    ],
    [
      ['demo', '-y', '--agent', 'claude', '--binary', 'b'],
      ['demo', { yes: [''], agent: ['claude'], binary: ['b'] }],
    ],
    [
      ['record', 'claude', '--out', '/o'],
      ['run', 'claude', undefined, { record: '/o' }],
    ],
    [
      ['run', 'claude', '--', '-x'],
      ['run', 'claude', '-x', {}],
    ],
    [
      ['run', 'claude', 'less', '--prompt=--yolo'],
      ['run', 'claude', '--yolo', {}],
    ],
    [
      ['run', 'claude', '-p', '-V'],
      ['run', 'claude', '-V', {}],
    ],
  ])('%j', async (args, called) => {
    expect((await parse(...args)).called).toEqual(called);
  });

  it.each([
    [['rnu'], 'amux: There is no command rnu. Did you mean run? `amux --help` lists what there is.\n'],
    [['replay'], 'amux: replay needs <cassette>. `amux replay --help` says what it is.\n'],
    [
      ['replay', '--sped', '2'],
      'amux: nothing was started, for 2 things are wrong:\n  replay takes no --sped. Did you mean --speed?\n  replay needs <cassette>. `amux replay --help` says what it is.\n',
    ],
    [['--adapter', '/nope', 'demo'], 'amux: demo takes no --adapter.\n'],
    [['record', 'claude', 'hi'], 'amux: record needs --out <folder>: where the recording goes.\n'],
  ])('refuses %j', async (args, error) => {
    expect(await parse(...args)).toEqual({ called: [], exitCode: -1, error });
  });
});
