/** A line that is not the CLI's own (of a wrapper, a loader, an updater) takes nothing from the run, wherever it stands. */
import { builtInAdapters } from '@agent-mux/adapters';
import { openclaw } from '@agent-mux/adapters/openclaw';
import { createClient } from '@agent-mux/core';
import { type Cassette, type CassetteEntry, readText } from '@agent-mux/core/cassette';
import { encodeSteps, fakeAgentFile } from '@agent-mux/testkit';
import { type ReplayedFixture, replayFixture } from '@agent-mux/testkit/conformance';
import { afterAll, describe, expect, it } from 'vitest';
import { drawn } from './support/drawn.ts';
import { fixturesOf } from './support/read-once.ts';

const FOREIGN = 'Update available: 99.9.9 (see https://updates.invalid/notes)';

/** The recordings of which a foreign line comes before, behind, and between all that the CLI says. */
const PLACES: Readonly<Record<string, (cassette: Cassette) => readonly CassetteEntry[]>> = {
  before: (cassette) => put(cassette, (at) => ({ before: at === 0, after: false })),
  behind: (cassette) => put(cassette, (at, last) => ({ before: false, after: at === last })),
  around: (cassette) => put(cassette, (at, last) => ({ before: at === 0, after: at === last })),
  between: (cassette) => put(cassette, (at, last) => ({ before: false, after: at < last })),
};

const framings = new Set<string>();

for (const adapter of builtInAdapters) {
  const fixtures = await fixturesOf(adapter);
  // A fixture of an agent's first mode has no mode in its name.
  const kindOf = ({ scenario }: { scenario: string }): string => scenario.split('.')[1] ?? '';
  describe.skipIf(fixtures.length === 0)(`${adapter.agent}`, () => {
    it.each(drawn(fixtures, { every: 4, kindOf }))('$title: says the same among foreign lines', async (fixture) => {
      const { cassette } = await fixture.load();
      framings.add(cassette.header.framing);
      const asRecorded = toldIn(await fixture.replay());
      for (const [place, change] of Object.entries(PLACES)) {
        const entries = change(cassette);
        const added = count(entries) - count(cassette.entries);
        const told = toldIn(replayFixture({ ...cassette, entries }, adapter));
        const expected = { ...asRecorded, foreign: added, unreadable: asRecorded.unreadable + added };
        expect({ place, ...told }).toEqual({ place, ...expected });
      }
    });
  });
}

afterAll(() => {
  expect([...framings].sort()).toEqual(['content-length', 'document', 'lines']);
});

describe('a real process that prints one document', () => {
  const document = JSON.stringify(
    { payloads: [{ text: 'Hello from it.' }], meta: { agentMeta: { sessionId: 's-1' } } },
    undefined,
    2,
  );

  it.each([
    ['local', `${FOREIGN}\n${document}\n`],
    ['local', `${document}\n${FOREIGN}\n`],
    ['local', `${FOREIGN}\r\n${document.replaceAll('\n', '\r\n')}\r\n`],
    ['exec', `{not} ours\n{not ours\n${document}\n`],
    ['exec', `${JSON.stringify(JSON.parse(document))}\n${FOREIGN}`],
    ['local', `{"ok":false,"plugin":"x"}\n${document}\n${FOREIGN}\n`],
  ])('in mode %s is heard: %j', async (mode, text) => {
    const steps = encodeSteps([{ do: 'write', text }]);
    await using client = createClient({ adapters: [openclaw] });
    const result = await client.run({
      agent: 'openclaw',
      mode,
      prompt: 'go',
      approvalMode: 'yolo',
      binary: fakeAgentFile(),
      env: { FAKE_AGENT_STEPS: steps },
    });
    const { exitReason, diagnostics } = result;
    expect([exitReason, result.text, diagnostics.unreadable]).toEqual([
      'completed',
      'Hello from it.',
      expect.any(Number),
    ]);
  });
});

/** Puts foreign lines around what the CLI says: around messages where each is a line, else around the document. */
function put(
  { header, entries }: Cassette,
  where: (at: number, last: number) => { readonly before: boolean; readonly after: boolean },
): readonly CassetteEntry[] {
  const last = entries.filter(({ dir }) => dir === 'out').length - 1;
  let at = 0;
  return entries.flatMap((entry): CassetteEntry[] => {
    if (entry.dir !== 'out') {
      return [entry];
    }
    const { before, after } = where(at++, last);
    if (header.framing === 'document') {
      const { base64: _, ...rest } = entry;
      const text = readText(entry);
      return [
        {
          ...rest,
          text: `${before ? `${FOREIGN}\n` : ''}${text}${after ? `${text.endsWith('\n') ? '' : '\n'}${FOREIGN}\n` : ''}`,
        },
      ];
    }
    const line: CassetteEntry = { dir: 'out', text: FOREIGN, ...(entry.t === undefined ? {} : { t: entry.t }) };
    return [...(before ? [line] : []), entry, ...(after ? [line] : [])];
  });
}

function count(entries: readonly CassetteEntry[]): number {
  return entries.reduce((sum, entry) => sum + (entry.dir === 'out' ? readText(entry).split(FOREIGN).length - 1 : 0), 0);
}

function toldIn({ normal, result }: ReplayedFixture) {
  const isForeign = ({ type, line }: Readonly<Record<string, unknown>>): boolean => type === 'log' && line === FOREIGN;
  const { exitReason, text, diagnostics } = result;
  return {
    exitReason,
    text,
    unreadable: diagnostics.unreadable ?? 0,
    foreign: normal.filter(isForeign).length,
    events: normal.filter((event) => !isForeign(event)).map(({ seq: _, ...event }) => event),
  };
}
