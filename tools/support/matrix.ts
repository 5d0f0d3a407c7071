/** The support matrix as data: for each agent and event type, what proves it or why nothing does. */
import type { Adapter } from '@agent-mux/core';
import { EVENT_CATEGORY, EVENT_TYPES, type EventCategory } from '@agent-mux/events';
import { SCENARIOS } from '@agent-mux/testkit';
import { claimsOf } from './capability-proofs.ts';
import { FLOOR_AGENTS, floorOf, type Level } from './floor.ts';
import { isRecorded, type Proof, readProofs } from './read-proofs.ts';
import { type CapabilityReason, type Reason, type Reasons, readReasons } from './reasons.ts';

export interface Cell {
  /** The best example, where there is one. */
  readonly proof: Proof | undefined;
  readonly count: number;
  readonly reason: Reason | undefined;
}

interface ClaimedCapability {
  readonly mode: string;
  readonly name: string;
  readonly proof: Proof | undefined;
  readonly reason: CapabilityReason | undefined;
}

export interface AgentSupport {
  readonly adapter: Adapter;
  readonly proofs: readonly Proof[];
  readonly reasons: Reasons;
  readonly cells: ReadonlyMap<string, Cell>;
  readonly capabilities: readonly ClaimedCapability[];
}

export const CATEGORIES: readonly EventCategory[] = [...new Set(Object.values(EVENT_CATEGORY))];

export const typesOf = (category: EventCategory): readonly (typeof EVENT_TYPES)[number][] =>
  EVENT_TYPES.filter((type) => EVENT_CATEGORY[type] === category);

/** The agents in the order of the specification; others after them. */
export async function readSupport(root: string, adapters: readonly Adapter[]): Promise<readonly AgentSupport[]> {
  const place = ({ agent }: Adapter): number =>
    (FLOOR_AGENTS.indexOf(agent) + FLOOR_AGENTS.length + 1) % (FLOOR_AGENTS.length + 1);
  const sorted = [...adapters].sort((a, b) => place(a) - place(b));
  return Promise.all(sorted.map(async (adapter) => supportOf(adapter, await readProofs(root, adapter))));
}

/** The support of an adapter with these fixtures. */
export function supportOf(adapter: Adapter, proofs: readonly Proof[]): AgentSupport {
  const reasons = readReasons(adapter.agent);
  return {
    adapter,
    proofs,
    reasons,
    cells: new Map(EVENT_TYPES.map((type) => [type, cellOf(type, proofs, reasons)])),
    capabilities: adapter.modes.flatMap(({ name: mode, capabilities }) =>
      claimsOf(capabilities).map(({ name, isShown }) => {
        const shown = proofs.filter((proof) => proof.mode === mode && isShown(proof));
        return {
          mode,
          name,
          proof: shown.find(isRecorded) ?? shown[0],
          reason: reasons.capabilities[`${mode}.${name}`],
        };
      }),
    ),
  };
}

function cellOf(type: string, proofs: readonly Proof[], { types }: Reasons): Cell {
  const all = proofs.filter((proof) => proof.types.has(type));
  const recorded = all.filter(isRecorded);
  // Lines of a real CLI count more than hand-written ones.
  const shown = recorded.length > 0 ? recorded : all;
  // A scenario that was written for a type counts more than one that happens to contain it.
  const meant = new Set(
    SCENARIOS.filter(({ proves }) => proves.some((proved) => proved === type)).map(({ name }) => name),
  );
  const best = shown.find(({ fixture }) => meant.has(fixture.scenario)) ?? shown[0];
  return { proof: best, count: all.length, reason: types[type] };
}

/** Everything that makes the matrix untrue, each as a sentence. */
export function findGaps({ adapter: { agent }, cells, capabilities, reasons }: AgentSupport): readonly string[] {
  const where = `tools/support/reasons/${agent}.json`;
  return [
    ...[...cells].flatMap(([type, { proof, reason }]) => {
      if (proof === undefined) {
        return reason === undefined ? [`${agent}: no fixture shows ${type}, and ${where} does not say why.`] : [];
      }
      return reason === undefined
        ? []
        : [
            `${agent}: ${proof.fixture.scenario} shows ${type}; take its reason out of ${where} (npm run docs -- --prune).`,
          ];
    }),
    ...capabilities.flatMap(({ mode, name, proof, reason }) => {
      if (proof === undefined) {
        return reason === undefined
          ? [`${agent}: ${mode} claims ${name}; no fixture shows it, and ${where} does not say why.`]
          : [];
      }
      return reason === undefined
        ? []
        : [
            `${agent}: ${proof.fixture.scenario} shows ${mode}.${name}; take its reason out of ${where} (npm run docs -- --prune).`,
          ];
    }),
    ...Object.keys(reasons.types)
      .filter((type) => !cells.has(type))
      .map((type) => `${agent}: ${where} speaks of ${type}, which is no event type.`),
    ...Object.keys(reasons.capabilities)
      .filter((row) => !capabilities.some(({ mode, name }) => row === `${mode}.${name}`))
      .map((row) => `${agent}: ${where} speaks of ${row}, which nobody claims.`),
  ];
}

/** Types that no CLI was seen to give here; hand-written lines do not count. */
export function findUnrecorded(agents: readonly AgentSupport[]): readonly (typeof EVENT_TYPES)[number][] {
  return EVENT_TYPES.filter((type) =>
    agents.every(({ cells }) => {
      const proof = cells.get(type)?.proof;
      return proof === undefined || !isRecorded(proof);
    }),
  );
}

/** Whether fixtures have made a row untrue, or it refers to nothing. */
export function isStaleRow({ cells, capabilities }: AgentSupport, row: string): boolean {
  const cell = cells.get(row);
  const capability = capabilities.find(({ mode, name }) => row === `${mode}.${name}`);
  return cell === undefined ? capability === undefined || capability.proof !== undefined : cell.proof !== undefined;
}

export interface FloorCell {
  readonly level: Level;
  readonly proved: number;
  readonly of: number;
  /** Types that the level demands and no fixture shows. */
  readonly missing: readonly string[];
}

/** What the specification demands of an agent, and what is there; undefined where it demands nothing. */
export function holdAgainstFloor(
  { adapter: { agent }, cells }: AgentSupport,
  category: EventCategory,
): FloorCell | undefined {
  const level = floorOf(agent, category);
  if (level === undefined) {
    return undefined;
  }
  const types = typesOf(category);
  const isProved = (type: string): boolean => cells.get(type)?.proof !== undefined;
  const asked = askedBy(level, types);
  const proved = types.filter(isProved).length;
  // Part of a category is there as soon as one of its types is.
  const isMet = level === 'Partial' ? proved > 0 : asked.every(isProved);
  return { level, proved, of: types.length, missing: isMet ? [] : asked.filter((type) => !isProved(type)) };
}

function askedBy(level: Level, types: readonly string[]): readonly string[] {
  switch (level) {
    case 'Full':
    case 'Partial':
      return types;
    case 'Turn only':
      return types.filter((type) => type.startsWith('turn_'));
    case 'Minimal':
      return types.filter((type) => type === 'session_start' || type === 'session_end');
    case 'No':
      return [];
    default:
      return level satisfies never;
  }
}
