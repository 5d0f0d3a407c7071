/** Plays the scenarios of an agent on another version of its CLI, and keeps what it printed and the results. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Cassette, readCassette } from '@agent-mux/core/cassette';
import { checkStream } from '@agent-mux/events/check';
import {
  type Fixture,
  type NormalEvent,
  normalizeEvents,
  type Played,
  type PlayedRun,
  pickFor,
  playScenario,
  readGolden,
  SCENARIOS,
  type Scenario,
} from '@agent-mux/testkit';
import { describeError } from '../../packages/core/src/describe-error.ts';
import { settleEvents } from '../../test/real/support/settle-events.ts';
import { type AgentStage, adaptScenario, locatePlayed } from '../../test/real/support/stage.ts';
import { compareEvents } from './compare.ts';
import type { ScenarioReport } from './report.ts';

const STAGES = new URL('../../test/real/support/stages/', import.meta.url);

/** A scenario in one mode of an agent. */
export interface Known {
  readonly scenario: Scenario;
  readonly mode: string;
}

/** The scenarios of an agent that have a fixture to compare with. */
export async function listKnown(stage: AgentStage, fixtures: string): Promise<readonly Known[]> {
  const all = Object.entries(stage.scenarios).flatMap(([mode, names]) =>
    SCENARIOS.filter(({ name }) => names.includes(name)).map((scenario) => ({ scenario, mode })),
  );
  const goldens = await Promise.all(
    all.map(({ scenario, mode }) =>
      readGolden(locatePlayed(fixtures, { stage, mode, version: stage.version }, scenario.name)),
    ),
  );
  return all.filter((_, index) => goldens[index] !== undefined);
}

export interface PlayedVersion {
  readonly scenarios: readonly ScenarioReport[];
  /** What the other version printed, and the fixtures of the same runs. */
  readonly cassettes: readonly Cassette[];
  readonly baseline: readonly Cassette[];
}

export interface VersionOptions {
  readonly version: string;
  readonly binary: string;
  readonly fixtures: string;
  /** Some of those that `listKnown` gives. */
  readonly tasks: readonly Known[];
  readonly onPlayed?: (report: ScenarioReport) => void;
}

export async function findStage(agent: string): Promise<AgentStage> {
  const names = readdirSync(fileURLToPath(STAGES)).filter((name) => name.endsWith('.ts'));
  for (const name of names) {
    const module: Readonly<Record<string, unknown>> = await import(new URL(name, STAGES).href);
    const stage = Object.values(module).find((value) => isStageOf(value, agent));
    if (stage !== undefined) {
      return stage as AgentStage;
    }
  }
  throw new Error(`There is no stage for ${agent} in test/real/support/stages.`);
}

function isStageOf(value: unknown, agent: string): value is AgentStage {
  return (
    typeof value === 'object' &&
    value !== null &&
    'adapter' in value &&
    'scenarios' in value &&
    (value as AgentStage).adapter.agent === agent
  );
}

/** How many scenarios run at a time, as in the tests. */
const AT_ONCE = 2;

