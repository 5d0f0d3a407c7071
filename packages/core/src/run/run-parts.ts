/** What a run is made of, and how its parts hear of each other. */
import type { AgentEvent } from '@agent-mux/events';
import type { Dialect, Writes } from '../adapter/dialect.ts';
import { type Assembler, createAssembler } from '../assembler/index.ts';
import type { Clock } from '../clock.ts';
import { AnswerPolicy, Channel } from '../interaction/index.ts';
import { HostTools } from './host-tools.ts';
import { Journal } from './journal.ts';
import type { PreparedRun } from './prepared-run.ts';
import { RunTimers } from './run-timers.ts';
import { StandingClock } from './standing-clock.ts';

export interface RunHooks {
  /** The dialect of the attempt that lives. */
  readonly dialect: () => Dialect;
  readonly say: (writes: Writes) => void;
  readonly emit: (event: AgentEvent) => void;
  readonly onPressure: () => void;
  /** Whether the agent is expected to say something. */
  readonly isAtWork: () => boolean;
  readonly onTimeout: (kind: 'run' | 'inactivity') => void;
  /** A question that nobody can answer, not even by a denial. */
  readonly onStuck: (message: string) => void;
  readonly onWarning: (message: string) => void;
}

export interface RunParts {
  readonly journal: Journal;
  readonly channel: Channel;
  readonly answers: AnswerPolicy;
  readonly assembler: Assembler;
  readonly hostTools: HostTools;
  /** Stands still while the agent is held back or paused. */
  readonly time: StandingClock;
  readonly timers: RunTimers;
}

export function createRunParts(prepared: PreparedRun, clock: Clock, hooks: RunHooks): RunParts {
  const { runId, agent, options, timeout, inactivityTimeout } = prepared;
  const { onWarning, onPressure, onTimeout, onStuck, isAtWork, emit, say } = hooks;
  const time = new StandingClock(clock);
  const { highWaterMark, collectEvents: collect } = prepared;
  const journal = new Journal({ highWaterMark, collect, clock, onPressure, onWarning });
  const channel = new Channel({ runId, agent, clock, say, onWarning });
  const answers = new AnswerPolicy({
    channel,
    time,
    approvalMode: options.approvalMode,
    onApprovalRequest: prepared.onApprovalRequest,
    onInputRequired: prepared.onInputRequired,
    timeoutMs: prepared.interactionTimeoutMs,
    isHeard: (type) => journal.isHeard(type),
    findEvent: (id) => journal.findInteraction(id),
    onWarning,
    onStuck,
  });
  const assembler = createAssembler({
    runId,
    agent,
    stream: options.stream,
    streams: liveStreams(hooks.dialect),
    includeSubagents: options.includeSubagents,
    interactions: channel.ids,
    emit,
  });
  const hostTools = new HostTools({
    tools: options.tools ?? [],
    dialect: hooks.dialect,
    say,
    publicId: (toolCallId) => assembler.publicCallId(toolCallId),
    onWarning,
  });
  const timers = new RunTimers({
    time,
    timeout,
    inactivityTimeout,
    isAtWork: () => isAtWork() && !hostTools.isRunning,
    onTimeout,
    canAsk: () => hooks.dialect().probe !== undefined,
    onSilence: () => {
      const writes = hooks.dialect().probe?.();
      if (writes === undefined || writes.write.length === 0) {
        return 0;
      }
      say(writes);
      return writes.write.length;
    },
  });
  return { journal, channel, answers, assembler, hostTools, time, timers };
}

// Each attempt has a dialect of its own; the assembler asks for the one that lives.
function liveStreams(dialect: () => Dialect): Dialect['streams'] {
  return {
    get text() {
      return dialect().streams.text;
    },
    get thinking() {
      return dialect().streams.thinking;
    },
    get toolInput() {
      return dialect().streams.toolInput;
    },
  };
}
