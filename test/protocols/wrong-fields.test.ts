/** A field of an entry that is missing or wrong: told as it is, or refused at once, with the place of its entry and its name. */
import type { JournalEntry } from '@agent-mux/events/journal';
import { projectAll } from '@agent-mux/protocols';
import { describe, expect, it } from 'vitest';
import { CORNER_JOURNALS } from '../../packages/protocols/src/testing/corner-journals.ts';
import { IS_CI, IS_FULL } from '../support/drawn.ts';
import { PROJECTIONS } from '../support/projections.ts';

interface Altered {
  readonly what: string;
  readonly field: string;
  readonly place: number;
  readonly entries: readonly JournalEntry[];
}

/** What every entry has is looked at before. */
const BASE: ReadonlySet<string> = new Set(['type', 'entry', 'runId', 'timestamp', 'seq', 'agent']);

const MOST_JOURNALS = IS_CI || IS_FULL ? 4 : 1;

/** Each field of each kind of entry, without a value, null and 7, in the first journals in which it stands. */
function alter(): readonly Altered[] {
  const seen = new Map<string, number>();
  return CORNER_JOURNALS.flatMap(({ entries }) =>
    entries.flatMap((entry, place) =>
      Object.keys(entry)
        .filter((field) => !BASE.has(field))
        .flatMap((field) => {
          const what = `${kindOf(entry)}.${field}`;
          const times = seen.get(what) ?? 0;
          seen.set(what, times + 1);
          const values = times < MOST_JOURNALS ? [undefined, null, 7] : [];
          return values.map((value) => ({
            what: `${what}: ${value}`,
            field,
            place,
            entries: entries.with(place, withField(entry, field, value)),
          }));
        }),
    ),
  );
}

function kindOf(entry: JournalEntry): string {
  return 'type' in entry ? entry.type : entry.entry === 'input' ? `input ${entry.input}` : entry.entry;
}

function withField(entry: JournalEntry, field: string, value: unknown): JournalEntry {
  const { [field]: _, ...rest } = entry as unknown as Record<string, unknown>;
  return (value === undefined ? rest : { ...rest, [field]: value }) as unknown as JournalEntry;
}

const ALTERED = alter();

describe.each(PROJECTIONS)('$name', ({ subject: { projection } }) => {
  it(`R-1: names the place and the field of each of ${ALTERED.length} that is wrong, where it cannot be told`, () => {
    const others = new Set<string>();
    for (const { what, field, place, entries } of ALTERED) {
      try {
        projectAll(entries, projection);
      } catch (error) {
        const named = new RegExp(`^TypeError: Cannot project what stands at place ${place}: .*\\b${field}\\b`);
        if (!named.test(String(error))) {
          others.add(`${what}: ${error}`);
        }
      }
    }
    expect([...others]).toEqual([]);
  });
});
