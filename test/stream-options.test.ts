/** The options of a run shape its stream: every recording is held to those that it was made with, and to others that it is replayed with. */
import { builtInAdapters } from '@agent-mux/adapters';
import { replayCassette } from '@agent-mux/core/cassette';
import { checkStream } from '@agent-mux/events/check';
import { checksOf, findViolations } from '@agent-mux/testkit/conformance';
import { describe, expect, it } from 'vitest';
import { drawn, IS_CI } from './support/drawn.ts';
import { fixturesOf } from './support/read-once.ts';

/** Recordings that each mode of approval was asked for in, and those of runs that were not to stream. */
const seen = { prompt: 0, yolo: 0, deny: 0, whole: 0 };

for (const adapter of builtInAdapters) {
  const all = await fixturesOf(adapter);
  const fixtures = drawn(all, { every: IS_CI ? 1 : 3, kindOf: ({ modeName }) => modeName });
  // Each replay with other options is one more, so that fewer have them.
  const withOthers = new Set(drawn(fixtures, { every: 4, kindOf: ({ modeName }) => modeName }));
  describe.skipIf(fixtures.length === 0)(adapter.agent, () => {
    it.each(fixtures)('$title: keeps to its options, and to those of other runs', async (fixture) => {
      const { cassette } = await fixture.load();
      const recorded = checksOf(cassette, adapter);
      seen[recorded.approvalMode ?? 'prompt'] += 1;
      seen.whole += recorded.streamFalse === true ? 1 : 0;
      const { events } = await fixture.replay();
      expect(findViolations(events, recorded), 'as recorded').toEqual([]);
      if (!withOthers.has(fixture)) {
        return;
      }

      for (const given of [{ noSession: true }, { stream: false }, { includeSubagents: true }] as const) {
        const replay = replayCassette(cassette, adapter, { options: given });
        const name = JSON.stringify(given);
        expect(findViolations(replay.events, checksOf(cassette, adapter, given)), name).toEqual([]);
      }
      const { events: raw } = replayCassette(cassette, adapter, { debug: true });
      expect(findViolations(raw, { ...recorded, debug: true }), 'debug').toEqual([]);

      // The checks can fail: a stream of other options breaks the rules of these.
      const hasNativeId = events.some(
        (event) => event.type === 'session_start' && !event.sessionId.startsWith('transient-'),
      );
      expect(rulesOf(events, { ...recorded, noSession: true })).toEqual(hasNativeId ? ['M-11'] : []);
      expect(rulesOf(raw, recorded)).toEqual(raw.some((event) => event.raw !== undefined) ? ['M-3'] : []);
      const hasAsked = events.some(({ type }) => type === 'approval_request');
      expect(rulesOf(events, { ...recorded, approvalMode: 'yolo' })).toEqual(hasAsked ? ['M-32'] : []);
    });
  });
}

it('has recordings of each mode of approval, and of runs that do not stream', () => {
  expect(Object.entries(seen).filter(([, count]) => count === 0)).toEqual([]);
});

function rulesOf(...[events, options]: Parameters<typeof checkStream>): string[] {
  return [...new Set(checkStream(events, options).map(({ rule }) => rule))];
}
