/** The texts of the events are the CLI's own, over all recordings. */
import { builtInAdapters } from '@agent-mux/adapters';
import { replayFixture } from '@agent-mux/testkit/conformance';
import { describe, expect, it } from 'vitest';
import { damages } from './final-text/damages.ts';
import { findTextProblems } from './final-text/find-text-problems.ts';
import { readNativeTexts } from './final-text/native-texts.ts';
import { findTurnProblems } from './support/find-turn-problems.ts';
import { fixturesOf } from './support/read-once.ts';

for (const adapter of builtInAdapters) {
  const fixtures = await fixturesOf(adapter);
  describe.skipIf(fixtures.length === 0)(`${adapter.agent}`, () => {
    it.each(fixtures)('$title: says what the CLI says', async (fixture) => {
      const { cassette } = await fixture.load();
      const { events, result } = await fixture.replay();
      const native = readNativeTexts(cassette);
      expect(findTextProblems(events, result.text, native)).toEqual([]);
    });

    it.each(fixtures)('$title: has turns that come to what the run came to', async (fixture) => {
      expect(findTurnProblems((await fixture.replay()).result)).toEqual([]);
    });

    it.each(fixtures)('$title: is made whole where pieces are lost or come twice', async (fixture) => {
      const { cassette } = await fixture.load();
      const native = readNativeTexts(cassette);
      const before = (await fixture.replay()).result.diagnostics.repaired;
      for (const damage of damages(cassette, native)) {
        const { events, result } = replayFixture(damage.cassette, adapter);
        const { repaired } = result.diagnostics;
        const problems = findTextProblems(events, result.text, native);
        expect({ damage: damage.name, problems, repaired }).toEqual({
          damage: damage.name,
          problems: [],
          repaired: before + 1,
        });
      }
    });
  });
}

it('finds complete texts in recordings of each mode that tells them, and pieces of them where it streams', async () => {
  const counts: Record<string, { texts: number; pieces: number }> = {};
  for (const adapter of builtInAdapters) {
    for (const fixture of await fixturesOf(adapter)) {
      const { cassette } = await fixture.load();
      const native = readNativeTexts(cassette);
      if (native !== undefined) {
        const mode = `${adapter.agent} ${cassette.header.mode}`;
        const { texts = 0, pieces = 0 } = counts[mode] ?? {};
        counts[mode] = {
          texts: texts + native.messages.length + (native.joined === undefined ? 0 : 1),
          pieces: pieces + damages(cassette, native).length,
        };
      }
    }
  }
  const whole = ['claude oneshot-whole', 'codex exec', 'cursor stream-json', 'opencode run'];
  expect(Object.entries(counts).filter(([, { texts }]) => texts === 0)).toEqual([]);
  expect(
    Object.entries(counts)
      .filter(([, { pieces }]) => pieces === 0)
      .map(([mode]) => mode),
  ).toEqual(whole);
});
