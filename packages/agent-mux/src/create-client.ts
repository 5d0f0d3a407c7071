/** The client with all built-in adapters. */
import { builtInAdapters } from '@agent-mux/adapters';
import { type AgentMuxClient, type ClientOptions, createClient as createCoreClient } from '@agent-mux/core';

/**
 * Creates a client as core does, with all built-in adapters. Those of `adapters` are added; one with the name of a built-in adapter
 * replaces it. It does no I/O. Throws a ValidationError that names the adapter and each wrong field.
 */
export function createClient(options: ClientOptions = {}): AgentMuxClient {
  const { adapters = [] } = options ?? {};
  // The validation of core names a value that is no list, or an element that is no adapter.
  if (!Array.isArray(adapters)) {
    return createCoreClient(options);
  }
  const names = new Set(adapters.map((adapter: unknown) => nameOf(adapter)));
  const builtIn = builtInAdapters.filter(({ agent }) => !names.has(agent));
  return createCoreClient({ ...options, adapters: [...builtIn, ...adapters] });
}

function nameOf(adapter: unknown): unknown {
  return typeof adapter === 'object' && adapter !== null && 'agent' in adapter ? adapter.agent : undefined;
}
