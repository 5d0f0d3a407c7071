/** What a user installs: the client with all built-in adapters, and the vocabulary of events. */
export * from '@agent-mux/core';
export * from '@agent-mux/events';
export {
  type Policy,
  type PolicyDecision,
  PolicyError,
  type PolicyOptions,
  type PolicyRule,
  type PolicyRules,
  policy,
} from '@agent-mux/policy';
export * from './check-auth.ts';
// This has a module of its own, because `amux` needs it too and the bundler drops the two lines above from a module that two entries share.
export { createClient } from './create-client.ts';
export * from './exit-codes.ts';
