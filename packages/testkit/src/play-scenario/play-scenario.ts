/** Plays a scenario on a real CLI: model server, sandbox, runs and host actions, and a check of what is left. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Adapter, type AgentMuxClient, createClient, type RunOptions, type RunResult } from '@agent-mux/core';
import { createRunRedactor, type Redactor } from '@agent-mux/core/cassette';
import type { AgentEvent } from '@agent-mux/events';
import {
  type AgentProfile,
  getAgentProfile,
  type LoggedRequest,
  type ModelServer,
  startModelServer,
} from '../model-server/index.ts';
import { createSandbox, type Prepared, type Sandbox } from '../sandbox/index.ts';
import type { Scenario, ScenarioRun, Setup } from '../scenario/index.ts';
import { followEvents } from './event-log.ts';
import { findLeftOver } from './find-left-over.ts';
import { type HostWords, type PlayedFollowUp, performActions } from './host.ts';

/** How an agent is connected to a model server and put into a sandbox, for one of its modes; `prepareClaude` is one. */
export type Environment = (
  server: ModelServer,
  sandbox: Sandbox,
  setup: Setup,
  mode: string | undefined,
) => Promise<Prepared> | Prepared;

export interface PlayOptions {
  readonly adapter: Adapter;
  /** The mode. @defaultValue the adapter's first that meets the options */
  readonly mode?: string;
  /** Absolute path of the CLI. @defaultValue looked up on PATH */
  readonly binary?: string;
  /** The version of the CLI, which the header of recordings contains. */
  readonly version?: string;
  readonly environment: Environment;
  /** The agent's tools and marks. @defaultValue the one that the model server has for the adapter's agent */
  readonly profile?: AgentProfile;
  readonly words?: HostWords;
  /** Options that are added to those of every run. */
  readonly options?: Partial<RunOptions>;
  /** When a run is given up, in milliseconds. @defaultValue 60000 */
  readonly timeoutMs?: number;
  /** Called with all runs of the scenario, while their recordings still exist. */
  readonly onEnd?: (played: Played) => Promise<void>;
}

export interface PlayedRun {
  readonly result: RunResult;
  readonly events: readonly AgentEvent[];
  readonly followUps: readonly PlayedFollowUp[];
  /** The cassette's folder. It is removed with the sandbox, after `onEnd`. */
  readonly recording: string;
  /** Removes from the events what the recording does not show either. */
  readonly redactor: Redactor;
}

export interface Played {
  /** The runs in order; one, unless the scenario has further runs. */
  readonly runs: readonly PlayedRun[];
  /** All requests to the model server. */
  readonly requests: readonly LoggedRequest[];
  /** The requests for an answer or a summary. */
  readonly modelRequests: readonly LoggedRequest[];
  /** The requests that the script did not expect: a fault of the scenario, or of the agent. */
  readonly unmatched: readonly LoggedRequest[];
  /** Processes that were alive after the runs, as `pid command`. Linux only. */
  readonly leftOver: readonly string[];
  /** Host actions that failed or were never due, and runs that did not end. */
  readonly problems: readonly string[];
}

/**
 * Plays all runs of a scenario, one after the other, in one sandbox and with one model server. Resolves with what the agent did;
 * rejects where the runtime refuses the options, or the sandbox cannot be made.
 *
 * @example
 * const played = await playScenario(getScenario('text'), { adapter: claude, environment: prepareClaude });
 * expect(played.runs[0]?.result.exitReason).toBe('completed');
 */
export async function playScenario(scenario: Scenario, options: PlayOptions): Promise<Played> {
  const { adapter, environment, profile = getAgentProfile(adapter.agent), onEnd } = options;
  await using sandbox = await createSandbox(scenario.files);
  await using server = await startModelServer({ script: scenario.model, agent: profile, cwd: sandbox.cwd });
  await using client = createClient({ adapters: [adapter] });
  const mode = options.mode ?? adapter.modes[0]?.name;
  const prepared = await environment(server, sandbox, scenario.setup ?? {}, mode);
  await using _ = { [Symbol.asyncDispose]: async () => await prepared.dispose?.() };
  const stage: Stage = { scenario, options: { ...options, profile }, server, sandbox, client, prepared };
  const runs: PlayedRun[] = [];
  const problems: string[] = [];
  const leftOver: string[] = [];
  for (const run of [scenario, ...(scenario.furtherRuns ?? [])]) {
    const played = await playRun(run, stage, runs);
    runs.push(played.run);
    problems.push(...played.problems);
    leftOver.push(...(await lookForLeftOver(played.run.result.runId, stage)));
  }
  const { requests, modelRequests, unmatched } = server;
  const played: Played = { runs, requests: [...requests], modelRequests, unmatched, leftOver, problems };
  await onEnd?.(played);
  return played;
}

async function lookForLeftOver(runId: string, { sandbox, prepared }: Stage): Promise<string[]> {
  // The check comes at once, because a process that ends a moment later was left over all the same.
  const ofRun = findLeftOver({ runIds: [runId] });
  const deadline = performance.now() + (prepared.serviceEndsWithinMs ?? 0);
  let ofAnyone = findLeftOver({ runIds: [], folder: sandbox.root });
  while (ofAnyone.length > 0 && performance.now() < deadline) {
    await sleep(50);
    ofAnyone = findLeftOver({ runIds: [], folder: sandbox.root });
  }
  return [...new Set([...ofRun, ...ofAnyone])];
}

