/** Tokens and money of all recordings against what the model server was made to say, and one convention for all agents. */
import { fileURLToPath } from 'node:url';
import { builtInAdapters } from '@agent-mux/adapters';
import { readCassette } from '@agent-mux/core/cassette';
import type { Usage } from '@agent-mux/testkit';
import { type Fixture, listFixtures, type NormalEvent, readGolden } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';
import { resolvedOptions } from '../adapters/src/shared/testing/mode-parts.ts';
import { collectNames, findName } from '../tools/support/search-native.ts';
import { NOT_TO_THE_END, priceOf, USAGE_FACTS, type UsageFacts } from './usage/facts.ts';
import { costOf, usagesOf } from './usage/told.ts';
import { type Counts, countsOf, isUndisturbed, readTruth, sumOf } from './usage/truth.ts';

interface Case {
  readonly title: string;
  readonly fixture: Fixture;
  readonly facts: UsageFacts;
  readonly events: readonly NormalEvent[];
  /** What each answer of the model has used, by prompt. */
  readonly truth: readonly (readonly Usage[])[];
}

const fixtures = await listFixtures(fileURLToPath(new URL('../fixtures', import.meta.url)));
const all = (await Promise.all(fixtures.map(readCase))).flatMap((each) => each ?? []);
const isExcepted = ({ fixture: { agent, scenario }, facts: { mode } }: Case): boolean =>
  NOT_TO_THE_END.some(
    ({ scenarios, who }) => scenarios.includes(scenario) && (who.includes(agent) || who.includes(`${agent}.${mode}`)),
  );
const cases = all.filter((each) => !isExcepted(each));

it('each mode of each agent has a row that says what it tells (test/usage/facts.ts)', () => {
  const modes = builtInAdapters.flatMap((adapter) => adapter.modes.map(({ name }) => `${adapter.agent}.${name}`));
  expect(USAGE_FACTS.map(({ agent, mode }) => `${agent}.${mode}`).sort()).toEqual(modes.sort());
});

it('each mode that tells something was recorded with several requests', () => {
  const recorded = cases.filter(({ fixture }) => fixture.scenario === 'usage-several-requests').map(whoOf);
  const telling = USAGE_FACTS.filter(({ agent, per }) => per !== 'nothing' && !['cursor', 'hermes'].includes(agent));
  expect(recorded.sort()).toEqual(telling.map(({ agent, mode }) => `${agent}.${mode}`).sort());
});

describe('the model is named', () => {
  const PLACES = { session_start: 'session', token_usage: 'usage', turn_end: 'turn' } as const;

  it.each(USAGE_FACTS)('by $agent in $mode where its row says so', ({ agent, mode, models }) => {
    const told = all
      .filter((each) => each.facts.agent === agent && each.facts.mode === mode)
      .flatMap(({ events }) => events.flatMap(({ type, model }) => (model === undefined ? [] : [String(type)])));
    const places = Object.entries(PLACES).flatMap(([type, place]) => (told.includes(type) ? [place] : []));
    // No recording of these two can be held against a script.
    expect(['cursor', 'hermes'].includes(agent) ? models : places).toEqual(models);
  });

  const silent = USAGE_FACTS.filter(({ models }) => models.length === 0);
  it.each(silent)('by no line of $agent in $mode', async ({ agent, mode, modelElsewhere = {} }) => {
    const ofMode = fixtures.filter((fixture) => fixture.agent === agent && modeOf(fixture) === mode);
    const recordings = await Promise.all(ofMode.map(({ cassette }) => readCassette(cassette)));
    const names = collectNames(recordings.map(({ entries }) => entries));
    expect(findName(names, 'model')).toEqual(Object.keys(modelElsewhere));
    expect(recordings.length).toBeGreaterThan(0);
  });
});

it('each mode that shows no model requests says that it ignores maxTurns', () => {
  const options = resolvedOptions({ approvalMode: 'yolo', maxTurns: 2 });
  const silent = builtInAdapters.flatMap(({ agent, modes }) =>
    modes.flatMap(({ name, capabilities: { events }, notes }) => {
      const isSaid = notes?.(options).some((note) => note.startsWith('maxTurns: ')) ?? false;
      return isSaid === !events.includes('step_start') ? [] : [`${agent}.${name}`];
    }),
  );
  expect(silent).toEqual([]);
});

it('no exception is one too many', () => {
  const needless = all.filter((each) => isExcepted(each) && findFault(each) === undefined);
  expect(needless.map(({ title }) => title)).toEqual([]);
});

