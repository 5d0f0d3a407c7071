import type { InteractionResponse, ResolvedOptions } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { asksPermission, beginAcp, SESSION } from '../shared/testing/acp-talk.ts';
import { modeContext, modeOf, resolvedOptions } from '../shared/testing/mode-parts.ts';
import { opencode } from './index.ts';

const context = modeContext('/bin/opencode');
const DEMO = { name: 'demo', transport: 'stdio', command: 'demo', args: ['-v'], env: { TOKEN: 'hidden' } } as const;
const REMOTE = {
  name: 'far',
  transport: 'streamable-http',
  url: 'https://example.org/mcp',
  headers: { authorization: 'hidden' },
} as const;

function commandOf(mode: 'acp' | 'run', options: Partial<ResolvedOptions> = {}) {
  return modeOf(opencode, mode).command(resolvedOptions(options), context);
}

const settingsIn = (mode: 'acp' | 'run', options: Partial<ResolvedOptions>): unknown =>
  JSON.parse(commandOf(mode, options).env['OPENCODE_CONFIG_CONTENT'] ?? 'null');

describe('command', () => {
  it.each<[string, Partial<ResolvedOptions>, readonly string[]]>([
    ['nothing else', { approvalMode: 'deny' }, []],
    ['leave for everything', { approvalMode: 'yolo' }, ['--auto']],
    ['a model', { model: 'p/m' }, ['--model', 'p/m']],
    ['a session to continue', { sessionId: 'ses_1' }, ['--session', 'ses_1']],
    ['a session to copy', { forkSessionId: 'ses_1' }, ['--session', 'ses_1', '--fork']],
  ])('run gets the prompt by stdin, with %s', (_what, options, words) => {
    const { args, stdin } = commandOf('run', options);
    expect([args, stdin]).toEqual([['run', '--format', 'json', '--thinking', ...words], { text: 'hello' }]);
  });

  it('acp gets nothing on its command line', () => {
    const { args, stdin, cwd } = commandOf('acp', { model: 'p/m', sessionId: 'ses_1' });
    expect([args, stdin, cwd]).toEqual([['acp'], 'open', '/work']);
  });

  it.each(['acp', 'run'] as const)(
    '%s asks about whatever is not known to be harmless, unless all is granted',
    (mode) => {
      const asked: unknown = JSON.parse(commandOf(mode, { approvalMode: 'deny' }).env['OPENCODE_PERMISSION'] ?? '{}');
      const readsOnly = ['read', 'glob', 'grep', 'list', 'todoread', 'lsp'];
      const asksItself = ['todowrite', 'skill', 'task', 'question'];
      expect(asked).toEqual({
        '*': 'ask',
        ...Object.fromEntries([...readsOnly, ...asksItself].map((tool) => [tool, 'allow'])),
      });
      expect(commandOf(mode, { approvalMode: 'yolo' }).env).not.toHaveProperty('OPENCODE_PERMISSION');
    },
  );

  it.each([{ maxTokens: 5 }, { maxCostUsd: 5 }])(
    'lets none of its agents start another one under a budget: %j',
    (budget) => {
      const permissionsOf = (approvalMode: 'yolo' | 'deny'): unknown =>
        JSON.parse(commandOf('run', { approvalMode, ...budget }).env['OPENCODE_PERMISSION'] ?? '{}');
      expect(permissionsOf('yolo')).toEqual({ task: 'deny' });
      expect(permissionsOf('deny')).toMatchObject({ '*': 'ask', read: 'allow', task: 'deny' });
    },
  );

  it('keeps model and servers in the settings of this run, and their secrets off the command line', () => {
    expect(settingsIn('run', { model: 'p/m', mcpServers: [DEMO, REMOTE] })).toEqual({
      model: 'p/m',
      mcp: {
        demo: { type: 'local', command: ['demo', '-v'], environment: { TOKEN: 'hidden' }, enabled: true },
        far: {
          type: 'remote',
          url: 'https://example.org/mcp',
          headers: { authorization: 'hidden' },
          enabled: true,
        },
      },
    });
    expect(commandOf('run', { mcpServers: [DEMO, REMOTE] }).args.join(' ')).not.toContain('hidden');
    expect(settingsIn('acp', {})).toBeNull();
  });

  it('adds its servers and its model to the settings that it is given, where its own server wins by its name', () => {
    const mine = { type: 'local', command: ['mine'] };
    const config = { theme: 'dark', mcp: { mine, demo: { type: 'local', command: ['other'] } } };
    expect(settingsIn('run', { model: 'p/m', mcpServers: [DEMO], native: { config } })).toEqual({
      theme: 'dark',
      model: 'p/m',
      mcp: { mine, demo: expect.objectContaining({ command: ['demo', '-v'] }) },
    });
    expect(settingsIn('run', { native: { config } })).toEqual(config);
  });

  it.each(['acp', 'run'] as const)('%s keeps a session in memory that is to leave nothing behind', (mode) => {
    const databases = [true, false].map((noSession) => commandOf(mode, { noSession }).env['OPENCODE_DB']);
    expect(databases).toEqual([':memory:', undefined]);
  });

  const IGNORED = 'opencode takes it from its own configuration only; it is ignored.';
  const UNTOLD = 'opencode does not tell what subagents use, so that none may be started.';
  it.each<[Partial<ResolvedOptions>, string]>([
    [{ temperature: 1 }, `temperature: ${IGNORED}`],
    [{ maxOutputTokens: 5 }, `maxOutputTokens: ${IGNORED}`],
    [{ systemPrompt: 'Hi' }, 'systemPrompt: opencode takes none but that of its own agents; it is ignored.'],
    [
      { skills: ['greet'] },
      'skills: opencode loads all skills of the user and the project; the list restricts nothing.',
    ],
    [{ maxTokens: 5 }, `maxTokens: ${UNTOLD}`],
    [{ maxCostUsd: 5 }, `maxCostUsd: ${UNTOLD}`],
  ])('notes that it does not honour %j', (options, note) => {
    for (const mode of ['acp', 'run']) {
      expect(modeOf(opencode, mode).notes?.(resolvedOptions(options))).toEqual([note]);
    }
  });

  it('has nothing to note where nothing is ignored', () => {
    expect(modeOf(opencode, 'run').notes?.(resolvedOptions({ skills: [] }))).toEqual([]);
  });

  it.each<[readonly string[], Partial<ResolvedOptions> | undefined, Partial<ResolvedOptions> | undefined]>([
    [['opencode', 'acp'], {}, undefined],
    [['opencode', 'acp', '--auto'], {}, undefined],
    [['opencode', 'run'], undefined, { approvalMode: 'deny' }],
    [['opencode', 'run', '--auto'], undefined, { approvalMode: 'yolo' }],
    [['opencode', 'run', '-s', 'ses_1'], undefined, { approvalMode: 'deny', sessionId: 'ses_1' }],
    [['opencode', 'run', '--session', 'ses_1', '--fork'], undefined, { approvalMode: 'deny', forkSessionId: 'ses_1' }],
    [['opencode', 'run', '-c'], undefined, { approvalMode: 'deny', sessionId: 'latest' }],
    [['opencode', 'run', '--continue', '--fork'], undefined, { approvalMode: 'deny', forkSessionId: 'latest' }],
    [['opencode', 'serve'], undefined, undefined],
  ])('recognizes %j', (argv, acp, run) => {
    expect(modeOf(opencode, 'acp').recognize?.(argv)).toEqual(acp);
    expect(modeOf(opencode, 'run').recognize?.(argv)).toEqual(run);
  });
});

