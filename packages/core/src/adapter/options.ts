/** The options of a run and of a client: names, units and defaults. `client/validate-options.ts` validates them. */
import type { AgentName, ErrorCode, EventOf } from '@agent-mux/events';
import type { LeavableProcess } from '../process/index.ts';
import type { AnySchema, JsonSchema } from '../schema/index.ts';

/** Who decides about approvals. `prompt` asks whoever listens; `yolo` grants without a question; `deny` refuses. */
export type ApprovalMode = 'yolo' | 'prompt' | 'deny';
/** What the CLI's own sandbox lets the agent change. */
export type SandboxMode = 'read-only' | 'workspace-write' | 'off';
/** How deeply the model thinks, where agent and model can be told. */
export type ThinkingEffortLevel = 'low' | 'medium' | 'high' | 'max';

/**
 * A file or an image that goes with a prompt. It has exactly one of `filePath` (absolute, must exist), `url` and
 * `base64` (with `mimeType`).
 */
export interface Attachment {
  readonly filePath?: string;
  readonly url?: string;
  readonly base64?: string;
  readonly mimeType?: string;
  readonly name?: string;
}

/** A tool server for this run only; nothing is written to the CLI's own configuration. */
export interface McpServerConfig {
  /** The name, of letters, digits, `_` and `-`. */
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
 * A function of the program that the agent may call during this run. It refuses by throwing, because Codex asks no
 * approval for it. The other CLIs that let a client offer tools ask about it as about every tool.
 */
export interface HostTool {
  /** The name, of letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  /** The description for the model: what the tool does and when to use it. */
  readonly description: string;
  /** The JSON Schema of the object for `run`. The CLI hands it to the model; nothing checks the input against it. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** Its return value goes to the agent as the result; a throw becomes the error of the call. Calls may overlap. */
  readonly run: (input: unknown, context: HostToolContext) => Promise<string> | string;
}

/** The facts that a tool of the program gets about its call. */
export interface HostToolContext {
  /** The id of the run whose agent calls. */
  readonly runId: string;
  /** The id that the events of the call have. */
  readonly toolCallId: string;
  /** The signal is aborted when nobody waits for the result any more: the turn was interrupted, or the run is over. */
  readonly signal: AbortSignal;
}

/**
 * Options of the CLI itself that agent-mux has no name for. An option that would break the conversation or contradict
 * another one is refused by name. A recording keeps `args` and every setting that the CLI takes as a word of its
 * command line, so a secret belongs into `env`.
 */
export interface NativeOptions {
  /** The words for the command line. The first must be a flag; a flag and its value are two words, or one with "=". */
  readonly args?: readonly string[];
  /** The settings of the CLI for this run alone, by their own names; no file of the user is written. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** Variables like those of `env`, which wins over these. One that changes how the CLI is talked to is refused. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * When and how often an attempt is repeated. A run is only repeated while no tool became ready and nothing was answered
 * or sent, and never after our own timeouts.
 */
export interface RetryPolicy {
  /** The number of retries after the first attempt. @defaultValue 3 */
  readonly maxAttempts?: number;
  /** The first delay in milliseconds, which doubles for each retry. @defaultValue 1000 */
  readonly baseDelayMs?: number;
  /** @defaultValue 30000 */
  readonly maxDelayMs?: number;
  /** The largest random share of the delay that is added to it, from 0 to 1. @defaultValue 0.1 */
  readonly jitterFactor?: number;
  /** @defaultValue ['RATE_LIMITED', 'AGENT_CRASH'] */
  readonly retryOn?: readonly ErrorCode[];
}

/** The options that a client sets for its runs. RunOptions win over them. */
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

/** The decision of a callback about an approval. */
export type ApprovalDecision = 'approve' | 'deny' | 'ask';

/** The answer of a callback to an approval. */
export type ApprovalAnswer =
  | ApprovalDecision
  | {
      readonly decision: ApprovalDecision;
      /** The program's own rule that decided; the journal keeps it with the answer. */
      readonly rule?: string;
      /** The reason of a denial, which the agent is given. */
      readonly reason?: string;
    };

/** The facts that a callback about an approval gets about its run. */
export interface ApprovalContext {
  /** The folder in which the run works, absolute. */
  readonly cwd: string;
}

/** The options that shape what the agent does; a mode and its dialect see them. */
export interface AgentOptions {
  /** The prompt; the parts of an array are joined by blank lines. */
  readonly prompt: string | readonly string[];
  readonly systemPrompt?: string;
  /** @defaultValue 'prepend' */
  readonly systemPromptMode?: 'prepend' | 'append' | 'replace';
  readonly attachments?: readonly Attachment[];
  readonly model?: string;
  readonly thinkingEffort?: ThinkingEffortLevel;
  /** It is at least 1024, and wins over `thinkingEffort`. */
  readonly thinkingBudgetTokens?: number;
  /** The temperature, from 0 to 2. Where the agent takes none of the sampling options, a `debug` warn says so. */
  readonly temperature?: number;
  /** The probability mass for sampling, from 0 to 1. */
  readonly topP?: number;
  readonly topK?: number;
  /**
   * The limit for all tokens of the run, which are the input and output of every model request. A run that uses more
   * ends as `budget`. Where the CLI takes a limit for one answer and `maxOutputTokens` is not given, this is that limit
   * too. See docs/budgets.md.
   */
  readonly maxTokens?: number;
  /** The limit in US dollars for the whole run, which ends as `budget` when it costs more. See docs/budgets.md. */
  readonly maxCostUsd?: number;
  /** The limit for the tokens of one answer. */
  readonly maxOutputTokens?: number;
  /** The session to continue. Excludes `forkSessionId` and `noSession`. */
  readonly sessionId?: string;
  /** The session to copy and continue. */
  readonly forkSessionId?: string;
  /**
   * The prompt to which the session goes back: the run continues from before it, and everything later is left out. It
   * is the `checkpointId` of a `session_checkpoint`, or of a prompt in `sessions.get()`. Files stay as they are.
   * Demands `sessionId` or `forkSessionId`.
   */
  readonly checkpointId?: string;
  /** Whether to leave no session behind. Its id is `transient-<runId>`, and nothing resumes it. @defaultValue false */
  readonly noSession?: boolean;
  /** `true` demands text streaming; `false` buffers per step or turn. @defaultValue 'auto' */
  readonly stream?: boolean | 'auto';
  /** The working folder, which is absolute and must exist. @defaultValue process.cwd() */
  readonly cwd?: string;
  /** The variables that are added to the inherited environment, from which the host markers have been removed. */
  readonly env?: Readonly<Record<string, string>>;
  /** The limit for the model requests of the main lane, counted the same for every agent. See docs/usage.md. */
  readonly maxTurns?: number;
  /** @defaultValue 'prompt' */
  readonly approvalMode?: ApprovalMode;
  /**
   * What the CLI's own sandbox lets the agent change, whoever was asked: nothing, the working folder, or whatever the
   * user may. In `yolo` nothing leaves the sandbox; in `prompt` a grant may. See docs/sandbox.md. @defaultValue as the
   * CLI does by itself in this approval mode
   */
  readonly sandbox?: SandboxMode;
  /**
   * Whether commands in the sandbox reach the network. Demands a `sandbox` other than `off`. @defaultValue false in a
   * sandbox
   */
  readonly network?: boolean;
  /** The options of the CLI itself. */
  readonly native?: NativeOptions;
  readonly skills?: readonly string[];
  /** The text of an AGENTS.md for this run. */
  readonly agentsDoc?: string;
  readonly mcpServers?: readonly McpServerConfig[];
  /**
   * What the answer of each turn must be: a Standard Schema (zod, valibot, arktype …) or a JSON Schema, of an object. Only where the
   * CLI itself has such an option. `result.output` and that of each turn are what it answered, once that fits.
   */
  readonly outputSchema?: AnySchema;
  /** Functions that the agent may call, where its CLI lets a client offer them. */
  readonly tools?: readonly HostTool[];
  /** Whether to show the subagents' own activity, as events with a `lane`. @defaultValue false */
  readonly includeSubagents?: boolean;
  /** Whether the run stays open for follow-ups until `end()`. @defaultValue false */
  readonly keepOpen?: boolean;
}

/**
 * The options of run(). All but `prompt` may be left out, and so may `agent` where there is a `defaultAgent`; unknown
 * names are errors.
 */
export interface RunOptions extends AgentOptions {
  /**
   * The JSON Schema for the CLI, where the `outputSchema` cannot express itself as one. @defaultValue what
   * `outputSchema` says
   */
  readonly jsonSchema?: JsonSchema;
  /** @defaultValue the client's `defaultAgent` */
  readonly agent?: AgentName;
  /** Forces a mode of the adapter by its name. @defaultValue the first that meets the options */
  readonly mode?: string;
  /** The absolute path of the CLI. @defaultValue looked up on PATH */
  readonly binary?: string;
  /** The time of the whole run, retries included, in milliseconds; 0 = none. Nothing holds it up: it also ends a run that is paused or has to wait. @defaultValue that of the client */
  readonly timeout?: number;
  /** How long the agent may be silent while it is its turn to speak and it is read, in milliseconds; 0 = none. @defaultValue that of the client */
  readonly inactivityTimeout?: number;
  /** Answers a question in words; it is never asked where `approvalMode` is `deny`, which denies those too. Several at once are denied: only `interaction.respond` has an answer for each. */
  readonly onInputRequired?: (event: EventOf<'input_required'>) => Promise<string> | string;
  /**
   * Decides about an approval. 'ask' leaves it open for whoever else listens, and if nobody does it is denied. The
   * function `policy()` of `@agent-mux/policy` makes such a function from rules. Nobody asks it where `approvalMode` is
   * 'yolo' or 'deny'; the run then says so at its start, in a `debug` event of the level `warn`.
   */
  readonly onApprovalRequest?: (
    event: EventOf<'approval_request'>,
    context: ApprovalContext,
  ) => Promise<ApprovalAnswer> | ApprovalAnswer;
  /** How long an interaction may stay unanswered before it is denied, in milliseconds. @defaultValue 300000 */
  readonly interactionTimeoutMs?: number;
  /**
   * How long an interaction waits for somebody who could answer it before it is denied, in milliseconds. A program
   * could answer if it has set a callback, an `onPending` handler or a listener for the event, iterates, or has read
   * `interaction.pending`; to await the run is not enough. @defaultValue 2000
   */
  readonly interactionGraceMs?: number;
  readonly retryPolicy?: RetryPolicy;
  /**
   * The id of the run, a ULID. An id that another run of this host uses is refused at once; one that the client's store
   * has ends the run with VALIDATION_ERROR before its agent starts, and nothing of it is stored. @defaultValue a new
   * one
   */
  readonly runId?: string;
  /** The name of the run among others of its program; several may have the same. @defaultValue the name of the agent */
  readonly name?: string;
  /**
   * The id of a whole over several runs, such as a chat. The header of the journal has it. @defaultValue the run's id
   */
  readonly contextId?: string;
  /** An id like `contextId`, for systems that speak of threads. @defaultValue the run's id */
  readonly threadId?: string;
  /** An id like `contextId`, for systems that speak of tasks. @defaultValue the run's id */
  readonly taskId?: string;
  readonly tags?: readonly string[];
  /** Whether to keep all events for `result.events`. @defaultValue false */
  readonly collectEvents?: boolean;
  /** The number of unread events at which the agent has to wait, from 100 to 100000. @defaultValue 1000 */
  readonly highWaterMark?: number;
  /** The time from SIGTERM to SIGKILL, in milliseconds. @defaultValue 5000 */
  readonly gracePeriodMs?: number;
  /** How long the CLI may take to leave by itself, in milliseconds. @defaultValue 2000 */
  readonly settleMs?: number;
  /** The longest native message in bytes. A longer one is dropped, as an `error` event says. @defaultValue 67108864 */
  readonly maxLineBytes?: number;
  /**
   * Only so much of the beginning of a message, a thinking block, a tool's streamed input or a shell is kept, in bytes of
   * UTF-8: its deltas go on, its stop, `accumulated` and `result.text` end there, a `debug` event and
   * `result.diagnostics.cutTexts` say so. @defaultValue 67108864
   */
  readonly maxTextBytes?: number;
  /**
   * Whether a process lives on. It is called when the run ends, however it ends, for each process that the agent has
   * started and not ended. A process for which it returns `true` lives on with all that it starts, such as a
   * development server that the user asked for. An agent chooses how its processes look, so only return `true` for what
   * the user wants; nobody ends it later, not even when the host dies. A throw counts as no. @defaultValue nothing
   * lives on
   */
  readonly leaveRunning?: (process: LeavableProcess) => boolean;
  /**
   * Whether the run ends with STORE_ERROR when the store of its client cannot keep it any more; refused where the
   * client has no store. @defaultValue false: it goes on, with a warning
   */
  readonly storeRequired?: boolean;
  /** A signal that aborts the run. */
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
  /** The script of the answers that the model was made to give. */
  readonly modelScript?: string;
  readonly notes?: string;
}

/** The options after validation, with the defaults in place. Modes and dialects are given these. */
export interface ResolvedOptions extends AgentOptions {
  /** The schema as a JSON Schema, without `$schema`. */
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
