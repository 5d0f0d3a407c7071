/** What a run is made of, and how its parts hear of each other. */
import type { AgentEvent } from '@agent-mux/events';
import type { Dialect, Interaction, Writes } from '../adapter/index.ts';
import type { SteadyClock } from '../clock.ts';
import { AnswerPolicy, Channel } from '../interaction/index.ts';
import { Journal, TurnReaders } from '../readers/index.ts';
import { EntryLog } from './entry-log.ts';
import type { Faults } from './faults.ts';
import { HostTools } from './host-tools.ts';
import type { InputLog } from './input-log.ts';
import type { Keeper } from './keeper.ts';
import { LiveTurns } from './live-turns.ts';
import type { PreparedRun } from './prepared-run.ts';
import type { RunKin } from './run-deps.ts';
import { RunMachine } from './run-machine.ts';
import { RunTimers } from './run-timers.ts';
import { StandingClock } from './standing-clock.ts';

export interface RunHooks {
  readonly kin: RunKin;
  readonly keeper: Keeper;
  /** Takes what is said to the agent. */
  readonly inputs: InputLog;
  /** The dialect of the attempt that lives. */
  readonly dialect: () => Dialect;
  readonly say: (writes: Writes) => void;
  /** Sees each event before its readers do. */
  readonly observe: (event: AgentEvent) => void;
  readonly onPressure: () => void;
  /** Whether there is an agent that can be talked to, and whether a prompt waits for it. */
  readonly isUp: () => boolean;
  readonly hasMore: () => boolean;
  /** Whether the agent is expected to say something. */
  readonly isAtWork: () => boolean;
  readonly onTimeout: (kind: 'run' | 'inactivity') => void;
  /** A question that nobody can answer, not even by a denial. */
  readonly onStuck: (message: string) => void;
  readonly onWarning: (message: string) => void;
  /** Of the session that is continued, once its file was read. */
  readonly priorTurnCount: () => number | undefined;
  readonly faults: Faults;
}

export interface RunParts {
  readonly journal: Journal;
  readonly entries: EntryLog;
  readonly channel: Channel;
  readonly answers: AnswerPolicy;
  readonly machine: RunMachine;
  readonly hostTools: HostTools;
  /** Stands still while the agent has to wait or is paused. */
  readonly time: StandingClock;
  readonly timers: RunTimers;
  readonly turns: LiveTurns;
}

export function createRunParts(prepared: PreparedRun, clock: SteadyClock, hooks: RunHooks): RunParts {
  const { runId, agent, options } = prepared;
  const { onWarning, inputs, faults } = hooks;
  // Who answers takes an error for the refusal of an answer: a fault must not look like one.
  const say: RunHooks['say'] = (writes) => faults.try('hand over an answer', () => hooks.say(writes));
  const time = new StandingClock(clock);
  const readers = new TurnReaders(() => journal);
  const journal: Journal = createJournal(prepared, hooks, readers);
  const entries = new EntryLog(runId, journal, clock);
  const channel = new Channel({
    runId,
    agent,
    cwd: options.cwd,
    clock: clock.ofDay,
    refusal: () => machine.status.refusal,
    onAnswer: (answer) => faults.try('note an answer', () => inputs.answer(answer)),
    keep: (answer) => hooks.keeper.keepAnswer(answer, entries),
    say,
    onWarning,
  });
  const answers = createAnswers(prepared, hooks, { channel, time, journal, machine: () => machine });
  const askedFor = (interactionId: string): Interaction | undefined => {
    const key = channel.ids.keyOf(interactionId);
    return key === undefined ? undefined : hooks.dialect().state.pending.get(key);
  };
  const machine: RunMachine = new RunMachine({
    runId,
    agent,
    options,
    debug: prepared.debug,
    priorTurnCount: hooks.priorTurnCount,
    maxTextBytes: prepared.maxTextBytes,
    interactions: channel.ids,
    timestampOf: (moment) => entries.timestampOf(moment),
    emit: createEmit(hooks, { journal, entries, observe: (event) => machine.observe(event), askedFor }),
  });
  const hostTools = new HostTools({
    runId,
    tools: options.tools ?? [],
    dialect: hooks.dialect,
    say,
    onResult: (key, outcome) => inputs.toolResult(key, outcome),
    refusal: () => machine.status.refusal,
    publicId: (toolCallId) => machine.assembler.publicCallId(toolCallId),
    onWarning,
    onFault: (error) => faults.report('hand back what a tool gave', error),
  });
  const timers = createTimers(prepared, { ...hooks, say }, { clock, time, hostTools });
  const turns = new LiveTurns({
    ...hooks,
    runId,
    agent,
    readers,
    entries,
    channel,
    machine,
    clock,
    timers,
    schema: prepared.outputSchema,
    onFault: (error) => faults.report('say what the run does', error),
  });
  return { journal, entries, channel, answers, machine, hostTools, time, timers, turns };
}