it('looks for its login and its settings where opencode keeps them, also where the folders are elsewhere', () => {
  const inConfig = (name: string) => ({
    path: `.config/opencode/${name}`,
    folderVariable: 'XDG_CONFIG_HOME',
    folderPath: `opencode/${name}`,
  });
  expect(opencode.auth).toMatchObject({
    files: [
      { path: '.local/share/opencode/auth.json', folderVariable: 'XDG_DATA_HOME', folderPath: 'opencode/auth.json' },
    ],
    settings: [inConfig('opencode.json'), inConfig('opencode.jsonc')],
  });
  expect([opencode.hostMarkers, opencode.cliCommand, opencode.install.map(({ command }) => command)]).toEqual([
    ['OPENCODE'],
    'opencode',
    ['npm install -g opencode-ai'],
  ]);
});

describe('what is said over the protocol', () => {
  const OFFERED = [
    { optionId: 'once', kind: 'allow_once' },
    { optionId: 'always', kind: 'allow_always' },
    { optionId: 'reject', kind: 'reject_once' },
  ];

  it('opens a session with its servers, and gives the prompt', () => {
    const talk = beginAcp(opencode, { mcpServers: [DEMO] });
    expect(talk.written[1]).toMatchObject({
      method: 'session/new',
      params: {
        cwd: '/work',
        mcpServers: [{ name: 'demo', command: 'demo', args: ['-v'], env: [{ name: 'TOKEN', value: 'hidden' }] }],
      },
    });
    expect(talk.written.at(-1)).toMatchObject({
      method: 'session/prompt',
      params: { sessionId: SESSION, prompt: [{ type: 'text', text: 'hello' }] },
    });
  });

  it('gives a prompt its images', () => {
    const talk = beginAcp(opencode);
    talk.answer({ stopReason: 'end_turn' });
    talk.say(talk.dialect.prompt({ text: 'look', images: [{ mimeType: 'image/png', data: 'aGk=' }] }));
    expect(talk.written.at(-1)).toMatchObject({
      params: {
        prompt: [
          { type: 'text', text: 'look' },
          { type: 'image', mimeType: 'image/png', data: 'aGk=' },
        ],
      },
    });
  });

  it('does not steer: opencode takes no words into a turn that runs', () => {
    expect(beginAcp(opencode).dialect.steer({ text: 'left' })).toBeUndefined();
  });

  it.each<[string, InteractionResponse, object]>([
    ['a grant', { type: 'approve' }, { outcome: { outcome: 'selected', optionId: 'once' } }],
    [
      'a grant for the session',
      { type: 'approve', scope: 'session' },
      { outcome: { outcome: 'selected', optionId: 'always' } },
    ],
    ['a denial', { type: 'deny', reason: 'no' }, { outcome: { outcome: 'selected', optionId: 'reject' } }],
    ['a denial that stops', { type: 'deny', interrupt: true }, { outcome: { outcome: 'cancelled' } }],
  ])('answers a question with %s', (_what, response, result) => {
    const talk = beginAcp(opencode);
    talk.hear(asksPermission(OFFERED));
    const [key = ''] = talk.dialect.state.pending.keys();
    talk.say(talk.dialect.respond(key, response));
    expect(talk.written.filter(({ id }) => id === 70)).toMatchObject([{ result }]);
  });

  it('answers a file to be written, which opencode writes by itself', () => {
    const talk = beginAcp(opencode);
    talk.hear({ id: 71, method: 'fs/write_text_file', params: { sessionId: SESSION, path: '/work/a', content: 'a' } });
    expect(talk.written.filter(({ id }) => id === 71)).toMatchObject([{ result: {} }]);
  });

  it('refuses a request that it does not offer', () => {
    const talk = beginAcp(opencode);
    talk.hear({ id: 72, method: 'fs/read_text_file', params: { sessionId: SESSION, path: '/work/a' } });
    expect(talk.written.filter(({ id }) => id === 72)).toMatchObject([{ error: { code: -32601 } }]);
  });

  it('interrupts by protocol', () => {
    const talk = beginAcp(opencode);
    talk.say(talk.dialect.interrupt());
    expect(talk.written.at(-1)).toMatchObject({ method: 'session/cancel', params: { sessionId: SESSION } });
  });
});

it('run says nothing after its start: it takes one prompt and no answers, and is interrupted by a signal', () => {
  const dialect = modeOf(opencode, 'run').dialect(resolvedOptions({ approvalMode: 'yolo' }), context);
  expect([dialect.open(), dialect.prompt({ text: 'hello' }), dialect.close()]).toEqual([
    { write: [] },
    { write: [] },
    { write: [] },
  ]);
  expect([dialect.steer({ text: 'left' }), dialect.respond('k', { type: 'approve' })]).toEqual([undefined, 'gone']);
  expect(dialect.interrupt()).toEqual({ write: [], signal: 'SIGINT' });
});