/** Where each `cost` counts other tokens than the requests that were told so far, or a request is told after costs that told tokens alone. */
function findDoubleCount(events: readonly NormalEvent[]): string | undefined {
  const sum = { inputTokens: 0, outputTokens: 0 };
  let requests = 0;
  let hasCosts = false;
  for (const event of events) {
    if (event['type'] === 'token_usage') {
      if (requests === 0 && hasCosts) {
        return `event ${event['seq']} tells a request after costs alone`;
      }
      sum.inputTokens += Number(event['inputTokens']);
      sum.outputTokens += Number(event['outputTokens']);
      requests++;
    } else if (event['type'] === 'cost') {
      const { inputTokens, outputTokens } = event['cost'] as typeof sum;
      hasCosts ||= inputTokens + outputTokens > 0;
      const isSame = inputTokens === sum.inputTokens && outputTokens === sum.outputTokens;
      if (requests > 0 && !isSame) {
        return `the cost of event ${event['seq']} is not the sum of the requests`;
      }
    }
  }
  return undefined;
}

it('no recording counts tokens twice: by the request and in costs they are the same', async () => {
  const faults = await Promise.all(
    fixtures.map(async (fixture) => {
      const fault = findDoubleCount((await readGolden(fixture)) ?? []);
      return fault === undefined ? [] : [`${fixture.agent} ${fixture.scenario}: ${fault}`];
    }),
  );
  expect(faults.flat()).toEqual([]);
  const tokens = { inputTokens: 3, outputTokens: 2 };
  const twice: NormalEvent[] = [
    { type: 'cost', seq: 0, cost: tokens },
    { type: 'token_usage', seq: 1, ...tokens },
  ];
  expect(findDoubleCount(twice)).toMatch(/^event 1 tells a request/);
  expect(
    findDoubleCount(twice.toReversed().concat({ type: 'cost', seq: 2, cost: { ...tokens, outputTokens: 3 } })),
  ).toMatch(/^the cost of event 2/);
});

it('most recordings can be held against their script', () => {
  expect(cases.length).toBeGreaterThan(500);
});

describe('the numbers of a run are those of the model server', () => {
  it.each(cases)('$title', (each) => {
    expect(findFault(each)).toBeUndefined();
  });

  // Answers that are asked for whole are counted by prompt.
  const byRequest = cases.filter(({ facts, fixture }) => facts.per === 'request' && fixture.scenario !== 'text-whole');
  it.each(byRequest)('$title: of each request by itself', ({ events, truth, facts }) => {
    const told = usagesOf(events).map((usage) => only(facts, usage));
    expect(told).toEqual(truth.flat().map((usage) => only(facts, countsOf(usage))));
  });
});

describe('numbers that are wrong are seen', () => {
  const edits: readonly (readonly [what: string, edit: (event: NormalEvent) => NormalEvent])[] = [
    ['cached tokens left out of the input', (event) => less(event, 'inputTokens', event['cachedTokens'])],
    ['thoughts left out of the output', (event) => less(event, 'outputTokens', event['thinkingTokens'])],
    ['no cached tokens', ({ cachedTokens: _, ...event }) => event],
  ];
  it.each(edits)('%s', (_what, edit) => {
    const seen = cases
      .filter(({ fixture }) => fixture.scenario === 'usage-several-requests')
      .filter((each) =>
        usagesOf(each.events).some(({ cachedTokens, thinkingTokens }) => cachedTokens + thinkingTokens > 0),
      )
      .map((each) => ({
        each,
        events: each.events.map((event) => (event['type'] === 'token_usage' ? edit(event) : event)),
      }))
      .filter(({ each, events }) => JSON.stringify(events) !== JSON.stringify(each.events));
    expect(seen.length).toBeGreaterThan(3);
    expect(seen.filter(({ each, events }) => findFault({ ...each, events }) === undefined)).toEqual([]);
  });
});

it('money that is wrong is seen, in all recordings that tell any', () => {
  const unseen = cases
    .filter(({ events }) => costOf(events)?.totalUsd !== undefined)
    .filter((each) => {
      const events = each.events.map((event) => {
        const cost = event['cost'] as object | undefined;
        return cost === undefined ? event : { ...event, cost: { ...cost, totalUsd: 9.99 } };
      });
      return findFault({ ...each, events }) === undefined;
    });
  expect(unseen.map(({ title }) => title)).toEqual([]);
});

async function readCase(fixture: Fixture): Promise<Case | undefined> {
  const { agent, scenario, version } = fixture;
  const mode = modeOf(fixture);
  const facts = USAGE_FACTS.find((each) => each.agent === agent && each.mode === mode);
  const truth = await readTruth(fixture);
  const events = await readGolden(fixture);
  if (facts === undefined || truth === undefined || events === undefined || !isUndisturbed(events)) {
    return undefined;
  }
  return { title: `${agent} ${version} ${scenario} (${mode})`, fixture, facts, events, truth };
}

function modeOf({ agent, mode }: Fixture): string | undefined {
  return mode ?? builtInAdapters.find((each) => each.agent === agent)?.modes[0]?.name;
}

function whoOf({ facts: { agent, mode } }: Case): string {
  return `${agent}.${mode}`;
}

