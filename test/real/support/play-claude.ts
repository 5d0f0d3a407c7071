/** Plays one scenario on a real Claude Code and holds all that comes of it against what must come, and against its fixtures. */
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { claude } from '@agent-mux/adapters';
import {
  CASSETTE_FILE,
  compareGolden,
  type Fixture,
  locateFixture,
  normalizeEvents,
  readCassette,
  readGolden,
  writeGolden,
} from '@agent-mux/core/cassette';
import { checkStream } from '@agent-mux/events/check';
import { type Played, type PlayedRun, pickFor, playScenario, prepareClaude, type Scenario } from '@agent-mux/testkit';
import { replayFixture } from '@agent-mux/testkit/conformance';
import { expect } from 'vitest';
import { type ClaudeVersion, claudeBinary } from './agents.ts';
import type { ClaudeMode } from './claude-scenarios.ts';
import { settleEvents } from './settle-events.ts';

const FIXTURES = fileURLToPath(new URL('../../../fixtures', import.meta.url));
const { AMUX_FIXTURES } = process.env;
const isRecording = AMUX_FIXTURES === 'record';

export interface ClaudePlayer {
  readonly version: ClaudeVersion;
  readonly mode: ClaudeMode;
}

/** Fails on anything that is not as it must be. Writes nothing below `fixtures`, unless AMUX_FIXTURES=record. */
export async function playClaude(scenario: Scenario, player: ClaudePlayer): Promise<void> {
  const { version, mode } = player;
  await playScenario(scenario, {
    adapter: claude,
    mode,
    version,
    binary: claudeBinary(version),
    environment: prepareClaude,
    words: { compact: '/compact' },
    onEnd: async (played) => {
      expect(outlineOf(played, scenario)).toEqual(expectedOf(scenario, player));
      for (const [index, run] of played.runs.entries()) {
        const name = index === played.runs.length - 1 ? scenario.name : `${scenario.name}-${index + 1}`;
        await holdAgainst(placeOf(name, player), run, scenario);
      }
    },
  });
}

function placeOf(scenario: string, { version, mode }: ClaudePlayer): Fixture {
  const name = { agent: claude.agent, version, scenario };
  return locateFixture(FIXTURES, mode === claude.modes[0]?.name ? name : { ...name, mode });
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
  /** Of the types that the scenario proves. */
  readonly missing: readonly string[];
}

function outlineOf({ runs, modelRequests, unmatched, leftOver, problems }: Played, { proves }: Scenario): Outline {
  const seen = new Set(runs.flatMap(({ events }) => events.map(({ type }) => type)));
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
    missing: proves.filter((type) => !seen.has(type) && !RARE.has(type)),
  };
}

/** Not in each run; the fixture has it. */
const RARE: ReadonlySet<string> = isRecording ? new Set() : new Set(['agentdoc_read']);

function expectedOf(scenario: Scenario, { version, mode }: ClaudePlayer): Outline {
  const runs = [scenario, ...(scenario.furtherRuns ?? [])];
  const player = { agent: claude.agent, version, mode };
  return {
    exitReasons: runs.map(({ exitReason }) => pickFor(exitReason, player)),
    modes: runs.map(() => mode),
    modelRequests: pickFor(scenario.expectedRequests, player),
    unmatched: [],
    leftOver: [],
    problems: [],
    violations: [],
    unknownNative: {},
    repaired: 0,
    missing: [],
  };
}

async function holdAgainst(fixture: Fixture, run: PlayedRun, { name }: Scenario): Promise<void> {
  const live = normalizeEvents(run.events, { redactor: run.redactor });
  const replayed = replayFixture(await readCassette(run.recording), claude);
  expect(compareGolden(live, replayed.normal), 'the replay of this very run').toBeUndefined();
  expect(replayed.unmatched).toEqual([]);
  if (isRecording) {
    await mkdir(fixture.dir, { recursive: true });
    await copyFile(join(run.recording, CASSETTE_FILE), fixture.cassette);
    if ((await readGolden(fixture)) === undefined) await writeGolden(fixture, replayed.normal, { accept: true });
    return;
  }
  const golden = await readGolden(fixture);
  if (golden === undefined) throw new Error(`${fixture.golden} is missing. Record it: npm run fixtures:record.`);
  expect(compareGolden(settleEvents(golden, name), settleEvents(live, name)), fixture.golden).toBeUndefined();
}
