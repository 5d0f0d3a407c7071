/** What the tests on real CLIs must know of one agent. Each agent has one in `stages/`. */
import type { Adapter } from '@agent-mux/core';
import type { Environment, HostWords, Scenario } from '@agent-mux/testkit';
import { type Fixture, locateFixture } from '@agent-mux/testkit';
import type { Race } from './settle-events.ts';

export interface AgentStage {
  readonly adapter: Adapter;
  /** The pinned version that is played, unless a test names another one. */
  readonly version: string;
  /** Absolute path of the CLI. */
  binary(version: string): string;
  /** Leads the CLI to the model server and into the sandbox. */
  readonly prepare: Environment;
  /** The scenarios that each mode is played through, by name. */
  readonly scenarios: Readonly<Record<string, readonly string[]>>;
  /** Where this agent needs another script, or does another thing. */
  readonly differences?: readonly Difference[];
  readonly words?: HostWords;
  /** Orders and events that the CLI leaves to chance. */
  readonly races?: readonly Race[];
  /** How many texts the runtime has to tell once more, because the CLI loses a part of what it streams: by scenario and mode. */
  readonly repaired?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Text that the CLI makes anew in each run; each different one gets a number, by first appearance. */
  readonly newTexts?: readonly (readonly [kind: string, pattern: RegExp])[];
  /** When a run is given up. @defaultValue 60000 */
  readonly timeoutMs?: number;
}

/** A scenario as one agent has to be given it. */
export interface Difference {
  /** Scenarios. */
  readonly in: readonly string[];
  /** @defaultValue all */
  readonly modes?: readonly string[];
  /** @defaultValue all */
  readonly versions?: readonly string[];
  readonly why: string;
  change(scenario: Scenario): Partial<Scenario>;
}

/** One of an agent's stages, in one mode. */
export interface StagePlayer {
  readonly stage: AgentStage;
  readonly mode: string;
  readonly version: string;
}

/** Where the fixture of a scenario, or of one of its runs, lies below `root`. The first mode of an agent is not named. */
export function locatePlayed(
  root: string,
  { stage: { adapter }, version, mode }: StagePlayer,
  scenario: string,
): Fixture {
  const name = { agent: adapter.agent, version, scenario };
  return locateFixture(root, mode === adapter.modes[0]?.name ? name : { ...name, mode });
}

/** The scenario with what is different for this player. */
export function adaptScenario(scenario: Scenario, { stage, mode, version }: StagePlayer): Scenario {
  let adapted = scenario;
  for (const each of stage.differences ?? []) {
    const isMeant =
      each.in.includes(scenario.name) &&
      (each.modes?.includes(mode) ?? true) &&
      (each.versions?.includes(version) ?? true);
    if (isMeant) {
      adapted = { ...adapted, ...each.change(adapted) };
    }
  }
  return adapted;
}
