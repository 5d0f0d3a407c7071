/** Gives an adapter what it leaves out, where a default is safe: what nobody claims cannot be done. */
import { isRecord } from '../field-rules.ts';
import type { Adapter, Capabilities, Mode } from './adapter.ts';

/** What a mode must say of itself: whether it asks, and what it shows. Whatever else is left out it cannot do. */
export type CapabilityClaims = Pick<Capabilities, 'approvalModes' | 'events'> & Partial<Capabilities>;

/** A mode as an adapter writes it. */
export interface ModeDefinition extends Omit<Mode, 'capabilities' | 'transport'> {
  readonly capabilities: CapabilityClaims;
  /** @defaultValue lines */
  readonly transport?: Mode['transport'];
}

type WithDefault = 'displayName' | 'cliCommand' | 'testedVersions' | 'hostMarkers' | 'install' | 'authGuidance';

/**
 * An adapter as it is written. `displayName` and `cliCommand` are the agent's name where they are left out, the lists empty, and
 * `authGuidance` a sentence that sends to the makers of the CLI.
 */
export interface AdapterDefinition extends Omit<Adapter, 'modes' | WithDefault>, Partial<Pick<Adapter, WithDefault>> {
  readonly modes: readonly ModeDefinition[];
}

type Claim = Exclude<keyof Capabilities, 'approvalModes' | 'events' | OptionalKey<Capabilities>>;
type OptionalKey<T> = { [K in keyof T]-?: object extends Pick<T, K> ? K : never }[keyof T];

const NO_CAPABILITIES: Pick<Capabilities, Claim> = {
  canResume: false,
  canFork: false,
  supportsNoSession: false,
  supportsMultiTurn: false,
  supportsSteering: false,
  supportsTextStreaming: false,
  supportsToolCallStreaming: false,
  supportsThinkingStreaming: false,
  supportsQuestions: false,
  supportsThinking: false,
  thinkingEffortLevels: [],
  supportsThinkingBudgetTokens: false,
  systemPromptModes: [],
  supportsMCP: false,
  supportsSkills: false,
  supportsAgentsMd: false,
  supportsImageInput: false,
  supportsFileAttachments: false,
  supportsMaxTurns: false,
  interrupt: 'signal',
};

/** The same object where nothing is left out. What is wrong in it stays wrong. */
export function completeAdapter(value: unknown): unknown {
  if (!isRecord(value)) {
    return value;
  }
  const { agent, displayName = agent } = value;
  return fill(withWholeModes(value), {
    displayName: agent,
    cliCommand: agent,
    testedVersions: [],
    hostMarkers: [],
    install: [],
    authGuidance: `Log in as the makers of ${String(displayName)} say.`,
  });
}

function withWholeModes(adapter: Record<string, unknown>): Record<string, unknown> {
  const { modes } = adapter;
  if (!Array.isArray(modes)) {
    return adapter;
  }
  const whole = modes.map(completeMode);
  return whole.every((mode, index) => mode === modes[index]) ? adapter : { ...adapter, modes: whole };
}

function completeMode(mode: unknown): unknown {
  if (!isRecord(mode)) {
    return mode;
  }
  const { capabilities } = mode;
  const all = isRecord(capabilities) ? fill(capabilities, { ...NO_CAPABILITIES }) : capabilities;
  return fill(all === capabilities ? mode : { ...mode, capabilities: all }, { transport: 'lines' });
}

function fill(record: Record<string, unknown>, defaults: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const missing = Object.entries(defaults).filter(([name]) => record[name] === undefined);
  return missing.length === 0 ? record : { ...record, ...Object.fromEntries(missing) };
}
