/** How an agent differs from the protocol, and what it says where the protocol leaves that open: one object per agent. */
import type {
  EventDraft,
  ExitInfo,
  Interaction,
  InteractionResponse,
  ModelName,
  Outcome,
  ResolvedOptions,
} from '@agent-mux/core';
import type { ApprovalFacts, McpTool, TokenCounts, ToolKind } from '@agent-mux/events';
import type { KindTable, Verdict } from '../shared/index.ts';
import type { NativeInitialized, NativePromptEnd, NativeRpcError, NativeSession, NativeToolCall } from './native.ts';

/** Only the names are required: whatever is left out is done as the protocol says. */
export interface AcpQuirks {
  /** The agent's name in messages. */
  readonly displayName: string;
  /** What to do when nobody is logged in. */
  readonly authGuidance: string;
  /** Versions that were tested; the user is warned about any other. */
  readonly testedVersions?: readonly string[];
  readonly session?: SessionQuirks;
  readonly tools?: ToolQuirks;
  readonly turns?: TurnQuirks;
  /**
   * The options that an answer for the session may take, in order; the first one that is offered is taken. The protocol does not say how long
   * an `allow_always` lasts, and some agents store it, so only those belong here that are known to end with the session. @defaultValue none:
   * no question can be answered for the session
   */
  readonly sessionOptions?: readonly string[];
  /**
   * The drafts, perhaps none, that stand for a chunk of text that the model did not write; undefined where the model wrote it; what it wrote
   * in all, where a chunk that was held back is the model's after all.
   * @param isWithin - whether the model has written, and called nothing since
   */
  notText?(text: string, isWithin: boolean): readonly EventDraft[] | string | undefined;
  /** Gives a chunk that `notText` holds back, and forgets it: the model goes on with something else, so it was its text. */
  takeHeld?(): string | undefined;
  /**
   * What the agent puts between the text before a call and the text after it, which are two messages in the stream. @defaultValue nothing
   */
  readonly textSeparator?: string;
  /** Whether each chunk of thinking is a whole thought. */
  readonly hasWholeThoughts?: boolean;
  /** Whether the agent never sends its thoughts. */
  readonly hasNoThoughts?: boolean;
  /** The events that a line of stderr gives in addition to itself. */
  readStderr?(line: string): readonly EventDraft[];
  /** The answer to a request that the protocol, or we, do not know; undefined where it is refused. */
  answerRequest?(method: string, params: unknown): HostAnswer | undefined;
  /** What an exit before the end of a turn, or before there was a session, means. */
  exitMeaning?(info: ExitInfo): Outcome | undefined;
}

export interface AcpRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The reason to give where the agent refuses the request. @defaultValue the refusal ends the run */
  readonly otherwise?: string;
}

export interface SessionQuirks {
  /** @defaultValue 'session/load' */
  readonly resumeMethod?: 'session/load' | 'session/resume';
  /** The id by which the agent is asked for an existing session; trimmed, it must equal the session's id. */
  wireId?(sessionId: string): string;
  /** The kind of update that ends the history; no prompt is written before it. @defaultValue the answer itself */
  readonly historyEndsWith?: string;
  /** The request that is written before a session is asked for. */
  authenticate?(initialized: NativeInitialized): AcpRequest | undefined;
  /**
   * The requests that are written between session and prompt; `sessionId` is added to each. One that fails ends the run, unless it gives a
   * reason as `otherwise`.
   */
  configure?(session: NativeSession, options: ResolvedOptions): readonly AcpRequest[];
  /** Further fields of `session/new`, `session/load` and `session/resume`. */
  params?(options: ResolvedOptions): Readonly<Record<string, unknown>>;
  /** The text of the first prompt, made of the user's. */
  firstPrompt?(text: string): string;
  /** The text by which a prompt joins the running turn. */
  steer?(text: string): string;
}

/** A tool call with all that its lines have said so far. */
export interface AcpCall extends NativeToolCall {
  readonly toolCallId: string;
  /** The title with which the call began; a later one may say what the call is about. */
  readonly firstTitle?: string;
}

