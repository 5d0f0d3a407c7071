/** What goes into an assembler and what comes out of it. */
import type { AgentEvent, AgentName, EventOf } from '@agent-mux/events';
import type { Dialect, EventDraft, Outcome } from '../adapter/index.ts';
import type { OpenQuestions, ToldQuestion, UnsettledQuestion } from './question-register.ts';

export type DraftOf<T extends EventDraft['type']> = Extract<EventDraft, { type: T }>;

/** What a dialect streams in pieces; the rest comes whole. */
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
  /** The agent keeps nothing of the run: the stream shows an id of our own, since the agent's names nothing that stays. @defaultValue false */
  readonly noSession?: boolean;
  /** The turns of a session that is continued, asked for when it opens and the agent does not tell them. @defaultValue not known */
  readonly priorTurnCount?: () => number | undefined;
  /** Only so much of the beginning of a text is kept (of a message, thinking, tool input or shell). @defaultValue 64 MiB */
  readonly maxTextBytes?: number | undefined;
  /** No list of questions is kept beside this one, which is only read. It has what the next two were called with as soon as they return. */
  readonly interactions: OpenQuestions;
  /** A question is about to be told. Returns it with the id under which it is. */
  readonly onAsked: (key: string, question: ToldQuestion) => UnsettledQuestion;
  /** A question has its answer, or will have none. */
  readonly onSettled: (key: string) => void;
  /** The time of day of a moment that is handed in: durations are measured between moments, events carry the time of day. @defaultValue the moment itself */
  readonly timestampOf?: (moment: number) => number;
  /** Takes every event, in order and stamped. Called synchronously from `push`, `respawn` and `end`. */
  readonly emit: (event: AgentEvent) => void;
}

/** Why a run ends other than well: a cause of the host's, or the outcome of the last turn. */
export type EndCause =
  | { readonly type: 'aborted'; readonly reason?: string }
  | { readonly type: 'timeout'; readonly kind: 'run' | 'inactivity' }
  | Outcome;

export type Respawn = Pick<EventOf<'retry'>, 'attempt' | 'maxAttempts' | 'reason' | 'delayMs'>;
