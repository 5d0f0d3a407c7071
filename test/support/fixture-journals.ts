/** The journals of all fixtures: what was recorded is heard again in process, with the entries that a run has besides its events. */
import { builtInAdapters } from '@agent-mux/adapters';
import type { Adapter, RunResult } from '@agent-mux/core';
import { type Cassette, replayCassette } from '@agent-mux/core/cassette';
import type { JournalEntry } from '@agent-mux/events/journal';
import { cutEntries } from '@agent-mux/testkit';
import { drawn } from './drawn.ts';
import { fixturesOf } from './read-once.ts';

/** It is of all tests of its process: nobody may change it. */
export interface FixtureJournal {
  /** `<agent>/<version>/<scenario>.<mode>`. */
  readonly name: string;
  readonly entries: readonly JournalEntry[];
  readonly result: RunResult;
}

let known: Promise<readonly FixtureJournal[]> | undefined;

/** The journals of all agents are made once in a process. */
export function fixtureJournals(): Promise<readonly FixtureJournal[]> {
  known ??= Promise.all(builtInAdapters.map(journalsOf)).then((each) => each.flat());
  return known;
}

/** One of `every` journals of each mode of each agent, and at least one: see `drawn`. */
export async function drawnJournals(every: number): Promise<readonly FixtureJournal[]> {
  const kindOf = ({ name, result }: FixtureJournal): string => `${name.split('/')[0]} ${result.mode}`;
  return drawn(await fixtureJournals(), { every, kindOf });
}

async function journalsOf(adapter: Adapter): Promise<FixtureJournal[]> {
  const journals: FixtureJournal[] = [];
  for (const fixture of await fixturesOf(adapter)) {
    const { cassette } = await fixture.load();
    journals.push({ name: `${adapter.agent}/${fixture.title}`, ...keepJournal(cassette, adapter) });
  }
  return journals;
}

/** The journal that the recorded run would have kept, had all been read line by line. */
export function keepJournal(
  { header, entries: recorded }: Cassette,
  adapter: Adapter,
): Pick<FixtureJournal, 'entries' | 'result'> {
  const { entries, result } = replayCassette(
    { header, entries: cutEntries(recorded, header.framing, 'line') },
    adapter,
  );
  return { entries, result };
}
