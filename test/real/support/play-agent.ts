/** Plays one scenario on a real CLI and holds all that comes of it against what must come, and against its fixtures. */
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CASSETTE_FILE, readCassette } from '@agent-mux/core/cassette';
import { checkStream } from '@agent-mux/events/check';
import {
  compareGolden,
  type Fixture,
  type NormalEvent,
  normalizeEvents,
  type Played,
  type PlayedRun,
  pickFor,
  playScenario,
  readGolden,
  type Scenario,
} from '@agent-mux/testkit';
import { findSpeechProblems, replayFixture } from '@agent-mux/testkit/conformance';
import { expect } from 'vitest';
import { settleEvents } from './settle-events.ts';
import { adaptScenario, locatePlayed, type StagePlayer } from './stage.ts';

const FIXTURES = fileURLToPath(new URL('../../../fixtures', import.meta.url));
const { AMUX_FIXTURES } = process.env;
const isRecording = AMUX_FIXTURES === 'record';

/** Fails on anything that is not as it must be. Writes nothing below `fixtures`, unless AMUX_FIXTURES=record. */
export async function playAgent(neutral: Scenario, player: StagePlayer): Promise<void> {
  const { stage, version, mode } = player;
  const { adapter, words, timeoutMs } = stage;
  const scenario = adaptScenario(neutral, player);
  await playScenario(scenario, {
    adapter,
    mode,
    version,
    binary: stage.binary(version),
    environment: stage.prepare,
    ...(words === undefined ? {} : { words }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    onEnd: async (played) => {
      expect(outlineOf(played, { scenario, player })).toEqual(expectedOf(scenario, player));
      for (const [index, run] of played.runs.entries()) {
        const name = index === played.runs.length - 1 ? scenario.name : `${scenario.name}-${index + 1}`;
        await holdAgainst(locatePlayed(FIXTURES, player, name), { run, scenario, player });
      }
    },
  });
}

/** What a run comes to, besides its events. */
interface Outline {
  readonly exitReasons: readonly string[];
  readonly modes: readonly string[];
  readonly modelRequests: number;
  readonly unmatched: readonly string[];
  readonly leftOver: readonly string[];
  readonly problems: readonly string[];
  readonly violations: readonly string[];
  readonly unknownNative: Readonly<Record<string, number>>;
  readonly repaired: number;
  /** Types that the scenario proves, and that did not come. */
  readonly missing: readonly string[];
}

interface Part {
  readonly scenario: Scenario;
  readonly player: StagePlayer;
}

function outlineOf(
  { runs, modelRequests, unmatched, leftOver, problems }: Played,
  { scenario: { name, proves }, player: { stage } }: Part,
): Outline {
  const seen = new Set(runs.flatMap(({ events }) => events.map(({ type }) => type)));
  const rare = new Set((stage.races ?? []).filter((race) => race.in?.includes(name)).flatMap(({ rare = [] }) => rare));
  return {
    exitReasons: runs.map(({ result }) => result.exitReason),
    modes: runs.map(({ result }) => result.mode),
    modelRequests: modelRequests.length,
    unmatched: unmatched.map(({ method, url, rule }) => `${method} ${url}: ${rule}`),
    leftOver,
    problems,
    violations: runs.flatMap(({ events }) => checkStream(events).map(({ rule, message }) => `${rule} ${message}`)),
    unknownNative: Object.assign({}, ...runs.map(({ result }) => result.diagnostics.unknownNative)),
    repaired: runs.reduce((sum, { result }) => sum + result.diagnostics.repaired, 0),
    missing: proves.filter((type) => !seen.has(type) && (isRecording || !rare.has(type))),
  };
}

function expectedOf(scenario: Scenario, { stage, version, mode }: StagePlayer): Outline {
  const runs = [scenario, ...(scenario.furtherRuns ?? [])];
  const player = { agent: stage.adapter.agent, version, mode };
  return {
    exitReasons: runs.map(({ exitReason }) => pickFor(exitReason, player)),
    modes: runs.map(() => mode),
    modelRequests: pickFor(scenario.expectedRequests, player),
    unmatched: [],
    leftOver: [],
    problems: [],
    violations: [],
    unknownNative: {},
    repaired: stage.repaired?.[scenario.name]?.[mode] ?? 0,
    missing: [],
  };
}

async function holdAgainst(
  fixture: Fixture,
  { run, scenario, player: { stage } }: Part & { readonly run: PlayedRun },
): Promise<void> {
  const live = normalizeEvents(run.events, { redactor: run.redactor });
  const replayed = replayFixture(await readCassette(run.recording), stage.adapter);
  expect(compareGolden(live, replayed.normal), 'the replay of this very run').toBeUndefined();
  expect(findSpeechProblems(replayed)).toEqual([]);
  expect(replayed.demanded).toBe('all');
  if (isRecording) {
    await mkdir(fixture.dir, { recursive: true });
    await copyFile(join(run.recording, CASSETTE_FILE), fixture.cassette);
    // Its events are accepted, and read, like any others: by `npm run fixtures:accept`.
    return;
  }
  const golden = await readGolden(fixture);
  if (golden === undefined) {
    throw new Error(
      `${fixture.golden} is missing. Record it (npm run fixtures:record), accept its events (npm run fixtures:accept), and read them.`,
    );
  }
  const settle = (events: readonly NormalEvent[]): NormalEvent[] => settleEvents(events, scenario.name, stage);
  expect(compareGolden(settle(golden), settle(live)), fixture.golden).toBeUndefined();
}
