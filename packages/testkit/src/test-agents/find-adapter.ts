/** Finds the adapter of an agent by its name, among those that agent-mux brings. */
import { type Adapter, AgentMuxError, defineAdapter } from '@agent-mux/core';
import { hintAtName } from '@agent-mux/events';

/** The package's name, which is no literal, because this package must not depend on the adapters, whose tests need it. */
const BUILT_IN: string = '@agent-mux/adapters';

export async function findAdapter(agent: string | Adapter): Promise<Adapter> {
  if (typeof agent !== 'string') {
    return defineAdapter(agent);
  }
  const adapters = await loadBuiltIn();
  const found = adapters.find((adapter) => adapter.agent === agent);
  if (found === undefined) {
    const names = adapters.map((adapter) => adapter.agent);
    throw new AgentMuxError(
      'AGENT_NOT_FOUND',
      `There is no adapter for "${agent}".${hintAtName(agent, names)} There are: ${names.join(', ')}. Or give the adapter itself in place of its name.`,
    );
  }
  return found;
}

async function loadBuiltIn(): Promise<readonly Adapter[]> {
  try {
    const { builtInAdapters }: { builtInAdapters: readonly Adapter[] } = await import(/* @vite-ignore */ BUILT_IN);
    return builtInAdapters;
  } catch (cause) {
    throw new AgentMuxError(
      'AGENT_NOT_FOUND',
      `${BUILT_IN} cannot be loaded, so no agent is known by its name: npm install ${BUILT_IN}, or give the adapter itself.`,
      { cause },
    );
  }
}
