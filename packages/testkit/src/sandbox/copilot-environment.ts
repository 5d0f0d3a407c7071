/** Points Copilot CLI at a model server and a sandbox, and prepares what a scenario needs around it. */
import { mkdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Setup } from '../scenario/index.ts';
import type { Sandbox } from './create-sandbox.ts';
import { demoMcpServer } from './demo-mcp-server.ts';
import type { Prepared } from './prepared.ts';

/** Settings of the host that would lead the CLI elsewhere: to an account or another model. */
const LEAVE_OUT = [
  'COPILOT_GITHUB_TOKEN',
  'GH_TOKEN',
  'GITHUB_TOKEN',
  'GH_HOST',
  'COPILOT_GH_HOST',
  'COPILOT_CUSTOM_INSTRUCTIONS_DIRS',
  'COPILOT_PROVIDER_API_KEY_COMMAND',
  'COPILOT_PROVIDER_BEARER_TOKEN',
  'COPILOT_PROVIDER_WIRE_API',
  'COPILOT_PROVIDER_MODEL_ID',
  'COPILOT_PROVIDER_WIRE_MODEL',
  'COPILOT_PROVIDER_HEADERS',
];

/** Variables by which the CLI, where it may go online, finds nobody there. */
const NOBODY = {
  ...{ HTTP_PROXY: 'http://127.0.0.1:9', http_proxy: 'http://127.0.0.1:9' },
  ...{ HTTPS_PROXY: 'http://127.0.0.1:9', https_proxy: 'http://127.0.0.1:9' },
  ...{ NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' },
};

/** The environment of a quiet run on the model server, with a fake key. It is added to an inherited one. */
export function copilotEnvironment(
  server: { readonly url: string },
  { env, configDir }: Pick<Sandbox, 'env' | 'configDir'>,
  { credentials = 'key', contextWindow, webTools }: Pick<Setup, 'credentials' | 'contextWindow' | 'webTools'> = {},
): Record<string, string> {
  const common = {
    ...env,
    ...Object.fromEntries(LEAVE_OUT.map((name) => [name, ''])),
    COPILOT_HOME: configDir,
    COPILOT_AUTO_UPDATE: 'false',
  };
  // The CLI refuses to be offline without a provider; without a login, it then asks nobody either.
  return credentials === 'none'
    ? { ...common, COPILOT_PROVIDER_BASE_URL: '', COPILOT_MODEL: '' }
    : {
        ...common,
        ...(webTools === true ? { COPILOT_OFFLINE: '', ...NOBODY } : { COPILOT_OFFLINE: 'true' }),
        COPILOT_PROVIDER_TYPE: 'anthropic',
        COPILOT_PROVIDER_BASE_URL: server.url,
        COPILOT_PROVIDER_API_KEY: 'sk-test-0000',
        COPILOT_MODEL: 'claude-sonnet-4.5',
        ...(contextWindow === undefined ? {} : { COPILOT_PROVIDER_MAX_PROMPT_TOKENS: String(contextWindow) }),
      };
}

/** Writes the files that a scenario's setup asks for, and returns what the run must be given. */
export async function prepareCopilot(
  server: { readonly url: string },
  sandbox: Sandbox,
  setup: Setup = {},
): Promise<Prepared> {
  const { agentsDoc, partDoc, skill, hookDenies, mcp = [] } = setup;
  await shareProgram(sandbox.home);
  if (agentsDoc !== undefined) {
    await sandbox.write({ 'AGENTS.md': agentsDoc });
  }
  if (partDoc !== undefined) {
    await sandbox.write({ [`${partDoc.folder}/AGENTS.md`]: partDoc.text });
  }
  if (skill !== undefined) {
    const text = `---\nname: ${skill.name}\ndescription: ${skill.description}\n---\n${skill.body}\n`;
    await sandbox.write({ [`.github/skills/${skill.name}/SKILL.md`]: text });
  }
  if (hookDenies !== undefined) {
    // Copilot CLI 1.0.102 takes the hooks of the nearest folder above that has a `.git`. Without one here that is
    // sometimes /tmp, in which empty `.git`, `.codex` and `.agents` were found after runs of Codex CLI 0.169.0.
    await sandbox.write({
      '.git/HEAD': 'ref: refs/heads/main\n',
      '.github/hooks/deny.json': JSON.stringify(hooksOf(hookDenies)),
    });
  }
  return { env: copilotEnvironment(server, sandbox, setup), mcpServers: mcp.map(demoMcpServer) };
}

/**
 * Shares the program between sandboxes: at its first start in a home the CLI unpacks 235 MB of itself there, so all use one folder in the
 * temporary folder of the machine.
 */
async function shareProgram(home: string): Promise<void> {
  const shared = join(tmpdir(), 'agent-mux-copilot', 'pkg');
  await mkdir(shared, { recursive: true, mode: 0o700 });
  await mkdir(join(home, '.cache/copilot'), { recursive: true });
  await symlink(shared, join(home, '.cache/copilot/pkg'), 'dir');
}

function hooksOf(text: string): unknown {
  const answer = JSON.stringify({ permissionDecision: 'deny', permissionDecisionReason: 'refused by a hook' });
  const bash = `if grep -q -- '${text}'; then echo '${answer}'; fi`;
  return { version: 1, hooks: { preToolUse: [{ type: 'command', bash, timeoutSec: 10 }] } };
}
