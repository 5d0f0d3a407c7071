/** One test for each scenario and mode of a section. */
import type { Scenario } from '@agent-mux/testkit';
import { describe, it } from 'vitest';
import type { ClaudeVersion } from './agents.ts';
import { claudeModesOf } from './claude-scenarios.ts';
import { playClaude } from './play-claude.ts';

const { AMUX_FIXTURES } = process.env;
/** Recorded until it is seen; what only has to be the same as it was is tried once. */
const retry = AMUX_FIXTURES === 'record' ? 8 : 0;

export function describeClaude(scenarios: readonly Scenario[], version: ClaudeVersion): void {
  describe(`claude ${version}`, () => {
    for (const scenario of scenarios) {
      for (const mode of claudeModesOf(scenario)) {
        const name = `${scenario.name} (${mode}): ${scenario.about}`;
        it.concurrent(name, { retry }, () => playClaude(scenario, { version, mode }));
      }
    }
  });
}
