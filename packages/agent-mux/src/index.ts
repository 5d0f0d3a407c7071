/** What a user installs: the client with all built-in adapters, and the vocabulary of events. */
import { builtInAdapters } from '@agent-mux/adapters';
import { type AgentMuxClient, type ClientOptions, createClient as createCoreClient } from '@agent-mux/core';

export * from '@agent-mux/core';
export * from '@agent-mux/events';

/** As in core, with all built-in adapters; `adapters` come on top and win by name. Does no I/O. */
export function createClient({ adapters = [], ...options }: ClientOptions = {}): AgentMuxClient {
  return createCoreClient({ ...options, adapters: [...builtInAdapters, ...adapters] });
}
