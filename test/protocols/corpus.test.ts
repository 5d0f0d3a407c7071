/** The corpus is what it says it is: journals in order, of all agents, and those that are written by hand. */
import { checkEntries } from '@agent-mux/events/journal';
import { describe, expect, it } from 'vitest';
import { CORNER_JOURNALS } from '../../packages/protocols/src/testing/corner-journals.ts';
import { fixtureJournals } from '../support/fixture-journals.ts';

const journals = await fixtureJournals();

it('has a journal of every fixture', () => {
  expect(journals.length).toBeGreaterThan(900);
});

it('has 60 journals that are written by hand, each with a name of its own', () => {
  expect(CORNER_JOURNALS.length).toBeGreaterThanOrEqual(60);
  expect(new Set(CORNER_JOURNALS.map(({ name }) => name)).size).toBe(CORNER_JOURNALS.length);
});

describe('each journal of a fixture', () => {
  it.each(journals)('is in order: $name', ({ entries }) => {
    expect(checkEntries(entries).map(({ rule, place, message }) => `${place} ${rule}: ${message}`)).toEqual([]);
  });
});
