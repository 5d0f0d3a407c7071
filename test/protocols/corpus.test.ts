/** The corpus is what it says it is: journals in order, of all agents, and those that are written by hand. */
import { EVENT_TYPES } from '@agent-mux/events';
import { checkEntries, type JournalEntry } from '@agent-mux/events/journal';
import { describe, expect, it } from 'vitest';
import { CORNER_JOURNALS } from '../../packages/protocols/src/testing/corner-journals.ts';
import { fixtureJournals } from '../support/fixture-journals.ts';

const journals = await fixtureJournals();

it('X-14: has a journal of every fixture', () => {
  expect(journals.length).toBeGreaterThan(900);
});

it('X-14: has 60 journals that are written by hand, each with a name of its own', () => {
  expect(CORNER_JOURNALS.length).toBeGreaterThanOrEqual(60);
  expect(new Set(CORNER_JOURNALS.map(({ name }) => name)).size).toBe(CORNER_JOURNALS.length);
});

it('X-14: has every type of event and every entry in journals that are written by hand', () => {
  const entries = CORNER_JOURNALS.flatMap((journal) => journal.entries);
  const types = new Set(entries.flatMap((entry) => ('type' in entry ? [entry.type] : [])));
  const kinds = new Set(entries.flatMap((entry) => ('entry' in entry ? [entry.entry] : [])));
  expect(EVENT_TYPES.filter((type) => !types.has(type))).toEqual([]);
  expect([...kinds].sort()).toEqual(['asked', 'close', 'delivered', 'input', 'note', 'open', 'turn']);
});

describe('each journal of a fixture', () => {
  it.each(journals)('X-14: is in order: $name', ({ entries }) => {
    expect(checkEntries(entries).map(({ rule, place, message }) => `${place} ${rule}: ${message}`)).toEqual([]);
  });
});

it('X-14: no entry of a fixture is earlier than the one before it', () => {
  const isEarlier = ({ timestamp }: JournalEntry, before: JournalEntry | undefined): boolean =>
    timestamp < (before?.timestamp ?? 0);
  const wrong = journals.filter(({ entries }) => entries.some((entry, place) => isEarlier(entry, entries[place - 1])));
  expect(wrong.map(({ name }) => name)).toEqual([]);
});
