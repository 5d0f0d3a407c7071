/** A real CLI whose model follows a script, in a home and a folder of its own, without a network or a login. */
import { type Adapter, AgentMuxError } from '@agent-mux/core';
import { hintAtName } from '@agent-mux/events';
import { CALLBACK, demandOptions, OBJECT, type OptionRule, TEXT } from '../demand-options.ts';
import { type ModelServer, startModelServer } from '../model-server/index.ts';
import type { Environment } from '../play-scenario/index.ts';
import {
  createSandbox,
  prepareClaude,
  prepareCodex,
  prepareCopilot,
  prepareGemini,
  prepareOmp,
  prepareOpencode,
  preparePi,
  type Sandbox,
} from '../sandbox/index.ts';
import type { ModelScript, Setup, Step, WorkspaceFile } from '../scenario/index.ts';
import { demandScript } from './demand-script.ts';
import { findAdapter } from './find-adapter.ts';
import { createTestAgent, type TestAgent } from './test-agent.ts';

export interface ScriptedAgentOptions {
  /** Absolute path of the CLI. @defaultValue looked up on PATH */
  readonly binary?: string;
  /** The name of a mode of the adapter. @defaultValue the first that meets the options of a run */
  readonly mode?: string;
  /** Files of the agent's folder, by relative path. @defaultValue none */
  readonly files?: Readonly<Record<string, WorkspaceFile>>;
  /** What else surrounds the agent: instructions, skills, MCP servers. @defaultValue nothing */
  readonly setup?: Setup;
  /** Connects the CLI to the model server. @defaultValue that of claude, codex, copilot, gemini, omp, opencode and pi */
  readonly environment?: Environment;
}

export interface ScriptedAgent extends TestAgent {
  /** The model server: its `modelRequests`, its `unmatched` requests, and its gates. */
  readonly server: ModelServer;
  /** The agent's home, settings and folder. */
  readonly sandbox: Sandbox;
}

const ENVIRONMENTS: Readonly<Record<string, Environment>> = {
  claude: prepareClaude,
  codex: prepareCodex,
  copilot: prepareCopilot,
  gemini: prepareGemini,
  omp: prepareOmp,
  opencode: prepareOpencode,
  pi: preparePi,
};

/**
 * Creates an agent whose CLI is the real one; where it is not installed, `run()` says how to get it. A list of steps is what the model
 * answers to the first prompt. Rejects with VALIDATION_ERROR, AGENT_NOT_FOUND, and with CAPABILITY_ERROR for a mode that the agent does not
 * have and for an agent that cannot be connected to our model: then nothing was started.
 */
export async function scriptedAgent(
  agent: string | Adapter,
  script: ModelScript | readonly Step[],
  options: ScriptedAgentOptions = {},
): Promise<ScriptedAgent> {
  demandOptions('scriptedAgent()', options, RULES);
  demandScript('scriptedAgent()', script);
  const adapter = await findAdapter(agent);
  demandMode(adapter, options.mode);
  const environment = options.environment ?? environmentOf(adapter.agent);
  const sandbox = await createSandbox(options.files);
  const started: (() => Promise<void>)[] = [() => sandbox.dispose()];
  const dispose = async (): Promise<void> => {
    // The last one stops first, because it may need those before it.
    for (const stop of started.reverse()) {
      await stop();
    }
  };
  try {
    const turns = isSteps(script) ? { turns: [{ steps: script }] } : script;
    const server = await startModelServer({ script: turns, agent: adapter.agent, cwd: sandbox.cwd });
    started.push(() => server.close());
    const prepared = await environment(server, sandbox, options.setup ?? {}, options.mode);
    started.push(async () => prepared.dispose?.());
    const { env, mcpServers, options: more = {} } = prepared;
    const own = {
      ...more,
      env,
      ...(mcpServers.length === 0 ? {} : { mcpServers }),
      ...(options.binary === undefined ? {} : { binary: options.binary }),
      ...(options.mode === undefined ? {} : { mode: options.mode }),
    };
    return { ...createTestAgent({ adapter, cwd: sandbox.cwd, options: own, dispose }), server, sandbox };
  } catch (error) {
    await dispose();
    throw error;
  }
}

const RULES: Readonly<Record<keyof ScriptedAgentOptions, OptionRule>> = {
  binary: TEXT,
  mode: TEXT,
  files: OBJECT,
  setup: OBJECT,
  environment: CALLBACK,
};

function demandMode({ agent, modes }: Adapter, mode: string | undefined): void {
  const names = modes.map(({ name }) => name);
  if (mode !== undefined && !names.includes(mode)) {
    throw new AgentMuxError(
      'CAPABILITY_ERROR',
      `scriptedAgent(): ${agent} has no mode ${JSON.stringify(mode)}.${hintAtName(mode, names)} Its modes: ${names.join(', ')}.`,
    );
  }
}

function isSteps(script: ModelScript | readonly Step[]): script is readonly Step[] {
  return Array.isArray(script);
}

function environmentOf(agent: string): Environment {
  const found = Object.entries(ENVIRONMENTS).find(([name]) => name === agent)?.[1];
  if (found === undefined) {
    const names = Object.keys(ENVIRONMENTS).join(', ');
    throw new AgentMuxError(
      'CAPABILITY_ERROR',
      `How ${agent} is led to a scripted model is not known; it is of ${names}. Give \`environment\`, or play a recording with playedAgent().`,
    );
  }
  return found;
}
