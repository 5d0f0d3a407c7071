/** What a host stores, which is the same for everybody with the same plan. */

import type { JournalEntry, RunHeader } from '@agent-mux/events/journal';
import { createSeededRandom } from '@agent-mux/testkit';
import { wholeRun } from './random-journal.ts';
import { headerOf, runIdOf } from './runs.ts';

export interface HostPlan {
  readonly file: string;
  readonly seed: number;
  /** The numbers of its concurrent runs. */
  readonly runs: readonly number[];
  /** Whether they are one tree, with the first at its top. */
  readonly isTree: boolean;
  readonly entries: number;
}

export interface PlannedRun {
  readonly header: RunHeader;
  readonly entries: readonly JournalEntry[];
}

export function planRuns({ seed, runs, isTree, entries }: HostPlan): PlannedRun[] {
  const [top = 0] = runs;
  return runs.map((number) => {
    const root = isTree && number !== top ? { root: runIdOf(top), parent: runIdOf(top), depth: 1 } : {};
    const header = headerOf(runIdOf(number), root);
    return { header, entries: wholeRun(header, entries, createSeededRandom(seed * 1_000 + number)) };
  });
}
