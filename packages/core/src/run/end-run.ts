/** The last steps of a run. Whatever is broken, each of them is tried, and the result resolves. */
import { isEventEntry } from '@agent-mux/events/journal';
import { given } from '../given.ts';
import { ResultFold, type RunResult, type TurnEnd, UNKNOWN } from '../results/index.ts';
import type { Attempt } from './attempt.ts';
import { type AttemptEnd, NO_PROCESS } from './attempt-end.ts';
import type { Faults } from './faults.ts';
import type { FollowUps } from './follow-ups.ts';
import type { Recorder } from './recorder.ts';
import type { RunParts } from './run-parts.ts';
import type { StoredRun } from './store.ts';
import type { RunWires } from './wires.ts';

export interface EndingRun extends RunParts, Pick<RunWires, 'prepared' | 'keeper' | 'faults' | 'clock' | 'kin'> {
  readonly followUps: FollowUps;
  readonly recorder: Recorder | undefined;
  /** Releases the listeners. */
  readonly release: () => void;
  readonly onEnd: () => void;
}

export interface HowItEnded {
  readonly attemptEnd: AttemptEnd;
  readonly startedAt: number;
  readonly spawnError: string | undefined;
}

/**
 * Ends an attempt when our own code is broken, because everything that the agent started must still be gone. Never
 * rejects.
 */
export async function awaitEnd(attempt: Attempt, faults: Faults): Promise<AttemptEnd> {
  faults.try('end the agent', () => attempt.stop());
  try {
    return await attempt.ended();
  } catch (error) {
    faults.report('wait for the end of the agent', error);
    return NO_PROCESS;
  }
}

/**
 * Ends the run. It is called while listeners are held, so that the last events reach them when the run is over. Never
 * rejects.
 */
export async function endRun(run: EndingRun, how: HowItEnded): Promise<RunResult> {
  const { prepared, channel, followUps, timers, recorder, kin, faults, release } = run;
  const why = `Run ${prepared.runId} ended before the prompt could be handed over.`;
  faults.try('stop its timers', () => timers.stop());
  faults.try('reject what waits', () => followUps.rejectAll(why));
  endStream(run);
  faults.try('close its questions', () => channel.close());
  faults.try('tell the last events', release);
  // The recording is part of the run: a caller that awaits the result may read the cassette, or has heard that there is
  // none.
  await recorder?.finish();
  await kin.endCalled();
  return close(run, sumUp(run, how));
}

/** Ends a run that never begins: it was aborted, and `message` says why. The promise never rejects. */
export async function forgoRun(run: EndingRun, message: string): Promise<RunResult> {
  const { machine, followUps, faults, clock } = run;
  faults.try('reject what waits', () => followUps.rejectAll(message));
  faults.try('note the end', () => {
    machine.status.stop(ABORTED);
    machine.conclude(ABORTED);
  });
  const summed = sumUp(run, { attemptEnd: NO_PROCESS, startedAt: clock.now(), spawnError: undefined });
  const error = { code: 'ABORTED', message, stderr: '', recoverable: true } as const;
  return close(run, { ...summed, sessionId: undefined, attempts: 0, exitReason: 'aborted', error });
}

const ABORTED = { type: 'aborted' } as const;

async function close(run: EndingRun, summed: RunResult): Promise<RunResult> {
  const { prepared, journal, keeper, kin, faults, onEnd } = run;
  faults.try('close the journal', () => closeEntries(run, summed));
  // The last events for its readers, and the result for its caller, are on the disk.
  const stored = await keeper.finish();
  const result = stored === undefined ? summed : withStored(summed, stored, prepared.storeRequired);
  faults.try('end the stream', () => journal.close());
  // If the journal stayed open, its readers would wait for ever.
  faults.try('end the stream', () => (journal.isClosed ? undefined : journal.close()));
  faults.try('leave the client', onEnd);
  faults.try('leave the tree', () => kin.leave());
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

// A successor is told in the same step, so that nothing comes between the two.
function closeEntries({ machine, entries, turns, kin, faults }: EndingRun, result: RunResult): void {
  const closing = machine.closing(result, turns.lastRaw, faults.cause);
  entries.close({ ...closing, ...given({ handoffTo: kin.successor() }) });
  kin.passOn(closing.cause);
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
    // The assembler is broken, so nothing else can report the end.
    const { runId, agent } = prepared;
    const stamp = { runId, agent, timestamp: clock.now(), seq: journal.eventCount };
    const { type, code, message } = fault;
    faults.try('tell its end', () => journal.append({ type, code, message, recoverable: false, ...stamp }));
  }
  faults.try('note the end', () =>
    machine.status.isActive ? machine.conclude(machine.status.cause ?? fault) : undefined,
  );
}

function sumUp({ machine, prepared, journal, turns, faults, clock }: EndingRun, how: HowItEnded): RunResult {
  const { runId, agent, mode, options, tags, collectEvents } = prepared;
  const { attemptEnd, startedAt, spawnError } = how;
  const { exit, stderr } = attemptEnd;
  const events = collectEvents
    ? faults.try('collect the events', () => journal.retained.filter(isEventEntry))
    : undefined;
  const known = {
    runId,
    agent,
    model: options.model,
    mode: mode.name,
    exitCode: exit.code,
    signal: exit.signal,
    tags,
    stderr,
    durationMs: clock.now() - startedAt,
    events: events ?? [],
    ...given({ spawnError, leftRunning: exit.leftRunning }),
    turnsOf: (end: TurnEnd) => turns.readers.results(end),
  };
  return (
    faults.try('sum up the run', () => machine.sumUp(known)) ??
    // Facts that cannot be asked for any more are left out.
    new ResultFold().finish({ ...known, ...UNKNOWN, end: faults.cause, foreignSignal: null })
  );
}
