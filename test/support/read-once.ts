/** The fixtures of all agents: each is read once, and replayed once as it was recorded, for all tests that share a process. */
import { fileURLToPath } from 'node:url';
import type { Adapter } from '@agent-mux/core';
import { type LoadedFixture, loadFixtures, type ReplayedFixture, replayFixture } from '@agent-mux/testkit/conformance';

export const FIXTURES: string = fileURLToPath(new URL('../../fixtures', import.meta.url));

/** What it gives is of all tests: nobody may change it. */
export interface SharedFixture extends LoadedFixture {
  /** Replays it line by line, with the options of its recording. */
  replay(): Promise<ReplayedFixture>;
}

/** Nothing is kept where each test is asked about many mutants in one process. */
const isKept = (process.env['AMUX_MUTANTS_ORDER'] ?? '') === '';
const known = new Map<string, Promise<readonly SharedFixture[]>>();

/** The fixtures of one agent stand in the order of their names. */
export function fixturesOf(adapter: Adapter): Promise<readonly SharedFixture[]> {
  return onceIn(known, adapter.agent, async () =>
    (await loadFixtures(FIXTURES, adapter)).map((fixture) => share(fixture, adapter)),
  );
}

function share(fixture: LoadedFixture, adapter: Adapter): SharedFixture {
  let loaded: ReturnType<LoadedFixture['load']> | undefined;
  let replayed: Promise<ReplayedFixture> | undefined;
  const load = async (): ReturnType<LoadedFixture['load']> => {
    const read = await fixture.load();
    Object.freeze(read.cassette.entries);
    return read;
  };
  const replay = async (): Promise<ReplayedFixture> => {
    const { cassette } = await shared.load();
    const all = replayFixture(cassette, adapter);
    Object.freeze(all.events);
    return all;
  };
  const shared: SharedFixture = {
    ...fixture,
    load: () => (loaded ??= load()),
    replay: isKept ? () => (replayed ??= replay()) : replay,
  };
  return shared;
}

function onceIn<T>(map: Map<string, T>, key: string, make: () => T): T {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}
