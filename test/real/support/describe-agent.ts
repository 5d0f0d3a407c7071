/** One test for each scenario and mode that an agent is played through. */
import { getScenario, type Scenario } from '@agent-mux/testkit';
import { describe, it } from 'vitest';
import { playAgent } from './play-agent.ts';
import type { AgentStage } from './stage.ts';

const { AMUX_FIXTURES } = process.env;
/** Recorded until it is seen. A CLI may miss a deadline of its own on a busy machine, such as the start of an MCP server. */
const retry = AMUX_FIXTURES === 'record' ? 3 : 2;

export interface DescribeOptions {
  /** Of these the ones that the stage names for the mode. */
  readonly scenarios: readonly Scenario[];
  /** @defaultValue all of the stage */
  readonly modes?: readonly string[];
  /** @defaultValue that of the stage */
  readonly version?: string;
}

export function describeAgent(
  stage: AgentStage,
  { scenarios, modes = Object.keys(stage.scenarios), version = stage.version }: DescribeOptions,
): void {
  // A name that is none would be played by nobody.
  for (const name of Object.values(stage.scenarios).flat()) getScenario(name);
  for (const { in: names } of stage.differences ?? []) names.forEach(getScenario);
  describe(`${stage.adapter.agent} ${version}`, () => {
    for (const scenario of scenarios) {
      for (const mode of modes) {
        if (stage.scenarios[mode]?.includes(scenario.name) !== true) continue;
        const name = `${scenario.name} (${mode}): ${scenario.about}`;
        it.concurrent(name, { retry }, () => playAgent(scenario, { stage, version, mode }));
      }
    }
  });
}
