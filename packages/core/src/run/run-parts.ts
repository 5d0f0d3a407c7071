/** The parts of a run, and how they are connected. */
import type { AgentEvent } from '@agent-mux/events';
import type { Interaction } from '../adapter/index.ts';
import { given } from '../given.ts';
import { AnswerPolicy, Channel, type QuestionEvent } from '../interaction/index.ts';
import { Journal, TurnReaders } from '../readers/index.ts';
import { EntryLog } from './entry-log.ts';
import { EntryTap, PieceTaker } from './entry-takers.ts';
import { HostTools } from './host-tools.ts';
import { LiveTurns } from './live-turns.ts';
import { RunMachine } from './run-machine.ts';
import { RunTimers } from './run-timers.ts';
import { StandingClock } from './standing-clock.ts';
import type { RunWires } from './wires.ts';

interface RunHooks extends RunWires {
  /** Takes each event before its readers do. */
  readonly observe: (event: AgentEvent) => void;
  /** Whether a prompt waits for the agent. */
  readonly hasMore: () => boolean;
  /** Whether the agent is expected to say something. */
  readonly isAtWork: () => boolean;
  /** Whether the CLI is stopped in place. */
  readonly isSuspended: () => boolean;
  /** The count of the session that is continued, once its file was read. */
  readonly priorTurnCount: () => number | undefined;
}

export interface RunParts {
  readonly journal: Journal;
  readonly entries: EntryLog;
  readonly channel: Channel;
  readonly answers: AnswerPolicy;
  readonly machine: RunMachine;
  readonly hostTools: HostTools;
  /** A clock that stands still while the agent has to wait or is paused. */
  readonly time: StandingClock;
  readonly timers: RunTimers;
  readonly turns: LiveTurns;
}

export function createRunParts(hooks: RunHooks): RunParts {
  const { prepared, clock, faults, act, warn } = hooks;
  const { runId, agent, options } = prepared;
  // A giver of an answer takes an error for the refusal of the answer, and a fault must not look like one.
  const say: RunHooks['say'] = (writes) =>
    faults.try('hand over an answer', () => {
      hooks.say(writes);
      // The agent may have waited only for this answer.
      hooks.advance();
    });
  const time = new StandingClock(clock);
  const readers = new TurnReaders(() => journal);
  const journal: Journal = createJournal(hooks, readers);
  const entries = new EntryLog(runId, journal, clock);
  const channel = new Channel({
    runId,
    agent,
    cwd: options.cwd,
    clock: clock.ofDay,
    refusal: () => machine.status.refusal,
    onAnswer: ({ by, key, interactionId, response }) =>
      act({ action: 'answer', by, key, ...given({ interactionId }), response }),
    keep: (answer) => hooks.keeper.keepAnswer(answer, entries),
    isSuspended: hooks.isSuspended,
    say,
    guard: (call) => faults.try('handle a question', call),
    onWarning: warn,
  });
  const answers = createAnswers(hooks, { channel, time, journal, machine: () => machine });
  const askedFor = (event: QuestionEvent): Interaction | undefined =>
    channel.told.note(event, hooks.dialect().state.pending);
  const machine: RunMachine = new RunMachine({
    runId,
    agent,
    options,
    debug: prepared.debug,
    priorTurnCount: hooks.priorTurnCount,
    maxTextBytes: prepared.maxTextBytes,
    interactions: channel.told,
    clock: entries,
    pieces: new PieceTaker(journal, faults),
    emit: (event) => {
      // An error of one of these neither keeps the event from the others nor harms the assembler. The code makes no
      // function for each event.
      try {
        machine.observe(event);
        hooks.observe(event);
      } catch (error) {
        faults.report('take up an event', error);
      }
      try {
        entries.event(event, askedFor);
      } catch (error) {
        faults.report('deliver an event', error);
      }
    },
  });
  const hostTools = createHostTools({ ...hooks, say }, machine);
  const timers = createTimers({ ...hooks, say }, { time, hostTools });
  const onFault = (error: unknown): void => faults.report('say what the run does', error);
  const turns = new LiveTurns({ ...hooks, readers, entries, channel, machine, timers, onFault });
  return { journal, entries, channel, answers, machine, hostTools, time, timers, turns };
}

function createJournal({ prepared, keeper, kin, faults, steerReading, warn }: RunHooks, readers: TurnReaders): Journal {
  return new Journal({
    highWaterMark: prepared.highWaterMark,
    collect: prepared.collectEvents,
    onPressure: () => faults.try('hold the agent back', steerReading),
    onWarning: warn,
    tap: new EntryTap(keeper, kin, readers),
  });
}

function createAnswers(
  { prepared, kin, warn, fail }: RunHooks,
  parts: Pick<RunParts, 'channel' | 'time' | 'journal'> & { readonly machine: () => RunMachine },
): AnswerPolicy {
  const { journal, machine } = parts;
  return new AnswerPolicy({
    ...prepared,
    ...prepared.options,
    ...parts,
    isLeaving: () => machine().status.isLeaving,
    isHeard: (type) => journal.isHeard(type) || kin.isRead,
    onWarning: warn,
    onStuck: (message) => fail('CAPABILITY_ERROR', message),
  });
}

function createHostTools({ prepared, dialect, say, act, warn, faults }: RunHooks, machine: RunMachine): HostTools {
  return new HostTools({
    runId: prepared.runId,
    tools: prepared.options.tools ?? [],
    dialect,
    say,
    onResult: (key, outcome) => act({ action: 'tool-result', key, outcome }),
    refusal: () => machine.status.refusal,
    publicId: (toolCallId) => machine.assembler.publicCallId(toolCallId),
    onWarning: warn,
    onFault: (error) => faults.report('hand back what a tool gave', error),
  });
}

function createTimers(
  { prepared, clock, isAtWork, stop, dialect, act, say }: RunHooks,
  { time, hostTools }: Pick<RunParts, 'time' | 'hostTools'>,
): RunTimers {
  return new RunTimers({
    ...prepared,
    clock,
    time,
    isAtWork: () => isAtWork() && !hostTools.isRunning,
    onTimeout: (kind) => stop({ type: 'timeout', kind }),
    canAsk: () => dialect().probe !== undefined,
    onSilence: () => {
      const writes = dialect().probe?.();
      if (writes === undefined || writes.write.length === 0) {
        return 0;
      }
      act({ action: 'probe' });
      say(writes);
      return writes.write.length;
    },
  });
}
