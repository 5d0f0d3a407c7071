/** The scenarios that every adapter can be played through. */
import type { Scenario } from '../scenario/index.ts';
import { ANSWERS } from './answers.ts';
import { ASKING } from './asking.ts';
import { CONTROL } from './control.ts';
import { LIMITS } from './limits.ts';
import { SESSIONS } from './sessions.ts';
import { SUBAGENTS_AND_SURROUNDINGS } from './subagents.ts';
import { TOOLS } from './tools.ts';

export { ANSWERS, ASKING, CONTROL, LIMITS, SESSIONS, SUBAGENTS_AND_SURROUNDINGS, TOOLS };

export const SCENARIOS: readonly Scenario[] = [
  ...ANSWERS,
  ...TOOLS,
  ...SUBAGENTS_AND_SURROUNDINGS,
  ...ASKING,
  ...SESSIONS,
  ...LIMITS,
  ...CONTROL,
];

/** The scenario of that name. */
export function getScenario(name: string): Scenario {
  const scenario = SCENARIOS.find((each) => each.name === name);
  if (scenario === undefined) {
    throw new TypeError(`There is no scenario "${name}".`);
  }
  return scenario;
}
