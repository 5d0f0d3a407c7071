/** The input and the output of an assembler. */
import type { AgentEvent, AgentName, EventOf } from '@agent-mux/events';
import type { Dialect, EventDraft, Outcome } from '../adapter/index.ts';
import type { OpenQuestions, ToldQuestion, UnsettledQuestion } from './question-register.ts';

export type DraftOf<T extends EventDraft['type']> = Extract<EventDraft, { type: T }>;

/** The kinds of output that a dialect streams in pieces; the others come whole. */
export type Streams = Dialect['streams'];

export interface AssemblerOptions {
  readonly runId: string;
  readonly agent: AgentName;
  readonly stream: boolean | 'auto';
  /** They are those of the attempt that lives, and are read anew each time. */
  readonly streams: () => Streams;
  /** The run's folder, absolute. */
  readonly cwd: string;
  /** Whether a subagent's own activity is part of the stream. */
  readonly includeSubagents: boolean;
  /**
   * Whether the agent keeps nothing of the run. The stream then shows an id of our own, because the agent's id names
   * nothing that stays. @defaultValue false
   */
  readonly noSession?: boolean;
  /**
   * Returns the number of turns of a continued session. It is called when the session opens, if the agent does not
   * report them. @defaultValue not known
   */
  readonly priorTurnCount?: () => number | undefined;
  /** Only so much of the beginning of a text is kept (of a message, thinking, tool input or shell). @defaultValue 64 MiB */
  readonly maxTextBytes?: number | undefined;
  /** No list of questions is kept beside this one, which is only read. It has what the next two were called with as soon as they return. */
  readonly interactions: OpenQuestions;
  /** Takes a question whose event is about to come out. Returns it with its public id. */
  readonly onAsked: (key: string, question: ToldQuestion) => UnsettledQuestion;
  /** Takes a question that has its answer, or will have none. */
  readonly onSettled: (key: string) => void;
  /**
   * Converts the moments that are handed in to the time of day: durations are measured between moments, events carry
   * the time of day. @defaultValue a moment is the time of day
   */
  readonly clock?: { timestampOf(moment: number): number };
  /**
   * Takes every event that `pieces` does not take, in order and stamped. Both are called synchronously, from whatever
   * the assembler is told.
   */
  readonly emit: (event: AgentEvent) => void;
  /** Takes the pieces of texts and inputs, which are most of the events. @defaultValue `emit` takes them too */
  readonly pieces?: { take(piece: AgentEvent): void };
}

/** Why a run ends other than well: a cause of the host, or the outcome of the last turn. */
export type EndCause =
  | { readonly type: 'aborted'; readonly reason?: string }
  | { readonly type: 'timeout'; readonly kind: 'run' | 'inactivity' }
  | Outcome;

export type Respawn = Pick<EventOf<'retry'>, 'attempt' | 'maxAttempts' | 'reason' | 'delayMs'>;
