import type { ResolvedOptions } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { modeContext, modeOf, resolvedOptions } from '../shared/testing/mode-parts.ts';
import { gemini } from './index.ts';

const context = modeContext('/bin/gemini');

const defaults = resolvedOptions();

const modeNamed = (name: string) => modeOf(gemini, name);

const ENV = { GEMINI_CLI_NO_RELAUNCH: 'true', GEMINI_PTY_INFO: 'child_process' };

/** What is written before the first prompt. */
function firstWords(options: Partial<ResolvedOptions>): { method?: string; params?: Record<string, unknown> }[] {
  const dialect = modeNamed('acp').dialect({ ...defaults, ...options }, context);
  const written: string[] = [];
  const tell = (line: string): void => {
    written.push(line);
    dialect.parseEvent(line, { source: 'stdin' });
  };
  const hear = (message: object): void => {
    const { write } = dialect.parseEvent(JSON.stringify({ jsonrpc: '2.0', ...message }), { source: 'stdout' });
    write.forEach(tell);
  };
  dialect.open().write.forEach(tell);
  dialect.prompt({ text: 'hello' });
  hear({ id: 1, result: { agentInfo: { version: '0.61.0' } } });
  hear({ id: 2, result: { sessionId: 's-1' } });
  return written.map((line) => JSON.parse(line));
}

describe('over ACP', () => {
  it.each<[name: string, options: Partial<ResolvedOptions>]>([
    ['asks', {}],
    ['asks us', { approvalMode: 'yolo' }],
    ['asks in vain', { approvalMode: 'deny' }],
  ])('starts a conversation that %s, whatever the settings say', (_, options) => {
    expect(modeNamed('acp').command({ ...defaults, ...options }, context)).toEqual({
      file: '/bin/gemini',
      args: ['--acp', '--approval-mode', 'default'],
      env: ENV,
      cwd: '/work',
      stdin: 'open',
    });
  });

  it('takes a model', () => {
    const { args } = modeNamed('acp').command({ ...defaults, model: 'gemini-2.5-pro' }, context);
    expect(args.slice(-2)).toEqual(['--model', 'gemini-2.5-pro']);
  });

  it('replaces the system prompt by a file of the run', () => {
    const options = { ...defaults, systemPrompt: 'Be brief.', systemPromptMode: 'replace' } as const;
    expect(modeNamed('acp').command(options, context)).toMatchObject({
      env: { ...ENV, GEMINI_SYSTEM_MD: '/run/system-prompt.md' },
      files: { 'system-prompt.md': 'Be brief.' },
    });
    expect(firstWords(options).at(-1)?.params).toMatchObject({ prompt: [{ type: 'text', text: 'hello' }] });
  });

  it('puts another system prompt before the first prompt, and says so', () => {
    const options = { systemPrompt: 'Be brief.' };
    expect(firstWords(options).at(-1)?.params).toMatchObject({ prompt: [{ text: 'Be brief.\n\nhello' }] });
    expect(modeNamed('acp').notes?.({ ...defaults, ...options })).toEqual([
      expect.stringContaining('systemPromptMode'),
    ]);
  });

  it('gives MCP servers and files to the session', () => {
    const [, session, prompt] = firstWords({
      mcpServers: [
        { name: 'one', transport: 'stdio', command: 'one', args: ['-x'], env: { TOKEN: 't' } },
        { name: 'two', transport: 'streamable-http', url: 'http://two.invalid', headers: { authorization: 'a' } },
        { name: 'three', transport: 'sse', url: 'http://three.invalid' },
      ],
      attachments: [{ filePath: '/work/notes.txt' }],
    });
    expect(session).toMatchObject({
      method: 'session/new',
      params: {
        cwd: '/work',
        mcpServers: [
          { name: 'one', command: 'one', args: ['-x'], env: [{ name: 'TOKEN', value: 't' }] },
          { type: 'http', name: 'two', url: 'http://two.invalid', headers: [{ name: 'authorization', value: 'a' }] },
          { type: 'sse', name: 'three', url: 'http://three.invalid', headers: [] },
        ],
      },
    });
    expect(prompt?.params?.['prompt']).toEqual([
      { type: 'text', text: 'hello' },
      { type: 'resource_link', uri: 'file:///work/notes.txt', name: 'notes.txt' },
    ]);
  });

  it('lets it act where nobody is to be asked', () => {
    expect(firstWords({ approvalMode: 'yolo' })[2]).toMatchObject({
      method: 'session/set_mode',
      params: { sessionId: 's-1', modeId: 'yolo' },
    });
  });

  it('asks for a session in a way that leaves its file alone', () => {
    expect(firstWords({ sessionId: 's-1' })[1]).toMatchObject({
      method: 'session/load',
      params: { sessionId: ' s-1' },
    });
  });
});

