/** Asks whether a run could be started, before anything is made for it. */
import type { AgentMuxClient, RunOptions } from '@agent-mux/core';

/** Throws what the library would refuse, such as a CLI that is not installed. */
export function demandStartable(client: AgentMuxClient, options: RunOptions): void {
  const refusal = client.check(options);
  if (refusal !== undefined) {
    throw refusal;
  }
}
