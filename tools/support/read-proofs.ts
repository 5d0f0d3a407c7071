/** What the fixtures prove: the recording and the events of each. */
import { readFile } from 'node:fs/promises';
import type { Adapter } from '@agent-mux/core';
import type { Cassette } from '@agent-mux/core/cassette';
import { type Fixture, listFixtures, type NormalEvent, readGolden } from '@agent-mux/testkit';

export interface Proof extends Cassette {
  readonly fixture: Fixture;
  /** The mode of the adapter; the first where the folder names none. */
  readonly mode: string;
  readonly events: readonly NormalEvent[];
  readonly types: ReadonlySet<string>;
}

/** Whether a real CLI said it here; otherwise its lines were put together from what others published. */
export function isRecorded({ header }: Proof): boolean {
  return header.handWritten === undefined;
}

/** The fixtures of one agent, the newest version first, then in the order of its modes, then by name. */
export async function readProofs(root: string, { agent, modes, testedVersions }: Adapter): Promise<readonly Proof[]> {
  const names = modes.map(({ name }) => name);
  const fixtures = (await listFixtures(root)).filter((fixture) => fixture.agent === agent);
  const proofs = await Promise.all(fixtures.map((fixture) => readProof(fixture, names[0] ?? '')));
  const place = ({ fixture, mode }: Proof): number =>
    testedVersions.indexOf(fixture.version) * names.length + names.indexOf(mode);
  return proofs.sort((a, b) => place(a) - place(b) || (a.fixture.scenario < b.fixture.scenario ? -1 : 1));
}

async function readProof(fixture: Fixture, firstMode: string): Promise<Proof> {
  const events = (await readGolden(fixture)) ?? [];
  return {
    fixture,
    mode: fixture.mode ?? firstMode,
    events,
    types: new Set(events.map(({ type }) => String(type))),
    ...(await readLines(fixture.cassette)),
  };
}

/** Reads a recording without checking each line, which the conformance suite does, because this reads hundreds of them. */
async function readLines(path: string): Promise<Cassette> {
  const [header, ...entries] = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
  if (header === undefined) {
    throw new Error(`${path} is empty.`);
  }
  return { header: JSON.parse(header), entries: entries.map((line) => JSON.parse(line)) };
}
