/** Points omp at a model server and a sandbox, and prepares what a scenario needs around it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Setup } from '../scenario/index.ts';
import type { Sandbox } from './create-sandbox.ts';
import { demoMcpServer } from './demo-mcp-server.ts';
import { PI_KEYS, piModels } from './pi-environment.ts';
import type { Prepared } from './prepared.ts';

/** The environment of a quiet run, with no key but that of the models file. It is added to an inherited one. */
export function ompEnvironment({ env, configDir }: Pick<Sandbox, 'env' | 'configDir'>): Record<string, string> {
  return {
    ...env,
    ...Object.fromEntries(PI_KEYS.map((name) => [name, ''])),
    PI_CODING_AGENT_DIR: configDir,
    PI_OFFLINE: '1',
    NO_COLOR: '1',
  };
}

/** Writes the model and the files that a scenario's setup asks for, and returns what the run must be given. */
export async function prepareOmp(
  server: { readonly url: string },
  sandbox: Sandbox,
  setup: Setup = {},
): Promise<Prepared> {
  const { agentsDoc, skill, mcp = [] } = setup;
  // JSON is YAML too.
  await writeFile(join(sandbox.configDir, 'models.yml'), JSON.stringify(piModels(server, setup)));
  await writeFile(join(sandbox.configDir, 'config.yml'), JSON.stringify(settings(setup)));
  if (agentsDoc !== undefined) {
    await sandbox.write({ 'AGENTS.md': agentsDoc });
  }
  if (skill !== undefined) {
    const text = `---\nname: ${skill.name}\ndescription: ${skill.description}\n---\n${skill.body}\n`;
    await sandbox.write({ [`.omp/skills/${skill.name}/SKILL.md`]: text });
  }
  return { env: ompEnvironment(sandbox), mcpServers: mcp.map(demoMcpServer) };
}

function settings({ retries = 2, compactAtTokens }: Setup): unknown {
  return {
    modelRoles: { default: 'mock/mock-1', smol: 'mock/mock-1' },
    retry: { enabled: retries > 0, maxRetries: retries, baseDelayMs: 200 },
    startup: { quiet: true, checkUpdate: false, setupWizard: false },
    lsp: { enabled: false },
    compaction: {
      // The model writes the summary, at once and even of short conversations.
      methodOrder: ['soft'],
      asyncEnabled: false,
      keepRecentTokens: 1,
      // omp compacts when an answer has reached the limit.
      ...(compactAtTokens === undefined ? {} : { thresholdTokens: Math.floor(compactAtTokens * 0.9) }),
    },
  };
}
