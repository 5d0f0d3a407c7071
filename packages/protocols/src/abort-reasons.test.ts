/** Why the program has aborted a run: each protocol tells it where it has a place for it, and nothing where no reason was given. */
import type { JournalEntry } from '@agent-mux/events/journal';
import { describe, expect, it } from 'vitest';
import { a2a } from './a2a/index.ts';
import { afk } from './afk/index.ts';
import { agui } from './ag-ui/index.ts';
import { looopy } from './looopy/index.ts';
import { projectAll } from './project.ts';
import {
  closes,
  controls,
  FIRST,
  LEFT,
  type Line,
  opens,
  SESSION,
  turn,
  writeJournal,
} from './testing/write-journal.ts';
import { uiMessages } from './ui-messages/index.ts';

const REASON = 'It has become too dear.';

function journalOf(reason: string | undefined, how: 'whole' | 'events alone' = 'whole'): readonly JournalEntry[] {
  const aborted: Line = { type: 'aborted', ...(reason === undefined ? {} : { reason }) };
  const told = [SESSION, ...turn(0), aborted, LEFT];
  const lines = how === 'whole' ? [opens(), FIRST, controls('abort', reason), ...told, closes('aborted')] : told;
  return writeJournal(lines);
}

/** The last thing that each tells about the run. */
const PLACES: readonly (readonly [string, (journal: readonly JournalEntry[]) => unknown, unknown])[] = [
  ['AFK: the message', (journal) => projectAll(journal, afk()).at(-1)?.message, undefined],
  [
    'Looopy: the message of the last status',
    (journal) => (projectAll(journal, looopy()).at(-1) as { readonly message?: string }).message,
    undefined,
  ],
  [
    'A2A: the message of the last status',
    (journal) => {
      const last = projectAll(journal, a2a()).at(-1);
      return last !== undefined && 'statusUpdate' in last ? last.statusUpdate.status.message?.parts[0]?.text : last;
    },
    undefined,
  ],
  [
    'AG-UI: the event before the end',
    (journal) => {
      const told = projectAll(journal, agui()).find(
        (event) => event.type === 'CUSTOM' && event.name === 'amux.aborted',
      );
      return (told as { readonly value: { readonly reason?: string } }).value.reason;
    },
    undefined,
  ],
  [
    'UI messages: the reason of the abort',
    (journal) => projectAll(journal, uiMessages()).find(({ type }) => type === 'abort'),
    { type: 'abort', reason: 'aborted' },
  ],
];

describe.each(PLACES)('%s', (place, find, without) => {
  const told = place.startsWith('UI') ? { type: 'abort', reason: REASON } : REASON;

  it('A-26 L-31 P-11 U-17 V-15: has the reason, as an entry or the event alone tells it', () => {
    expect(find(journalOf(REASON))).toEqual(told);
    expect(find(journalOf(REASON, 'events alone'))).toEqual(told);
  });

  it('A-26 L-31 P-11 U-17 V-15: has no word of its own where nothing was given', () => {
    expect(find(journalOf(undefined))).toEqual(without);
  });
});

it('A-26 L-31: has no reason where the run has ended otherwise before the abort came to it', () => {
  const journal = writeJournal([
    opens(),
    FIRST,
    SESSION,
    ...turn(0),
    controls('abort', REASON),
    LEFT,
    closes('completed'),
  ]);
  expect(JSON.stringify(projectAll(journal, afk()))).not.toContain(REASON);
  expect(JSON.stringify(projectAll(journal, looopy()))).not.toContain(REASON);
});
