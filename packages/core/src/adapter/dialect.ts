/** The contract between the runtime and one way of talking to one CLI. A dialect does no I/O, has no clock and makes no ids. */
import type { ApprovalFacts, RiskLevel } from '@agent-mux/events';
import type { InteractionResponse, Question } from '@agent-mux/events/journal';
import type { EventDraft } from './draft.ts';

export type { InteractionResponse, Question } from '@agent-mux/events/journal';

/** What a dialect asks the runtime to do with the process. */
export interface Writes {
  /** Messages for stdin, in order, without their framing. */
  readonly write: readonly string[];
  /** Close stdin after them. */
  readonly endInput?: boolean;
  readonly signal?: 'SIGINT' | 'SIGTERM';
}

/** Words for the running turn. */
export interface SteerWrites extends Writes {
  /** Under this key a draft `steer_settled` will say what became of them; absent: the CLI does not tell, they count as steered. */
  readonly key?: string;
}

/** Where a message came from; `stdin` is what was written to the CLI, by us or by the client of a recording. */
export interface LineContext {
  readonly source: 'stdin' | 'stdout' | 'stderr';
  /** The last line of a stream, without its line end. */
  readonly partial?: boolean;
}

/** What a dialect makes of one message: drafts, and replies to the CLI. */
export interface Parsed {
  readonly drafts: readonly EventDraft[];
  /** What the protocol now demands: the next step of a handshake, the refusal of a question that we do not offer. */
  readonly write: readonly string[];
}

/** Nothing to say, nothing to write. */
export const NOTHING: Parsed = Object.freeze({ drafts: Object.freeze([]), write: Object.freeze([]) });

/** An image that goes with a prompt. */
export interface PromptImage {
  readonly mimeType: string;
  /** Base64. */
  readonly data: string;
}

/** What the user says to the agent. */
export interface PromptInput {
  readonly text: string;
  readonly images?: readonly PromptImage[];
  /** A UUID that the CLI can be told, where it takes one. */
  readonly promptId?: string;
}

/** What became of a call of a host tool. */
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
  /** A grant may name another input. @defaultValue false */
  readonly acceptsUpdatedInput?: boolean;
  readonly questions?: readonly Question[];
  /** JSON Schema of a form. */
  readonly schema?: unknown;
}

/** How far a conversation is, as its dialect knows it. */
export interface DialectState {
  /** null until the CLI has told it. */
  readonly sessionId: string | null;
  /** The CLI has something to do or to say: as long as this is true, no prompt is handed over and nobody says goodbye. A prompt that was given counts from the moment it is written; so do questions, results that it keeps back, and work in the background. */
  readonly busy: boolean;
  /** A turn is open on the main lane. */
  readonly turn: boolean;
  /** The last turn had its native end: an exit now is a completed run. */
  readonly clean: boolean;
  /** Open questions by native key. Derived from lines; nothing else keeps a list. */
  readonly pending: ReadonlyMap<string, Interaction>;
  /**
   * The session itself was taken back to before `checkpointId`, and that cannot be done again: an attempt that follows is not given that option.
   * Where the CLI goes back anew at each start, or goes on in a copy, this is left out. @defaultValue false
   */
  readonly hasGoneBack?: boolean;
}

/** How the process of an attempt ended, for the dialect to say what that means. */
export interface ExitInfo {
  readonly code: number | null;
  readonly signal: string | null;
  /** Tail of stderr. */
  readonly stderr: string;
  /** What the host had asked for before the exit. */
  readonly asked?: 'interrupt' | 'abort' | 'timeout';
}

/** One per run and attempt: a deterministic machine over the messages of all directions. */
export interface Dialect {
  /** Derived from the lines seen; read after each `parseEvent`. */
  readonly state: DialectState;
  /** What this run streams; the assembler needs it for `stream_fallback`. */
  readonly streams: { readonly text: boolean; readonly thinking: boolean; readonly toolInput: boolean };
  /** The first messages, and whether stdin closes after them. */
  open(): Writes;
  close(): Writes;
  interrupt(): Writes;
  /** One message, of any direction, our own included just before it is handed to the pipe. The only source of drafts. Never throws. */
  parseEvent(line: string, context: LineContext): Parsed;
  /** Starts a turn. Only called when not busy: the queue is the handle's. */
  prompt(input: PromptInput): Writes;
  /** Adds to the running turn; undefined = this CLI cannot. */
  steer(input: PromptInput): SteerWrites | undefined;
  /** Asks the CLI how its turn stands, after a long silence: for CLIs that are known to lose the end of a turn. */
  probe?(): Writes;
  /** `gone`: no longer pending. `unsupported`: this CLI cannot take that answer, and the question stays open. */
  respond(key: string, answer: InteractionResponse): Writes | 'gone' | 'unsupported';
  /** The result of a `host_tool_call`; needed where `supportsHostTools` is claimed. */
  returnHostTool?(key: string, outcome: HostToolOutcome): Writes | 'gone';
  /** What the exit says beyond the wire. */
  exit(info: ExitInfo): { readonly drafts: readonly EventDraft[] };
}
