/** What a run must be given so that an agent finds the model server and all that a scenario put around it. */
import type { McpServerConfig, RunOptions } from '@agent-mux/core';

export interface Prepared {
  /** Added to an inherited environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly mcpServers: readonly McpServerConfig[];
  /** What the agent can only be told by the run's options; those of the scenario win. */
  readonly options?: Partial<RunOptions>;
  /** Ends what was started beside the agent, such as a server that it is the client of. Called once, after the last run. */
  dispose?(): Promise<void>;
}
