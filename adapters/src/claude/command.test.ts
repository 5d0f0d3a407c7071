import type { ResolvedOptions } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { modeContext, modeOf, resolvedOptions } from '../shared/testing/mode-parts.ts';
import { claude } from './index.ts';

const context = modeContext('/bin/claude');

const defaults = resolvedOptions();

const modeNamed = (name: string) => modeOf(claude, name);

function commandOf(name: string, options: Partial<ResolvedOptions>) {
  return modeNamed(name).command({ ...defaults, ...options }, context);
}

describe('a run without partial messages', () => {
  it('is a mode of its own, whose command asks for none and whose dialect expects none', () => {
    const parts = { options: { ...defaults, stream: true as const }, context };
    const [streams, whole] = ['oneshot', 'oneshot-whole'].map((name) => [
      modeNamed(name).command(parts.options, parts.context).args.includes('--include-partial-messages'),
      modeNamed(name).dialect(parts.options, parts.context).streams,
    ]);
    expect(streams).toEqual([true, { text: true, thinking: true, toolInput: true }]);
    expect(whole).toEqual([false, { text: false, thinking: false, toolInput: false }]);
  });
});

describe('command', () => {
  it('starts a conversation that asks', () => {
    expect(commandOf('bidi', {})).toEqual({
      file: '/bin/claude',
      args: [
        ...['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'],
        ...['--include-partial-messages', '--replay-user-messages', '--permission-prompt-tool', 'stdio'],
        ...['--session-id', 'new-id', '--permission-mode', 'default'],
      ],
      env: { CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1' },
      cwd: '/work',
      stdin: 'open',
    });
  });

  it.each<{ name: string; options: Partial<ResolvedOptions>; args: string[] }>([
    { name: 'a model', options: { model: 'opus' }, args: ['--model', 'opus'] },
    { name: 'an effort', options: { thinkingEffort: 'max' }, args: ['--effort', 'max'] },
    { name: 'a thinking budget', options: { thinkingBudgetTokens: 2048 }, args: ['--max-thinking-tokens', '2048'] },
    { name: 'a limit of turns', options: { maxTurns: 3 }, args: ['--max-turns', '3'] },
    { name: 'a limit of money', options: { maxCostUsd: 0.05 }, args: ['--max-budget-usd', '0.05'] },
    { name: 'a session to continue', options: { sessionId: 's1' }, args: ['--resume', 's1'] },
    {
      name: 'a session to copy',
      options: { forkSessionId: 's1' },
      args: ['--resume', 's1', '--fork-session', '--session-id', 'new-id'],
    },
    { name: 'no session', options: { noSession: true }, args: ['--session-id', 'new-id', '--no-session-persistence'] },
    {
      name: 'a system prompt of its own',
      options: { systemPrompt: 'Be brief.', systemPromptMode: 'replace' },
      args: ['--system-prompt-file', '/run/system-prompt.md'],
    },
    {
      name: 'a system prompt to add',
      options: { systemPrompt: 'Be brief.', systemPromptMode: 'append' },
      args: ['--append-system-prompt-file', '/run/appended-prompt.md'],
    },
    { name: 'instructions', options: { agentsDoc: '# Rules' }, args: ['--add-dir', '/run/instructions'] },
    { name: 'denial', options: { approvalMode: 'deny' }, args: ['--permission-mode', 'dontAsk'] },
  ])('passes $name on', ({ options, args }) => {
    const actual = commandOf('bidi', options).args;
    const at = actual.indexOf(args[0] ?? '');
    expect(actual.slice(at, at + args.length)).toEqual(args);
  });

  it('writes MCP servers, system prompt and instructions to files, with their secrets', () => {
    const { args, env, files } = commandOf('bidi', {
      agentsDoc: '# Rules',
      systemPrompt: 'Be brief.',
      mcpServers: [
        { name: 'local', transport: 'stdio', command: 'serve', args: ['-v'], env: { KEY: 'secret' } },
        { name: 'far', transport: 'streamable-http', url: 'https://mcp.test', headers: { authorization: 'secret' } },
      ],
    });
    expect(args.join(' ')).not.toContain('secret');
    expect(env).toMatchObject({ CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD: '1' });
    expect({ ...files, 'mcp.json': JSON.parse(files?.['mcp.json'] ?? '') }).toEqual({
      'appended-prompt.md': 'Be brief.',
      'instructions/CLAUDE.md': '# Rules',
      'mcp.json': {
        mcpServers: {
          local: { type: 'stdio', command: 'serve', args: ['-v'], env: { KEY: 'secret' } },
          far: { type: 'http', url: 'https://mcp.test', headers: { authorization: 'secret' } },
        },
      },
    });
  });

  it.each<[string, Partial<ResolvedOptions>, object | undefined]>([
    ['none where there is nothing to say', {}, undefined],
    ['those of the user', { native: { config: { model: 'opus' } } }, { model: 'opus' }],
    ['those of the sandbox', { sandbox: 'off' }, { sandbox: { enabled: false } }],
    [
      'both of them',
      { sandbox: 'off', native: { config: { sandbox: { excludedCommands: ['git'] } } } },
      { sandbox: { excludedCommands: ['git'], enabled: false } },
    ],
  ])('writes settings to a file: %s', (_what, options, settings) => {
    const { args, files } = commandOf('bidi', options);
    const at = args.indexOf('--settings');
    expect(at < 0 ? [] : args.slice(at, at + 2)).toEqual(
      settings === undefined ? [] : ['--settings', '/run/settings.json'],
    );
    expect(JSON.parse(files?.['settings.json'] ?? 'null')).toEqual(settings ?? null);
  });

  it('allows a confined one-shot run its own tools, but edits only by their mode, and the given servers', () => {
    const { args } = commandOf('oneshot', {
      ...{ approvalMode: 'yolo', sandbox: 'workspace-write' },
      mcpServers: [{ name: 'local', transport: 'stdio', command: 'serve' }],
    });
    expect(args.slice(args.indexOf('--permission-mode'))).toEqual([
      ...['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash', 'PowerShell', 'Read', 'WebFetch', 'WebSearch'],
      ...['Skill', 'Monitor', 'mcp__local'],
    ]);
  });

  it('gives a one-shot prompt on stdin, with the names of files that are no images', () => {
    const { args, stdin } = commandOf('oneshot', {
      prompt: '--version',
      approvalMode: 'deny',
      attachments: [{ filePath: '/data/report.pdf' }, { filePath: '/data/plot.png' }],
    });
    expect(args).not.toContain('--version');
    expect(stdin).toEqual({ text: '--version\n\nAttached files:\n- /data/report.pdf' });
  });

  it('limits the output by environment, the newer option first', () => {
    expect(commandOf('oneshot', { approvalMode: 'deny', maxTokens: 1, maxOutputTokens: 2 }).env).toMatchObject({
      CLAUDE_CODE_MAX_OUTPUT_TOKENS: '2',
    });
    // The output limit of one answer may not exceed that of the run.
    expect(commandOf('oneshot', { approvalMode: 'deny', maxTokens: 1 }).env).toMatchObject({
      CLAUDE_CODE_MAX_OUTPUT_TOKENS: '1',
    });
  });

  it.each([
    { options: { temperature: 1 }, word: 'temperature' },
    { options: { systemPrompt: 'x' }, word: 'systemPromptMode' },
    { options: { systemPrompt: 'x', systemPromptMode: 'append' as const, sessionId: 's' }, word: 'systemPrompt' },
    { options: { thinkingBudgetTokens: 2048 }, word: 'thinkingBudgetTokens' },
    { options: { skills: ['greet'] }, word: 'skills' },
    { options: { attachments: [{ filePath: '/a.pdf' }] }, word: 'attachments' },
  ])('notes what it does not honour in full: $word', ({ options, word }) => {
    const notes = modeNamed('bidi').notes?.({ ...defaults, ...options }) ?? [];
    expect(notes.map((note) => note.split(':')[0])).toEqual([word]);
  });
});

it.each(['read-only', 'workspace-write'] as const)('what a sandbox does not confine is noted: %s', (sandbox) => {
  expect(modeNamed('bidi').notes?.({ ...defaults, sandbox })).toEqual([
    'sandbox: Claude Code confines its commands and its own tools for files; MCP servers, hooks and its web tools are outside of it.',
  ]);
});

describe('recognize', () => {
  const stream = ['claude', '-p', '--output-format', 'stream-json', '--verbose'];

  it.each<{ name: string; argv: string[]; oneshot?: Partial<ResolvedOptions>; bidi?: Partial<ResolvedOptions> }>([
    { name: 'a prompt', argv: [...stream, 'Hello'], oneshot: { prompt: 'Hello' } },
    {
      name: 'a prompt after a list',
      argv: [...stream, '--allowedTools', 'Bash', 'Read', '--', '-v'],
      oneshot: { prompt: '-v' },
    },
    { name: 'a conversation', argv: [...stream, '--input-format', 'stream-json'], bidi: {} },
    {
      name: 'a resumed session',
      argv: [...stream, '--resume', 's1', '--', 'Go'],
      oneshot: { prompt: 'Go', sessionId: 's1' },
    },
    { name: 'the last session', argv: [...stream, '--continue', 'Go'], oneshot: { prompt: 'Go', sessionId: 'latest' } },
    {
      name: 'a copied session',
      argv: [...stream, '--resume', 's1', '--fork-session', '--session-id', 's2', '--', 'Go'],
      oneshot: { prompt: 'Go', forkSessionId: 's1' },
    },
    { name: 'a limit', argv: [...stream, '--max-turns', '2', '--', 'Go'], oneshot: { prompt: 'Go', maxTurns: 2 } },
    { name: 'another format', argv: ['claude', '-p', 'Hello'] },
  ])('reads $name', ({ argv, oneshot, bidi }) => {
    expect({ oneshot: modeNamed('oneshot').recognize?.(argv), bidi: modeNamed('bidi').recognize?.(argv) }).toEqual({
      oneshot,
      bidi,
    });
  });

  it.each(['bidi', 'oneshot'])('reads back what %s was started with', (name) => {
    const options = {
      model: 'opus',
      thinkingEffort: 'low',
      maxTurns: 3,
      maxCostUsd: 0.5,
      forkSessionId: 's1',
    } as const;
    const { file, args } = commandOf(name, { ...options, approvalMode: 'deny' });
    expect(modeNamed(name).recognize?.([file, ...args])).toEqual(options);
  });
});

describe('a flag of a recorded command line', () => {
  const STREAM = ['claude', '--output-format', 'stream-json'];
  const VALUED = [
    ...['--model', '--effort', '--permission-mode', '--permission-prompt-tool', '--permission-prompts', '--mcp-config'],
    ...['--session-id', '--resume', '--resume-session-at', '--max-turns', '--max-budget-usd', '--fallback-model'],
    ...['--agent', '--agents', '--append-system-prompt', '--append-system-prompt-file', '--system-prompt'],
    ...['--system-prompt-file', '--settings', '--setting-sources', '--plugin-dir', '--json-schema', '--debug-file'],
    ...['--thinking', '--max-thinking-tokens', '--thinking-display', '--name', '--prompt-suggestions', '-r', '-n'],
  ];
  const LISTS = [
    ...[
      '--allowedTools',
      '--allowed-tools',
      '--disallowedTools',
      '--disallowed-tools',
      '--tools',
      '--add-dir',
      '--betas',
    ],
  ];
  const readBack = (...words: string[]) => modeNamed('oneshot').recognize?.([...STREAM, ...words]);

  it.each(VALUED)('keeps its value from being read as a flag, or as the prompt: %s', (flag) => {
    const options = readBack(flag, '--no-session-persistence');
    expect([options?.noSession, options?.prompt]).toEqual([undefined, undefined]);
  });

  it.each(LISTS)('takes all words up to the next flag: %s', (flag) => {
    expect(readBack(flag, 'a', 'b', '-c')).toEqual({ sessionId: 'latest' });
    expect(readBack(flag, 'a')).toEqual({});
    expect(readBack('Go', flag)).toEqual({ prompt: 'Go' });
  });

  it.each<[string[], object]>([
    [['-c'], { sessionId: 'latest' }],
    [['-r', 's1'], { sessionId: 's1' }],
    [['-p', 'Go'], { prompt: 'Go' }],
    [['-d', 'Go'], { prompt: 'Go' }],
    [['--no-session-persistence'], { noSession: true }],
    [['--effort', 'low'], { thinkingEffort: 'low' }],
    [['--effort', 'medium'], { thinkingEffort: 'medium' }],
    [['--effort', 'high'], { thinkingEffort: 'high' }],
    [['--effort', 'max'], { thinkingEffort: 'max' }],
    [['--effort', 'odd'], {}],
    [['Go', '--'], { prompt: 'Go' }],
    [['Go', '--model'], { prompt: 'Go', model: '' }],
  ])('says an option: %j', (words, options) => {
    expect(readBack(...words)).toEqual(options);
  });
});
