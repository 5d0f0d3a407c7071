import type { McpServerConfig, ResolvedOptions } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { modeContext, resolvedOptions } from '../../shared/testing/mode-parts.ts';
import { execCommand, execNotes, recognizeExec } from './command.ts';
import { launcherScript, launcherWords } from './mcp-launcher.ts';

const ID = '01a200ab-d1e3-7b50-bfad-08f9e6c7a9cb';
const context = modeContext('/bin/codex');
const defaults = resolvedOptions({ prompt: '--hello', approvalMode: 'yolo', systemPromptMode: 'append' });

const commandOf = (options: Partial<ResolvedOptions> = {}) => execCommand({ ...defaults, ...options }, context);
const mcp = (name: string, rest: Partial<McpServerConfig>): McpServerConfig => ({ name, transport: 'stdio', ...rest });
const NETWORK = ['-c', 'features.unbounded_connection_retries=false'];

describe('command', () => {
  it('takes the prompt from stdin, which then closes', () => {
    expect(commandOf()).toEqual({
      file: '/bin/codex',
      args: ['exec', '--json', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', ...NETWORK, '-'],
      env: {},
      cwd: '/work',
      stdin: { text: '--hello' },
    });
  });

  it.each<[string, Partial<ResolvedOptions>, string[]]>([
    ['goes on with a session', { sessionId: ID }, ['exec', 'resume', '--json', ID, '-']],
    ['copies a session', { forkSessionId: ID }, ['exec', 'fork', '--json', ID, '-']],
    ['leaves no session', { noSession: true }, ['--ephemeral']],
    ['names the model', { model: 'gpt-5.5' }, ['--model', 'gpt-5.5']],
    [
      'thinks as hard as it can, and shows it',
      { thinkingEffort: 'max' },
      ['model_reasoning_effort="xhigh"', 'model_reasoning_summary="detailed"'],
    ],
    [
      'adds instructions',
      { systemPrompt: 'Be "kind".', agentsDoc: 'Be brief.' },
      ['developer_instructions="Be \\"kind\\".\\n\\nBe brief."'],
    ],
  ])('%s', (_what, options, words) => {
    const { args } = commandOf(options);
    expect(args.filter((word) => words.includes(word))).toEqual(words);
  });

  it('lets nothing be changed where that is denied', () => {
    expect(commandOf({ approvalMode: 'deny' }).args).toEqual([
      ...['exec', '--json', '--skip-git-repo-check', ...NETWORK],
      ...['-c', 'sandbox_mode="read-only"', '-'],
    ]);
  });

  it('writes a system prompt that replaces its own into a file', () => {
    const { args, files } = commandOf({ systemPrompt: 'Be kind.', systemPromptMode: 'replace' });
    expect([args, files]).toEqual([
      expect.arrayContaining(['model_instructions_file="/run/system-prompt.md"']),
      { 'system-prompt.md': 'Be kind.' },
    ]);
  });

  it('hides what MCP servers are given in a file and in the environment', () => {
    const { args, files, env } = commandOf({
      mcpServers: [
        mcp('one', { command: 'o ne', args: ['x'], env: { TOKEN: "it's" } }),
        mcp('two', { transport: 'streamable-http', url: 'http://two', headers: { authorization: 'secret' } }),
      ],
    });
    expect([args.filter((word) => word.startsWith('mcp_')), files, env]).toEqual([
      [
        'mcp_optional_startup_grace_ms=10000',
        'mcp_servers.one={"command" = "/bin/sh", "args" = ["/run/mcp-launcher.sh", "/run/mcp-one.words"], "default_tools_approval_mode" = "approve"}',
        'mcp_servers.two={"url" = "http://two", "env_http_headers" = {"authorization" = "AMUX_MCP_HEADER_1_0"}, "default_tools_approval_mode" = "approve"}',
      ],
      {
        'mcp-launcher.sh': launcherScript,
        'mcp-one.words': launcherWords({ words: ['o ne', 'x'], env: { TOKEN: "it's" } }),
      },
      { AMUX_MCP_HEADER_1_0: 'secret' },
    ]);
  });

  it.each([
    'http://user:key@host/mcp',
    'http://host/mcp?key=x',
    'http://host/mcp#key',
    'http://host/s/4f9a1b2c3d4e5f60/mcp',
    'http://k3y4f9a1b2c3d4e.host/mcp',
  ])('refuses the address %s, which may hold a key, and names the mode that takes it', (url) => {
    expect(() => commandOf({ mcpServers: [mcp('two', { transport: 'streamable-http', url })] })).toThrow(
      /there may be a key in it\. .* use mode "app-server"/,
    );
  });

  it('says in its refusal of an address whose limit it is', () => {
    const mcpServers = [mcp('two', { transport: 'streamable-http', url: 'http://host/mcp?key=x' })];
    expect(() => commandOf({ mcpServers })).toThrow(
      expect.objectContaining({ name: 'CapabilityError', agent: 'codex', capability: 'mcpServers' }),
    );
  });

  it.each(['http://lab-1.example/v2/documentation', 'http://internationalization/mcp'])(
    'takes the address %s, whose parts are names',
    (url) => {
      const { args } = commandOf({ mcpServers: [mcp('two', { transport: 'streamable-http', url })] });
      expect(args).toContain(`mcp_servers.two={"url" = "${url}", "default_tools_approval_mode" = "approve"}`);
    },
  );

  it.each(['sessionId', 'forkSessionId'] as const)(
    'refuses a %s that is no UUID: it would begin a new one',
    (field) => {
      expect(() => commandOf({ [field]: 'my session' })).toThrow(
        `${field} must be the UUID of a session of Codex, not "my session".`,
      );
    },
  );
});

it('says which options it does not honour', () => {
  const options = { temperature: 1, maxOutputTokens: 5, maxTurns: 3, systemPrompt: 'x', agentsDoc: 'y', skills: ['a'] };
  const attachments = [{ filePath: '/a.txt' }];
  const mcpServers = [mcp('old', { transport: 'sse', url: 'http://old' })];
  const notes = execNotes({ ...defaults, ...options, attachments, mcpServers, systemPromptMode: 'prepend' });
  expect(notes.map((note) => note.replace(/:.*/, ''))).toEqual([
    'temperature',
    'maxOutputTokens',
    'systemPromptMode',
    'agentsDoc',
    'skills',
    'attachments',
    'mcpServers',
    'systemPrompt',
    'agentsDoc',
    'maxTurns',
  ]);
  expect(execNotes(defaults)).toEqual([]);
});

it('warns of each text that others can read on its command line, and puts no other there', () => {
  const secret = 'Only for this run.';
  const readable = (options: Partial<ResolvedOptions>): readonly [boolean, boolean] => {
    const all: ResolvedOptions = { ...defaults, ...options };
    const { args } = execCommand(all, context);
    return [
      args.join(' ').includes(secret),
      execNotes(all).some((note) => note.includes('other users of the machine')),
    ];
  };
  expect(readable({ agentsDoc: secret })).toEqual([true, true]);
  expect(readable({ systemPrompt: secret, systemPromptMode: 'append' })).toEqual([true, true]);
  expect(readable({ systemPrompt: secret, systemPromptMode: 'replace' })).toEqual([false, false]);
  expect(readable({ prompt: secret })).toEqual([false, false]);
});

describe('a recorded command line', () => {
  it.each<[Partial<ResolvedOptions>]>([
    [{ sessionId: ID, model: 'm' }],
    [{ forkSessionId: ID, thinkingEffort: 'max' }],
    [{ noSession: true }],
  ])('is read back into %o', (options) => {
    expect(recognizeExec(['codex', ...commandOf(options).args])).toEqual(options);
  });

  it.each([
    ['codex exec --json -s workspace-write go', { prompt: 'go' }],
    ['codex exec resume --json --last go', { prompt: 'go', sessionId: 'latest' }],
    ['codex exec --json -m gpt-5 go', { prompt: 'go', model: 'gpt-5' }],
    ['codex exec --json --model gpt-5 go', { prompt: 'go', model: 'gpt-5' }],
    ['codex exec --json --config model_reasoning_effort="xhigh" go', { prompt: 'go', thinkingEffort: 'max' }],
    ['codex exec --json go -m', { prompt: 'go', model: '' }],
    ['codex exec -s read-only go', undefined],
    ['codex app-server', undefined],
  ])('%s', (line, options) => {
    expect(recognizeExec(line.split(' '))).toEqual(options);
  });
});

// The flags are named as in `codex exec --help` of 0.169.0.
it.each(
  '-c --config --enable --disable -m --model --local-provider -p --profile -s --sandbox -C --cd --add-dir --thread-source --output-schema --color -o --output-last-message -i --image'.split(
    ' ',
  ),
)('takes the word after %s for its value, and for no prompt', (flag) => {
  expect(recognizeExec(['codex', 'exec', '--json', 'go', flag, 'value'])).toMatchObject({ prompt: 'go' });
});
