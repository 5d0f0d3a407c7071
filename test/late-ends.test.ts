/** The end of a turn that is told once more, after the next one has begun, does not end that one: each wire that names what has ended. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Cassette, type CassetteEntry, readCassette, readText, replayCassette } from '@agent-mux/core/cassette';
import { listFixtures } from '@agent-mux/testkit';
import { expect, it } from 'vitest';
import { askedAdapters } from './support/asked-adapters.ts';

const ROOT = fileURLToPath(new URL('../fixtures', import.meta.url));

interface Wire {
  readonly agent: string;
  readonly mode: string;
  /** Matches the line that ends a turn. */
  readonly end: RegExp;
  /** Matches a piece of an answer. */
  readonly piece: RegExp;
}

const ACP = { mode: 'acp', end: /"stopReason"/, piece: /"agent_message_chunk"/ };

/** The ends of other wires name no turn, so that nobody can tell a late one. */
const WIRES: readonly Wire[] = [
  { agent: 'codex', mode: 'app-server', end: /"method":"turn\/completed"/, piece: /"item\/agentMessage\/delta"/ },
  ...['copilot', 'gemini', 'openclaw', 'opencode'].map((agent) => ({ agent, ...ACP })),
];
const wires = WIRES.filter((wire) => askedAdapters.some(({ agent }) => agent === wire.agent));

it.each(wires)('$agent, mode $mode', async (wire) => {
  const adapter = askedAdapters.find(({ agent }) => agent === wire.agent);
  const fixtures = (await listFixtures(ROOT)).filter(
    ({ agent, scenario }) => agent === wire.agent && scenario === 'multi-turn',
  );
  const cassettes = await Promise.all(fixtures.map(({ cassette }) => readCassette(cassette)));
  const cassette = cassettes.find(({ header }) => header.mode === wire.mode);
  if (adapter === undefined || cassette === undefined) {
    throw new Error(`No recording of several turns of ${join(wire.agent, wire.mode)}.`);
  }
  const told = (played: Cassette): readonly string[] =>
    replayCassette(played, adapter).events.flatMap((event) =>
      event.type === 'debug' ? [] : [event.type === 'text_delta' ? event.delta : event.type],
    );
  const expected = told(cassette);
  expect(expected.filter((type) => type === 'turn_end').length).toBeGreaterThan(1);
  expect(told({ ...cassette, entries: withLateEnd(cassette.entries, wire) })).toEqual(expected);
});

/** The recording with the first end repeated behind the first piece of the next answer. */
function withLateEnd(entries: readonly CassetteEntry[], { end, piece }: Wire): readonly CassetteEntry[] {
  const find = (pattern: RegExp, from: number): number =>
    entries.findIndex((entry, at) => at >= from && entry.dir === 'out' && pattern.test(readText(entry)));
  const ended = find(end, 0);
  const said = find(piece, ended + 1);
  const late = entries[ended];
  if (late === undefined || said === -1) {
    throw new Error('The recording has no such lines.');
  }
  return entries.toSpliced(said + 1, 0, late);
}
