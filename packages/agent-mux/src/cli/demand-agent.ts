/** Makes sure that an agent is known before anything else is looked at. */
import { type AdapterRegistry, EXIT_CODE_OF_MISUSE } from '@agent-mux/core';
import { EXIT_USAGE, UsageError } from './usage-error.ts';

export function demandAgent(adapters: AdapterRegistry, agent: string): void {
  const known = adapters.list().map((adapter) => adapter.agent);
  if (!known.includes(agent)) {
    throw new UsageError(
      `There is no agent ${JSON.stringify(agent)}. Agents: ${known.join(', ')}. See \`amux agents\`.`,
      EXIT_CODE_OF_MISUSE.AGENT_NOT_FOUND ?? EXIT_USAGE,
    );
  }
}
