/** Journals written by hand, for the corners that no recording has. */
import type { JournalEntry } from '@agent-mux/events/journal';
import { CALLS } from './corners/calls.ts';
import { BROKEN_OFF, ENDED } from './corners/ends.ts';
import { EVENTS } from './corners/events.ts';
import { QUESTIONS } from './corners/questions.ts';
import { RESTS } from './corners/rests.ts';
import { RUNS } from './corners/runs.ts';
import { TOOLS } from './corners/tools.ts';
import { TREES } from './corners/trees.ts';
import { TURNS } from './corners/turns.ts';
import { writeJournal } from './write-journal.ts';

export interface CornerJournal {
  readonly name: string;
  readonly entries: readonly JournalEntry[];
}

/** All of them. */
export const CORNER_JOURNALS: readonly CornerJournal[] = Object.entries({
  ...RUNS,
  ...CALLS,
  ...QUESTIONS,
  ...TOOLS,
  ...TURNS,
  ...RESTS,
  ...EVENTS,
  ...TREES,
  ...BROKEN_OFF,
  ...ENDED,
}).map(([name, lines]) => ({ name, entries: writeJournal(lines) }));
