/** A run of one prompt has one text: that of its turn is that of its result, whatever request the agent repeats in between. */
import { fileURLToPath } from 'node:url';
import { builtInAdapters } from '@agent-mux/adapters';
import { readCassette, replayCassette } from '@agent-mux/core/cassette';
import { isEventEntry, type JournalEntry } from '@agent-mux/events/journal';
import { listFixtures } from '@agent-mux/testkit';
import { expect, it } from 'vitest';
import { TurnFold } from '../packages/core/src/results/index.ts';

const fixtures = await listFixtures(fileURLToPath(new URL('../fixtures', import.meta.url)));

/** The same entries, with a request that the agent repeats behind each of its events. */
const withRetries = (entries: readonly JournalEntry[]): readonly JournalEntry[] =>
  entries.flatMap((entry): readonly JournalEntry[] => {
    if (!isEventEntry(entry)) {
      return [entry];
    }
    const { runId, agent, timestamp, seq } = entry;
    const retry = { type: 'retry', attempt: 1, maxAttempts: 2, reason: 'overloaded', delayMs: 0 } as const;
    return [entry, { ...retry, runId, agent, timestamp, seq }];
  });

function textsOf(entries: readonly JournalEntry[]): readonly string[] {
  const fold = new TurnFold();
  for (const [place, entry] of entries.entries()) {
    fold.take(entry, place);
  }
  return fold.results({ outcome: 'completed' }).map(({ text }) => text);
}

it.each(builtInAdapters)(
  '$agent: the turn of one prompt has the text of its run',
  { timeout: 300_000 },
  async (adapter) => {
    const wrong: string[] = [];
    let played = 0;
    for (const { cassette, scenario } of fixtures.filter(({ agent }) => agent === adapter.agent)) {
      const { result, entries } = replayCassette(await readCassette(cassette), adapter);
      const texts = [entries, withRetries(entries)].map(textsOf);
      if (texts.every(({ length }) => length === 1)) {
        played++;
        wrong.push(
          ...texts.flatMap(([text]) => (text === result.text ? [] : [`${scenario}: ${text} / ${result.text}`])),
        );
      }
    }
    expect(wrong).toEqual([]);
    expect(played).toBeGreaterThan(0);
  },
);