function createJournal(
  { highWaterMark, collectEvents: collect }: PreparedRun,
  { keeper, kin, onPressure, onWarning }: RunHooks,
  readers: TurnReaders,
): Journal {
  return new Journal({
    highWaterMark,
    collect,
    onPressure,
    onWarning,
    tap: (entry) => {
      keeper.append(entry);
      kin.append(entry);
      readers.take(entry);
    },
  });
}

function createAnswers(
  { options, onApprovalRequest, onInputRequired, interactionTimeoutMs, interactionGraceMs }: PreparedRun,
  { kin, onWarning, onStuck }: RunHooks,
  parts: Pick<RunParts, 'channel' | 'time' | 'journal'> & { readonly machine: () => RunMachine },
): AnswerPolicy {
  const { channel, time, journal, machine } = parts;
  return new AnswerPolicy({
    channel,
    time,
    approvalMode: options.approvalMode,
    cwd: options.cwd,
    onApprovalRequest,
    onInputRequired,
    timeoutMs: interactionTimeoutMs,
    graceMs: interactionGraceMs,
    isLeaving: () => machine().status.isLeaving,
    isHeard: (type) => journal.isHeard(type) || kin.isRead,
    findEvent: (id) => journal.findInteraction(id),
    onWarning,
    onStuck,
  });
}

function createTimers(
  { timeout, inactivityTimeout }: PreparedRun,
  { isAtWork, onTimeout, dialect, inputs, say }: RunHooks,
  { clock, time, hostTools }: Pick<RunParts, 'time' | 'hostTools'> & { readonly clock: SteadyClock },
): RunTimers {
  return new RunTimers({
    clock,
    time,
    timeout,
    inactivityTimeout,
    isAtWork: () => isAtWork() && !hostTools.isRunning,
    onTimeout,
    canAsk: () => dialect().probe !== undefined,
    onSilence: () => {
      const writes = dialect().probe?.();
      if (writes === undefined || writes.write.length === 0) {
        return 0;
      }
      inputs.probe();
      say(writes);
      return writes.write.length;
    },
  });
}

interface EventTakers {
  readonly journal: Journal;
  readonly entries: EntryLog;
  /** Sums it up. */
  readonly observe: (event: AgentEvent) => void;
  /** The question of the dialect's that a public id stands for, as long as it is open. */
  readonly askedFor: (interactionId: string) => Interaction | undefined;
}

// What one of these throws keeps the event from nobody else, and leaves the assembler as it must be.
function createEmit(
  { observe, faults }: RunHooks,
  { journal, entries, observe: sumUp, askedFor }: EventTakers,
): (event: AgentEvent) => void {
  return (event) => {
    try {
      sumUp(event);
      observe(event);
    } catch (error) {
      faults.report('take up an event', error);
    }
    try {
      if (event.type === 'turn_start' && event.lane === undefined) {
        entries.beginTurn();
      }
      journal.append(event);
      if (event.type === 'approval_request' || event.type === 'input_required') {
        const question = askedFor(event.interactionId);
        if (question !== undefined) {
          entries.asked(event.interactionId, question);
        }
      }
    } catch (error) {
      faults.report('deliver an event', error);
    }
  };
}
