/** The conformance suite: everything that each adapter, built-in or from outside, must satisfy. */
import type { Adapter, Mode } from '@agent-mux/core';
import { replayCassette } from '@agent-mux/core/cassette';
import { describe, expect, it } from 'vitest';
import { writeGolden } from '../fixtures/index.ts';
import { findShapeProblems } from './adapter-shape.ts';
import { findClaimProblems, listEventTypes } from './claims.ts';
import { findHeaderProblems, findSecrets } from './fixture-files.ts';
import { type LoadedFixture, loadFixtures } from './load-fixtures.ts';
import { mangleEntries } from './mangle-entries.ts';
import { findArgvProblems, findCommandProblems, findDialectProblems, findJunkProblems } from './mode-contract.ts';
import { checksOf, findReplayProblems, findViolations, replayFixture } from './replay-fixture.ts';

/** A test that an adapter cannot pass, with the reason. */
export interface Skip {
  /** The name of the test, as the suite prints it; `<mode or fixture> > <name>` for a test per mode or fixture. */
  readonly test: string;
  readonly reason: string;
}

export interface ConformanceOptions {
  /** The root that contains `<agent>/<cli version>/<scenario>/`. */
  readonly fixtures: string;
  readonly skip?: readonly Skip[];
  /** The seed of the places where bytes are cut and lines are damaged. @defaultValue a new one, which is printed, or AMUX_TEST_SEED */
  readonly seed?: number;
}

/** How many damaged copies of each fixture are replayed. */
const MANGLED_COPIES = 4;

type Define = (name: string, test: () => void | Promise<void>) => void;

/**
 * Defines the tests of an adapter, within a test file of vitest. With AMUX_FIXTURES=accept in the environment the golden
 * events of each fixture are written instead, for you to read.
 *
 * @example
 * await describeAdapter(myAdapter, { fixtures: new URL('./fixtures', import.meta.url).pathname });
 */
export async function describeAdapter(
  adapter: Adapter,
  { fixtures: root, skip = [], seed = chooseSeed() }: ConformanceOptions,
): Promise<void> {
  const fixtures = await loadFixtures(root, adapter);
  const names = new Set<string>();
  const within =
    (group: string): Define =>
    (name, test) => {
      const full = group === '' ? name : `${group} > ${name}`;
      names.add(full);
      const reason = skip.find((each) => each.test === full)?.reason;
      if (reason === undefined) {
        it(name, test);
      } else {
        it.skip(`${name} (${reason})`, test);
      }
    };
  describe(`adapter ${adapter.agent} (AMUX_TEST_SEED=${seed})`, () => {
    describeShape(adapter, fixtures, within(''));
    for (const mode of adapter.modes) {
      describe(mode.name, () => describeMode(mode, within(mode.name)));
    }
    for (const fixture of fixtures) {
      describe(fixture.title, () => describeFixture(adapter, fixture, { seed, define: within(fixture.title) }));
    }
    it('skips nothing that it does not have, and nothing without a reason', () => {
      expect(skip.filter(({ test, reason }) => !names.has(test) || reason.trim() === '')).toEqual([]);
    });
  });
}

function describeShape(adapter: Adapter, fixtures: readonly LoadedFixture[], define: Define): void {
  define('is shaped as an adapter', () => {
    expect(findShapeProblems(adapter)).toEqual([]);
  });
  define('names the versions that its fixtures were recorded with', () => {
    const versions = new Set(fixtures.map(({ version }) => version));
    expect([...adapter.testedVersions].sort()).toEqual([...versions].sort());
  });
  define('claims the events that fixtures show, and no other', async () => {
    const loaded = await Promise.all(
      fixtures.map(async (fixture) => ({ ...fixture, golden: (await fixture.load()).golden ?? [] })),
    );
    expect(findClaimProblems(adapter, listEventTypes(loaded))).toEqual([]);
  });
}

function describeMode(mode: Mode, define: Define): void {
  define('starts the same way for the same options', () => {
    expect(findCommandProblems(mode)).toEqual([]);
  });
  define('puts neither prompt nor secret on the command line', () => {
    expect(findArgvProblems(mode)).toEqual([]);
  });
  define('writes lines, and answers no question that was not asked', () => {
    expect(findDialectProblems(mode)).toEqual([]);
  });
  define('takes any line', () => {
    expect(findJunkProblems(mode)).toEqual([]);
  });
}

function describeFixture(
  adapter: Adapter,
  fixture: LoadedFixture,
  { seed, define }: { readonly seed: number; readonly define: Define },
): void {
  if (process.env['AMUX_FIXTURES'] === 'accept') {
    define('accepts the events of its replay', async () => {
      const { cassette } = await fixture.load();
      await writeGolden(fixture, replayFixture(cassette, adapter).normal, { accept: true });
    });
    return;
  }
  define('gives its golden events, however its bytes are cut', async () => {
    const { cassette, golden } = await fixture.load();
    expect(findReplayProblems(cassette, adapter, { golden, seed })).toEqual([]);
  });
  define('gives a legal stream when lines are lost, doubled, swapped or cut', async () => {
    const { cassette } = await fixture.load();
    for (let copy = 0; copy < MANGLED_COPIES; copy++) {
      const entries = mangleEntries(cassette.entries, seed + copy);
      const { events } = replayCassette({ ...cassette, entries }, adapter);
      expect(findViolations(events, checksOf(cassette, adapter)), `seed ${seed + copy}`).toEqual([]);
    }
  });
  define('has a header that fits, and tells nothing of the machine', async () => {
    const { cassette } = await fixture.load();
    expect(findHeaderProblems(cassette.header, fixture)).toEqual([]);
    expect(findSecrets(await fixture.texts())).toEqual([]);
  });
}

function chooseSeed(): number {
  const { AMUX_TEST_SEED } = process.env;
  return AMUX_TEST_SEED === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(AMUX_TEST_SEED);
}
