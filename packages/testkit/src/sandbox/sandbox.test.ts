/** Sandboxes, and the environment that keeps Claude Code inside one. */
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { claudeEnvironment, createSandbox, prepareClaude, prepareOpencode } from './index.ts';

const server = { url: 'http://127.0.0.1:1' };

it('has folders that only the owner can read, and leaves nothing', async () => {
  const sandbox = await createSandbox({ 'a/b.txt': 'text', 'c.bin': { base64: '/w==' } });
  const { root, home, cwd, configDir, temp } = sandbox;
  const modes = await Promise.all(
    [root, home, cwd, configDir, temp].map(async (path) => (await stat(path)).mode & 0o777),
  );
  expect([
    modes,
    await readFile(join(cwd, 'a/b.txt'), 'utf8'),
    await readFile(join(cwd, 'c.bin')),
    sandbox.env,
  ]).toEqual([
    [0o700, 0o700, 0o700, 0o700, 0o700],
    'text',
    Buffer.from([0xff]),
    expect.objectContaining({ HOME: home, TMPDIR: temp }),
  ]);
  await sandbox.dispose();
  expect(existsSync(root)).toBe(false);
});

it('points Claude Code at the server, with a key that is none and no way elsewhere', async () => {
  await using sandbox = await createSandbox();
  expect(claudeEnvironment(server, sandbox, { retries: 5, compactAtTokens: 9 })).toMatchObject({
    HOME: sandbox.home,
    CLAUDE_CONFIG_DIR: sandbox.configDir,
    ANTHROPIC_BASE_URL: server.url,
    ANTHROPIC_API_KEY: 'sk-test-0000',
    ANTHROPIC_AUTH_TOKEN: '',
    CLAUDE_CODE_OAUTH_TOKEN: '',
    CLAUDE_CODE_USE_BEDROCK: '',
    CLAUDE_CODE_MAX_RETRIES: '5',
    CLAUDE_CODE_AUTO_COMPACT_WINDOW: '9',
    HTTPS_PROXY: '',
    https_proxy: '',
  });
});

it.each([
  ['key', 'sk-test-0000', ''],
  ['subscription', '', 'sk-ant-oat01-test-0000'],
  ['none', '', ''],
] as const)('shows as credentials %s', async (credentials, key, token) => {
  await using sandbox = await createSandbox();
  expect(claudeEnvironment(server, sandbox, { credentials })).toMatchObject({
    ANTHROPIC_API_KEY: key,
    CLAUDE_CODE_OAUTH_TOKEN: token,
  });
});

it('writes what a setup asks for where Claude Code looks for it', async () => {
  await using sandbox = await createSandbox();
  const { env, mcpServers } = await prepareClaude(server, sandbox, {
    agentsDoc: 'Be kind.',
    skill: { name: 'greet', description: 'Greets.', body: 'Hello.' },
    plugin: { name: 'helper', command: 'hi', body: 'Hi.' },
    hookDenies: 'forbidden',
    planMode: true,
    mcp: ['demo', 'dead'],
  });
  const read = (...path: string[]): Promise<string> => readFile(join(...path), 'utf8');
  const { CLAUDE_CODE_PLUGIN_DIRS: plugin = '' } = env;
  expect([
    await read(sandbox.cwd, 'CLAUDE.md'),
    await read(sandbox.cwd, '.claude/skills/greet/SKILL.md'),
    await read(plugin, 'commands/hi.md'),
    JSON.parse(await read(plugin, '.claude-plugin/plugin.json')).name,
    Object.keys(JSON.parse(await read(sandbox.cwd, '.claude/settings.json'))),
    mcpServers.map(({ name, args }) => [name, existsSync(args?.[0] ?? ''), args?.slice(1)]),
  ]).toEqual([
    'Be kind.',
    '---\nname: greet\ndescription: Greets.\n---\nHello.\n',
    'Hi.',
    'helper',
    ['hooks', 'permissions'],
    [
      ['demo', true, []],
      ['dead', true, ['--dead']],
    ],
  ]);
});

it('leaves opencode nothing to ask npm for: what its folder needs is declared, locked and there', async () => {
  await using sandbox = await createSandbox();
  await prepareOpencode(server, sandbox);
  const folder = join(sandbox.home, '.config/opencode');
  const read = async (name: string): Promise<Record<string, unknown>> =>
    JSON.parse(await readFile(join(folder, name), 'utf8'));
  const { dependencies } = await read('package.json');
  expect(Object.keys(dependencies ?? {})).toEqual(['@opencode-ai/plugin']);
  expect(await read('package-lock.json')).toMatchObject({ packages: { '': { dependencies } } });
  expect((await stat(join(folder, 'node_modules'))).isDirectory()).toBe(true);
});
