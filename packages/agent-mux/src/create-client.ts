/** The client with all built-in adapters. */
import { builtInAdapters } from '@agent-mux/adapters';
import { type AgentMuxClient, type ClientOptions, createClient as createCoreClient } from '@agent-mux/core';

/**
 * As in core, with all built-in adapters. `adapters` come on top; one of the name of a built-in one takes its place.
 * Does no I/O. Throws ValidationError that names the adapter and each wrong field.
 */
export function createClient(options: ClientOptions = {}): AgentMuxClient {
  const { adapters = [] } = options ?? {};
  // What is no list at all, or has what is no adapter, is for the validation of core to name.
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
