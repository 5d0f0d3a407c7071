/** The adapters of a client: list, find, register, and detect what is installed. */
import { type AgentName, hintAtName, showValue } from '@agent-mux/events';
import type { Adapter, Capabilities, InstallMethod } from '../adapter/index.ts';
import type { Clock } from '../clock.ts';
import { AgentMuxError, ValidationError, type ValidationFieldError } from '../errors.ts';
import { findExecutable } from '../process/index.ts';
import { askVersion, type VersionFault } from './ask-version.ts';
import { demandAdapter } from './define-adapter.ts';
import { findInstallMethods } from './install-methods.ts';

/** The time for which a detection is believed, in milliseconds. */
const DETECTION_LIFETIME_MS = 30_000;

/** The facts that an adapter gives about itself. */
export interface AgentInfo extends Pick<Adapter, 'agent' | 'displayName' | 'cliCommand' | 'testedVersions'> {
  /** The first one is preferred. */
  readonly modes: readonly { readonly name: string; readonly capabilities: Capabilities }[];
}

/** The agent as it was found on this machine. */
export interface InstalledAgent {
  readonly agent: AgentName;
  readonly installed: boolean;
  /** The absolute path, or null. */
  readonly cliPath: string | null;
  /** The version as the CLI says it, or null where it did not. */
  readonly version: string | null;
  /** The reason why it said none. */
  readonly versionFault?: VersionFault;
  /** Whether the fixtures were recorded with this version. */
  readonly isTested: boolean;
}

/** The adapters of one client. */
export interface AdapterRegistry {
  /** Returns the agents, sorted by name. */
  list(): AgentInfo[];
  /** Returns an adapter. Throws AGENT_NOT_FOUND. */
  get(agent: AgentName): Adapter;
  capabilities(agent: AgentName, mode?: string): Capabilities;
  /** Returns the ways to install a CLI, in the adapter's order; those for this very platform come first. */
  installInstructions(agent: AgentName, platform?: NodeJS.Platform): InstallMethod[];
  /** Searches PATH and asks for the version. The answer is believed for 30 s, and asked for once at a time. */
  detect(agent: AgentName): Promise<InstalledAgent>;
  /** Returns all agents that are installed. */
  installed(): Promise<InstalledAgent[]>;
  /** Adds or replaces an adapter. Throws ValidationError that names the adapter and each wrong field. */
  register(adapter: Adapter): void;
  /** Removes an adapter; active runs finish. */
  unregister(agent: AgentName): void;
}

export function createRegistry(adapters: readonly Adapter[], clock: Clock): AdapterRegistry {
  const byName = new Map<string, Adapter>();
  const detections = new Map<string, { at: number; result: Promise<InstalledAgent> }>();
  for (const written of adapters) {
    const adapter = demandAdapter(written, 'createClient()');
    if (byName.has(adapter.agent)) {
      throw new ValidationError([repeated(adapter.agent)], 'createClient()');
    }
    byName.set(adapter.agent, adapter);
  }

  function get(agent: AgentName): Adapter {
    const adapter = byName.get(agent);
    if (adapter === undefined) {
      const known = [...byName.keys()].sort();
      throw new AgentMuxError(
        'AGENT_NOT_FOUND',
        `There is no adapter for ${showValue(agent)}.${hintAtName(agent, known)} Known agents: ${known.join(', ') || 'none'}. Register one with \`createClient({ adapters: [...] })\`.`,
      );
    }
    return adapter;
  }

  // The method is async, so that a failure is a rejection as well.
  async function detect(agent: AgentName): Promise<InstalledAgent> {
    const adapter = get(agent);
    const known = detections.get(agent);
    if (known !== undefined && clock.now() - known.at < DETECTION_LIFETIME_MS) {
      return known.result;
    }
    const result = detectAdapter(adapter, clock);
    detections.set(agent, { at: clock.now(), result });
    return result;
  }

  return {
    list: () => [...byName.values()].map(describeAdapter).sort((a, b) => (a.agent < b.agent ? -1 : 1)),
    get,
    capabilities(agent, mode) {
      const { modes } = get(agent);
      const found = mode === undefined ? modes[0] : modes.find(({ name }) => name === mode);
      if (found === undefined) {
        throw new AgentMuxError(
          'CAPABILITY_ERROR',
          `${agent} has no mode ${showValue(mode)}.${hintAtName(mode, namesOf(modes))} Its modes: ${namesOf(modes).join(', ')}.`,
        );
      }
      return found.capabilities;
    },
    installInstructions: (agent, platform = process.platform) => findInstallMethods(get(agent).install, platform),
    detect,
    async installed() {
      const all = await Promise.all([...byName.keys()].map(detect));
      return all.filter(({ installed }) => installed);
    },
    register(written) {
      const adapter = demandAdapter(written, 'register()');
      byName.set(adapter.agent, adapter);
      detections.delete(adapter.agent);
    },
    unregister(agent) {
      byName.delete(agent);
      detections.delete(agent);
    },
  };
}

function namesOf(modes: Adapter['modes']): string[] {
  return modes.map(({ name }) => name);
}

function repeated(agent: AgentName): ValidationFieldError {
  const expected = 'one adapter for each agent';
  return {
    field: 'adapters',
    message: `\`adapters\` has two for "${agent}", but must have ${expected}.`,
    received: agent,
    expected,
  };
}

function describeAdapter({ agent, displayName, cliCommand, modes, testedVersions }: Adapter): AgentInfo {
  return {
    agent,
    displayName,
    cliCommand,
    modes: modes.map(({ name, capabilities }) => ({ name, capabilities })),
    testedVersions,
  };
}

async function detectAdapter({ agent, cliCommand, testedVersions }: Adapter, clock: Clock): Promise<InstalledAgent> {
  const cliPath = findExecutable(cliCommand, { env: process.env, cwd: currentFolder(), clock }) ?? null;
  const answer = cliPath === null ? undefined : await askVersion(cliPath);
  const version = answer?.version ?? null;
  return {
    agent,
    installed: cliPath !== null,
    cliPath,
    version,
    ...(answer !== undefined && 'fault' in answer ? { versionFault: answer.fault } : {}),
    isTested: version !== null && testedVersions.includes(version),
  };
}

/** Returns the current folder. Where it does not exist any more, it is a path below which nothing can be found. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return process.execPath;
  }
}
