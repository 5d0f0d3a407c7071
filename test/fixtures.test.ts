/** The committed fixtures as a whole; `AMUX_FIXTURES=accept` writes the golden events anew from the recordings. */
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtInAdapters } from '@agent-mux/adapters';
import { type Fixture, listFixtures, SCENARIOS, writeGolden } from '@agent-mux/testkit';
import { loadFixtures, replayFixture } from '@agent-mux/testkit/conformance';
import { describe, expect, it } from 'vitest';
import { WRITTEN_BY_HAND } from './uniformity/compare.ts';

const ROOT = fileURLToPath(new URL('../fixtures', import.meta.url));
const ADAPTERS = fileURLToPath(new URL('../adapters/src', import.meta.url));
const MAX_BYTES = 60_000_000;
/** Recordings that do not tell what the host said. It may only get smaller. */
const SILENT = join(ROOT, 'without-host-entries.txt');
const MAX_SILENT = 1;
/** Hand-written ones, which nobody said anything to. */
const MAX_FOREIGN = 29;
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

it('are accepted by the accept command only, a first time too', async () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const folders = ['test', 'tools', 'packages/testkit/src', 'packages/agent-mux/src', 'adapters/src'];
  const files = (await Promise.all(folders.map((folder) => listSources(join(root, folder))))).flat();
  const writers = [];
  for (const file of files) {
    const text = await readFile(file, 'utf8');
    // Where it is defined nobody writes by it.
    const isItsOwn = file.startsWith(join(root, 'packages/testkit/src/fixtures/'));
    if (!isItsOwn && /\bwriteGolden\(/.test(text)) {
      writers.push([relative(root, file), /AMUX_FIXTURES'\] === 'accept'/.test(text)]);
    }
  }
  expect(writers).toEqual([
    ['test/fixtures.test.ts', true],
    ['packages/testkit/src/conformance/describe-adapter.ts', true],
  ]);
});

async function listSources(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name));
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

// A recording that tells what the host said demands back all that was written to its CLI.
describe.skipIf(isAccepting)('both directions', async () => {
  const told = await Promise.all((await listFixtures(ROOT)).map(tellsTheHost));
  const silent = told.filter(({ isOurs, tells }) => isOurs && !tells).map(({ name }) => name);
  const foreign = told.filter(({ isOurs, tells }) => !isOurs && !tells);

  it(`each of our recordings tells what the host said, but for ${silent.length} that are listed`, async () => {
    const listed = (await readFile(SILENT, 'utf8')).split('\n').filter((line) => line !== '');
    expect(
      silent.filter((name) => !listed.includes(name)),
      'record it again',
    ).toEqual([]);
    expect(
      listed.filter((name) => !silent.includes(name)),
      'take it from the list',
    ).toEqual([]);
    expect(listed.length).toBeLessThanOrEqual(MAX_SILENT);
  });

  it(`${foreign.length} fixtures are hand-written and tell nothing of it`, () => {
    expect(foreign.length).toBeLessThanOrEqual(MAX_FOREIGN);
  });

  it('the fixtures that are written by hand are those of the agents that were never run', () => {
    expect(new Set(told.filter(({ isByHand }) => isByHand).map(({ agent }) => agent))).toEqual(WRITTEN_BY_HAND);
  });
});

async function tellsTheHost({ agent, dir, cassette }: Fixture) {
  const text = await readFile(cassette, 'utf8');
  const { runId, handWritten }: { runId?: string; handWritten?: string } = JSON.parse(
    text.slice(0, text.indexOf('\n')),
  );
  return {
    agent,
    name: relative(ROOT, dir),
    isByHand: handWritten !== undefined,
    isOurs: runId !== undefined,
    tells: /^\{(?:"t":[\d.]+,)?"dir":"host","action":"prompt"/m.test(text),
  };
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
