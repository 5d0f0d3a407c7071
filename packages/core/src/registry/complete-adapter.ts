/** Completes an adapter where a default is safe: a capability that nobody claims is absent. */
import type { Adapter, Capabilities, Mode } from '../adapter/index.ts';
import { boolean, isRecord, type Rule } from '../field-rules.ts';
import { CAPABILITY_RULES } from './adapter-rules.ts';

/**
 * The claims that a mode must make: whether it asks, and which events it shows. It lacks every capability that it does
 * not claim.
 */
export type CapabilityClaims = Pick<Capabilities, 'approvalModes' | 'events'> & Partial<Capabilities>;

/** A mode as an adapter writes it. */
export interface ModeDefinition extends Omit<Mode, 'capabilities' | 'transport'> {
  readonly capabilities: CapabilityClaims;
  /** @defaultValue lines */
  readonly transport?: Mode['transport'];
}

type WithDefault = 'displayName' | 'cliCommand' | 'testedVersions' | 'hostMarkers' | 'install' | 'authGuidance';

/**
 * An adapter as it is written. `displayName` and `cliCommand` default to the agent's name, the lists to empty ones, and
 * `authGuidance` to a sentence that refers to the makers of the CLI.
 */
export interface AdapterDefinition extends Omit<Adapter, 'modes' | WithDefault>, Partial<Pick<Adapter, WithDefault>> {
  readonly modes: readonly ModeDefinition[];
}

const { approvalModes: _asks, events: _shows, interrupt: _stops, ...CLAIMS } = CAPABILITY_RULES;

/** The defaults: a flag that nobody claims is false, and a list empty. */
const NO_CAPABILITIES: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    Object.entries<Rule>(CLAIMS)
      .filter(([, { isOptional }]) => !isOptional)
      .map(([name, rule]) => [name, rule === boolean ? false : []]),
  ),
  interrupt: 'signal',
};

/** Completes an adapter; returns the same object where nothing is left out. A wrong value stays wrong. */
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
  return whole.every((mode, index) => mode === modes[index]) ? adapter : withFields(adapter, { modes: whole });
}

function completeMode(mode: unknown): unknown {
  if (!isRecord(mode)) {
    return mode;
  }
  const { capabilities } = mode;
  const all = isRecord(capabilities) ? fill(capabilities, NO_CAPABILITIES) : capabilities;
  return fill(all === capabilities ? mode : withFields(mode, { capabilities: all }), { transport: 'lines' });
}

function fill(record: Record<string, unknown>, defaults: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const missing = Object.entries(defaults).filter(([name]) => record[name] === undefined);
  return missing.length === 0 ? record : withFields(record, Object.fromEntries(missing));
}

/** An adapter or a mode may be an instance of a class, which has its methods and getters from there. */
function withFields(record: object, fields: object): Record<string, unknown> {
  return Object.create(Object.getPrototypeOf(record), Object.getOwnPropertyDescriptors({ ...record, ...fields }));
}
