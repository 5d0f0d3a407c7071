/** The CLI's own last words are the result, also where only the line that ends the turn can be read, or says other ones. */
import { builtInAdapters } from '@agent-mux/adapters';
import { type ReplayedFixture, replayFixture } from '@agent-mux/testkit/conformance';
import { describe, expect, it } from 'vitest';
import { findClosing, MODES_WITH_CLOSING_TEXT, spoil, WITHOUT_CLOSING_TEXT } from './final-text/closing-lines.ts';
import { findTextProblems } from './final-text/find-text-problems.ts';
import { fixturesOf } from './support/read-once.ts';

const counts = new Map<string, number>();
const modes = new Set<string>();

for (const adapter of builtInAdapters) {
  const fixtures = await fixturesOf(adapter);
  describe.skipIf(fixtures.length === 0)(`${adapter.agent}`, () => {
    it.each(fixtures)('$title: says the last words of the CLI', async (fixture) => {
      const { cassette } = await fixture.load();
      const mode = `${cassette.header.agent} ${cassette.header.mode}`;
      modes.add(mode);
      const closing = findClosing(cassette);
      const asRecorded = await fixture.replay();
      if (closing === undefined || asRecorded.result.exitReason !== 'completed') {
        return;
      }
      counts.set(mode, (counts.get(mode) ?? 0) + 1);
      const { text, diagnostics } = asRecorded.result;
      // The result of Cursor CLI has the texts of the whole turn, one behind the other (2026.07.20).
      expect(closing.text.endsWith(text)).toBe(true);
      const before = closing.text.slice(0, -text.length);
      expect(before === '' || mode === 'cursor stream-json').toBe(true);
      const { warned } = outcomeOf(asRecorded);
      const told = { repaired: diagnostics.repaired + 1, warned: warned + 1, problems: [], exitReason: 'completed' };
      const longer = `${text} Or not.`;
      expect({
        spoiled: outcomeOf(replayFixture(spoil(cassette, { ...closing, text }), adapter)),
        longer: outcomeOf(replayFixture(closing.say(before + longer), adapter)),
        other: outcomeOf(replayFixture(closing.say('These are other words.'), adapter)),
      }).toEqual({
        spoiled: { text, ...told },
        longer: { text: longer, ...told },
        other: { text: 'These are other words.', ...told },
      });
    });
  });
}

/** The warning; the second form is of a message that was open as the turn ended. */
const REPAIR = /^The agent's (last words are not those of its last message|complete message differs from what it)/;

function outcomeOf({ events, result }: ReplayedFixture): {
  readonly text: string;
  readonly repaired: number;
  readonly warned: number;
  readonly problems: readonly string[];
  readonly exitReason: string;
} {
  const { text, diagnostics, exitReason } = result;
  const warns = events.filter(
    (event) => event.type === 'debug' && event.level === 'warn' && REPAIR.test(event.message),
  );
  return {
    text,
    repaired: diagnostics.repaired,
    warned: warns.length,
    problems: findTextProblems(events, text, undefined),
    exitReason,
  };
}

it('knows of each mode whether the line that ends a turn has a text, and finds recordings of those', () => {
  expect([...modes].sort()).toEqual([...MODES_WITH_CLOSING_TEXT, ...Object.keys(WITHOUT_CLOSING_TEXT)].sort());
  expect([...counts.keys()].sort()).toEqual([...MODES_WITH_CLOSING_TEXT].sort());
});
