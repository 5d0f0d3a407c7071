/**
 * The contract between the runtime and one way of talking to one CLI. A dialect does no I/O, has no clock and makes no
 * ids.
 */
import type { ApprovalFacts, RiskLevel } from '@agent-mux/events';
import type { InteractionResponse, Question } from '@agent-mux/events/journal';
import type { EventDraft } from './draft.ts';

export type { InteractionResponse, Question } from '@agent-mux/events/journal';

/** The requests of a dialect to the runtime about the process. */
export interface Writes {
  /** The messages for stdin, in order, without their framing. */
  readonly write: readonly string[];
  /** Whether stdin is closed after them. */
  readonly endInput?: boolean;
  readonly signal?: 'SIGINT' | 'SIGTERM';
}

/** The messages that add to the running turn. */
export interface SteerWrites extends Writes {
  /**
   * The key under which a draft `steer_settled` will say what became of the words. Where it is absent, the CLI does not
   * report that, and they count as steered.
   */
  readonly key?: string;
}

/**
 * Where a message came from; `stdin` is what was written to the CLI, by the runtime or by the client of a recording.
 */
export interface LineContext {
  readonly source: 'stdin' | 'stdout' | 'stderr';
  /** Whether this is the last line of a stream, without its line end. */
  readonly partial?: boolean;
}

/** The result of reading one message: drafts, and replies to the CLI. */
export interface Parsed {
  readonly drafts: readonly EventDraft[];
  /**
   * The messages that the protocol now demands: the next step of a handshake, or the refusal of a question that we do
   * not offer.
   */
  readonly write: readonly string[];
}

/** The result for a message with nothing to say and nothing to write. */
export const NOTHING: Parsed = Object.freeze({ drafts: Object.freeze([]), write: Object.freeze([]) });

/** An image that goes with a prompt. */
export interface PromptImage {
  readonly mimeType: string;
  /** The content in Base64. */
  readonly data: string;
}

/** What the user says to the agent. */
export interface PromptInput {
  readonly text: string;
  readonly images?: readonly PromptImage[];
  /** A UUID that is passed to the CLI, if the CLI takes one. */
  readonly promptId?: string;
}

/** The result of a call of a host tool. */
export type HostToolOutcome =
  | { readonly type: 'output'; readonly text: string }
  | { readonly type: 'error'; readonly message: string };

/** An open question of the CLI, as the dialect knows it. The channel makes a PendingInteraction of it. */
export interface Interaction extends ApprovalFacts {
  readonly kind: 'approval' | 'input';
  readonly action?: string;
  /** An input has its question here, and an approval its detail. */
  readonly detail: string;
  readonly context?: string;
  readonly source?: 'agent' | 'tool';
  readonly riskLevel?: RiskLevel;
  readonly toolName?: string;
  readonly toolCallId?: string;
  readonly lane?: string;
  /** How far a grant can reach. */
  readonly scopes?: readonly ('once' | 'session')[];
  /** Whether a grant may name another input. @defaultValue false */
  readonly acceptsUpdatedInput?: boolean;
  readonly questions?: readonly Question[];
  /** The JSON Schema of a form. */
  readonly schema?: unknown;
}

/** The progress of a conversation, as its dialect knows it. */
export interface DialectState {
  /** The id of the session; null until the CLI has told it. */
  readonly sessionId: string | null;
  /** The CLI has something to do or to say: as long as this is true, no prompt is handed over and nobody says goodbye. A prompt that was given counts from the moment it is written; so do questions, results that it keeps back, and work in the background. */
  readonly busy: boolean;
  /** Whether a turn is open on the main lane. */
  readonly turn: boolean;
  /** Whether the last turn had its native end, so that an exit now is a completed run. */
  readonly clean: boolean;
  /** The open questions by native key. They are derived from the lines; nothing else keeps a list. */
  readonly pending: ReadonlyMap<string, Interaction>;
  /**
   * Whether the session itself was taken back to before `checkpointId`. That cannot be done again, so an attempt that
   * follows is not given that option. This is left out where the CLI goes back anew at each start, or goes on in a
   * copy. @defaultValue false
   */
  readonly hasGoneBack?: boolean;
  /**
   * Whether the CLI has ended its turn and may still add to it; it is busy until `settle()` has told that end.
   * @defaultValue false
   */
  readonly holdsEnd?: boolean;
}

/** How the process of an attempt ended; the dialect says what that means. */
export interface ExitInfo {
  readonly code: number | null;
  readonly signal: string | null;
  /** The tail of stderr. */
  readonly stderr: string;
  /** What the host had asked for before the exit. */
  readonly asked?: 'interrupt' | 'abort' | 'timeout';
}

/** A deterministic machine over the messages of all directions. Each attempt of a run has one. */
export interface Dialect {
  /** The state that follows from the lines so far; it is read after each `parseEvent`. */
  readonly state: DialectState;
  /** What this run streams; the assembler needs it for `stream_fallback`. */
  readonly streams: { readonly text: boolean; readonly thinking: boolean; readonly toolInput: boolean };
  /** Returns the first messages, and whether stdin closes after them. */
  open(): Writes;
  close(): Writes;
  interrupt(): Writes;
  /**
   * Reads one message of any direction; our own are read just before they are handed to the pipe. Drafts have no other
   * source. Never throws.
   */
  parseEvent(line: string, context: LineContext): Parsed;
  /** Starts a turn. It is only called when the dialect is not busy, because the handle keeps the queue. */
  prompt(input: PromptInput): Writes;
  /** Adds to the running turn; undefined where this CLI cannot do that. */
  steer(input: PromptInput): SteerWrites | undefined;
  /**
   * Tells the end of the turn that was held back. It is called once the CLI has been quiet, and before the CLI is told
   * anything new; a dialect whose `state` never says `holdsEnd` has no need of it.
   */
  settle?(): { readonly drafts: readonly EventDraft[] };
  /** Asks the CLI about its turn after a long silence. It is for CLIs that are known to lose the end of a turn. */
  probe?(): Writes;
  /**
   * Answers a question. `gone` means that it is no longer pending; `unsupported`, that this CLI cannot take that
   * answer, so the question stays open.
   */
  respond(key: string, answer: InteractionResponse): Writes | 'gone' | 'unsupported';
  /** Returns the result of a `host_tool_call`; a mode that claims `supportsHostTools` needs this. */
  returnHostTool?(key: string, outcome: HostToolOutcome): Writes | 'gone';
  /** Returns what the exit says beyond the messages. */
  exit(info: ExitInfo): { readonly drafts: readonly EventDraft[] };
}
