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

interface Kept {
  readonly name: string;
  /** Plays the recording at the first call. */
  readonly play: () => Promise<FixtureJournal>;
}

let known: Promise<readonly Kept[]> | undefined;

/** Returns those of all agents; each is played once in a process, and only if somebody asks for it. */
function keptJournals(): Promise<readonly Kept[]> {
  known ??= Promise.all(builtInAdapters.map(keptOf)).then((each) => each.flat());
  return known;
}

/** The journals of all fixtures of all agents. */
export async function fixtureJournals(): Promise<readonly FixtureJournal[]> {
  return playAll(await keptJournals());
}

/** One of `every` journals of each mode of each agent, and at least one: see `drawn`. */
export async function drawnJournals(every: number): Promise<readonly FixtureJournal[]> {
  // A fixture of an agent's first mode has no mode in its name.
  const kindOf = ({ name }: Kept): string => `${name.split('/')[0]} ${name.split('/').at(-1)?.split('.')[1] ?? ''}`;
  return playAll(drawn(await keptJournals(), { every, kindOf }));
}

// A thousand files are not opened at once: each is played before the next one is read.
async function playAll(kept: readonly Kept[]): Promise<readonly FixtureJournal[]> {
  const journals: FixtureJournal[] = [];
  for (const { play } of kept) {
    journals.push(await play());
  }
  return journals;
}

async function keptOf(adapter: Adapter): Promise<Kept[]> {
  return (await fixturesOf(adapter)).map((fixture) => {
    const name = `${adapter.agent}/${fixture.title}`;
    let played: Promise<FixtureJournal> | undefined;
    const play = async (): Promise<FixtureJournal> => {
      const { cassette } = await fixture.load();
      return { name, ...keepJournal(cassette, adapter) };
    };
    return { name, play: () => (played ??= play()) };
  });
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
