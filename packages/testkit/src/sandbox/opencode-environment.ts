/** Points opencode at a model server and a sandbox, and prepares what a scenario needs around it. */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Setup } from '../scenario/index.ts';
import type { Sandbox } from './create-sandbox.ts';
import { demoMcpServer } from './demo-mcp-server.ts';
import type { Prepared } from './prepared.ts';

/** Settings of the host that would lead it elsewhere, except for those by which an adapter says what a run may do. */
const LEAVE_OUT = ['OPENCODE_CONFIG', 'OPENCODE_CONFIG_DIR'];

const MODEL = 'mock/mock-model';

/** The environment of a quiet run in the sandbox. It is added to an inherited one. */
export function opencodeEnvironment({ env }: Pick<Sandbox, 'env'>): Record<string, string> {
  return {
    ...env,
    ...Object.fromEntries(LEAVE_OUT.map((name) => [name, ''])),
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    NO_COLOR: '1',
  };
}

/** Writes the files that a scenario's setup asks for, and returns what the run must be given. */
export async function prepareOpencode(
  server: { readonly url: string },
  sandbox: Sandbox,
  setup: Setup = {},
): Promise<Prepared> {
  const { agentsDoc, partDoc, skill, checkpoints, mcp = [] } = setup;
  const env = opencodeEnvironment(sandbox);
  const folder = join(sandbox.home, '.config', 'opencode');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'opencode.json'), JSON.stringify(configOf(server, setup)));
  await pretendPlugins(folder);
  if (agentsDoc !== undefined) {
    await sandbox.write({ 'AGENTS.md': agentsDoc });
  }
  if (partDoc !== undefined) {
    await sandbox.write({ [`${partDoc.folder}/AGENTS.md`]: partDoc.text });
  }
  if (skill !== undefined) {
    const text = `---\nname: ${skill.name}\ndescription: ${skill.description}\n---\n${skill.body}\n`;
    await sandbox.write({ [`.opencode/skills/${skill.name}/SKILL.md`]: text });
  }
  // opencode keeps the files of a git repository only.
  if (checkpoints === true) {
    await promisify(execFile)('git', ['init', '--quiet'], { cwd: sandbox.cwd });
  }
  return { env, mcpServers: mcp.map(demoMcpServer) };
}

/**
 * Pretends that plugins are installed: opencode (1.18.33) asks npm for the package that its plugins are written for, at each start and
 * before the first turn, as long as its folder does not have it. No plugin is loaded here, so it need not ask.
 */
async function pretendPlugins(folder: string): Promise<void> {
  const dependencies = { '@opencode-ai/plugin': '*' };
  await mkdir(join(folder, 'node_modules'), { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ dependencies }));
  await writeFile(
    join(folder, 'package-lock.json'),
    JSON.stringify({ lockfileVersion: 3, requires: true, packages: { '': { dependencies } } }),
  );
}

function configOf({ url }: { readonly url: string }, { credentials = 'key', contextWindow, planMode }: Setup): unknown {
  const options = { baseURL: `${url}/v1`, ...(credentials === 'none' ? {} : { apiKey: 'sk-test-0000' }) };
  const model = {
    name: 'Scripted',
    reasoning: true,
    attachment: true,
    tool_call: true,
    limit: { context: contextWindow ?? 128_000, output: 8_192 },
    // Without a price, no cost is reported.
    cost: { input: 1, output: 2, cache_read: 0.1 },
  };
  return {
    model: MODEL,
    small_model: MODEL,
    autoupdate: false,
    share: 'disabled',
    ...(planMode === undefined ? {} : { default_agent: 'plan' }),
    provider: { mock: { npm: '@ai-sdk/openai-compatible', name: 'Mock', options, models: { 'mock-model': model } } },
  };
}
