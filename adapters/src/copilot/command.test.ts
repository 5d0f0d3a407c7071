import type { ResolvedOptions } from '@agent-mux/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { modeContext, modeOf, resolvedOptions } from '../shared/testing/mode-parts.ts';
import { copilot } from './index.ts';
import { modelChoice, PROVIDER_SECRETS, PROVIDER_SETTINGS } from './sdk/provider.ts';

const context = modeContext('/bin/copilot');

const defaults = resolvedOptions();

const DEMO = { name: 'demo', transport: 'stdio', command: 'demo', env: { TOKEN: 'hidden' } } as const;

afterEach(() => vi.unstubAllEnvs());

const modeNamed = (name: string) => modeOf(copilot, name);

function commandOf(name: string, options: Partial<ResolvedOptions> = {}) {
  return modeNamed(name).command({ ...defaults, ...options }, context);
}

/** What is written before the CLI has said anything, by method. */
function opening(options: Partial<ResolvedOptions>): Record<string, Record<string, unknown>> {
  const { write } = modeNamed('sdk')
    .dialect({ ...defaults, ...options }, context)
    .open();
  return Object.fromEntries(write.map((line) => JSON.parse(line)).map(({ method, params }) => [method, params]));
}

describe('command', () => {
  it('starts the SDK server and says nothing on the command line', () => {
    expect(commandOf('sdk')).toEqual({
      file: '/bin/copilot',
      args: ['--headless', '--no-auto-update', '--log-level', 'error', '--stdio'],
      env: { COPILOT_ALLOW_ALL: '' },
      cwd: '/work',
      stdin: 'open',
    });
  });

  it('gives a single prompt by stdin, in a session whose id it chooses', () => {
    expect(commandOf('jsonl', { approvalMode: 'deny' })).toEqual({
      file: '/bin/copilot',
      args: ['--output-format', 'json', '--stream', 'on', '--no-color', '--session-id=new-id'],
      env: { COPILOT_ALLOW_ALL: '' },
      cwd: '/work',
      stdin: { text: 'hello' },
    });
  });

  it('names a file in the prompt: of other files than images and documents its flag makes an end of the run', () => {
    const { args, stdin } = commandOf('jsonl', { attachments: [{ filePath: '/a.txt' }] });
    expect(stdin).toEqual({ text: 'hello\n\nAttached files:\n- /a.txt' });
    expect(args.join(' ')).not.toContain('/a.txt');
  });

  it.each<{ name: string; options: Partial<ResolvedOptions>; args: string[] }>([
    { name: 'a model', options: { model: 'gpt-5.4' }, args: ['--model', 'gpt-5.4'] },
    { name: 'an effort', options: { thinkingEffort: 'max' }, args: ['--reasoning-effort', 'max'] },
    { name: 'a session to continue', options: { sessionId: 's1' }, args: ['--resume=s1'] },
    { name: 'no streaming', options: { stream: false }, args: ['--stream', 'off'] },
    { name: 'leave for everything', options: { approvalMode: 'yolo' }, args: ['--allow-all'] },
    { name: 'MCP servers', options: { mcpServers: [DEMO] }, args: ['--additional-mcp-config', '@/run/mcp.json'] },
  ])('passes $name on', ({ options, args }) => {
    const actual = commandOf('jsonl', options).args;
    const at = actual.indexOf(args[0] ?? '');
    expect(actual.slice(at, at + args.length)).toEqual(args);
  });

  it('trusts the folder where everything is allowed, and takes back an inherited leave where it is not', () => {
    const leave = (approvalMode: ResolvedOptions['approvalMode']) => commandOf('jsonl', { approvalMode }).env;
    expect([leave('yolo'), leave('deny')]).toEqual([{ COPILOT_ALLOW_ALL: 'true' }, { COPILOT_ALLOW_ALL: '' }]);
  });

  it('keeps the secrets of MCP servers in a file of the run', () => {
    const { files = {}, args } = commandOf('jsonl', { mcpServers: [DEMO] });
    expect([JSON.parse(files['mcp.json'] ?? ''), args.join(' ').includes('hidden')]).toEqual([
      {
        mcpServers: { demo: { type: 'stdio', command: 'demo', args: [], env: { TOKEN: 'hidden' }, tools: ['*'] } },
      },
      false,
    ]);
  });

  it('keeps instructions in a file of the run, where its servers stand in a request', () => {
    const options = { agentsDoc: '# Rules', mcpServers: [DEMO] };
    expect(commandOf('sdk', options).files).toEqual({ 'instructions/agent-mux.instructions.md': '# Rules' });
    expect(commandOf('sdk', { mcpServers: [DEMO] })).not.toHaveProperty('files');
    expect(Object.keys(commandOf('acp', options).files ?? {})).toEqual(['mcp.json']);
    expect(commandOf('acp', { agentsDoc: '# Rules' })).not.toHaveProperty('files');
  });

  it.each<[object, string, string[]]>([
    [{}, 'sdk', []],
    [{ skills: [] }, 'sdk', []],
    [
      { skills: ['pdf'] },
      'sdk',
      ['skills: Copilot CLI loads all skills of the user and the project; the list restricts nothing.'],
    ],
    [
      { temperature: 1, topK: 2 },
      'acp',
      [
        'temperature: Copilot CLI has no such setting; it is ignored.',
        'topK: Copilot CLI has no such setting; it is ignored.',
      ],
    ],
    [{ approvalMode: 'deny' }, 'jsonl', ['approvalMode: what rules of the user allow runs all the same.']],
    [{ approvalMode: 'deny' }, 'sdk', []],
  ])('notes of %j in mode %s what is not honoured', (options, mode, notes) => {
    expect(modeNamed(mode).notes?.({ ...defaults, ...options })).toEqual(notes);
  });

  it.each([
    ['temperature', { temperature: 1 }, 'jsonl', /temperature/],
    ['a limit of output', { maxOutputTokens: 10 }, 'sdk', /COPILOT_PROVIDER_MAX_OUTPUT_TOKENS/],
    ['a system prompt that it cannot take', { systemPrompt: 'Hi' }, 'jsonl', /ignored/],
    ['a system prompt before its own', { systemPrompt: 'Hi' }, 'sdk', /appended/],
  ] as const)('notes %s', (_, options, mode, words) => {
    expect(modeNamed(mode).notes?.({ ...defaults, ...options })).toEqual([expect.stringMatching(words)]);
  });
});

