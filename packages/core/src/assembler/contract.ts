/** What goes into an assembler and what comes out of it. */
import type { AgentEvent, AgentName } from '@agent-mux/events';
import type { EventDraft, Outcome } from '../adapter/index.ts';

/** What a dialect streams in pieces; the rest comes whole. */
export interface Streams {
  readonly text: boolean;
  readonly thinking: boolean;
  readonly toolInput: boolean;
}

export interface AssemblerOptions {
  readonly runId: string;
  readonly agent: AgentName;
  readonly stream: boolean | 'auto';
  /** May be replaced at a respawn. */
  /** Of the attempt that lives: read anew each time. */
  readonly streams: Streams;
  /** The run's folder, absolute. */
  readonly cwd: string;
  /** Whether a subagent's own activity is part of the stream. */
  readonly includeSubagents: boolean;
  /** The agent keeps nothing of the run: the stream shows an id of our own, since the agent's names nothing that stays. @defaultValue false */
  readonly noSession?: boolean;
  /** The turns of a session that is continued, asked for when it opens and the agent does not tell them. @defaultValue not known */
  readonly priorTurnCount?: () => number | undefined;
  /** Of a longer text (of a message, thinking, tool input or shell) only the beginning is kept. @defaultValue 64 MiB */
  readonly maxTextBytes?: number | undefined;
  /** Public ids of interactions: `open` makes a new one for a native key, `get` finds the newest. */
  readonly interactions: { open(key: string): string; get(key: string): string | undefined };
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

export interface Respawn {
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly reason: string;
  readonly delayMs: number;
}

/** Turns drafts, in whatever order they come, into a legal event stream. Deterministic: time is handed in. */
export interface Assembler {
  /** `raw`: the native text behind the draft, put on the events that it causes. Never throws. */
  push(draft: EventDraft, now: number, raw?: string): void;
  /** A new attempt begins: what is open is closed, the last outcome is dropped, `retry` takes its place. */
  respawn(retry: Respawn, now: number): void;
  /** The process is gone. Without a cause the last outcome decides, without one the run is completed. Returns the terminal cause, or undefined for completed. Idempotent. */
  end(now: number, cause?: EndCause): EndCause | undefined;
  /** What the last turn answered to an `outputSchema`, where that is not its text. */
  readonly output: unknown;
  /** Outcome of the last turn, not yet terminal. */
  readonly lastOutcome: Outcome | undefined;
  /** The last native session id: the one to resume with. With `noSession` it is `transient-<runId>`, which nothing resumes. */
  readonly sessionId: string | undefined;
  /** Turns in the stream. */
  readonly turnCount: number;
  /** Steps of the main lane in this run. */
  readonly mainSteps: number;
  /** Drafts without a legal place and texts that did not come whole; each is in a `debug` event. */
  readonly repaired: number;
  /** Texts that are longer than `maxTextBytes`; each is in a `debug` event. */
  readonly cutTexts: number;
  readonly unknownNative: Readonly<Record<string, number>>;
  /** Lines of stdout that the dialect could not read as messages. */
  readonly unreadable: number;
  readonly openTools: number;
  /** The id that the events of a call carry. */
  publicCallId(toolCallId: string): string;
  /** Whether a tool became ready in this attempt. */
  readonly anyToolReady: boolean;
}
