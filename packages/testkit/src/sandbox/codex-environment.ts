/** Points Codex CLI at a model server and a sandbox, and prepares what a scenario needs around it. */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Setup } from '../scenario/index.ts';
import type { Sandbox } from './create-sandbox.ts';
import { demoMcpServer } from './demo-mcp-server.ts';
import type { Prepared } from './prepared.ts';

const KEY = 'CODEX_TEST_API_KEY';
/** A model with plain tools; newer ones are given a single tool that runs programs. */
const MODEL = 'gpt-5.5';

/** Settings of the host that would lead the CLI to an account. */
const LEAVE_OUT = ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'CODEX_API_KEY', 'CODEX_ACCESS_TOKEN'];

/** The environment of a run on the model server, with a fake key. It is added to an inherited one. */
export function codexEnvironment(
  { env, configDir }: Pick<Sandbox, 'env' | 'configDir'>,
  { credentials = 'key' }: Setup = {},
): Record<string, string> {
  return {
    ...env,
    ...Object.fromEntries(LEAVE_OUT.map((name) => [name, ''])),
    // The folder lies beside that of TMPDIR, because below it Codex would not put its helper programs.
    CODEX_HOME: configDir,
    [KEY]: credentials === 'none' ? '' : 'sk-test-0000',
  };
}

/** Writes the settings and the files that a scenario's setup asks for, and returns what the run must be given. */
export async function prepareCodex(
  server: { readonly url: string },
  sandbox: Sandbox,
  setup: Setup = {},
): Promise<Prepared> {
  const { agentsDoc, partDoc, skill, hookDenies, mcp = [] } = setup;
  if (agentsDoc !== undefined) {
    await sandbox.write({ 'AGENTS.md': agentsDoc });
  }
  if (partDoc !== undefined) {
    await sandbox.write({ [`${partDoc.folder}/AGENTS.md`]: partDoc.text });
  }
  if (skill !== undefined) {
    const text = `---\nname: ${skill.name}\ndescription: ${skill.description}\n---\n${skill.body}\n`;
    await sandbox.write({ [`.agents/skills/${skill.name}/SKILL.md`]: text });
  }
  const hooks = hookDenies === undefined ? [] : await writeHooks(join(sandbox.configDir, 'hooks.json'), hookDenies);
  const settings = [...describeSettings(server, sandbox, setup), ...hooks];
  await writeFile(join(sandbox.configDir, 'config.toml'), `${settings.join('\n')}\n`);
  return { env: codexEnvironment(sandbox, setup), mcpServers: mcp.map(demoMcpServer) };
}

function describeSettings(
  { url }: { readonly url: string },
  { cwd }: Sandbox,
  { retries = 2, compactAtTokens, contextWindow, brokenSettings, permissionRequests }: Setup,
): string[] {
  return [
    ...(brokenSettings === undefined ? [] : ['model = [']),
    `model = "${MODEL}"`,
    'model_provider = "scripted"',
    // The default does not show the model's thoughts.
    'model_reasoning_summary = "detailed"',
    'check_for_update_on_startup = false',
    'suppress_unstable_features_warning = true',
    ...(compactAtTokens === undefined ? [] : [`model_auto_compact_token_limit = ${compactAtTokens}`]),
    ...(contextWindow === undefined ? [] : [`model_context_window = ${contextWindow}`]),
    '[model_providers.scripted]',
    'name = "scripted"',
    `base_url = "${url}/v1"`,
    `env_key = "${KEY}"`,
    'wire_api = "responses"',
    `request_max_retries = ${retries}`,
    `stream_max_retries = ${retries}`,
    '[analytics]',
    'enabled = false',
    '[feedback]',
    'enabled = false',
    '[features]',
    // Codex would try to connect for ever.
    'unbounded_connection_retries = false',
    ...(permissionRequests === undefined ? [] : ['request_permissions_tool = true']),
    `[projects.${JSON.stringify(cwd)}]`,
    'trust_level = "trusted"',
  ];
}

/** Writes the hook, and returns the settings by which it is trusted, because nobody can be asked. */
async function writeHooks(path: string, denied: string): Promise<string[]> {
  // Exit code 2 refuses the call, and the model sees stderr as the reason.
  const command = `if grep -q -- '${denied}'; then echo 'refused by a hook of the user' >&2; exit 2; fi`;
  await writeFile(path, JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] } }));
  // Codex 0.169 recognises a hook by its settings with the defaults filled in, in the order of their names.
  const identity = { event_name: 'pre_tool_use', hooks: [{ async: false, command, timeout: 600, type: 'command' }] };
  const hash = createHash('sha256').update(JSON.stringify(identity)).digest('hex');
  return [`[hooks.state.${JSON.stringify(`${path}:pre_tool_use:0:0`)}]`, `trusted_hash = "sha256:${hash}"`];
}
