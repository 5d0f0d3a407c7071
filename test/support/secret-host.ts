/** A host for tests that kill it: starts a run of every agent in every mode, each with a secret in its options, and says which and where. */
import { builtInAdapters } from '@agent-mux/adapters';
import { CapabilityError, createClient, type Mode, type RunOptions } from '@agent-mux/core';

const { binary, secret }: { binary: string; secret: string } = JSON.parse(process.argv[2] ?? '{}');
const client = createClient({ adapters: builtInAdapters });

for (const { agent, modes } of builtInAdapters) {
  for (const mode of modes) {
    try {
      const { runId } = client.run({ agent, mode: mode.name, binary, prompt: secret, ...optionsOf(mode) });
      process.stdout.write(`${runId} ${agent} ${mode.name}\n`);
    } catch (error) {
      // Some modes can do less than their neighbours, and say so at once.
      if (!(error instanceof CapabilityError)) {
        throw error;
      }
    }
  }
}
process.stdout.write('all\n');
setInterval(() => undefined, 60_000);

function optionsOf({ capabilities }: Mode): Partial<RunOptions> {
  const { supportsMCP, supportsAgentsMd, systemPromptModes } = capabilities;
  const [systemPromptMode] = systemPromptModes;
  return {
    approvalMode: 'yolo',
    ...(systemPromptMode === undefined ? {} : { systemPrompt: secret, systemPromptMode }),
    ...(supportsAgentsMd ? { agentsDoc: secret } : {}),
    ...(supportsMCP
      ? { mcpServers: [{ name: 'near', transport: 'stdio', command: '/bin/server', env: { TOKEN: secret } }] }
      : {}),
  };
}
