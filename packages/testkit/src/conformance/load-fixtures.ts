/** Reads the fixtures of one agent. */
import { readFile } from 'node:fs/promises';
import type { Adapter } from '@agent-mux/core';
import { type Cassette, readCassette } from '@agent-mux/core/cassette';
import { type Fixture, listFixtures, type NormalEvent, readGolden } from '../fixtures/index.ts';

export interface LoadedFixture extends Fixture {
  /** The title of a test: `<version>/<folder>`. */
  readonly title: string;
  /** The name of the adapter's mode; the first where the folder names none. */
  readonly modeName: string;
  load(): Promise<{ readonly cassette: Cassette; readonly golden: readonly NormalEvent[] | undefined }>;
  /** The unchanged texts of the files, by name. */
  texts(): Promise<Readonly<Record<string, string>>>;
}

/** Loads all fixtures of the adapter's agent, in the order of their names. */
export async function loadFixtures(root: string, adapter: Adapter): Promise<LoadedFixture[]> {
  const fixtures = await listFixtures(root);
  return fixtures
    .filter(({ agent }) => agent === adapter.agent)
    .map((fixture) => ({
      ...fixture,
      title: `${fixture.version}/${fixture.scenario}${fixture.mode === undefined ? '' : `.${fixture.mode}`}`,
      modeName: fixture.mode ?? adapter.modes[0]?.name ?? '',
      load: async () => ({ cassette: await readCassette(fixture.cassette), golden: await readGolden(fixture) }),
      texts: async () => ({
        [fixture.cassette]: await readFile(fixture.cassette, 'utf8'),
        [fixture.golden]: await readFile(fixture.golden, 'utf8'),
      }),
    }));
}
