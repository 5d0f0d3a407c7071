/** What the recordings of the real CLIs prove: event types and header of each fixture. */
import { createReadStream } from 'node:fs';
import type { Adapter } from '@agent-mux/core';
import {
  type CassetteHeader,
  type Fixture,
  listFixtures,
  type NormalEvent,
  readGolden,
} from '@agent-mux/core/cassette';
import split2 from 'split2';

export interface Proof {
  readonly fixture: Fixture;
  /** That of the adapter; the first where the folder names none. */
  readonly mode: string;
  readonly events: readonly NormalEvent[];
  readonly types: ReadonlySet<string>;
  readonly header: Pick<CassetteHeader, 'options' | 'handWritten'>;
}

/** Of one agent, newest version first, then in the order of its modes, then by name. */
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
    header: JSON.parse(await readFirstLine(fixture.cassette)),
  };
}

/** A recording may be long, and only its header is asked for. */
async function readFirstLine(path: string): Promise<string> {
  // Not by node:readline, which from Node 24 on ends a line at U+2028 too: that may stand inside of a JSON string.
  for await (const line of createReadStream(path).pipe(split2('\n'))) return line;
  throw new Error(`${path} is empty.`);
}
