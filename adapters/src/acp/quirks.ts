/** In what an agent differs from the protocol, and what it says where the protocol leaves it open: one object per agent. */
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

/** Everything is optional but the names: what is left out is done as the protocol says. */
export interface AcpQuirks {
  /** For messages. */
  readonly displayName: string;
  /** What to do when nobody is logged in. */
  readonly authGuidance: string;
  /** Versions that were tested; any other is warned of. */
  readonly testedVersions?: readonly string[];
  readonly session?: SessionQuirks;
  readonly tools?: ToolQuirks;
  readonly turns?: TurnQuirks;
  /** `session` of an approval takes the first of these options that is offered. @defaultValue the first `allow_always` */
  readonly sessionOptions?: readonly string[];
  /** A chunk of text that is no text of the model's: drafts instead of it, perhaps none. undefined: it is. */
  notText?(text: string): readonly EventDraft[] | undefined;
  /** What it puts between the text before a call and the text after it, which are two messages here. @defaultValue nothing */
  readonly textSeparator?: string;
  /** Each chunk of thinking is a whole thought. */
  readonly hasWholeThoughts?: boolean;
  /** It tells nothing of what is thought. */
  readonly hasNoThoughts?: boolean;
  /** What a line of stderr says beyond itself. */
  readStderr?(line: string): readonly EventDraft[];
  /** A request of the agent's that the protocol, or we, do not know. undefined: it is refused. */
  answerRequest?(method: string, params: unknown): HostAnswer | undefined;
  /** What an exit before the end of a turn, or before there was a session, means. */
  exitMeaning?(info: ExitInfo): Outcome | undefined;
}

export interface AcpRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** What is said where it is refused. @defaultValue it must not be */
  readonly otherwise?: string;
}

export interface SessionQuirks {
  /** @defaultValue 'session/load' */
  readonly resumeMethod?: 'session/load' | 'session/resume';
  /** The id by which the agent is asked for an existing session; trimmed it must be the id. */
  wireId?(sessionId: string): string;
  /** The kind of update after which no more history comes; until then no prompt is written. @defaultValue the answer itself */
  readonly historyEndsWith?: string;
  /** Said before a session is asked for. */
  authenticate?(initialized: NativeInitialized): AcpRequest | undefined;
  /** Said between session and prompt; `sessionId` is added. A request that fails ends the run, unless it says what is so `otherwise`. */
  configure?(session: NativeSession, options: ResolvedOptions): readonly AcpRequest[];
  /** More fields for `session/new` and its like. */
  params?(options: ResolvedOptions): Readonly<Record<string, unknown>>;
  /** The text of the first prompt. */
  firstPrompt?(text: string): string;
  /** How a prompt joins the running turn: the text to send. */
  steer?(text: string): string;
}

/** A tool call with all that its lines have said so far. */
export interface AcpCall extends NativeToolCall {
  readonly toolCallId: string;
}

/** What a call is, in our words. */
export interface ToolIdentity {
  readonly name: string;
  /** What the tool does. */
  readonly kind: ToolKind;
  readonly mcp?: McpTool;
  readonly input?: unknown;
  /** It is a shell command. */
  readonly command?: string;
  /** The page that it fetches. @defaultValue what its input says of it */
  readonly url?: string;
  /** The folder that its input asks for, absolute or from the session's. */
  readonly cwd?: string;
  /** It dispatches a subagent. */
  readonly subagent?: { readonly name?: string; readonly prompt?: string };
  /** It loads a skill. */
  readonly skill?: string;
  /** What it does to a file that exists. @defaultValue 'patch' */
  readonly edits?: 'write' | 'patch';
}

export interface Surroundings {
  /** Names of the MCP servers that the session was given. */
  readonly servers: readonly string[];
}

export interface ToolQuirks {
  /** What its tools do, by our names, where the agent does not say it. */
  readonly kinds?: KindTable;
  /** What a call is; what is left out is taken from title, kind and `rawInput`. */
  identify?(call: AcpCall, surroundings: Surroundings): Partial<ToolIdentity>;
  /** It asks about a call that is `in_progress`: then a shell begins with the grant. */
  readonly asksWhileRunning?: boolean;
  /** Whether the call belongs to the same model request as the one before, which has ended. @defaultValue no */
  isSameStep?(call: AcpCall): boolean;
  /** It may ask about a call before it tells the input: one that is empty says nothing. */
  readonly tellsInputLate?: boolean;
  /** The call that a permission is asked for, if it is another one than the request names, or none. */
  permissionCall?(call: AcpCall): AcpCall | undefined;
  /** The texts of a change are those of the whole file. @defaultValue perhaps only what is replaced */
  readonly showsWholeFiles?: boolean;
  /** More of what a permission is about, where its call says it in a form of its own. */
  facts?(asked: AcpCall): ApprovalFacts | undefined;
  /** Why a call that is said to be `completed` was not. undefined: it was. */
  failure?(call: AcpCall, text: string): string | undefined;
  /** What its end says of the shell. `output` is all of it. */
  shellEnd?(call: AcpCall, text: string): { readonly exitCode?: number; readonly output?: string };
  /** It works in a folder of its own, whatever it is given: where a command begins is not known. */
  readonly worksElsewhere?: boolean;
  /** Each command begins in the session's folder. @defaultValue a command finds the folder where the one before has left the shell */
  readonly shellForgets?: boolean;
  /** Files that it has read or changed, where its content does not say. `folder` is where its command began, if that is known. */
  files?(call: AcpCall, identity: ToolIdentity, folder: string | undefined): readonly EventDraft[] | undefined;
  /** A subagent's own words in what its call gave back. @defaultValue all of it */
  report?(text: string): string;
  /** What the tool gave back. */
  output?(call: AcpCall, text: string): unknown;
}

/** The requests of the prompt, those of all prompts so far, or the last one: then it is told only where that was all. */
export type UsageSpan = 'prompt' | 'session' | 'last-request';

/** What one model has used. */
export interface ModelTokens {
  readonly model: ModelName;
  readonly tokens: TokenCounts;
}

export interface TurnQuirks {
  /** A turn without any output has failed in silence; a text: where the user finds out why, in a sentence. */
  readonly failsInSilence?: boolean | string;
  /** A command that it does not know ends its turn in silence: those that it knows besides the ones that it offers, without `/`. @defaultValue it says so by itself */
  readonly ownCommands?: readonly string[];
  /** Tokens of a prompt, by the convention of `TokenCounts`; undefined: not told. @defaultValue its `usage` */
  usage?(end: NativePromptEnd): TokenCounts | undefined;
  /** The same by model, where it is told so; the sum is that of `usage`. @defaultValue it is not told */
  usageByModel?(end: NativePromptEnd): readonly ModelTokens[];
  /** What `usage` is the sum of. @defaultValue 'prompt' */
  readonly usageSpans?: UsageSpan;
  /** What an error answer means; undefined: what its words and its code say. */
  failure?(error: NativeRpcError): Outcome | undefined;
  /** What the end of a prompt means; undefined: what its `stopReason` says. */
  outcome?(end: NativePromptEnd): Outcome | undefined;
}

/** Answered at once, or asked of whoever listens. */
export type HostAnswer =
  | { readonly result: unknown; readonly drafts?: readonly EventDraft[] }
  | {
      readonly interaction: Interaction;
      reply(answer: InteractionResponse): unknown;
      verdict(native: unknown): Verdict;
    };