/** Says in words what is wrong; undefined where all is as it must be. */
function findFault(each: Case): string | undefined {
  const { events, truth, facts, fixture } = each;
  const usages = usagesOf(events);
  const cost = costOf(events);
  if (facts.per === 'nothing' || (facts.agent === 'codex' && isLacking(facts, truth, fixture))) {
    return usages.length === 0 && cost === undefined ? undefined : 'something is told';
  }
  const expected = only(facts, sumOf(truth.flat().map(countsOf)));
  if (isLacking(facts, truth, fixture) && usages.every(({ marks }) => !marks.includes('inputKnown'))) {
    const isMarked = cost?.marks.includes('inputKnown') === true && cost.marks.includes('outputKnown');
    return usages.length === 0 && (isMarked || cost === undefined)
      ? moneyFault(each)
      : 'it lacks something, and does not say so';
  }
  if (isLacking(facts, truth, fixture)) {
    const tooMany = sumOf(usages).inputTokens > sumOf(truth.flat().map(countsOf)).inputTokens;
    return tooMany ? 'more is told than there was' : moneyFault(each);
  }
  const wrong = [...usages, ...(cost === undefined ? [] : [cost])].flatMap(({ marks }) => marksAgainst(facts, marks));
  if (wrong.length > 0) {
    return wrong.join(', ');
  }
  const sums = [only(facts, sumOf(usages)), cost === undefined ? 'no cost' : only(facts, cost)];
  if (JSON.stringify(sums) !== JSON.stringify([expected, expected])) {
    return `${JSON.stringify(sums)} instead of ${JSON.stringify(expected)}`;
  }
  return moneyFault(each);
}

/** The counts that the mode tells. */
function only({ counts }: UsageFacts, { inputTokens, outputTokens, cachedTokens, thinkingTokens }: Counts): unknown {
  return {
    inputTokens,
    outputTokens: counts.includes('output') ? outputTokens : 0,
    ...(counts.includes('cached') ? { cachedTokens } : {}),
    ...(counts.includes('thinking') ? { thinkingTokens } : {}),
  };
}

function marksAgainst({ counts, agent }: UsageFacts, marks: readonly string[]): readonly string[] {
  const has = (name: string): boolean => marks.includes(name);
  return [
    // opencode leaves out what came from a cache where nothing did.
    ...(counts.includes('cached') === has('cachedTokens') || agent === 'opencode' ? [] : ['cachedTokens']),
    ...(has('thinkingTokens') && !counts.includes('thinking') ? ['thinkingTokens'] : []),
    ...(has('inputKnown') ? ['inputKnown'] : []),
    ...(counts.includes('output') === !has('outputKnown') ? [] : ['outputKnown']),
  ];
}

function moneyFault({ facts, fixture, truth, events }: Case): string | undefined {
  const cost = costOf(events);
  const { agent, mode, money } = facts;
  const { scenario } = fixture;
  if (cost?.totalUsd === undefined) {
    return 'no money is told';
  }
  // No provider of the sandboxes is billed by GitHub; opencode tells no cost of a session at its start over ACP.
  const isContinued = agent === 'opencode' && mode === 'acp' && /^(?:resume|fork)$/.test(scenario);
  const isPriced = !isContinued && (money === 'own prices' || money === 'prices of the model');
  if (isPriced === cost.marks.includes('priced')) {
    return 'the marker of a price is wrong';
  }
  const { totalUsd } = cost;
  const answers = truth.flat();
  // Where the recording lacks answers of the script, the first ones were given.
  const given = isLacking(facts, truth, fixture) ? answers.map((_, index) => answers.slice(0, index + 1)) : [answers];
  const model = events.find(({ type }) => type === 'session_start')?.['model'];
  const right = isPriced
    ? given.map((each) => priceOf(agent, model === undefined ? undefined : String(model), each))
    : [0];
  const isRight = right.some((usd) => (usd === undefined ? totalUsd > 0 : Math.abs(usd - totalUsd) < 1e-9));
  return isRight ? undefined : `${totalUsd} dollars instead of ${right.join(' or ')}`;
}

/** The cases that the row names under `lacks`. */
function isLacking({ agent, mode }: UsageFacts, truth: Case['truth'], { scenario }: Fixture): boolean {
  switch (`${agent}.${mode}`) {
    case 'codex.exec':
      return scenario === 'resume' || scenario === 'fork';
    case 'gemini.acp':
    case 'copilot.acp':
      return /interrupt/.test(scenario) && agent === 'gemini';
    case 'opencode.acp':
      return /interrupt/.test(scenario) || truth.some((answers) => answers.length > 1);
    default:
      return false;
  }
}

function less(event: NormalEvent, name: string, by: unknown): NormalEvent {
  return { ...event, [name]: Number(event[name]) - Number(by ?? 0) };
}
