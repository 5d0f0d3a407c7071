/** Ends every process of a run for good, and knows when that is done. */
import { setTimeout as delay } from 'node:timers/promises';
import { signalGroup, signalPinnedGroup, signalProcess } from './kill-tree.ts';
import type { ProcessEntry } from './process-entry.ts';
import { ownGroup, scanShared } from './process-table.ts';
import type { RunProcesses } from './run-processes.ts';
import { isShortage } from './shortage.ts';

// A scan can miss a process that starts the next one and ends, so one empty scan is no proof.
const EMPTY_SCANS = 2;
const MAX_ROUNDS = 100;
const MAX_PAUSE_MS = 50;
/** How often it looks again where the host has no descriptor with which to look: for a minute. */
const MAX_BLIND_ROUNDS = 600;
const BLIND_PAUSE_MS = 100;

/**
 * Kills until nothing is left. Resolves with the number of processes that could not be ended, because they are another
 * user's or stuck in the kernel; with at least 1 where the host could not look for a minute.
 */
export async function sweep(run: RunProcesses): Promise<number> {
  for (let round = 0; round < MAX_BLIND_ROUNDS; round += 1) {
    try {
      return await sweepSeeing(run);
    } catch (error) {
      if (!isShortage(error)) {
        throw error;
      }
      await delay(BLIND_PAUSE_MS);
    }
  }
  return 1;
}

/** Throws where the host cannot look at the moment. */
async function sweepSeeing(run: RunProcesses): Promise<number> {
  run.beginEnding();
  let empty = 0;
  let left = 0;
  for (let round = 0; round < MAX_ROUNDS && empty < EMPTY_SCANS; round += 1) {
    // The group is killed first in every round, because the kernel finds processes in it that are too short-lived for a
    // scan.
    if (!run.hasLeftIn(run.leader.pid)) {
      signalGroup(run.leader, 'SIGKILL');
    }
    const members = run.freeze(await scanShared());
    left = members.length;
    empty = left === 0 ? empty + 1 : 0;
    if (left === 0) {
      continue;
    }
    killGroups(run, members);
    const outcomes = members.map((member) => signalProcess(member, 'SIGKILL'));
    if (outcomes.every((outcome) => outcome === 'refused')) {
      return left;
    }
    await delay(Math.min(2 ** round, MAX_PAUSE_MS));
  }
  return left;
}

/** Kills the groups that members made for themselves. A stopped member pins the number of its group. */
function killGroups(run: RunProcesses, members: readonly ProcessEntry[]): void {
  const groups = new Set(
    members.map(({ group }) => group).filter((group) => group !== ownGroup() && !run.hasLeftIn(group)),
  );
  for (const group of groups) {
    signalPinnedGroup(group, 'SIGKILL');
  }
}
