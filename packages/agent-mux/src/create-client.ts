/** The client with all built-in adapters. */
import { builtInAdapters } from '@agent-mux/adapters';
import { type AgentMuxClient, type ClientOptions, createClient as createCoreClient } from '@agent-mux/core';

/** As in core, with all built-in adapters; `adapters` come on top and win by name. Does no I/O. */
export function createClient({ adapters = [], ...options }: ClientOptions = {}): AgentMuxClient {
  return createCoreClient({ ...options, adapters: [...builtInAdapters, ...adapters] });
}
