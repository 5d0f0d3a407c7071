/** A real Claude Code, a scripted model and a sandbox, for tests that drive a run themselves. */
import { claude } from '@agent-mux/adapters';
import { type AgentMuxClient, createClient, type RunHandle, type RunOptions } from '@agent-mux/core';
import {
  createSandbox,
  findLeftOver,
  type ModelScript,
  type ModelServer,
  prepareClaude,
  type Sandbox,
  type Setup,
  startModelServer,
} from '@agent-mux/testkit';
import { type ClaudeVersion, claudeBinary } from './agents.ts';

export interface ClaudeStage extends AsyncDisposable {
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
  readonly version?: ClaudeVersion;
}

export async function stageClaude({ script, setup = {}, version }: StageOptions): Promise<ClaudeStage> {
  const sandbox = await createSandbox();
  const server = await startModelServer({ script, agent: 'claude', cwd: sandbox.cwd });
  const client = createClient({ adapters: [claude] });
  const { env, mcpServers } = await prepareClaude(server, sandbox, setup);
  const options = {
    agent: claude.agent,
    binary: claudeBinary(version),
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
      await server.close();
      await sandbox.dispose();
    },
  };
}

/** One turn with these answers. */
export function oneTurn(...steps: ModelScript['turns'][number]['steps']): ModelScript {
  return { turns: [{ steps }] };
}
