/** Plays the script of the demo on one CLI, in a home and a folder of their own; no network, no key. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentMuxClient, RunHandle, RunResult } from '@agent-mux/core';
import { createSandbox, startModelServer } from '@agent-mux/testkit';
import type { DemoAgent } from './demo-agents.ts';
import { CHANGED_FILE, createDemoScript, FILES, FIXED_SOURCE, PROMPT } from './demo-script.ts';
import { createTally, type Tally } from './tally.ts';

/** The limit of a run, because one that hangs must not keep anybody waiting. */
const TIMEOUT_MS = 600_000;

export interface DemoRun extends AsyncDisposable {
  readonly agent: DemoAgent;
  readonly cwd: string;
  readonly tally: Tally;
  /** Starts the run; call it once. What the run asks is denied unless somebody listens by the end of the tick. */
  start(): RunHandle;
  /** Whether the mistake in the project was fixed. */
  isMended(): Promise<boolean>;
}

/** How one of them ended. */
export interface DemoEnd {
  readonly run: DemoRun;
  readonly result: RunResult;
  readonly isMended: boolean;
}

/** Makes all that a run needs, and starts none. `delayMs` lies between two pieces of text. */
export async function prepareDemo(client: AgentMuxClient, agent: DemoAgent, delayMs: number): Promise<DemoRun> {
  const sandbox = await createSandbox(FILES);
  const script = createDemoScript(agent.agent, delayMs);
  const server = await startModelServer({ script, agent: agent.agent, cwd: sandbox.cwd });
  const dispose = async (): Promise<void> => {
    await server.close();
    await sandbox.dispose();
  };
  try {
    const { env, options = {} } = await agent.prepare(server, sandbox);
    let handle: RunHandle | undefined;
    return {
      agent,
      cwd: sandbox.cwd,
      tally: createTally(sandbox.cwd),
      start() {
        handle = client.run({
          ...options,
          agent: agent.agent,
          binary: agent.binary,
          prompt: PROMPT,
          cwd: sandbox.cwd,
          env,
          timeout: TIMEOUT_MS,
        });
        return handle;
      },
      isMended: async () => (await readFile(join(sandbox.cwd, CHANGED_FILE), 'utf8')) === FIXED_SOURCE,
      async [Symbol.asyncDispose]() {
        // The run must end before its folder is removed.
        await handle?.abort().catch(() => {
          // A run that is over has nothing to abort.
        });
        await dispose();
      },
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}
