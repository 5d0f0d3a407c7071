/** Points Claude Code at a model server and a sandbox, and prepares what a scenario needs around it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ScenarioPlugin, Setup } from '../scenario/index.ts';
import type { Sandbox } from './create-sandbox.ts';
import { demoMcpServer } from './demo-mcp-server.ts';
import type { Prepared } from './prepared.ts';

/** Settings of the host that would lead a CLI elsewhere: to an account, a cloud or another model. */
const LEAVE_OUT = [
  'ANTHROPIC_AUTH_TOKEN',
  'ANTHROPIC_MODEL',
  'ANTHROPIC_SMALL_FAST_MODEL',
  'ANTHROPIC_CUSTOM_HEADERS',
  'CLAUDE_CODE_USE_BEDROCK',
  'CLAUDE_CODE_USE_VERTEX',
  'CLAUDE_CODE_USE_FOUNDRY',
];

/** A model with a small window: those of most models have a million tokens, this one's is smaller in every version. */
const SMALL_WINDOW_MODEL = 'claude-haiku-4-5-20251001';
const SMALL_WINDOW = 200_000;

/** The environment of a quiet run on the model server, with a fake key. It is added to an inherited one. */
export function claudeEnvironment(
  server: { readonly url: string },
  { env, configDir, temp }: Pick<Sandbox, 'env' | 'configDir' | 'temp'>,
  { credentials = 'key', retries = 2, compactAtTokens, contextWindow, checkpoints }: Setup = {},
): Record<string, string> {
  return {
    ...env,
    ...Object.fromEntries(LEAVE_OUT.map((name) => [name, ''])),
    CLAUDE_CONFIG_DIR: configDir,
    // The CLI does not read TMPDIR for everything.
    CLAUDE_CODE_TMPDIR: temp,
    ANTHROPIC_BASE_URL: server.url,
    ANTHROPIC_API_KEY: credentials === 'key' ? 'sk-test-0000' : '',
    CLAUDE_CODE_OAUTH_TOKEN: credentials === 'subscription' ? 'sk-ant-oat01-test-0000' : '',
    CLAUDE_CODE_MAX_RETRIES: String(retries),
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    ...(compactAtTokens === undefined ? {} : { CLAUDE_CODE_AUTO_COMPACT_WINDOW: String(compactAtTokens) }),
    ...(contextWindow === undefined || contextWindow > SMALL_WINDOW ? {} : { ANTHROPIC_MODEL: SMALL_WINDOW_MODEL }),
    ...(checkpoints === undefined ? {} : { CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: '1' }),
  };
}

/** Writes the files that a scenario's setup asks for, and returns what the run must be given. */
export async function prepareClaude(
  server: { readonly url: string },
  sandbox: Sandbox,
  setup: Setup = {},
): Promise<Prepared> {
  const { agentsDoc, partDoc, skill, plugin, mcp = [] } = setup;
  if (agentsDoc !== undefined) {
    await sandbox.write({ 'CLAUDE.md': agentsDoc });
  }
  if (partDoc !== undefined) {
    await sandbox.write({ [`${partDoc.folder}/CLAUDE.md`]: partDoc.text });
  }
  if (skill !== undefined) {
    const text = `---\nname: ${skill.name}\ndescription: ${skill.description}\n---\n${skill.body}\n`;
    await sandbox.write({ [`.claude/skills/${skill.name}/SKILL.md`]: text });
  }
  const settings = projectSettings(setup);
  if (settings !== undefined) {
    await sandbox.write({ '.claude/settings.json': JSON.stringify(settings) });
  }
  const env = claudeEnvironment(server, sandbox, setup);
  return {
    env: plugin === undefined ? env : { ...env, CLAUDE_CODE_PLUGIN_DIRS: await writePlugin(sandbox.root, plugin) },
    mcpServers: mcp.map(demoMcpServer),
  };
}

function projectSettings({ hookDenies, planMode }: Setup): unknown {
  if (hookDenies === undefined && planMode === undefined) {
    return undefined;
  }
  // Exit code 2 refuses the call, and the model sees stderr as the reason.
  const command = `if grep -q -- '${hookDenies}'; then echo 'refused by a hook of the project' >&2; exit 2; fi`;
  const hooks = { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command }] }] };
  return {
    ...(hookDenies === undefined ? {} : { hooks }),
    ...(planMode === undefined ? {} : { permissions: { defaultMode: 'plan' } }),
  };
}

async function writePlugin(root: string, { name, command, body, isBroken }: ScenarioPlugin): Promise<string> {
  const folder = join(root, 'plugins', name);
  const manifest = JSON.stringify({ name, version: '1.0.0', description: 'A plugin of the scenario' });
  const files = {
    '.claude-plugin/plugin.json': isBroken === undefined ? manifest : manifest.slice(0, -5),
    [`commands/${command}.md`]: body,
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}
