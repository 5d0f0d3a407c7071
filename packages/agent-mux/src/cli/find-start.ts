/** Which agent a command line names, what it asks, and which session it continues. */
import type { AgentMuxClient, RunOptions } from '@agent-mux/core';
import { demandAgent } from './demand-agent.ts';
import { findAgent } from './find-agent.ts';
import type { GivenFlags } from './flag-table.ts';
import { demandNoOtherSession, findLastSession } from './last-session.ts';
import type { FlagOptions } from './run-options.ts';

export interface StartArguments {
  readonly first: string | undefined;
  readonly second: string | undefined;
  readonly given: GivenFlags;
  readonly options: FlagOptions;
}

export interface RunStart {
  readonly agent: string;
  /** The prompt among the arguments. */
  readonly prompt: string | undefined;
  readonly session: Pick<RunOptions, 'sessionId'>;
}

/** Throws UsageError where there is no such agent, or nothing to continue. */
export async function findStart(
  client: AgentMuxClient,
  { first, second, given, options }: StartArguments,
): Promise<RunStart> {
  const wantsLast = given.has('continue');
  if (wantsLast) {
    demandNoOtherSession(options);
  }
  const known = client.adapters.list().map((adapter) => adapter.agent);
  const { agent, prompt } = findAgent({ first, second, known, env: process.env, canFind: wantsLast });
  if (agent !== undefined) {
    demandAgent(client.adapters, agent);
  }
  if (agent !== undefined && !wantsLast) {
    return { agent, prompt, session: {} };
  }
  const last = await findLastSession(client, { agent, cwd: options.cwd ?? process.cwd() });
  return { agent: last.agent, prompt, session: { sessionId: last.sessionId } };
}
