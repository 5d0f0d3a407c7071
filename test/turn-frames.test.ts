/** How a run ended, and why, does not hang on a single line: a copy of one that begins or ends a turn, or the loss of one that another repeats. */
import { type CassetteEntry, readText, replayCassette } from '@agent-mux/core/cassette';
import { describe, expect, it } from 'vitest';
import { askedAdapters } from './support/asked-adapters.ts';
import { fixturesOf } from './support/read-once.ts';

/** Longer recordings have the same lines with more of an answer between them. */
const MAX_ENTRIES = 400;

interface Frames {
  /** Matches a line that begins or ends a turn. */
  readonly twice: RegExp;
  /** Matches a line whose words come again in another one. */
  readonly lost?: RegExp;
}

const OF_PI: Frames = {
  twice: /"type":"agent_end"/,
  lost: /"type":"message_end".*"stopReason":"(?:error|aborted)"/,
};
const FRAMES: Readonly<Record<string, Frames>> = {
  claude: { twice: /"subtype":"init"|"type":"result"/ },
  omp: OF_PI,
  pi: OF_PI,
};

describe.each(askedAdapters.filter(({ agent }) => agent in FRAMES))('a line of a turn of $agent', (adapter) => {
  const { twice, lost } = FRAMES[adapter.agent] ?? {};

  async function findChanges(pattern: RegExp, change: (entry: CassetteEntry) => readonly CassetteEntry[]) {
    const changes: string[] = [];
    let count = 0;
    for (const fixture of await fixturesOf(adapter)) {
      const { header, entries } = (await fixture.load()).cassette;
      const endOf = (changed: readonly CassetteEntry[]): string => {
        const { exitReason, error } = replayCassette({ header, entries: changed }, adapter).result;
        return `${exitReason} ${error?.code ?? ''}`;
      };
      const expected = endOf(entries);
      for (const [at, entry] of entries.length > MAX_ENTRIES ? [] : entries.entries()) {
        if (entry.dir !== 'out' || !pattern.test(readText(entry))) {
          continue;
        }
        count++;
        const end = endOf(entries.toSpliced(at, 1, ...change(entry)));
        if (end !== expected) {
          changes.push(`${fixture.title}, entry ${at}: ${expected} became ${end}`);
        }
      }
    }
    return { changes, count };
  }

  it.runIf(twice)('may be told twice', { timeout: 300_000 }, async () => {
    const { changes, count } = await findChanges(twice ?? /^$/, (entry) => [entry, entry]);
    expect(count).toBeGreaterThan(20);
    expect(changes).toEqual([]);
  });

  it.runIf(lost)('may be lost where another one repeats it', { timeout: 300_000 }, async () => {
    const { changes, count } = await findChanges(lost ?? /^$/, () => []);
    expect(count).toBeGreaterThan(5);
    expect(changes).toEqual([]);
  });
});
