/** Makes sure that an agent is known before anything else is looked at. */
import type { AdapterRegistry } from '@agent-mux/core';
import { hintAtName } from '@agent-mux/events';
import { EXIT_CODE_OF_MISUSE } from '../exit-codes.ts';
import { EXIT_USAGE, UsageError } from './usage-error.ts';

export interface AgentWords {
  /** A hint that follows the sentence which says that there is no such agent. */
  readonly hint?: string;
  /** The flag that named the agent. */
  readonly flag?: string;
}

export function demandAgent(
  adapters: AdapterRegistry,
  agent: string,
  { hint = 'See `amux agents`.', flag }: AgentWords = {},
): void {
  const known = adapters.list().map((adapter) => adapter.agent);
  if (!known.includes(agent)) {
    throw new UsageError(
      `${flag === undefined ? 'There' : `${flag}: there`} is no agent ${JSON.stringify(agent)}.${hintAtName(agent, known)} Agents: ${known.join(', ')}. ${hint}`,
      EXIT_CODE_OF_MISUSE.AGENT_NOT_FOUND ?? EXIT_USAGE,
    );
  }
}