describe('the request for a session', () => {
  it.each<{ name: string; options: Partial<ResolvedOptions>; method: string; params: object }>([
    { name: 'a new session', options: {}, method: 'session.create', params: { sessionId: 'new-id', streaming: true } },
    { name: 'an existing one', options: { sessionId: 's1' }, method: 'session.resume', params: { sessionId: 's1' } },
    { name: 'a copy', options: { forkSessionId: 's1' }, method: 'sessions.fork', params: { sessionId: 's1' } },
    {
      name: 'an effort',
      options: { thinkingEffort: 'low' },
      method: 'session.create',
      params: { reasoningEffort: 'low' },
    },
    { name: 'no streaming', options: { stream: false }, method: 'session.create', params: { streaming: false } },
    {
      name: 'a trusted folder',
      options: { approvalMode: 'yolo' },
      method: 'session.create',
      params: { trustWorkingDirectory: 'session' },
    },
    {
      name: 'a system prompt of its own',
      options: { systemPrompt: 'Be brief.', systemPromptMode: 'replace' },
      method: 'session.create',
      params: { systemMessage: { mode: 'replace', content: 'Be brief.' } },
    },
    {
      name: 'instructions',
      options: { agentsDoc: '# Rules' },
      method: 'session.create',
      params: { instructionDirectories: ['/run/instructions'] },
    },
    {
      name: 'an MCP server elsewhere',
      options: { mcpServers: [{ name: 'web', transport: 'streamable-http', url: 'http://w', headers: { a: 'b' } }] },
      method: 'session.create',
      params: { mcpServers: { web: { type: 'http', url: 'http://w', headers: { a: 'b' }, tools: ['*'] } } },
    },
  ])('asks for $name', ({ options, method, params }) => {
    expect(opening(options)[method]).toMatchObject(params);
  });
});

describe('the sandbox of a session', () => {
  const confined = (more: object, canConnect: boolean, addCurrentWorkingDirectory: boolean) => ({
    enabled: true,
    addCurrentWorkingDirectory,
    allowBypass: false,
    userPolicy: { ...more, network: { allowOutbound: canConnect, allowLocalNetwork: canConnect } },
  });
  const readOnly = { filesystem: { readonlyPaths: ['/work'] } };

  it.each<[Partial<ResolvedOptions>, object]>([
    [{ sandbox: 'off' }, { enabled: false }],
    [{ sandbox: 'read-only' }, confined(readOnly, false, false)],
    [{ sandbox: 'read-only', network: true }, confined(readOnly, true, false)],
    [{ sandbox: 'workspace-write' }, confined({}, false, true)],
    [{ sandbox: 'workspace-write', network: true }, confined({}, true, true)],
  ])('is said in its request: %j', (options, sandboxConfig) => {
    const { sandboxConfig: config, sandboxConfigSource } = opening(options)['session.create'] ?? {};
    expect({ config, sandboxConfigSource }).toEqual({ config: sandboxConfig, sandboxConfigSource: 'session_flag' });
  });

  it('is not spoken of where nobody chose one', () => {
    expect(Object.keys(opening({})['session.create'] ?? {}).filter((name) => /sandbox/.test(name))).toEqual([]);
  });
});