interface Stage {
  readonly scenario: Scenario;
  readonly options: PlayOptions & { readonly profile: AgentProfile };
  readonly server: ModelServer;
  readonly sandbox: Sandbox;
  readonly client: AgentMuxClient;
  readonly prepared: Prepared;
}

async function playRun(
  run: ScenarioRun,
  stage: Stage,
  earlier: readonly PlayedRun[],
): Promise<{ readonly run: PlayedRun; readonly problems: readonly string[] }> {
  const { options, server, sandbox, client } = stage;
  const recording = join(sandbox.root, 'recordings', String(earlier.length));
  await mkdir(recording, { recursive: true });
  const runOptions = { ...describeRun(run, stage, { recording, earlier }), ...(await placeOf(run, stage, earlier)) };
  const handle = client.run(runOptions);
  const log = followEvents(handle);
  const problems: string[] = [];
  const { timeoutMs = 60_000, profile, words = {} } = options;
  const giveUp = setTimeout(() => {
    problems.push(`The run was not over after ${timeoutMs} ms.`);
    void handle.abort();
  }, timeoutMs);
  const report = await performActions(run.host ?? [], { handle, log, server, profile, cwd: sandbox.cwd, words });
  clearTimeout(giveUp);
  const result = await handle.result();
  const { cwd = sandbox.cwd, env = {} } = runOptions;
  return {
    run: {
      result,
      events: log.events,
      followUps: report.followUps,
      recording,
      redactor: createRunRedactor(
        { runId: result.runId, binary: options.binary ?? '', options: { cwd, env } },
        { env: {} },
      ),
    },
    problems: [...problems, ...report.problems],
  };
}

interface RunPlace {
  readonly recording: string;
  readonly earlier: readonly PlayedRun[];
}

function describeRun(run: ScenarioRun, stage: Stage, { recording, earlier }: RunPlace): RunOptions {
  const { scenario, options, sandbox, prepared } = stage;
  const { adapter, mode, binary, version } = options;
  return {
    agent: adapter.agent,
    prompt: run.prompt,
    cwd: sandbox.cwd,
    env: prepared.env,
    ...(prepared.mcpServers.length === 0 ? {} : { mcpServers: prepared.mcpServers }),
    ...(mode === undefined ? {} : { mode }),
    ...(binary === undefined ? {} : { binary }),
    ...sessionOf(run, earlier),
    gracePeriodMs: 2_000,
    ...approvalOf(adapter, mode),
    ...prepared.options,
    ...run.options,
    ...options.options,
    record: {
      dir: recording,
      scenario: scenario.name,
      modelScript: describeScript(scenario),
      ...(version === undefined ? {} : { cliVersion: version }),
    },
  };
}

/** The approval mode: where a scenario does not set it, a mode that cannot ask may act, because the script does no harm. */
function approvalOf({ modes }: Adapter, name: string | undefined): Partial<RunOptions> {
  const mode = name === undefined ? modes[0] : modes.find((each) => each.name === name);
  const approvalMode = APPROVAL_MODES.find((each) => mode?.capabilities.approvalModes.includes(each));
  return approvalMode === undefined ? {} : { approvalMode };
}

const APPROVAL_MODES = ['prompt', 'yolo', 'deny'] as const;

/** Describes a script; the beginning of a long text says enough. */
function describeScript({ model }: Scenario): string {
  return JSON.stringify(model, (_key, value) =>
    typeof value === 'string' && value.length > 400 ? `${value.slice(0, 60)}… (${value.length} characters)` : value,
  );
}

/** The checkpoint to rewind to, as the session's own file names it. */
async function placeOf(
  { backTo }: ScenarioRun,
  { client, options: { adapter }, prepared: { env } }: Stage,
  earlier: readonly PlayedRun[],
): Promise<Partial<RunOptions>> {
  if (backTo === undefined) {
    return {};
  }
  const { messages } = await client.sessions.get(adapter.agent, earlier.at(-1)?.result.sessionId ?? '', { env });
  const checkpointId = messages.flatMap((message) => message.checkpointId ?? [])[backTo];
  if (checkpointId === undefined) {
    throw new TypeError(`The session before this run has no prompt ${backTo}.`);
  }
  return { checkpointId };
}

function sessionOf({ session }: ScenarioRun, earlier: readonly PlayedRun[]): Partial<RunOptions> {
  switch (session) {
    case undefined:
      return {};
    case 'unknown':
      return { sessionId: '00000000-0000-4000-8000-000000000000' };
    case 'malformed':
      return { sessionId: 'no such session' };
    case 'resume':
    case 'fork': {
      const id = earlier.at(-1)?.result.sessionId;
      if (id === undefined) {
        throw new TypeError(`There is no session before this run to ${session}.`);
      }
      return session === 'resume' ? { sessionId: id } : { forkSessionId: id };
    }
    default:
      return session satisfies never;
  }
}
