/** What every adapter puts on a command line, which everybody on the machine can read, and into scripts, which a shell reads. */
import { builtInAdapters } from '@agent-mux/adapters';
import {
  CapabilityError,
  type Command,
  createClient,
  type ResolvedOptions,
  type RunOptions,
  ValidationError,
} from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { modeContext, resolvedOptions } from '../adapters/src/shared/testing/mode-parts.ts';
import { answers, session, toyAdapter } from './support/toy-adapter.ts';

const SECRET = 's3cr3t-0f-th3-us3r';
const http = (rest: object) => [{ name: 'far', transport: 'streamable-http', url: 'http://host/mcp', ...rest }];
const stdio = (rest: object) => [{ name: 'near', transport: 'stdio', command: '/bin/server', ...rest }];

/** Places where a user may put a secret. */
const PLANTED: Record<string, object> = {
  'a prompt': { prompt: SECRET },
  'a prompt like a flag': { prompt: `--${SECRET}` },
  'an env of an MCP server': { mcpServers: stdio({ env: { TOKEN: SECRET } }) },
  'an argument of an MCP server': { mcpServers: stdio({ args: ['--key', SECRET] }) },
  'a header': { mcpServers: http({ headers: { authorization: `Bearer ${SECRET}` } }) },
  'a user in a URL': { mcpServers: http({ url: `http://me:${SECRET}@host/mcp` }) },
  'a query of a URL': { mcpServers: http({ url: `http://host/mcp?key=${SECRET}` }) },
  'a path of a URL': { mcpServers: http({ url: `http://host/${SECRET}/mcp` }) },
  'an env': { env: { API_KEY: SECRET } },
  'a system prompt that replaces': { systemPrompt: SECRET, systemPromptMode: 'replace' },
  'a system prompt that is added': { systemPrompt: SECRET, systemPromptMode: 'append' },
  'an agentsDoc': { agentsDoc: SECRET },
  'a description of a tool': {
    tools: [{ name: 'look', description: SECRET, inputSchema: { type: 'object' }, run: () => '' }],
  },
};

/** Codex 0.169.0 takes them as settings on the command line only; docs/process.md says so. */
const KNOWN = new Set(['codex exec: a system prompt that is added', 'codex exec: an agentsDoc']);

const modes = builtInAdapters.flatMap((adapter) =>
  adapter.modes.map((mode) => [`${adapter.agent} ${mode.name}`, mode] as const),
);

function commandOf(mode: (typeof modes)[number][1], options: object): Command | undefined {
  const given = resolvedOptions({ approvalMode: 'yolo', ...options } as Partial<ResolvedOptions>);
  try {
    return mode.command(given, modeContext('/bin/agent', { input: { text: given.prompt } }));
  } catch (error) {
    if (error instanceof CapabilityError) {
      return undefined;
    }
    throw error;
  }
}

describe.each(modes)('the command line of %s', (name, mode) => {
  it.each(Object.entries(PLANTED))('does not show %s', (place, options) => {
    const { file, args = [] } = commandOf(mode, options) ?? {};
    expect([file, ...args].some((word) => word?.includes(SECRET))).toBe(KNOWN.has(`${name}: ${place}`));
  });

  it('and the scripts of a run have no words of the user in them', () => {
    const hostile = "A';touch stolen;B$(touch stolen)`x`";
    const { args = [], files = {} } =
      commandOf(mode, { mcpServers: stdio({ command: hostile, args: [hostile, '-x'], env: { A: hostile } }) }) ?? {};
    const scripts = Object.entries(files).filter(([path]) => path.endsWith('.sh'));
    expect([...args, ...scripts.map(([, text]) => text)].filter((text) => text.includes('stolen'))).toEqual([]);
  });
});

describe('before anything starts', () => {
  const mux = createClient({ adapters: [toyAdapter({ steps: [session, answers('x')] })] });

  it.each<[object, string]>([
    [{ mcpServers: stdio({ env: { 'A;touch x;B': 'x' } }) }, 'mcpServers[0].env.A…'],
    [{ mcpServers: stdio({ env: { 'A B': 'x' } }) }, 'mcpServers[0].env.A…'],
    [{ mcpServers: stdio({ env: { '': 'x' } }) }, 'mcpServers[0].env.'],
    [{ mcpServers: stdio({ env: { '1A': 'x' } }) }, 'mcpServers[0].env.1A'],
    [{ mcpServers: stdio({ env: { A: 'x\0y' } }) }, 'mcpServers[0].env.A'],
    [{ mcpServers: stdio({ args: ['x\0y'] }) }, 'mcpServers[0].args[0]'],
    [{ mcpServers: stdio({ command: '-x' }) }, 'mcpServers[0].command'],
    [{ mcpServers: stdio({ name: 'a b' }) }, 'mcpServers[0].name'],
    [{ mcpServers: stdio({ name: 'a\n' }) }, 'mcpServers[0].name'],
    [{ mcpServers: http({ headers: { 'a: b\r\nc': 'x' } }) }, 'mcpServers[0].headers.a…'],
    [{ mcpServers: http({ headers: { a: 'x\r\nb: y' } }) }, 'mcpServers[0].headers.a'],
    [{ mcpServers: http({ url: 'http://host/\n' }) }, 'mcpServers[0].url'],
    [{ env: { 'A=B': 'x' } }, 'env.A…'],
    [{ env: { A: 'x\0y' } }, 'env.A'],
    [{ model: 'a\nb' }, 'model'],
    [{ sessionId: 'a\0b' }, 'sessionId'],
  ])('%o is refused', (options, field) => {
    const run = (): unknown => mux.run({ agent: 'toy', prompt: 'go', ...options } as RunOptions);
    expect(run).toThrow(ValidationError);
    try {
      run();
    } catch (error) {
      expect(error instanceof ValidationError && error.fields.map((one) => one.field)).toEqual([field]);
    }
  });
});
