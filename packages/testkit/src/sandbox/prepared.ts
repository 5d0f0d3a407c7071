/** What a run must be given so that an agent finds the model server and everything that a scenario put around it. */
import type { McpServerConfig, RunOptions } from '@agent-mux/core';

export interface Prepared {
  /** Variables that are added to an inherited environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly mcpServers: readonly McpServerConfig[];
  /** Settings that only the run's options can carry; those of the scenario win. */
  readonly options?: Partial<RunOptions>;
  /**
   * For how long a service that is no process of the run, such as a gateway, may let live what it started for a run that has ended, in
   * milliseconds. What the run itself started has no such time. @defaultValue 0
   */
  readonly serviceEndsWithinMs?: number;
  /** Ends what was started beside the agent, such as a server that it is a client of. Called once, after the last run. */
  dispose?(): Promise<void>;
}
