/** An answer that broke off and was asked again: the text of the run is the answer that came whole, and not both of them. */
import { builtInAdapters } from '@agent-mux/adapters';
import { getScenario } from '@agent-mux/testkit';
import { expect, it } from 'vitest';
import { fixturesOf } from './support/read-once.ts';

/** opencode 1.18.33 says both under one id over ACP, with nothing between them: the text of such an answer is there twice. */
const NOT_TOLD = ['opencode acp'];

const recorded = (await Promise.all(builtInAdapters.map(fixturesOf)))
  .flat()
  // What is written by hand has words of its own.
  .filter(({ scenario, agent }) => scenario === 'stream-cut' && agent !== 'cursor')
  .map((fixture) => ({ ...fixture, mode: `${fixture.agent} ${fixture.modeName}` }));
const [step] = getScenario('stream-cut').model.turns[0]?.steps ?? [];
const pieces = [step?.text ?? []].flat().filter((piece) => typeof piece === 'string');
const whole = pieces.join('');

it.each(recorded)('$mode ($version)', async ({ mode, replay }) => {
  const { result } = await replay();
  if (result.exitReason !== 'completed') {
    // Who does not ask again has the beginning, and says that it failed.
    expect(result.exitReason).toBe('failed');
    expect(whole.startsWith(result.text)).toBe(true);
    return;
  }
  expect(result.text.endsWith(whole)).toBe(true);
  expect(result.text === whole).toBe(!NOT_TOLD.includes(mode));
});

it('is recorded for each agent that a model server can be given', () => {
  const agents = [...new Set(recorded.map(({ agent }) => agent))].sort();
  expect(agents).toEqual(['claude', 'codex', 'copilot', 'gemini', 'omp', 'opencode', 'pi']);
});
