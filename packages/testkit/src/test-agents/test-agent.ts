/** An agent for tests: a client, and what a run must be given. */
import { type Adapter, type AgentMuxClient, createClient, type RunHandle, type RunOptions } from '@agent-mux/core';

export interface TestAgent extends AsyncDisposable {
  /** A client that knows this agent alone. */
  readonly client: AgentMuxClient;
  /** The folder of the agent, which is removed. */
  readonly cwd: string;
  /** Options that make a run of any client meet this agent, for a program with a client of its own. */
  readonly options: Omit<RunOptions, 'prompt'>;
  /** Runs the agent as `client.run()` does; the given options win over `options`. */
  run(options: RunOptions): RunHandle;
  /** Aborts what runs, stops what was started for it, and removes its folders. */
  close(): Promise<void>;
}

export interface TestAgentParts {
  readonly adapter: Adapter;
  readonly cwd: string;
  readonly options: Omit<RunOptions, 'prompt' | 'agent' | 'cwd'>;
  readonly dispose: () => Promise<void>;
}

export function createTestAgent({ adapter, cwd, options: own, dispose }: TestAgentParts): TestAgent {
  const client = createClient({ adapters: [adapter] });
  const options = { ...own, agent: adapter.agent, cwd };
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= client.close().finally(dispose);
    return closing;
  };
  return {
    client,
    cwd,
    options,
    run: (given) => client.run({ ...options, ...given, env: { ...options.env, ...given.env } }),
    close,
    [Symbol.asyncDispose]: close,
  };
}
