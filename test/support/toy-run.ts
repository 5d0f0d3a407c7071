/** Runs the toy agent for a test, and gives what tests ask again and again. */
import { type AgentMuxClient, createClient, type RunHandle, type RunOptions, type RunResult } from '@agent-mux/core';
import type { AgentEvent } from '@agent-mux/events';
import { checkStream } from '@agent-mux/events/check';
import type { FakeAgentStep } from '@agent-mux/testkit';
import { expect } from 'vitest';
import { type ToyOptions, toyAdapter } from './toy-adapter.ts';

export interface ToyRunOptions extends Omit<ToyOptions, 'steps'> {
  readonly run?: Partial<RunOptions>;
}

export function toyClient(steps: readonly FakeAgentStep[], toy: Omit<ToyOptions, 'steps'> = {}): AgentMuxClient {
  return createClient({ adapters: [toyAdapter({ ...toy, steps })] });
}

/** Starts the toy agent; it speaks as soon as it is up. */
export function startToy(steps: readonly FakeAgentStep[], { run = {}, ...toy }: ToyRunOptions = {}): RunHandle {
  return toyClient(steps, toy).run({
    agent: 'toy',
    prompt: 'go',
    collectEvents: true,
    gracePeriodMs: 300,
    settleMs: 1_000,
    ...run,
  });
}

/** Runs it to its end and checks the stream. */
export async function runToy(steps: readonly FakeAgentStep[], options: ToyRunOptions = {}): Promise<RunResult> {
  const result = await startToy(steps, options);
  expect(checkStream(result.events)).toEqual([]);
  return result;
}

export const typesOf = (events: readonly AgentEvent[]): string[] => events.map(({ type }) => type);

/** Resolves with the next event of a type. */
export function next<T extends AgentEvent['type']>(
  handle: RunHandle,
  type: T,
): Promise<Extract<AgentEvent, { type: T }>> {
  return new Promise((resolve) => {
    handle.once(type, resolve as never);
  });
}