/** What a call is in the vocabulary of our events. */
export interface ToolIdentity {
  readonly name: string;
  /** What the tool does. */
  readonly kind: ToolKind;
  readonly mcp?: McpTool;
  readonly input?: unknown;
  /** The shell command that the call runs. */
  readonly command?: string;
  /** The page that the call fetches. @defaultValue the address in its input */
  readonly url?: string;
  /** The folder that the input names, absolute or relative to the session's. */
  readonly cwd?: string;
  /** The subagent that the call dispatches. */
  readonly subagent?: { readonly name?: string; readonly prompt?: string };
  /** The skill that the call loads. */
  readonly skill?: string;
  /** How the call changes a file that exists. @defaultValue 'patch' */
  readonly edits?: 'write' | 'patch';
}

export interface Surroundings {
  /** Names of the MCP servers that the session was given. */
  readonly servers: readonly string[];
}

export interface ToolQuirks {
  /** What the agent's tools do, by name, where the agent does not say it. */
  readonly kinds?: KindTable;
  /** What the call is; whatever is left out is taken from title, kind and `rawInput`. */
  identify?(call: AcpCall, surroundings: Surroundings): Partial<ToolIdentity>;
  /** Whether the agent asks about a call that is `in_progress`; then a shell begins with the grant. */
  readonly asksWhileRunning?: boolean;
  /** Whether the call belongs to the same model request as the one that ended before it. @defaultValue no */
  isSameStep?(call: AcpCall): boolean;
  /** Whether the agent may ask about a call before it sends the input; an empty input then says nothing. */
  readonly tellsInputLate?: boolean;
  /** The call that a permission is for, if it is another one than the request names, or none. */
  permissionCall?(call: AcpCall): AcpCall | undefined;
  /** Whether the texts of a change are those of the whole file. @defaultValue they may be only the replaced part */
  readonly showsWholeFiles?: boolean;
  /** Further facts about a permission, where its call has them in a form of its own. */
  facts?(asked: AcpCall): ApprovalFacts | undefined;
  /** Why a call failed that the agent calls `completed`; undefined where it did not fail. */
  failure?(call: AcpCall, text: string): string | undefined;
  /** What the end of the call says about the shell. `output` is all that it printed. */
  shellEnd?(call: AcpCall, text: string): { readonly exitCode?: number; readonly output?: string };
  /** Whether the agent works in a folder of its own, so that nobody knows where a command begins. */
  readonly worksElsewhere?: boolean;
  /** Whether each command begins in the session's folder. @defaultValue a command begins where the one before left the shell */
  readonly shellForgets?: boolean;
  /**
   * Files that the call has read or changed, where its content does not list them. `folder` is where its command began, if that is known.
   */
  files?(call: AcpCall, identity: ToolIdentity, folder: string | undefined): readonly EventDraft[] | undefined;
  /** The subagent's own words within the result of its call. @defaultValue all of it */
  report?(text: string): string;
  /** The output of the tool. */
  output?(call: AcpCall, text: string): unknown;
}

/**
 * What a usage counts: the requests of the prompt, those of all prompts so far, or the last request. The last one is reported only where
 * the prompt had a single request.
 */
export type UsageSpan = 'prompt' | 'session' | 'last-request';

/** What one model has used. */
export interface ModelTokens {
  readonly model: ModelName;
  readonly tokens: TokenCounts;
}

export interface TurnQuirks {
  /** Whether a turn without any output has failed; a text says, in a sentence, where the user finds the reason. */
  readonly failsInSilence?: boolean | string;
  /**
   * Commands, without `/`, that the agent knows without offering them, where it ends the turn of an unknown command without a word.
   * @defaultValue the agent itself says that it does not know a command
   */
  readonly ownCommands?: readonly string[];
  /** Tokens of a prompt, by the convention of `TokenCounts`; undefined where the agent does not send them. @defaultValue its `usage` */
  usage?(end: NativePromptEnd): TokenCounts | undefined;
  /** The same tokens by model; their sum is that of `usage`. @defaultValue the agent does not send them */
  usageByModel?(end: NativePromptEnd): readonly ModelTokens[];
  /** Which requests `usage` sums up. @defaultValue 'prompt' */
  readonly usageSpans?: UsageSpan;
  /** The outcome that an error answer means; undefined where its message and code decide. */
  failure?(error: NativeRpcError): Outcome | undefined;
  /** The outcome that the end of a prompt means; undefined where its `stopReason` decides. */
  outcome?(end: NativePromptEnd): Outcome | undefined;
}

/** An answer that is given at once, or a question for whoever listens. */
export type HostAnswer =
  | { readonly result: unknown; readonly drafts?: readonly EventDraft[] }
  | {
      readonly interaction: Interaction;
      reply(answer: InteractionResponse): unknown;
      verdict(native: unknown): Verdict;
    };
