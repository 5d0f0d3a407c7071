/** Points Gemini CLI at a model server and a sandbox, and prepares what a scenario needs around it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Setup } from '../scenario/index.ts';
import type { Sandbox } from './create-sandbox.ts';
import { demoMcpServer } from './demo-mcp-server.ts';
import type { Prepared } from './prepared.ts';

/** Settings of the host that would lead the CLI elsewhere: to an account, a cloud, or somebody's own settings. */
const LEAVE_OUT = [
  'GOOGLE_API_KEY',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'GOOGLE_CLOUD_PROJECT',
  'GOOGLE_GENAI_USE_GCA',
  'GOOGLE_GENAI_USE_VERTEXAI',
  'GEMINI_SANDBOX',
  'GEMINI_SYSTEM_MD',
  'GEMINI_CLI_HOME',
];

/** The size of its models' window. */
const WINDOW = 1_048_576;

/** The environment of a quiet run on the model server, with a fake key. It is added to an inherited one. */
export function geminiEnvironment(
  server: { readonly url: string },
  { env }: Pick<Sandbox, 'env'>,
  { credentials = 'key' }: Pick<Setup, 'credentials'> = {},
): Record<string, string> {
  return {
    ...env,
    ...Object.fromEntries(LEAVE_OUT.map((name) => [name, ''])),
    GOOGLE_GEMINI_BASE_URL: server.url,
    GEMINI_API_KEY: credentials === 'none' ? '' : 'test-0000',
    // The default asks a model which model to use.
    GEMINI_MODEL: 'gemini-2.5-pro',
    // Gemini CLI leaves a folder that is not trusted with exit code 55 before it has said anything.
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    GEMINI_CLI_NO_RELAUNCH: 'true',
  };
}

/** Writes the files that a scenario's setup asks for, and returns what the run must be given. */
export async function prepareGemini(
  server: { readonly url: string },
  sandbox: Sandbox,
  setup: Setup = {},
): Promise<Prepared> {
  const { agentsDoc, partDoc, skill, mcp = [] } = setup;
  const folder = join(sandbox.home, '.gemini');
  await mkdir(folder, { recursive: true });
  // The CLI rewrites the file at its start, so each sandbox has a new one.
  await writeFile(join(folder, 'settings.json'), JSON.stringify(userSettings(setup)));
  if (agentsDoc !== undefined) {
    await sandbox.write({ 'GEMINI.md': agentsDoc });
  }
  if (partDoc !== undefined) {
    await sandbox.write({ [`${partDoc.folder}/GEMINI.md`]: partDoc.text });
  }
  if (skill !== undefined) {
    const text = `---\nname: ${skill.name}\ndescription: ${skill.description}\n---\n${skill.body}\n`;
    await sandbox.write({ [`.gemini/skills/${skill.name}/SKILL.md`]: text });
  }
  return { env: geminiEnvironment(server, sandbox, setup), mcpServers: mcp.map(demoMcpServer) };
}

function userSettings({ retries = 2, compactAtTokens, hookDenies, planMode, ownMcp = [] }: Setup): unknown {
  return {
    security: { auth: { selectedType: 'gemini-api-key' } },
    general: {
      enableAutoUpdate: false,
      maxAttempts: retries + 1,
      ...(planMode === undefined ? {} : { defaultApprovalMode: 'plan' }),
    },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    ...(compactAtTokens === undefined ? {} : { model: { compressionThreshold: compactAtTokens / WINDOW } }),
    ...(hookDenies === undefined ? {} : { hooks: hooksOf(hookDenies) }),
    ...(ownMcp.length === 0 ? {} : { mcpServers: Object.fromEntries(ownMcp.map(serverOf)) }),
  };
}

function serverOf(which: 'demo' | 'dead'): readonly [string, unknown] {
  const { name, command, args } = demoMcpServer(which);
  return [name, { command, args }];
}

function hooksOf(text: string): unknown {
  // Exit code 2 refuses the call, and the model sees stderr as the reason.
  const command = `if grep -q -- '${text}'; then echo 'refused by a hook of the project' >&2; exit 2; fi`;
  return { BeforeTool: [{ matcher: 'run_shell_command', hooks: [{ type: 'command', command }] }] };
}
