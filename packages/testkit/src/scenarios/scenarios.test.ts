/** The scenarios as data: names, and scripts that fit what the host says. */
import { EVENT_TYPES } from '@agent-mux/events';
import { describe, expect, it } from 'vitest';
import { checkScript } from '../model-server/find-step.ts';
import { pickFor, type Scenario, type ScenarioRun } from '../scenario/index.ts';
import { getScenario, SCENARIOS } from './index.ts';

const runsOf = (scenario: Scenario): ScenarioRun[] => [scenario, ...(scenario.furtherRuns ?? [])];

/** Everything that is said to the agent. */
function promptsOf(scenario: Scenario): string[] {
  return runsOf(scenario).flatMap(({ prompt, host = [] }) => [
    prompt,
    ...host.flatMap((action) => ('text' in action && action.do !== 'answer' ? [action.text] : [])),
  ]);
}

it('have names of their own, in kebab-case', () => {
  const names = SCENARIOS.map(({ name }) => name);
  expect([names.filter((name) => !/^[a-z]+(-[a-z]+)*$/.test(name)), names.length]).toEqual([[], new Set(names).size]);
});

describe.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))('%s', (_name, scenario) => {
  it('has a script that can be told apart', () => {
    expect(() => checkScript(scenario.model)).not.toThrow();
  });

  it('has a turn for each prompt, and a prompt for each turn', () => {
    const anchors = scenario.model.turns.flatMap(({ prompt }) => (prompt === undefined ? [] : [prompt]));
    const said = promptsOf(scenario);
    expect(anchors.map((anchor) => said.filter((text) => text.includes(anchor)).length)).toEqual(anchors.map(() => 1));
    if (anchors.length > 0) {
      expect(anchors.length).toBe(said.length);
    }
  });

  it('releases and awaits only gates that the script has', () => {
    const gates = [...JSON.stringify(scenario.model).matchAll(/"hold":"([^"]*)"/g)].map(([, gate]) => gate);
    const used = runsOf(scenario).flatMap(({ host = [] }) =>
      host.flatMap((action) => [
        ...(action.at !== undefined && 'gate' in action.at ? [action.at.gate] : []),
        ...(action.do === 'release' ? [action.gate] : []),
      ]),
    );
    expect(used.filter((gate) => !gates.includes(gate))).toEqual([]);
  });

  it('has a lane for each subagent that is not refused', () => {
    const lanes = [...JSON.stringify(scenario.model).matchAll(/"lane":"([^"]*)"(?![^}]*"type":)/g)].map(
      ([, lane]) => lane,
    );
    expect(lanes.filter((lane) => scenario.model.subagents?.[lane ?? ''] === undefined)).toEqual([]);
  });

  it('proves event types that exist', () => {
    expect(scenario.proves.filter((type) => !EVENT_TYPES.includes(type))).toEqual([]);
  });
});

it('are found by name', () => {
  expect([getScenario('text').name, () => getScenario('nothing')]).toEqual(['text', expect.any(Function)]);
  expect(() => getScenario('nothing')).toThrow('There is no scenario "nothing".');
});

it.each([
  [{ agent: 'gemini' }, 0],
  [{ agent: 'claude' }, 1],
  [{ agent: 'claude', mode: 'oneshot' }, 2],
  [{ agent: 'claude', version: '2.1.197' }, 3],
  [{ agent: 'claude', version: '2.1.197', mode: 'oneshot' }, 4],
  [{ agent: 'claude', version: '2.1.329', mode: 'other' }, 1],
])('pick a value for %o', (player, value) => {
  const except = { claude: 1, 'claude/oneshot': 2, 'claude@2.1.197': 3, 'claude@2.1.197/oneshot': 4 };
  expect(pickFor({ all: 0, except }, player)).toBe(value);
});
