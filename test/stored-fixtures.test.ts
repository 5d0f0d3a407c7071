/** Recordings of real CLIs, played live through real processes to a client with a store, and read back by another process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkEntries } from '@agent-mux/events/journal';
import { openStore, type Store } from '@agent-mux/store';
import { type Fixture, listFixtures } from '@agent-mux/testkit';
import { createClient } from 'agent-mux';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILT_WRITER } from '../packages/store/src/testing/built-writer.ts';
import { DRAW_SEED, IS_CI, IS_FULL } from './support/drawn.ts';
import { follow, prepareFixture } from './support/play-fixture.ts';
import { watchRun } from './support/read-run.ts';
import { type StoreReader, startStoreReader } from './support/store-reader.ts';

const all = await listFixtures(fileURLToPath(new URL('../fixtures', import.meta.url)));
const agentOf = ({ dir }: Fixture): string => dir.split('/').at(-3) ?? '';
/** One of every forty fixtures of an agent is taken, in `.ci/run` one of every ten: another one by each seed, and at least one of each agent. */
const sample = [...new Set(all.map(agentOf))].flatMap((agent) => {
  const own = all.filter((fixture) => agentOf(fixture) === agent);
  const stride = Math.min(IS_CI ? 10 : 40, own.length);
  return own.filter((_, index) => index % stride === DRAW_SEED % stride);
});
const played = IS_FULL ? all : sample;
const nameOf = ({ dir }: Fixture): string => dir.split('/').slice(-3).join(' ');

const folder = mkdtempSync(join(tmpdir(), 'amux-stored-fixtures-'));
let store: Store;
let reader: StoreReader;
/** The number of runs by the way in which they ended. */
const ends = new Map<string, number>();

beforeAll(async () => {
  store = await openStore(join(folder, 'runs', 'runs.db'), BUILT_WRITER);
  reader = startStoreReader(store.file);
});
afterAll(async () => {
  console.info(`Ends: ${[...ends].map(([end, count]) => `${end} ${count}`).join(', ')}`);
  await reader[Symbol.asyncDispose]();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

describe(`a recording that is played to a client with a store (${played.length} of ${all.length}, AMUX_SEED=${DRAW_SEED})`, () => {
  it.concurrent.each(played.map((fixture) => [nameOf(fixture), fixture] as const))(
    'is the same from another process: %s',
    async (_, fixture) => {
      const { options, script } = await prepareFixture(fixture, folder);
      await using client = createClient({ store });
      const handle = client.run({ ...options, collectEvents: true });
      const watched = watchRun(handle);
      await follow(script, handle);
      const { kept, ...live } = await watched;
      const result = await handle.result();
      expect(result.stored).toBe('whole');
      expect(checkEntries(kept)).toEqual([]);
      const again = await reader.read(handle.runId);
      expect(again).toEqual(live);
      expect(live.entries.length).toBeGreaterThan(3);
      ends.set(result.exitReason, (ends.get(result.exitReason) ?? 0) + 1);
    },
    60_000,
  );

  it('leaves a file in which each run keeps all rules', async () => {
    expect(await store.check()).toMatchObject({ isSound: true, problems: [] });
  }, 300_000);
});
