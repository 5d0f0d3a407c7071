/** A failure has words, also where the CLI has none: whatever a line calls its message may be empty, or missing. */
import { builtInAdapters } from '@agent-mux/adapters';
import type { Cassette, CassetteEntry } from '@agent-mux/core/cassette';
import type { AgentEvent } from '@agent-mux/events';
import { replayFixture } from '@agent-mux/testkit/conformance';
import { describe, expect, it } from 'vitest';
import { fixturesOf } from './support/read-once.ts';

/** Fields that have the words of a failure, in any of the formats. */
const WORDS =
  /^(message|error|errors|errorMessage|finalError|text|result|reason|details|additionalDetails|data|content|stderr)$/;

const WAYS: Readonly<Record<string, string | undefined>> = { emptied: '', blank: ' \n', 'taken out': undefined };

const modes = new Set<string>();

for (const adapter of builtInAdapters) {
  const fixtures = await fixturesOf(adapter);
  describe.skipIf(fixtures.length === 0)(`${adapter.agent}`, () => {
    it.each(fixtures)('$title: fails with words', async (fixture) => {
      const { result, events } = await fixture.replay();
      if (result.error === undefined && wordsIn(events).length === 0) {
        return;
      }
      const { cassette } = await fixture.load();
      modes.add(`${cassette.header.agent} ${cassette.header.mode}`);
      for (const [way, words] of Object.entries(WAYS)) {
        const replayed = replayFixture(withWords(cassette, words), adapter);
        const told = [...wordsIn(replayed.events), ...wordsOf(replayed.result)];
        expect({ way, wordless: told.filter((message) => !/\p{L}{2}/u.test(message)) }).toEqual({ way, wordless: [] });
      }
    });
  });
}

it('finds failures in recordings of each mode', async () => {
  const all = new Set<string>();
  for (const adapter of builtInAdapters) {
    for (const fixture of await fixturesOf(adapter)) {
      const { header } = (await fixture.load()).cassette;
      all.add(`${header.agent} ${header.mode}`);
    }
  }
  expect([...all].filter((mode) => !modes.has(mode)).sort()).toEqual([]);
});

function wordsOf({ error, turns }: ReturnType<typeof replayFixture>['result']): string[] {
  return [error, ...turns.map((turn) => turn.error)].flatMap((failure) => failure?.message ?? []);
}

function wordsIn(events: readonly AgentEvent[]): string[] {
  return events.flatMap((event) =>
    event.type === 'error' || event.type === 'auth_error' || event.type === 'rate_limit_error' ? [event.message] : [],
  );
}

/** The recording with these words instead of all that its lines have, on stderr as well. */
function withWords(cassette: Cassette, words: string | undefined): Cassette {
  const entries = cassette.entries.map((entry): CassetteEntry => {
    if ((entry.dir !== 'out' && entry.dir !== 'err') || entry.text === undefined) {
      return entry;
    }
    return { ...entry, text: entry.dir === 'err' ? (words ?? '') : worded(entry.text, words) };
  });
  return { ...cassette, entries };
}

function worded(line: string, words: string | undefined): string {
  try {
    return JSON.stringify(JSON.parse(line), (key, value: unknown) => {
      if (!WORDS.test(key)) {
        return value;
      }
      const isList = Array.isArray(value) && value.every((item) => typeof item === 'string');
      return typeof value === 'string' || isList ? words : value;
    });
  } catch {
    // It is no message, so it has no fields.
    return line;
  }
}
