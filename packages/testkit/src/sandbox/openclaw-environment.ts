/** Points OpenClaw at a model server and a sandbox. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Setup } from '../scenario/setup.ts';
import type { Sandbox } from './create-sandbox.ts';
import type { Prepared } from './prepared.ts';

const MODEL = {
  id: 'mock-1',
  name: 'mock-1',
  reasoning: true,
  input: ['text'],
  contextWindow: 200_000,
  maxTokens: 32_000,
  cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
};

/**
 * What its test runner and a CI leave in the environment: under them OpenClaw 2026.9.6 takes itself for its own tests, and prints
 * nothing.
 */
const LEAVE_OUT = ['VITEST', 'VITEST_MODE', 'VITEST_POOL_ID', 'VITEST_WORKER_ID', 'NODE_ENV', 'TEST', 'CI'];

/** Writes `openclaw.json`, and says what the run must be given. A state folder of its own: a key that was refused once is not tried again. */
export async function prepareOpenclaw(
  server: { readonly url: string },
  { env, configDir, cwd, write }: Sandbox,
  { credentials = 'key', agentsDoc }: Setup = {},
): Promise<Prepared> {
  const config = join(configDir, 'openclaw.json');
  const state = join(configDir, 'state');
  await mkdir(state, { recursive: true });
  if (agentsDoc !== undefined) await write({ 'AGENTS.md': agentsDoc });
  await writeFile(
    config,
    JSON.stringify(settings(server.url, cwd, credentials === 'none' ? undefined : 'sk-test-0000')),
  );
  return {
    env: {
      ...env,
      ...Object.fromEntries(LEAVE_OUT.map((name) => [name, ''])),
      OPENCLAW_CONFIG_PATH: config,
      OPENCLAW_STATE_DIR: state,
      NO_COLOR: '1',
    },
    mcpServers: [],
  };
}

function settings(baseUrl: string, workspace: string, apiKey: string | undefined): unknown {
  const mock = { baseUrl, api: 'anthropic-messages', ...(apiKey === undefined ? {} : { apiKey }), models: [MODEL] };
  return {
    models: { mode: 'merge', providers: { mock } },
    agents: { defaults: { model: { primary: 'mock/mock-1' }, workspace, skipBootstrap: true } },
  };
}