export async function playVersion(stage: AgentStage, options: VersionOptions): Promise<PlayedVersion> {
  const { tasks } = options;
  const played: PlayedVersion[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let task = tasks[next++]; task !== undefined; task = tasks[next++]) {
      const one = await playOne(stage, { ...task, options });
      played.push(one);
      for (const report of one.scenarios) {
        options.onPlayed?.(report);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return {
    scenarios: played.flatMap(({ scenarios }) => scenarios).sort((a, b) => (a.name < b.name ? -1 : 1)),
    cassettes: played.flatMap(({ cassettes }) => cassettes),
    baseline: played.flatMap(({ baseline }) => baseline),
  };
}

interface Task extends Known {
  readonly options: VersionOptions;
}

async function playOne(stage: AgentStage, { scenario: neutral, mode, options }: Task): Promise<PlayedVersion> {
  const { adapter, words, timeoutMs, version: pinned } = stage;
  const { version, binary, fixtures } = options;
  const title = mode === adapter.modes[0]?.name ? neutral.name : `${neutral.name}.${mode}`;
  const place = (name: string): Fixture => locatePlayed(fixtures, { stage, mode, version: pinned }, name);
  const scenario = adaptScenario(neutral, { stage, mode, version });
  const kept: { cassettes: Cassette[]; baseline: Cassette[]; differences: string[]; faults: string[] } = {
    cassettes: [],
    baseline: [],
    differences: [],
    faults: [],
  };
  let unknownNative: Readonly<Record<string, number>> = {};
  try {
    await playScenario(scenario, {
      adapter,
      mode,
      version,
      binary,
      environment: stage.prepare,
      ...(words === undefined ? {} : { words }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      onEnd: async (played) => {
        kept.faults.push(...findFaults(played));
        kept.differences.push(...findDifferences(played, scenario, { agent: adapter.agent, version: pinned, mode }));
        unknownNative = Object.assign({}, ...played.runs.map(({ result }) => result.diagnostics.unknownNative));
        for (const [index, run] of played.runs.entries()) {
          const name = index === played.runs.length - 1 ? scenario.name : `${scenario.name}-${index + 1}`;
          const fixture = place(name);
          const golden = await readGolden(fixture);
          if (golden === undefined) {
            continue;
          }
          kept.cassettes.push(await readCassette(run.recording));
          kept.baseline.push(await readCassette(fixture.cassette));
          kept.differences.push(...compareRun(golden, run, { scenario, stage }));
        }
      },
    });
  } catch (error) {
    kept.faults.push(`it could not be played: ${describeError(error)}`);
  }
  const { cassettes, baseline, differences, faults } = kept;
  return { scenarios: [{ name: title, differences, faults, unknownNative }], cassettes, baseline };
}

/** Notices that are left out, because the version is known to differ, and a list of its own has what is unknown in it. */
const SAID_ELSEWHERE = /was not tested with this version of agent-mux|something that this version does not know/;

function compareRun(
  golden: readonly NormalEvent[],
  run: PlayedRun,
  { scenario, stage }: { readonly scenario: Scenario; readonly stage: AgentStage },
): readonly string[] {
  const live = normalizeEvents(run.events, { redactor: run.redactor }).filter(
    ({ type, message }) => type !== 'debug' || !SAID_ELSEWHERE.test(String(message)),
  );
  const settle = (events: readonly NormalEvent[]): NormalEvent[] => settleEvents(events, scenario.name, stage);
  return compareEvents(settle(golden), settle(live));
}

/** Faults after which nobody knows what else would have differed. */
function findFaults({ runs, leftOver, problems }: Played): readonly string[] {
  return [
    ...problems,
    ...leftOver.map((process) => `${process} was still alive`),
    ...runs.flatMap(({ events }) => checkStream(events).map(({ rule, message }) => `${rule} ${message}`)),
    ...runs.filter(({ events }) => events.length === 0).map(() => 'there was no event'),
  ];
}

function findDifferences(
  { runs, unmatched, modelRequests }: Played,
  scenario: Scenario,
  player: Parameters<typeof pickFor>[1],
): readonly string[] {
  const expected = [scenario, ...(scenario.furtherRuns ?? [])].map(({ exitReason }) => pickFor(exitReason, player));
  const reasons = runs.map(({ result }) => result.exitReason);
  const requests = pickFor(scenario.expectedRequests, player);
  return [
    ...(reasons.join() === expected.join() ? [] : [`it ended ${reasons.join(', ')}, not ${expected.join(', ')}`]),
    ...(modelRequests.length === requests ? [] : [`${modelRequests.length} model requests, not ${requests}`]),
    ...unmatched.map(({ method, url, rule }) => `a request that was not expected: ${method} ${url} (${rule})`),
  ];
}
