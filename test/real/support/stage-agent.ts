/** A real CLI, a scripted model and a sandbox, for tests that drive a run themselves. */
import { type AgentMuxClient, createClient, type RunHandle, type RunOptions } from '@agent-mux/core';
import {
  createSandbox,
  findLeftOver,
  type ModelScript,
  type ModelServer,
  type Sandbox,
  type Setup,
  startModelServer,
} from '@agent-mux/testkit';
import type { AgentStage } from './stage.ts';
import { type ClaudeVersion, claudeStage } from './stages/claude.ts';

export interface StagedAgent extends AsyncDisposable {
  readonly server: ModelServer;
  readonly sandbox: Sandbox;
  readonly client: AgentMuxClient;
  /** What a run in this sandbox must be given, but for the prompt. */
  readonly options: Omit<RunOptions, 'prompt'>;
  run(options: RunOptions): RunHandle;
  /** Living processes at work in the sandbox, as `pid command`. */
  leftOver(): readonly string[];
}

export interface StageOptions {
  readonly script: ModelScript;
  readonly setup?: Setup;
  /** @defaultValue that of the stage */
  readonly version?: string;
  /** @defaultValue the adapter's first */
  readonly mode?: string;
}

/** Claude Code, on which whatever is the same for all agents is tried. */
export function stageClaude(options: StageOptions & { readonly version?: ClaudeVersion }): Promise<StagedAgent> {
  return stageAgent(claudeStage, options);
}

export async function stageAgent(
  { adapter, version: usual, binary, prepare }: AgentStage,
  { script, setup = {}, version = usual, mode = adapter.modes[0]?.name }: StageOptions,
): Promise<StagedAgent> {
  const sandbox = await createSandbox();
  const server = await startModelServer({ script, agent: adapter.agent, cwd: sandbox.cwd });
  const client = createClient({ adapters: [adapter] });
  const { env, mcpServers, options: more = {}, dispose } = await prepare(server, sandbox, setup, mode);
  const options = {
    ...more,
    agent: adapter.agent,
    binary: binary(version),
    cwd: sandbox.cwd,
    env,
    ...(mcpServers.length === 0 ? {} : { mcpServers }),
    gracePeriodMs: 2_000,
  };
  return {
    server,
    sandbox,
    client,
    options,
    run: (more) => client.run({ ...options, ...more }),
    leftOver: () => findLeftOver({ runIds: [], folder: sandbox.root }),
    async [Symbol.asyncDispose]() {
      await client.close();
      await dispose?.();
      await server.close();
      await sandbox.dispose();
    },
  };
}

/** One turn with these answers. */
export function oneTurn(...steps: ModelScript['turns'][number]['steps']): ModelScript {
  return { turns: [{ steps }] };
}