describe('a model provider of the user', () => {
  it('is read from the environment of the run, as the CLI reads it in its other modes', () => {
    const env = {
      COPILOT_MODEL: 'opus',
      COPILOT_PROVIDER_TYPE: 'azure',
      COPILOT_PROVIDER_BASE_URL: 'https://models.example',
      COPILOT_PROVIDER_API_KEY: 'key',
      COPILOT_PROVIDER_AZURE_API_VERSION: '2024-10-21',
      COPILOT_PROVIDER_MAX_PROMPT_TOKENS: '1000',
      COPILOT_PROVIDER_MAX_OUTPUT_TOKENS: 'many',
      COPILOT_PROVIDER_WIRE_API: '',
      COPILOT_PROVIDER_HEADERS: 'X-One: 1\\nX-Two: a:b\nnonsense',
    };
    expect(modelChoice({ ...defaults, env })).toEqual({
      model: 'opus',
      provider: {
        type: 'azure',
        baseUrl: 'https://models.example',
        apiKey: 'key',
        azure: { apiVersion: '2024-10-21' },
        maxPromptTokens: 1000,
        headers: { 'X-One': '1', 'X-Two': 'a:b' },
      },
    });
  });

  it('has a field for each variable', () => {
    const values = {
      TYPE: 'type',
      BASE_URL: 'baseUrl',
      API_KEY: 'apiKey',
      API_KEY_COMMAND: 'apiKeyCommand',
      BEARER_TOKEN: 'bearerToken',
      WIRE_API: 'wireApi',
      TRANSPORT: 'transport',
      MODEL_ID: 'modelId',
      WIRE_MODEL: 'wireModel',
    };
    const env = Object.fromEntries(
      Object.entries(values).map(([suffix, field]) => [`COPILOT_PROVIDER_${suffix}`, `the ${field}`]),
    );
    const limits = { COPILOT_PROVIDER_MAX_PROMPT_TOKENS: '1', COPILOT_PROVIDER_MAX_OUTPUT_TOKENS: '0' };
    expect(modelChoice({ ...defaults, env: { ...env, ...limits } })).toEqual({
      provider: {
        ...Object.fromEntries(Object.values(values).map((field) => [field, `the ${field}`])),
        maxPromptTokens: 1,
      },
    });
    expect(modelChoice({ ...defaults, env: { ...env, COPILOT_PROVIDER_MAX_OUTPUT_TOKENS: '2.5' } })).not.toHaveProperty(
      'provider.maxOutputTokens',
    );
    expect(modelChoice({ ...defaults, env: { COPILOT_PROVIDER_TYPE: 'azure' } })).toEqual({});
    // Variables with a key are kept out of a recording, the others stay in it; together they are all that is read.
    const named = (...suffixes: string[]) => suffixes.map((suffix) => `COPILOT_PROVIDER_${suffix}`);
    expect(PROVIDER_SECRETS).toEqual(named('BASE_URL', 'API_KEY', 'API_KEY_COMMAND', 'BEARER_TOKEN', 'HEADERS'));
    expect(PROVIDER_SETTINGS).toEqual([
      'COPILOT_MODEL',
      ...named('TYPE', 'WIRE_API', 'TRANSPORT', 'MODEL_ID', 'WIRE_MODEL'),
      ...named('MAX_PROMPT_TOKENS', 'MAX_OUTPUT_TOKENS', 'AZURE_API_VERSION'),
    ]);
  });

  it.each([
    ['A: 1', { A: '1' }],
    [': 1', undefined],
    ['A', undefined],
    ['A:', { A: '' }],
  ])('reads its headers: %j', (text, headers) => {
    const env = { COPILOT_PROVIDER_BASE_URL: 'u', COPILOT_PROVIDER_HEADERS: text };
    expect(modelChoice({ ...defaults, env }).provider?.['headers']).toEqual(headers);
  });

  it('may be inherited, and the run has the last word', () => {
    vi.stubEnv('COPILOT_PROVIDER_BASE_URL', 'https://inherited.example');
    vi.stubEnv('COPILOT_MODEL', 'inherited');
    const choice = (options: Partial<ResolvedOptions>) => modelChoice({ ...defaults, ...options });
    expect([choice({ model: 'mine' }), choice({ env: { COPILOT_PROVIDER_BASE_URL: '' } })]).toEqual([
      { model: 'mine', provider: { baseUrl: 'https://inherited.example' } },
      { model: 'inherited' },
    ]);
  });
});

