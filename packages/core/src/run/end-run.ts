/** The last steps of a run. Whatever is broken, each of them is tried, and the result resolves. */
import { isEventEntry } from '@agent-mux/events/journal';
import type { SteadyClock } from '../clock.ts';
import type { Channel } from '../interaction/index.ts';
import type { StoredRun } from '../stored/store.ts';
import type { Attempt, AttemptEnd } from './attempt.ts';
import { closeFacts } from './close-facts.ts';
import type { EntryLog } from './entry-log.ts';
import type { Faults } from './faults.ts';
import type { FollowUps } from './follow-ups.ts';
import type { Journal } from './journal.ts';
import type { Keeper } from './keeper.ts';
import { causeOf } from './outcome.ts';
import type { PreparedRun } from './prepared-run.ts';
import type { Recorder } from './recorder.ts';
import type { RunMachine } from './run-machine.ts';
import { describeRun, ResultFold, type RunResult } from './run-result.ts';
import type { RunTimers } from './run-timers.ts';

export interface EndingRun {
  readonly prepared: PreparedRun;
  readonly machine: RunMachine;
  readonly journal: Journal;
  readonly entries: EntryLog;
  readonly channel: Channel;
  readonly followUps: FollowUps;
  readonly timers: RunTimers;
  readonly recorder: Recorder | undefined;
  readonly keeper: Keeper;
  readonly faults: Faults;
  readonly clock: SteadyClock;
  /** Lets listeners go on. */
  readonly release: () => void;
  readonly onEnd: () => void;
}

export interface HowItEnded {
  readonly attemptEnd: AttemptEnd;
  readonly startedAt: number;
  readonly spawnError: string | undefined;
}

/** Something of ours is broken: what the agent started must be gone all the same. Never rejects. */
export async function awaitEnd(attempt: Attempt, faults: Faults): Promise<AttemptEnd> {
  faults.try('end the agent', () => attempt.stop());
  try {
    return await attempt.ended();
  } catch (error) {
    faults.report('wait for the end of the agent', error);
    return { exit: { code: null, signal: null, leftOver: 0 }, stderr: '' };
  }
}

/** Called while listeners are held: what they hear last, they hear of a run that is over. Never rejects. */
export async function endRun(run: EndingRun, how: HowItEnded): Promise<RunResult> {
  const { prepared, journal, channel, followUps, timers, recorder, keeper, faults, release, onEnd } = run;
  const why = `Run ${prepared.runId} ended before the prompt could be handed over.`;
  faults.try('stop its timers', () => timers.stop());
  faults.try('reject what waits', () => followUps.rejectAll(why));
  endStream(run);
  faults.try('close its questions', () => channel.close());
  faults.try('tell the last events', release);
  // The recording is part of the run: whoever awaits the result may read the cassette, or has heard that there is none.
  await recorder?.finish();
  const summed = sumUp(run, how);
  faults.try('close the journal', () => closeEntries(run, summed));
  // What its readers see last, and what its caller is told, is on the disk.
  const stored = await keeper.finish();
  const result = stored === undefined ? summed : withStored(summed, stored, prepared.storeRequired);
  faults.try('end the stream', () => journal.close());
  // Its readers would wait for ever.
  faults.try('end the stream', () => (journal.isClosed ? undefined : journal.close()));
  faults.try('leave the client', onEnd);
  return result;
}

function withStored(result: RunResult, stored: StoredRun, isRequired: boolean): RunResult {
  if (stored === 'whole' || !isRequired || result.error !== null) {
    return { ...result, stored };
  }
  const message = 'The store could not keep the end of this run, and `storeRequired` was set.';
  const error = { code: 'STORE_ERROR', message, stderr: '', recoverable: false } as const;
  return { ...result, exitReason: 'failed', error, stored };
}

function closeEntries({ machine, entries, faults }: EndingRun, result: RunResult): void {
  const { end, foreignSignal } = machine.howItEnded();
  entries.close({ cause: causeOf(end ?? faults.cause, foreignSignal), facts: closeFacts(result, machine.textOf) });
}

function endStream({ machine, journal, faults, clock, prepared }: EndingRun): void {
  try {
    machine.end(clock.now(), faults.cause);
    return;
  } catch (error) {
    faults.report('end the stream', error);
  }
  const fault = faults.cause;
  if (fault !== undefined) {
    // The assembler is what is broken: nobody else can say it.
    const { runId, agent } = prepared;
    const stamp = { runId, agent, timestamp: clock.now(), seq: journal.eventCount };
    const { type, code, message } = fault;
    faults.try('tell its end', () => journal.append({ type, code, message, recoverable: false, ...stamp }));
  }
  faults.try('note the end', () =>
    machine.status.isActive ? machine.conclude(machine.status.cause ?? fault) : undefined,
  );
}

function sumUp({ machine, prepared, journal, faults, clock }: EndingRun, how: HowItEnded): RunResult {
  const { attemptEnd, startedAt, spawnError } = how;
  const known = {
    ...describeRun(prepared, attemptEnd),
    durationMs: clock.now() - startedAt,
    events:
      (prepared.collectEvents
        ? faults.try('collect the events', () => journal.retained.filter(isEventEntry))
        : undefined) ?? [],
    ...(spawnError === undefined ? {} : { spawnError }),
  };
  return (
    faults.try('sum up the run', () => machine.sumUp(known)) ??
    // What cannot be asked any more is not told.
    new ResultFold().finish({ ...known, ...UNKNOWN, end: faults.cause, foreignSignal: null })
  );
}

const UNKNOWN = {
  sessionId: undefined,
  attempts: 1,
  diagnostics: { unknownNative: {}, repaired: 0 },
};
