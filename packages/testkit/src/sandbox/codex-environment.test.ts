/** The environment and the settings that keep Codex inside a sandbox. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Setup } from '../scenario/setup.ts';
import { codexEnvironment, createSandbox, prepareCodex } from './index.ts';

const server = { url: 'http://127.0.0.1:1' };

async function prepare(setup: Setup) {
  await using sandbox = await createSandbox();
  const { env, mcpServers } = await prepareCodex(server, sandbox, setup);
  const read = (folder: string, path: string): Promise<string> => readFile(join(folder, path), 'utf8');
  const work = (path: string): Promise<string> => read(sandbox.cwd, path).catch(() => 'no such file');
  return {
    env,
    mcpServers,
    settings: await read(sandbox.configDir, 'config.toml'),
    hooks: await read(sandbox.configDir, 'hooks.json').catch(() => ''),
    files: await Promise.all(['AGENTS.md', 'part/AGENTS.md', '.agents/skills/greet/SKILL.md'].map(work)),
    sandbox,
  };
}

it('points Codex at the server, with a key that is none and no way elsewhere', async () => {
  const { env, settings, sandbox } = await prepare({});
  expect(env).toMatchObject({
    HOME: sandbox.home,
    CODEX_HOME: sandbox.configDir,
    CODEX_TEST_API_KEY: 'sk-test-0000',
    OPENAI_API_KEY: '',
  });
  expect(env['CODEX_HOME']?.startsWith(`${env['TMPDIR']}/`)).toBe(false);
  for (const line of ['base_url = "http://127.0.0.1:1/v1"', 'request_max_retries = 2', 'model = "gpt-5.5"']) {
    expect(settings.split('\n')).toContain(line);
  }
});

it('shows no key where there is none', async () => {
  await using sandbox = await createSandbox();
  expect(codexEnvironment(sandbox, { credentials: 'none' })['CODEX_TEST_API_KEY']).toBe('');
});

it.each<[Setup, string]>([
  [{ retries: 5 }, 'stream_max_retries = 5'],
  [{ compactAtTokens: 9 }, 'model_auto_compact_token_limit = 9'],
  [{ contextWindow: 7 }, 'model_context_window = 7'],
  [{ brokenSettings: true }, 'model = ['],
  [{ permissionRequests: true }, 'request_permissions_tool = true'],
])('writes %o as %s', async (setup, line) => {
  expect((await prepare(setup)).settings.split('\n')).toContain(line);
});

it('writes what a setup asks for where Codex looks for it', async () => {
  const { files, mcpServers } = await prepare({
    agentsDoc: 'Be kind.',
    partDoc: { folder: 'part', text: 'Be brief.' },
    skill: { name: 'greet', description: 'Greets.', body: 'Hello.' },
    mcp: ['demo'],
  });
  expect([files, mcpServers.map(({ name }) => name)]).toEqual([
    ['Be kind.', 'Be brief.', '---\nname: greet\ndescription: Greets.\n---\nHello.\n'],
    ['demo'],
  ]);
});

it('writes a hook, and that it is trusted', async () => {
  const { hooks, settings } = await prepare({ hookDenies: 'forbidden' });
  expect(JSON.parse(hooks)).toMatchObject({ hooks: { PreToolUse: [{ hooks: [{ type: 'command' }] }] } });
  // The hash is that of this very command, as Codex 0.169 itself makes it.
  expect(settings).toMatch(
    /\[hooks\.state\."[^"]*hooks\.json:pre_tool_use:0:0"\]\ntrusted_hash = "sha256:[0-9a-f]{64}"/,
  );
});