describe('a flag of the command line', () => {
  const BARE = [
    ...['--headless', '--stdio', '--no-auto-update', '--no-auto-login', '--no-color', '--no-ask-user'],
    ...[
      '--no-custom-instructions',
      '--allow-all',
      '--allow-all-tools',
      '--allow-all-paths',
      '--allow-all-urls',
      '--yolo',
    ],
    ...['--continue', '--silent', '--plan', '--autopilot', '--trust-folder', '--disable-client-telemetry'],
    ...['--experimental', '--disable-builtin-mcps', '--banner', '-s'],
  ];
  const LISTS = [
    ...['--allow-tool', '--deny-tool', '--available-tools', '--excluded-tools', '--allow-url', '--deny-url'],
    '--secret-env-vars',
  ];
  const VALUED = ['--model', '--log-level', '--session-id', '-p', '-r', '-n'];
  const modesOf = (...words: string[]) =>
    copilot.modes.filter(({ recognize }) => recognize?.(['copilot', ...words]) !== undefined).map(({ name }) => name);

  it.each(BARE)('has no value: %s', (flag) => {
    expect(modesOf(flag, '--acp')).toEqual(['acp']);
  });

  it.each(LISTS)('takes all words up to the next flag: %s', (flag) => {
    expect(modesOf(flag, 'a', 'b', '--acp')).toEqual(['acp']);
    expect(modesOf(flag, '--acp')).toEqual(['acp']);
    expect(modesOf(flag, 'a', '-p', '--acp')).toEqual([]);
    expect(modesOf('--acp', flag, 'a')).toEqual(['acp']);
  });

  it.each(VALUED)('keeps its value from being read as a flag: %s', (flag) => {
    expect(modesOf(flag, '--acp', '--output-format', 'json')).toEqual(['jsonl']);
  });

  it.each<[string[], object]>([
    [['--reasoning-effort', 'low'], { thinkingEffort: 'low' }],
    [['--reasoning-effort', 'medium'], { thinkingEffort: 'medium' }],
    [['--reasoning-effort', 'high'], { thinkingEffort: 'high' }],
    [['--reasoning-effort', 'max'], { thinkingEffort: 'max' }],
    [['--reasoning-effort', 'odd'], {}],
    [['-r', 's1'], { sessionId: 's1' }],
    [['--resume=s=1'], { sessionId: 's=1' }],
    [['--stream', 'on'], {}],
    [['--allow-all'], { approvalMode: 'yolo' }],
    [['--yolo'], { approvalMode: 'yolo' }],
    [['--continue'], { sessionId: 'latest' }],
    [['words', '-x', '--model'], { model: '' }],
  ])('says an option: %j', (words, options) => {
    const argv = ['copilot', '--output-format', 'json', ...words];
    expect(modeNamed('jsonl').recognize?.(argv)).toEqual({ approvalMode: 'deny', ...options });
  });

  it.each([
    [['--headless'], []],
    [['--headless', '--stdio'], ['sdk']],
    [['--output-format', 'text'], []],
    [[], []],
  ])('makes a mode, or none: %j', (words, modes) => {
    expect(modesOf(...words)).toEqual(modes);
  });
});

describe('recognize', () => {
  it.each<{ argv: string[]; mode: string; options: object }>([
    {
      argv: ['copilot', '--headless', '--no-auto-update', '--log-level', 'error', '--stdio'],
      mode: 'sdk',
      options: {},
    },
    { argv: ['copilot', '--acp', '--no-color'], mode: 'acp', options: {} },
    {
      argv: ['copilot', '-p', 'hi', '--output-format', 'json', '--allow-all-tools', '--resume=s1', '--model', 'm'],
      mode: 'jsonl',
      options: { prompt: 'hi', approvalMode: 'yolo', sessionId: 's1', model: 'm' },
    },
    {
      argv: ['copilot', '-p', 'hi', '--output-format=json', '--allow-tool', 'a', 'b', '--continue', '--stream', 'off'],
      mode: 'jsonl',
      options: { prompt: 'hi', approvalMode: 'deny', sessionId: 'latest', stream: false },
    },
  ])('knows $argv', ({ argv, mode, options }) => {
    expect(copilot.modes.map(({ name, recognize }) => [name, recognize?.(argv)])).toEqual(
      copilot.modes.map(({ name }) => [name, name === mode ? options : undefined]),
    );
  });
});
