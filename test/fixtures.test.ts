/** The committed fixtures as a whole; `AMUX_FIXTURES=accept` writes the golden events anew from the recordings. */
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtInAdapters } from '@agent-mux/adapters';
import { listFixtures, writeGolden } from '@agent-mux/core/cassette';
import { SCENARIOS } from '@agent-mux/testkit';
import { loadFixtures, replayFixture } from '@agent-mux/testkit/conformance';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../fixtures', import.meta.url));
const ADAPTERS = fileURLToPath(new URL('../adapters/src', import.meta.url));
const MAX_BYTES = 60_000_000;
const isAccepting = process.env['AMUX_FIXTURES'] === 'accept';

if (isAccepting) {
  for (const adapter of builtInAdapters) {
    const fixtures = await loadFixtures(ROOT, adapter);
    // An agent that has none yet has nothing to accept.
    describe.skipIf(fixtures.length === 0)(`fixtures of ${adapter.agent}`, () => {
      it.each(fixtures)('$title: accepts the events of the replay', async (fixture) => {
        const { cassette } = await fixture.load();
        await writeGolden(fixture, replayFixture(cassette, adapter).normal, { accept: true });
      });
    });
  }
}

// The conformance suite of each adapter holds its fixtures against their golden events, and its claims against them.
it.skipIf(isAccepting).each(builtInAdapters)(
  '$agent: its fixtures are looked at by its conformance suite',
  ({ agent }) => {
    expect(existsSync(join(ADAPTERS, agent, 'conformance.test.ts'))).toBe(true);
  },
);

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
