/** Options of a run and of a client: names, units and defaults. Validation is in `client/validate-options.ts`. */
import type { AgentName, ErrorCode, EventOf } from '@agent-mux/events';
import type { LeavableProcess } from '../process/index.ts';
import type { AnySchema, JsonSchema } from '../schema/index.ts';

/** Who decides about approvals. `prompt`: whoever listens is asked; `yolo`: granted without a question; `deny`: refused. */
export type ApprovalMode = 'yolo' | 'prompt' | 'deny';
/** What the CLI's own sandbox lets the agent change. */
export type SandboxMode = 'read-only' | 'workspace-write' | 'off';
/** How deep the model thinks, where agent and model can be told. */
export type ThinkingEffortLevel = 'low' | 'medium' | 'high' | 'max';

/** A file or an image that goes with a prompt. Exactly one of `filePath` (absolute, must exist), `url` and `base64` (with `mimeType`). */
export interface Attachment {
  readonly filePath?: string;
  readonly url?: string;
  readonly base64?: string;
  readonly mimeType?: string;
  readonly name?: string;
}

/** A tool server for this run only; nothing is written to the CLI's own configuration. */
export interface McpServerConfig {
  /** Letters, digits, `_` and `-`. */
  readonly name: string;
  readonly transport: 'stdio' | 'sse' | 'streamable-http';
  /** The program that `stdio` starts. */
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The address of the server; every transport but `stdio` needs it. */
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A function of the program's that the agent may call during this run. Refuses by throwing: Codex asks no approval for it. The
 * other CLIs that let a client offer tools ask about it as about every tool.
 */
export interface HostTool {
  /** Letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  /** What it does and when to use it, for the model. */
  readonly description: string;
  /** JSON Schema of an object: what `run` is given. The CLI hands it to the model; nothing checks the input against it. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** What it returns goes to the agent as the result; what it throws, as the error of the call. Calls may overlap. */
  readonly run: (input: unknown, context: HostToolContext) => Promise<string> | string;
}

/** What a tool of the program is told of its call. */
export interface HostToolContext {
  /** The run whose agent calls. */
  readonly runId: string;
  /** That of the call's events. */
  readonly toolCallId: string;
  /** Aborted when nobody waits for the result any more: the turn was interrupted, or the run is over. */
  readonly signal: AbortSignal;
}

/**
 * Options of the CLI itself that agent-mux has no name for. What would break the conversation or contradict another option is
 * refused by name. A recording keeps `args` and what a CLI takes as a word of its command line, so a secret belongs into `env`.
 */
export interface NativeOptions {
  /** Words for the command line. The first must be a flag; a flag and its value are two words, or one with "=". */
  readonly args?: readonly string[];
  /** Settings of the CLI for this run alone, by their own names; no file of the user's is written. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** As `env`, which wins over it, but refused where a variable would change how the CLI is talked to. */
  readonly env?: Readonly<Record<string, string>>;
}

/** When and how often an attempt is repeated: only while no tool became ready and nothing was answered or sent; never after our own timeouts. */
export interface RetryPolicy {
  /** Retries after the first attempt. @defaultValue 3 */
  readonly maxAttempts?: number;
  /** Milliseconds; doubled for each retry. @defaultValue 1000 */
  readonly baseDelayMs?: number;
  /** @defaultValue 30000 */
  readonly maxDelayMs?: number;
  /** 0 to 1; a random share of the delay is added. @defaultValue 0.1 */
  readonly jitterFactor?: number;
  /** @defaultValue ['RATE_LIMITED', 'AGENT_CRASH'] */
  readonly retryOn?: readonly ErrorCode[];
}

/** What a client sets for its runs. RunOptions win over it. */
export interface ClientDefaults {
  /** @defaultValue 'prompt' */
  readonly approvalMode?: ApprovalMode;
  /** The time of the whole run, retries included, in milliseconds; 0 = none. Nothing holds it up: it also ends a run that is paused or has to wait. @defaultValue 0 */
  readonly timeout?: number;
  /** How long the agent may be silent while it is its turn to speak and it is read, in milliseconds; 0 = none. @defaultValue 0 */
  readonly inactivityTimeout?: number;
  /** @defaultValue off */
  readonly retryPolicy?: RetryPolicy;
  /** @defaultValue 'auto' */
  readonly stream?: boolean | 'auto';
}

/** What a callback decides about an approval. */
export type ApprovalDecision = 'approve' | 'deny' | 'ask';

/** What a callback says about an approval. */
export type ApprovalAnswer =
  | ApprovalDecision
  | {
      readonly decision: ApprovalDecision;
      /** The program's own rule that decided; the journal keeps it with the answer. */
      readonly rule?: string;
      /** The reason of a denial, which the agent is given. */
      readonly reason?: string;
    };

/** What a callback about an approval is told of its run. */
export interface ApprovalContext {
  /** The folder in which the run works, absolute. */
  readonly cwd: string;
}

/** Options that shape what the agent does; the ones that a mode and its dialect see. */
export interface AgentOptions {
  /** An array is joined by blank lines. */
  readonly prompt: string | readonly string[];
  readonly systemPrompt?: string;
  /** @defaultValue 'prepend' */
  readonly systemPromptMode?: 'prepend' | 'append' | 'replace';
  readonly attachments?: readonly Attachment[];
  readonly model?: string;
  readonly thinkingEffort?: ThinkingEffortLevel;
  /** It is at least 1024, and wins over `thinkingEffort`. */
  readonly thinkingBudgetTokens?: number;
  /** 0 to 2. Where the agent takes none of the sampling options, a `debug` warn says so. */
  readonly temperature?: number;
  /** 0 to 1. */
  readonly topP?: number;
  readonly topK?: number;
  /**
   * All tokens of the run, input and output of every model request: with more the run ends as `budget`. Where the CLI takes a limit
   * of one answer and `maxOutputTokens` is not given, it is that limit too. See docs/budgets.md.
   */
  readonly maxTokens?: number;
  /** US dollars of the whole run: with more it ends as `budget`. See docs/budgets.md. */
  readonly maxCostUsd?: number;
  /** Tokens of one answer. */
  readonly maxOutputTokens?: number;
  /** Session to continue. Excludes `forkSessionId` and `noSession`. */
  readonly sessionId?: string;
  /** Session to copy and continue. */
  readonly forkSessionId?: string;
  /**
   * Where in that session to go on from: as it stood before this prompt, with all that came later left out. The `checkpointId` of
   * a `session_checkpoint`, or of a prompt in `sessions.get()`. Files stay as they are. Demands `sessionId` or `forkSessionId`.
   */
  readonly checkpointId?: string;
  /** Leave no session behind: its id is `transient-<runId>`, and nothing resumes it. @defaultValue false */
  readonly noSession?: boolean;
  /** `true` demands text streaming; `false` buffers per step or turn. @defaultValue 'auto' */
  readonly stream?: boolean | 'auto';
  /** Absolute, existing folder. @defaultValue process.cwd() */
  readonly cwd?: string;
  /** Added to the inherited environment, after the host markers were taken out. */
  readonly env?: Readonly<Record<string, string>>;
  /** Model requests of the main lane, for every agent: see docs/usage.md. */
  readonly maxTurns?: number;
  /** @defaultValue 'prompt' */
  readonly approvalMode?: ApprovalMode;
  /**
   * What the CLI's own sandbox lets the agent change, apart from what it is asked: nothing, the working folder, or whatever the
   * user may. In `yolo` nothing leaves the sandbox; in `prompt` a grant may. See docs/sandbox.md. @defaultValue as the CLI does by itself in this approval mode
   */
  readonly sandbox?: SandboxMode;
  /** Whether commands in the sandbox reach the network. Demands `sandbox`, and not `off`. @defaultValue false in a sandbox */
  readonly network?: boolean;
  /** Options of the CLI itself. */
  readonly native?: NativeOptions;
  readonly skills?: readonly string[];
  /** Text of an AGENTS.md for this run. */
  readonly agentsDoc?: string;
  readonly mcpServers?: readonly McpServerConfig[];
  /**
   * What the answer of each turn must be: a Standard Schema (zod, valibot, arktype …) or a JSON Schema, of an object. Only where the
   * CLI itself has such an option. `result.output` and that of each turn are what it answered, once that fits.
   */
  readonly outputSchema?: AnySchema;
  /** Functions that the agent may call, where its CLI lets a client offer them. */
  readonly tools?: readonly HostTool[];
  /** Show the subagents' own activity, as events with a `lane`. @defaultValue false */
  readonly includeSubagents?: boolean;
  /** Stay open for follow-ups until `end()`. @defaultValue false */
  readonly keepOpen?: boolean;
}

/** What run() takes. Everything but `prompt`, and `agent` without a `defaultAgent`, may be left out; unknown names are errors. */
export interface RunOptions extends AgentOptions {
  /** What the CLI is told of an `outputSchema` that cannot say itself as a JSON Schema. @defaultValue what `outputSchema` says */
  readonly jsonSchema?: JsonSchema;
  /** @defaultValue the client's `defaultAgent` */
  readonly agent?: AgentName;
  /** Forces a mode of the adapter by its name. @defaultValue the first that meets the options */
  readonly mode?: string;
  /** Absolute path of the CLI. @defaultValue looked up on PATH */
  readonly binary?: string;
  /** The time of the whole run, retries included, in milliseconds; 0 = none. Nothing holds it up: it also ends a run that is paused or has to wait. @defaultValue that of the client */
  readonly timeout?: number;
  /** How long the agent may be silent while it is its turn to speak and it is read, in milliseconds; 0 = none. @defaultValue that of the client */
  readonly inactivityTimeout?: number;
  /** Answers a question in words. Several at once are denied: only `interaction.respond` has an answer for each. */
  readonly onInputRequired?: (event: EventOf<'input_required'>) => Promise<string> | string;
  /**
   * Decides about an approval. 'ask' leaves it open for whoever else listens; where nobody does it is denied. `policy()` of
   * @agent-mux/policy makes such a function of rules.
   */
  readonly onApprovalRequest?: (
    event: EventOf<'approval_request'>,
    context: ApprovalContext,
  ) => Promise<ApprovalAnswer> | ApprovalAnswer;
  /** How long an interaction may stay unanswered before it is denied, in milliseconds. @defaultValue 300000 */
  readonly interactionTimeoutMs?: number;
  /**
   * How long an interaction waits for somebody who could answer it before it is denied, in milliseconds. That is who has set a callback,
   * an `onPending` handler or a listener for its event, iterates, or has read `interaction.pending`; to await the run is not enough.
   * @defaultValue 2000
   */
  readonly interactionGraceMs?: number;
  readonly retryPolicy?: RetryPolicy;
  /**
   * ULID. One that a run of this host uses is refused at once; one that the client's store has ends the run with VALIDATION_ERROR before
   * its agent starts, and nothing of it is stored. @defaultValue a new one
   */
  readonly runId?: string;
  /** What the run is called among others of its program; several may have one name. @defaultValue the name of the agent */
  readonly name?: string;
  /** What belongs together over several runs, such as a chat. Written into the header of the journal. @defaultValue the run's id */
  readonly contextId?: string;
  /** As `contextId`, for systems that speak of threads. @defaultValue the run's id */
  readonly threadId?: string;
  /** As `contextId`, for systems that speak of tasks. @defaultValue the run's id */
  readonly taskId?: string;
  readonly tags?: readonly string[];
  /** Keep all events for `result.events`. @defaultValue false */
  readonly collectEvents?: boolean;
  /** Unread events at which the agent has to wait; 100 to 100000. @defaultValue 1000 */
  readonly highWaterMark?: number;
  /** From SIGTERM to SIGKILL, in milliseconds. @defaultValue 5000 */
  readonly gracePeriodMs?: number;
  /** How long the CLI may take to leave by itself, in milliseconds. @defaultValue 2000 */
  readonly settleMs?: number;
  /** A longer native message is dropped, and an `error` event says so; in bytes. @defaultValue 67108864 */
  readonly maxLineBytes?: number;
  /**
   * Only so much of the beginning of a message, a thinking block, a tool's streamed input or a shell is kept, in bytes of
   * UTF-8: its deltas go on, its stop, `accumulated` and `result.text` end there, a `debug` event and
   * `result.diagnostics.cutTexts` say so. @defaultValue 67108864
   */
  readonly maxTextBytes?: number;
  /**
   * Asked of each process that the agent has started and not ended, when the run ends, however it ends. What it says `true` to lives on with
   * all that it starts: a development server that the user asked for. An agent chooses how its processes look, so only say `true` to what the
   * user wants; nobody ends it later, not even when the host dies. What throws says no. @defaultValue nothing lives on
   */
  readonly leaveRunning?: (process: LeavableProcess) => boolean;
  /** End the run with STORE_ERROR where the store of its client cannot keep it any more; refused where the client has none. @defaultValue false: it goes on, with a warning */
  readonly storeRequired?: boolean;
  /** Aborts the run. */
  readonly signal?: AbortSignal;
  /** Records the raw conversation as `cassette.jsonl` in this folder, which must be absolute, and empty or missing. */
  readonly record?: string | RecordOptions;
}

/** A recording with what its header should say. */
export interface RecordOptions {
  readonly dir: string;
  /** @defaultValue 'unnamed' */
  readonly scenario?: string;
  /** @defaultValue 'unknown' */
  readonly cliVersion?: string;
  /** What the model was made to answer. */
  readonly modelScript?: string;
  readonly notes?: string;
}

/** Options after validation, with defaults in place. What modes and dialects are given. */
export interface ResolvedOptions extends AgentOptions {
  /** As a JSON Schema, without `$schema`. */
  readonly outputSchema?: JsonSchema;
  readonly prompt: string;
  readonly cwd: string;
  readonly stream: boolean | 'auto';
  readonly approvalMode: ApprovalMode;
  readonly systemPromptMode: 'prepend' | 'append' | 'replace';
  readonly noSession: boolean;
  readonly includeSubagents: boolean;
  readonly keepOpen: boolean;
}
