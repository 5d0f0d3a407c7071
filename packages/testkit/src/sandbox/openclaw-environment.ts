/** Points OpenClaw at a model server and a sandbox. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Setup } from '../scenario/index.ts';
import type { Sandbox } from './create-sandbox.ts';
import type { Prepared } from './prepared.ts';

const MODEL = {
  id: 'mock-1',
  name: 'mock-1',
  reasoning: true,
  input: ['text', 'image'],
  contextWindow: 200_000,
  maxTokens: 32_000,
  cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
};

/** Variables that its test runner and a CI set: under them OpenClaw 2026.9.6 takes itself for its own tests, and prints nothing. */
const LEAVE_OUT = ['VITEST', 'VITEST_MODE', 'VITEST_POOL_ID', 'VITEST_WORKER_ID', 'NODE_ENV', 'TEST', 'CI'];

/** The token of the gateway and of its clients, which find it in their environment. */
const GATEWAY_TOKEN = 'gateway-token-test-0000';

/**
 * Writes `openclaw.json`, and returns what the run must be given. The state folder is new, because a key that was refused once is not tried
 * again. `gatewayPort` is the port of a gateway on loopback, which may start later: in the returned environment, `openclaw gateway run`
 * starts it, and `openclaw acp` finds it. @defaultValue none
 */
export async function prepareOpenclaw(
  server: { readonly url: string },
  { env, configDir, cwd, root, write }: Sandbox,
  setup: Setup = {},
  gatewayPort?: number,
): Promise<Prepared> {
  const { credentials = 'key', agentsDoc } = setup;
  const config = join(configDir, 'openclaw.json');
  const state = join(configDir, 'state');
  await mkdir(state, { recursive: true });
  if (agentsDoc !== undefined) {
    await write({ 'AGENTS.md': agentsDoc });
  }
  await writeFile(
    config,
    JSON.stringify({
      ...settings(server.url, cwd, credentials === 'none' ? undefined : 'sk-test-0000'),
      ...(gatewayPort === undefined ? {} : gatewaySettings(gatewayPort, root, setup)),
    }),
  );
  return {
    env: {
      ...env,
      ...Object.fromEntries(LEAVE_OUT.map((name) => [name, ''])),
      OPENCLAW_CONFIG_PATH: config,
      OPENCLAW_STATE_DIR: state,
      NO_COLOR: '1',
      ...(gatewayPort === undefined ? {} : { OPENCLAW_GATEWAY_TOKEN: GATEWAY_TOKEN }),
    },
    mcpServers: [],
  };
}

function settings(baseUrl: string, workspace: string, apiKey: string | undefined): object {
  const mock = { baseUrl, api: 'anthropic-messages', ...(apiKey === undefined ? {} : { apiKey }), models: [MODEL] };
  return {
    models: { mode: 'merge', providers: { mock } },
    agents: { defaults: { model: { primary: 'mock/mock-1' }, workspace, skipBootstrap: true } },
  };
}

function gatewaySettings(port: number, root: string, { commandRequests }: Setup): object {
  return {
    gateway: { mode: 'local', port, bind: 'loopback', auth: { mode: 'token' } },
    // The default log file lies below /tmp.
    logging: { file: join(root, 'gateway.log') },
    ...(commandRequests === undefined
      ? {}
      : { tools: { exec: { host: 'gateway', security: 'allowlist', ask: 'always' } } }),
  };
}