describe('either mode', () => {
  const names = gemini.modes.map(({ name }) => name);

  it.each(names)('keeps Gemini CLI out of its own sandbox where that is asked for: %s', (name) => {
    const { env } = modeNamed(name).command({ ...defaults, sandbox: 'off' }, context);
    expect(env).toEqual({ ...ENV, GEMINI_SANDBOX: 'false' });
  });

  const STDIO = { name: 'lab', transport: 'stdio', command: 'lab' } as const;
  const IGNORED = 'Gemini CLI has no such option; it is ignored.';
  it.each<[options: Partial<ResolvedOptions>, notes: readonly string[]]>([
    [{}, []],
    [{ temperature: 1, maxOutputTokens: 9 }, [`temperature: ${IGNORED}`, `maxOutputTokens: ${IGNORED}`]],
    [
      { systemPrompt: 'Be brief.' },
      ['systemPromptMode: Gemini CLI can only replace its system prompt; the text stands before the first prompt.'],
    ],
    [{ systemPrompt: 'Be brief.', systemPromptMode: 'replace' }, []],
    [{ skills: [] }, []],
    [
      { skills: ['pdf'] },
      ['skills: Gemini CLI loads all skills of the user and the project; the list restricts nothing.'],
    ],
    [{ mcpServers: [{ name: 'far', transport: 'sse', url: 'http://far.invalid' }] }, []],
    [
      { mcpServers: [STDIO] },
      [
        'mcpServers: in a folder that is not trusted Gemini CLI starts none; trust it, or set GEMINI_CLI_TRUST_WORKSPACE=true.',
      ],
    ],
    [{ attachments: [{ filePath: '/work/a.png' }] }, []],
    [
      { attachments: [{ filePath: '/work/a.txt' }] },
      ['attachments: Gemini CLI asks before it reads a file outside of the working folder.'],
    ],
    [{ approvalMode: 'deny' }, ['approvalMode: what rules of the user allow runs all the same.']],
  ])('says what it does not honour in full: %j', (options, notes) => {
    expect(names.map((name) => modeNamed(name).notes?.({ ...defaults, ...options }))).toEqual([notes, notes]);
  });
});

describe('a flag with a value', () => {
  const VALUED = [
    ...['--prompt', '--prompt-interactive', '--model', '--approval-mode', '--resume', '--session-id', '--session-file'],
    ...['--policy', '--admin-policy', '--include-directories', '--allowed-tools', '--allowed-mcp-server-names'],
    ...['--extensions', '-p', '-i', '-m', '-r', '-e'],
  ];
  it.each(VALUED)('keeps its value from being read as a flag: %s', (flag) => {
    const modes = gemini.modes.filter(({ recognize }) => recognize?.(['gemini', flag, '--acp', '-o', 'stream-json']));
    expect(modes.map(({ name }) => name)).toEqual(['stream-json']);
  });

  it('may lack it at the end, and what is no flag is passed over', () => {
    expect(modeNamed('acp').recognize?.(['gemini', 'words', '--acp', '-x', '--model'])).toEqual({ model: '' });
  });
});

describe('a recorded command line', () => {
  it.each<[argv: string[], mode: string, options: Partial<ResolvedOptions>]>([
    [['gemini', '--acp', '-m', 'gemini-2.5-pro'], 'acp', { model: 'gemini-2.5-pro' }],
    [['gemini', '--experimental-acp'], 'acp', {}],
    [['gemini', '-p', '--acp', '--output-format=stream-json', '-y'], 'stream-json', { prompt: '--acp' }],
    [['gemini', '-o', 'stream-json', '--resume', 's-1', '-p', 'hi'], 'stream-json', { sessionId: 's-1', prompt: 'hi' }],
    [['gemini', '--list-sessions'], 'none', {}],
  ])('is that of a mode: %j', (argv, name, options) => {
    const found = gemini.modes.map((mode) => [mode.name, mode.recognize?.(argv)]);
    expect(found).toEqual(gemini.modes.map((mode) => [mode.name, mode.name === name ? options : undefined]));
  });
});

describe('in one shot', () => {
  const commandOf = (options: Partial<ResolvedOptions> = {}) =>
    modeNamed('stream-json').command({ ...defaults, approvalMode: 'yolo', ...options }, context);
  const HEAD = ['--output-format', 'stream-json', '--approval-mode'];

  it.each<[name: string, options: Partial<ResolvedOptions>, args: readonly string[]]>([
    ['a session of its own', {}, [...HEAD, 'yolo', '--session-id', 'new-id']],
    ['nothing that needs leave', { approvalMode: 'deny' }, [...HEAD, 'default', '--session-id', 'new-id']],
    ['an existing session', { sessionId: 's-1' }, [...HEAD, 'yolo', '--resume', 's-1']],
    ['a model', { model: 'm' }, [...HEAD, 'yolo', '--session-id', 'new-id', '--model', 'm']],
  ])('is started with %s, and the prompt by stdin', (_, options, args) => {
    expect(commandOf(options)).toEqual({
      file: '/bin/gemini',
      args,
      env: ENV,
      cwd: '/work',
      stdin: { text: 'hello' },
    });
  });

  it('says what cannot be said otherwise before the prompt, and names what cannot be part of it after', () => {
    const options = { prompt: '-h', systemPrompt: 'Be kind.', attachments: [{ filePath: '/a.txt' }] };
    expect(commandOf(options).stdin).toEqual({ text: 'Be kind.\n\n-h\n\nAttached files:\n- /a.txt' });
  });

  it('writes a system prompt that replaces its own into the folder of the run', () => {
    const { env, files, stdin } = commandOf({ systemPrompt: 'Be kind.', systemPromptMode: 'replace' });
    expect([env, files, stdin]).toEqual([
      { ...ENV, GEMINI_SYSTEM_MD: '/run/system-prompt.md' },
      { 'system-prompt.md': 'Be kind.' },
      { text: 'hello' },
    ]);
  });

  it('tells of what it will not read', () => {
    const notesOf = (prompt: string) => modeNamed('stream-json').notes?.({ ...defaults, prompt });
    const all = 'x'.repeat(8 * 1024 * 1024);
    expect([notesOf(all), notesOf(`${all}x`), notesOf(`${all.slice(1)}ü`)]).toEqual([
      [],
      ['prompt: Gemini CLI reads the first 8 MiB of it.'],
      ['prompt: Gemini CLI reads the first 8 MiB of it.'],
    ]);
  });
});
