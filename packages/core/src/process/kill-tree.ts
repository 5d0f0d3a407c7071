/** Sends signals to processes, if they are still the ones that are meant. */

import type { ProcessIdentity } from './process-entry.ts';
import { identify } from './process-table.ts';
import { unlessShort } from './shortage.ts';

/**
 * The outcome of a signal. `gone` means that there is no such process any more, and `refused` that it belongs to
 * another user.
 */
export type SignalOutcome = 'sent' | 'gone' | 'refused';

export function signalProcess(target: ProcessIdentity, signal: NodeJS.Signals): SignalOutcome {
  // The start is read right before the signal: pids come round again in seconds under load, and the gap that stays open
  // is microseconds.
  return identify(target.pid)?.start === target.start ? send(target.pid, signal) : 'gone';
}

/**
 * Lets a process go on that was stopped. Where nothing can be read of it at the moment, its number is trusted: it could not end by itself,
 * and the signal has no effect on a process that runs.
 */
export function continueProcess(target: ProcessIdentity): SignalOutcome {
  return unlessShort(() => signalProcess(target, 'SIGCONT')) ?? send(target.pid, 'SIGCONT');
}

/** Signals the group that `leader` leads or led. */
export function signalGroup(leader: ProcessIdentity, signal: NodeJS.Signals): SignalOutcome {
  // The number of a group is not given to a new process while the group has members; if another process has it, the
  // group is empty.
  const holder = identify(leader.pid);
  if (holder !== undefined && holder.start !== leader.start) {
    return 'gone';
  }
  return send(-leader.pid, signal);
}

/**
 * Signals the group of a leader whose end has not been heard of. Where nothing can be read of it at the moment, its number is trusted: a
 * host without a free descriptor must be able to stop what it has started.
 */
export function signalLivingGroup(leader: ProcessIdentity, signal: NodeJS.Signals): SignalOutcome {
  return unlessShort(() => signalGroup(leader, signal)) ?? send(-leader.pid, signal);
}

/** Signals a group that is known to have a member at this moment. */
export function signalPinnedGroup(group: number, signal: NodeJS.Signals): SignalOutcome {
  return send(-group, signal);
}

function send(pid: number, signal: NodeJS.Signals): SignalOutcome {
  // The numbers 0 and -1 would mean our own group, or everybody.
  if (Math.abs(pid) <= 1) {
    return 'gone';
  }
  try {
    process.kill(pid, signal);
    return 'sent';
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM' ? 'refused' : 'gone';
  }
}
