/** The committed fixtures as a whole; `AMUX_FIXTURES=accept` writes the golden events anew from the recordings. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtInAdapters } from '@agent-mux/adapters';
import { listFixtures, writeGolden } from '@agent-mux/core/cassette';
import { SCENARIOS } from '@agent-mux/testkit';
import {
  findClaimProblems,
  findHeaderProblems,
  findReplayProblems,
  findSecrets,
  type LoadedFixture,
  listEventTypes,
  loadFixtures,
  replayFixture,
} from '@agent-mux/testkit/conformance';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../fixtures', import.meta.url));
const MAX_BYTES = 60_000_000;
const { AMUX_FIXTURES, AMUX_TEST_SEED } = process.env;
const seed = Number(AMUX_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
const isAccepting = AMUX_FIXTURES === 'accept';

for (const adapter of builtInAdapters) {
  const fixtures = await loadFixtures(ROOT, adapter);
  describe(`fixtures of ${adapter.agent} (AMUX_TEST_SEED=${seed})`, () => {
    if (isAccepting) {
      it.each(fixtures)('$title: accepts the events of the replay', (fixture) => accept(fixture));
      return;
    }

    async function accept(fixture: LoadedFixture): Promise<void> {
      const { cassette } = await fixture.load();
      await writeGolden(fixture, replayFixture(cassette, adapter).normal, { accept: true });
    }

    it.each(fixtures)('$title: the same events whole, line by line, and cut at random bytes', async (fixture) => {
      const { cassette, golden } = await fixture.load();
      expect(findReplayProblems(cassette, adapter, { golden, seed })).toEqual([]);
    });

    it.each(fixtures)('$title: a header that fits, and nothing of the machine that recorded it', async (fixture) => {
      const { cassette } = await fixture.load();
      expect(findHeaderProblems(cassette.header, fixture)).toEqual([]);
      expect(findSecrets(await fixture.texts())).toEqual([]);
    });

    it('each claim is proved, and each event claimed', async () => {
      const loaded = await Promise.all(
        fixtures.map(async (fixture) => ({ ...fixture, golden: (await fixture.load()).golden ?? [] })),
      );
      expect(findClaimProblems(adapter, listEventTypes(loaded))).toEqual([]);
    });
  });
}

it.skipIf(isAccepting)('each fixture is one of a known agent and scenario', async () => {
  const agents = builtInAdapters.map(({ agent }) => agent);
  const scenarios = new Set(SCENARIOS.map(({ name }) => name));
  const strange = (await listFixtures(ROOT)).filter(
    ({ agent, scenario }) =>
      !agents.includes(agent) || !(scenarios.has(scenario) || scenarios.has(scenario.replace(/-\d+$/, ''))),
  );
  expect(strange.map(({ dir }) => dir)).toEqual([]);
});

it.skipIf(isAccepting)('all fixtures together stay small enough to be cloned', async () => {
  expect(await sizeOf(ROOT)).toBeLessThan(MAX_BYTES);
});

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
