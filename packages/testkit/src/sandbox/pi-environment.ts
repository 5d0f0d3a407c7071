/** Points pi at a model server and a sandbox, and prepares what a scenario needs around it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ScenarioPlugin, Setup } from '../scenario/index.ts';
import type { Sandbox } from './create-sandbox.ts';
import type { Prepared } from './prepared.ts';

/** Settings of the host that would lead the CLI elsewhere: to another model, or to another account. */
export const PI_KEYS: readonly string[] = [
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_OAUTH_TOKEN',
  'OPENAI_API_KEY',
  'GEMINI_API_KEY',
  'GOOGLE_API_KEY',
  'OPENROUTER_API_KEY',
  'GROQ_API_KEY',
  'XAI_API_KEY',
  'MISTRAL_API_KEY',
];

const WINDOW = 200_000;

/** The environment of a quiet run, with no key but that of the models file. It is added to an inherited one. */
export function piEnvironment({ env, configDir }: Pick<Sandbox, 'env' | 'configDir'>): Record<string, string> {
  return {
    ...env,
    ...Object.fromEntries(PI_KEYS.map((name) => [name, ''])),
    PI_CODING_AGENT_DIR: configDir,
    PI_OFFLINE: '1',
    PI_TELEMETRY: '0',
    PI_SKIP_VERSION_CHECK: '1',
  };
}

/** Writes the model and the files that a scenario's setup asks for, and returns what the run must be given. */
export async function preparePi(
  server: { readonly url: string },
  sandbox: Sandbox,
  setup: Setup = {},
): Promise<Prepared> {
  const { agentsDoc, skill, plugin } = setup;
  await writeFile(join(sandbox.configDir, 'models.json'), JSON.stringify(piModels(server, setup)));
  await writeFile(join(sandbox.configDir, 'settings.json'), JSON.stringify(settings(setup)));
  if (agentsDoc !== undefined) {
    await sandbox.write({ 'AGENTS.md': agentsDoc });
  }
  if (skill !== undefined) {
    const text = `---\nname: ${skill.name}\ndescription: ${skill.description}\n---\n${skill.body}\n`;
    await sandbox.write({ [`.pi/skills/${skill.name}/SKILL.md`]: text });
  }
  if (plugin !== undefined) {
    await sandbox.write({ [`.pi/extensions/${plugin.name}.ts`]: extension(plugin) });
  }
  return { env: piEnvironment(sandbox), mcpServers: [] };
}

/** A provider with one model that has prices; without a key, its requests are never made. */
export function piModels(
  { url }: { readonly url: string },
  { credentials = 'key', contextWindow, compactAtTokens }: Setup,
): unknown {
  const model = (id: string): unknown => ({
    id,
    name: id,
    reasoning: true,
    input: ['text', 'image'],
    contextWindow: contextWindow ?? (compactAtTokens === undefined ? WINDOW : compactAtTokens),
    maxTokens: 32_000,
    cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
  });
  const mock = {
    baseUrl: url,
    api: 'anthropic-messages',
    ...(credentials === 'none' ? {} : { apiKey: 'sk-test-0000' }),
    models: [model('mock-1'), model('no-such-model')],
  };
  return { providers: { mock } };
}

function settings({ retries = 2, compactAtTokens }: Setup): unknown {
  return {
    defaultProvider: 'mock',
    defaultModel: 'mock-1',
    quietStartup: true,
    // Only pi's own retries are on, because those of the SDK below it are silent.
    retry: { enabled: retries > 0, maxRetries: retries, baseDelayMs: 200, provider: { maxRetries: 0 } },
    ...(compactAtTokens === undefined
      ? {}
      : { compaction: { enabled: true, reserveTokens: Math.ceil(compactAtTokens / 16), keepRecentTokens: 2_000 } }),
  };
}

/** The code of an extension; a broken one throws when the agent begins to work. */
function extension({ name, command, body, isBroken }: ScenarioPlugin): string {
  return isBroken === undefined
    ? `export default (pi) => pi.registerCommand(${JSON.stringify(command)}, { description: ${JSON.stringify(body)}, handler: async () => {} });\n`
    : `export default (pi) => pi.on('agent_start', () => { throw new Error('${name} is broken'); });\n`;
}
