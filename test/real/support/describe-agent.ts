/** One test for each scenario and mode that an agent is played through. */
import { getScenario, SCENARIOS, type Scenario } from '@agent-mux/testkit';
import { describe, it } from 'vitest';
import { isPlayed, levelOf, lowestLevel } from './live-levels.ts';
import { playAgent } from './play-agent.ts';
import type { AgentStage } from './stage.ts';

const { AMUX_FIXTURES, AMUX_LIVE_UNTIL } = process.env;
/** A recording is repeated until the events are in it that come by chance. What is played is tried again by tools/test-real.ts, which counts it. */
const retry = AMUX_FIXTURES === 'record' ? 3 : 0;
/** Only the most telling scenarios begin after that: CI has an end, whatever changed. */
const until = Number(AMUX_LIVE_UNTIL ?? Number.POSITIVE_INFINITY);

export interface DescribeOptions {
  /** The scenarios to play, if the stage names them for the mode. @defaultValue all */
  readonly scenarios?: readonly Scenario[];
  /** @defaultValue that of the stage */
  readonly version?: string;
}

export function describeAgent(
  stage: AgentStage,
  { scenarios = SCENARIOS, version = stage.version }: DescribeOptions = {},
): void {
  // A name that is none would be played by nobody.
  for (const name of Object.values(stage.scenarios).flat()) {
    getScenario(name);
  }
  for (const { in: names } of stage.differences ?? []) {
    names.forEach(getScenario);
  }
  describe(`${stage.adapter.agent} ${version}`, () => {
    for (const scenario of scenarios) {
      for (const mode of Object.keys(stage.scenarios)) {
        if (stage.scenarios[mode]?.includes(scenario.name) !== true) {
          continue;
        }
        const name = `${scenario.name} (${mode}): ${scenario.about}`;
        const played = { stage, version, mode, scenario: scenario.name };
        const isLeftOut = !isPlayed(played);
        it.skipIf(isLeftOut).concurrent(name, { retry }, async ({ skip }) => {
          skip(Date.now() > until && lowestLevel(played) === 'whole', 'the time for live tests was up');
          await playAgent(scenario, { stage, version, mode });
        });
      }
    }
  });
}

/** Tests of one agent that no scenario has; they are left out where only one answer of it is wanted. */
export function describeOwn({ adapter: { agent } }: AgentStage, what: string, tests: () => void): void {
  describe.skipIf(levelOf(agent) === 'smoke')(`${agent}: ${what}`, tests);
}
