/** The CLIs that the demo can connect to its scripted model, and which of them it finds. */
import { type AdapterRegistry, AgentMuxError, askVersion } from '@agent-mux/core';
import {
  type Prepared,
  prepareClaude,
  prepareCodex,
  prepareCopilot,
  prepareGemini,
  prepareOmp,
  prepareOpencode,
  preparePi,
  type Sandbox,
} from '@agent-mux/testkit';
import { demandAgent } from '../demand-agent.ts';
import type { GivenFlags } from '../flag-table.ts';
import { asPath } from '../read-value.ts';
import { UsageError } from '../usage-error.ts';
import { findPinned } from './find-pinned.ts';

type Prepare = (server: { readonly url: string }, sandbox: Sandbox) => Promise<Prepared>;

/**
 * How each CLI is prepared. OpenClaw is missing because a run of it takes 20 s, whatever it does; Hermes and Cursor because nobody knows
 * how to connect them to another model.
 */
const PREPARE: ReadonlyMap<string, Prepare> = new Map([
  ['claude', prepareClaude],
  ['codex', prepareCodex],
  ['gemini', prepareGemini],
  ['copilot', prepareCopilot],
  ['pi', preparePi],
  ['omp', prepareOmp],
  ['opencode', prepareOpencode],
]);

/** CLIs that play even if nobody names them, and that need not be on PATH if the repository pins them. */
const BY_DEFAULT: ReadonlySet<string> = new Set(['claude', 'codex', 'gemini']);

/** How long a CLI may take to print its version: one that is slow here plays for much longer, and its column should have a full head. */
const VERSION_TIMEOUT_MS = 60_000;

/** A CLI that will play. */
export interface DemoAgent {
  readonly agent: string;
  readonly displayName: string;
  readonly binary: string;
  /** The version; undefined where the CLI was named by its path. */
  readonly version: string | undefined;
  readonly prepare: Prepare;
}

/**
 * All CLIs on PATH, and those that the repository around `cwd` pins: Claude Code, Codex and Gemini CLI, and any that are named. Throws
 * AGENT_NOT_INSTALLED where there is none.
 */
export async function findDemoAgents(adapters: AdapterRegistry, given: GivenFlags, cwd: string): Promise<DemoAgent[]> {
  const typed = readBinaries(given);
  const named = given.get('agent') ?? [];
  for (const agent of [...named, ...typed.keys()]) {
    demandAgent(adapters, agent, { flag: named.includes(agent) ? '--agent' : '--binary' });
    if (!PREPARE.has(agent)) {
      throw new UsageError(`The demo cannot be played by ${agent}: it knows ${[...PREPARE.keys()].join(', ')}.`);
    }
  }
  const known = adapters.list().filter(({ agent }) => PREPARE.has(agent));
  const isWanted = (agent: string): boolean =>
    named.length + typed.size === 0 || named.includes(agent) || typed.has(agent);
  const agents: DemoAgent[] = [];
  // They are asked one after the other: all at once would be too slow to print their versions in time.
  for (const { agent, displayName } of known.filter((each) => isWanted(each.agent))) {
    const isPinnedTaken = BY_DEFAULT.has(agent) || named.includes(agent);
    const program = await findProgram(adapters, agent, { typed, from: isPinnedTaken ? cwd : undefined });
    const prepare = PREPARE.get(agent);
    if (program !== undefined && prepare !== undefined) {
      agents.push({ agent, displayName, prepare, ...program });
    }
  }
  const missing = named.filter((name) => !agents.some(({ agent }) => agent === name));
  if (agents.length === 0 || missing.length > 0) {
    throw notInstalled(adapters, missing.length > 0 ? missing : [...BY_DEFAULT]);
  }
  return agents;
}

async function findProgram(
  adapters: AdapterRegistry,
  agent: string,
  { typed, from }: { typed: ReadonlyMap<string, string>; from: string | undefined },
): Promise<{ binary: string; version: string | undefined } | undefined> {
  const path = typed.get(agent);
  if (path !== undefined) {
    return { binary: path, version: undefined };
  }
  const { cliPath, version, versionFault } = await adapters.detect(agent);
  if (cliPath !== null) {
    const isLate = versionFault?.kind === 'timeout';
    const said = isLate ? (await askVersion(cliPath, { timeoutMs: VERSION_TIMEOUT_MS })).version : version;
    return { binary: cliPath, version: said ?? undefined };
  }
  const pinned = from === undefined ? undefined : findPinned(agent, from);
  return pinned === undefined ? undefined : { binary: pinned.path, version: pinned.version };
}

/** Reads `--binary codex=/path`; a path alone is claude's. */
function readBinaries(given: GivenFlags): ReadonlyMap<string, string> {
  return new Map(
    (given.get('binary') ?? []).map((text) => {
      const [, agent = 'claude', path = ''] = /^(?:([a-z0-9._-]+)=)?(.*)$/s.exec(text) ?? [];
      return [agent, asPath(path, '--binary')];
    }),
  );
}

function notInstalled(adapters: AdapterRegistry, agents: readonly string[]): AgentMuxError {
  const ways = agents.flatMap((agent) => adapters.installInstructions(agent)[0]?.command ?? []);
  return new AgentMuxError(
    'AGENT_NOT_INSTALLED',
    `demo: ${agents.join(', ')} ${agents.length === 1 ? 'was' : 'were'} not found on PATH. Install ${agents.length === 1 ? 'it' : 'one of them'} with: ${ways.join(', or ')}. Or name a program with --binary ${agents[0]}=<path>.`,
  );
}
