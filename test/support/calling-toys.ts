/** Toy agents that can call each other. */
import { type AgentMuxClient, type ClientOptions, createClient, type RunOptions } from '@agent-mux/core';
import type { FakeAgentStep } from '@agent-mux/testkit';
import { answers, says, session, toyAdapter } from './toy-adapter.ts';

export type Scripts = Readonly<Record<string, readonly FakeAgentStep[]>>;

/** It answers each prompt until nobody gives it one any more. */
export const talker = (...texts: readonly string[]): readonly FakeAgentStep[] => [
  session,
  ...texts.flatMap((text, index) => [...(index === 0 ? [] : [{ do: 'read' } as const]), answers(text)]),
  { do: 'read-all' },
];
/** It begins a turn and never ends it. */
export const HANGS: readonly FakeAgentStep[] = [
  session,
  says({ type: 'turn_start' }, { type: 'step_start' }, { type: 'text_delta', delta: 'Well' }),
  { do: 'hang' },
];

/** A client with one toy agent for each script. */
export function treeClient(scripts: Scripts, options: ClientOptions = {}): AgentMuxClient {
  const adapters = Object.entries(scripts).map(([agent, steps]) => ({ ...toyAdapter({ steps }), agent }));
  return createClient({ ...options, adapters });
}

/** What every toy run of a tree is given. */
export const toy = (agent: string, options: Partial<RunOptions> = {}): RunOptions => ({
  agent,
  prompt: `do ${agent}`,
  collectEvents: true,
  gracePeriodMs: 300,
  settleMs: 1_000,
  ...options,
});
