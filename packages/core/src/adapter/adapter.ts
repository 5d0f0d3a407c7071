/**
 * The contract of an adapter: which CLI it drives, in which modes, and how it starts and speaks to the CLI. Adapters
 * from outside use the same contract as the built-in ones.
 */
import type { AgentEventTypeLiteral, AgentName } from '@agent-mux/events';
import type { Dialect, PromptInput } from './dialect.ts';
import type { ApprovalMode, NativeOptions, ResolvedOptions, SandboxMode, ThinkingEffortLevel } from './options.ts';
import type { SessionReader } from './session-reader.ts';

/** A sandbox, and whether the commands in it reach the network. */
export type SandboxKind = SandboxMode | `${Exclude<SandboxMode, 'off'>}+network`;

/** What a mode can do. These are claims: a fixture proves each event type. */
export interface Capabilities {
  readonly canResume: boolean;
  readonly canFork: boolean;
  /** How a session can go back to an earlier prompt: when it is continued, or when it is copied. @defaultValue none */
  readonly rewinds?: readonly ('resume' | 'fork')[];
  /**
   * How the runtime knows how many turns a continued session has had: the CLI tells its history, or its file is read
   * before the start. @defaultValue it is not known
   */
  readonly priorTurns?: 'told' | 'read';
  /** Whether the session can be kept off the disk. */
  readonly supportsNoSession: boolean;
  /** Whether the same process takes follow-ups; `keepOpen` and several prompts need it. */
  readonly supportsMultiTurn: boolean;
  /** Whether a prompt can join the running turn. */
  readonly supportsSteering: boolean;
  readonly supportsTextStreaming: boolean;
  readonly supportsToolCallStreaming: boolean;
  readonly supportsThinkingStreaming: boolean;
  /**
   * The approval modes that the CLI can be put into. `prompt` means that it can be made to ask, `deny` that it can be
   * kept from acting, and `yolo` that it can be allowed to act.
   */
  readonly approvalModes: readonly ApprovalMode[];
  /**
   * The sandboxes that the CLI can be told to use, in every approval mode. @defaultValue none: it has no sandbox of its
   * own
   */
  readonly sandboxes?: readonly SandboxKind[];
  /** The options of its own that the CLI takes for one run. @defaultValue none */
  readonly nativeOptions?: readonly (keyof NativeOptions)[];
  /** Whether the agent can ask free questions. */
  readonly supportsQuestions: boolean;
  readonly supportsThinking: boolean;
  readonly thinkingEffortLevels: readonly ThinkingEffortLevel[];
  readonly supportsThinkingBudgetTokens: boolean;
  /**
   * The places where a system prompt can really be put. Any other wish is met as nearly as the CLI allows, and a note
   * says how.
   */
  readonly systemPromptModes: readonly ('prepend' | 'append' | 'replace')[];
  readonly supportsMCP: boolean;
  /** Whether a client can offer its own functions as tools. @defaultValue false */
  readonly supportsHostTools?: boolean;
  /** Whether the CLI can be made to answer in the form of a JSON Schema. @defaultValue false */
  readonly supportsOutputSchema?: boolean;
  /** Whether a run can name its model. @defaultValue true */
  readonly supportsModelChoice?: boolean;
  readonly supportsSkills: boolean;
  readonly supportsAgentsMd: boolean;
  readonly supportsImageInput: boolean;
  readonly supportsFileAttachments: boolean;
  /** Whether the CLI itself keeps to `maxTurns`; otherwise the runtime counts steps. */
  readonly supportsMaxTurns: boolean;
  /**
   * Whether the CLI reports the tokens of each model request, for all agents at work, before it makes the next one, so
   * that the runtime can keep to `maxTokens`. @defaultValue false
   */
  readonly supportsMaxTokens?: boolean;
  /**
   * How `maxCostUsd` is kept. With `native` the CLI itself keeps to it. Otherwise the runtime does: with `told` it
   * counts the money that the CLI reports with each request, where the CLI knows a price; with `priced` it counts by
   * the prices of the client, since the CLI reports tokens and no money. @defaultValue nobody can
   */
  readonly maxCost?: 'native' | 'told' | 'priced';
  /** Whether `interrupt()` is sent by protocol; otherwise it is a SIGINT. */
  readonly interrupt: 'protocol' | 'signal';
  /** The event types that this mode can produce. */
  readonly events: readonly AgentEventTypeLiteral[];
}

/** How a user gets the CLI. The command is only shown; nothing but `amux install --yes` runs it. */
export interface InstallMethod {
  readonly platform: 'darwin' | 'linux' | 'win32' | 'all';
  readonly type: 'npm' | 'pip' | 'brew' | 'curl' | 'winget' | 'scoop' | 'manual';
  readonly command: string;
  readonly notes?: string;
}

/** A file that a login leaves behind. Its content is never shown. */
export interface AuthFile {
  /** The path relative to the home folder, with `/`. */
  readonly path: string;
  /** A variable that names the folder in which the file lies instead. */
  readonly folderVariable?: string;
  /** The path below that folder, with `/`. @defaultValue its name */
  readonly folderPath?: string;
  /** A variable that names the folder which is used instead of the home folder. */
  readonly homeVariable?: string;
  /**
   * A field of a JSON file that must be there and not empty, such as `tokens.refresh`. @defaultValue that the file is
   * there is enough
   */
  readonly field?: string;
}

/**
 * The names and places that show that somebody is logged in. Nothing is sent anywhere to find out whether the login is
 * still good.
 */
export interface AuthHints {
  /** The exact names of variables; any one that is not empty is a login. */
  readonly variables: readonly string[];
  readonly files: readonly AuthFile[];
  /**
   * The CLI's settings, which may name a provider with a key of its own: where one of these files exists, it is not
   * known that nobody is logged in. @defaultValue none
   */
  readonly settings?: readonly AuthFile[];
  /**
   * The platforms on which a login may lie in a place that is not searched, such as a keychain, each with a sentence.
   */
  readonly elsewhere?: Readonly<Partial<Record<NodeJS.Platform, string>>>;
}

/** How the process of a run is started. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  /** The variables that are added to the inherited environment; RunOptions.env wins over them. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /**
   * What stdin gets. `open` means that it stays open for a conversation, and `end` that it is closed at once; a text is
   * the whole input.
   */
  readonly stdin: 'open' | 'end' | { readonly text: string };
  /**
   * The files that the CLI reads, by a name within the run's folder (`c.dir`). They are written with mode 0600 and
   * removed afterwards.
   */
  readonly files?: Readonly<Record<string, string>>;
}

/** A session that is continued or copied, as its file describes it before the start. */
export interface PriorSession {
  /** The number of turns before those of the run. */
  readonly turnCount: number;
  /** The CLI's own name for the last entry before `checkpointId`, where the CLI goes back by that name. */
  readonly place?: string;
}

/** What the runtime hands to a mode. */
export interface ModeContext {
  readonly runId: string;
  /** The run's own 0700 folder, absolute. */
  readonly dir: string;
  /** The CLI to start. */
  readonly binary: string;
  /** Makes a new UUID, which is the same in a replay. */
  newId(): string;
  /** The first prompt, whose attachments have been read. */
  readonly input: PromptInput;
  /** How much of a text a dialect keeps where it collects one, in bytes of UTF-8. @defaultValue 64 MiB */
  readonly maxTextBytes?: number;
  /** How the CLI was started, because it does not repeat what its command line says. Only the dialect gets this. */
  readonly argv?: readonly string[];
  /**
   * The facts from the session's file, for a command that goes back in the session. Absent when the command is tried
   * before the start.
   */
  readonly prior?: PriorSession;
}

/**
 * A sentence about an option that a mode takes but cannot honour in full. It becomes a `debug` warn at the start of the
 * run.
 */
export type OptionNote = string;

/** The capabilities for which a mode may give a reason when it refuses an option. */
export type RefusedCapability =
  | 'noSession'
  | 'checkpoint'
  | 'model'
  | 'mcp'
  | 'hostTools'
  | 'outputSchema'
  | 'sandbox'
  | 'maxTokens'
  | 'maxCostUsd'
  | 'nativeArgs'
  | 'nativeConfig'
  | 'nativeEnv';

/** Names of the CLI itself, each with what to give instead or what it would break, as a clause without a full stop. */
export interface ReservedNames {
  /**
   * Flags with their dashes. `-x` is also found in a cluster of letters, and `--long-name` in any spelling that a
   * parser of words takes.
   */
  readonly args?: Readonly<Record<string, string>>;
  /**
   * Settings, with dots between their parts, in which `*` stands for any part; whatever lies below one is reserved too.
   */
  readonly config?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** Names that `native` may not contain. */
export interface ReservedOptions extends ReservedNames {
  /**
   * The names by which the CLI grants what `approvalMode` denies; they are reserved except in the mode `yolo`.
   * `RunOptions.env` may not have these variables either, and those of the host are not passed on.
   */
  readonly granting?: ReservedNames;
}

/** One way of talking to a CLI. `command` and `dialect` are pure: the same options give the same result. */
export interface Mode {
  readonly name: string;
  readonly capabilities: Capabilities;
  readonly transport: 'lines' | 'content-length' | 'document' | 'pty';
  /** Set where the CLI loses output under a slow reader, so that it never has to wait. */
  readonly eagerRead?: true;
  /**
   * Set where the CLI drops at its exit what a pipe has not taken yet, so that it prints into a file, which is read
   * while it grows.
   */
  readonly stdout?: 'file';
  /**
   * Set where another program does the work, such as a gateway, which goes on when its client is gone. A run that is
   * stopped in its turn then first says what `interrupt()` of its dialect returns, and the client has the grace period
   * to pass it on before it is ended.
   */
  readonly worksElsewhere?: true;
  command(options: ResolvedOptions, context: ModeContext): Command;
  dialect(options: ResolvedOptions, context: ModeContext): Dialect;
  /**
   * The reasons for refusing options, for the errors that refuse them; each is a clause without a full stop.
   * @defaultValue the capability's name is all that is said
   */
  readonly refusals?: Readonly<Partial<Record<RefusedCapability, string>>>;
  /** The CLI's own options that agent-mux keeps to itself. @defaultValue none */
  readonly reserved?: ReservedOptions;
  /** Names the options that are taken but not honoured, each with a sentence. */
  notes?(options: ResolvedOptions): readonly OptionNote[];
  /** Returns the options that a recorded command line stands for; undefined where it is not one of this mode. */
  recognize?(argv: readonly string[]): Partial<ResolvedOptions> | undefined;
}

/** Everything that is known of one CLI. It is stateless: a run's memory is in its dialect. */
export interface Adapter {
  readonly specVersion: 1;
  readonly agent: AgentName;
  readonly displayName: string;
  /** The name that is looked up on PATH. */
  readonly cliCommand: string;
  /** The versions that the fixtures were recorded with, newest first. */
  readonly testedVersions: readonly string[];
  /**
   * Variables of `RunOptions.env` that change what a dialect says of a run; exact names. A recording keeps them, so that its
   * replay says the same: they must contain no secret. @defaultValue none
   */
  readonly recordedEnv?: readonly string[];
  /**
   * Variables of `RunOptions.env` that a dialect says on to its CLI and that may contain a secret; exact names. A recording tells that
   * they were given, and no more: a replay takes whatever was said in their place. @defaultValue none
   */
  readonly spokenEnv?: readonly string[];
  /** The exact names of environment variables by which the CLI thinks that it runs inside another agent. */
  readonly hostMarkers: readonly string[];
  /** The first one is preferred. */
  readonly modes: readonly Mode[];
  /** Reads the CLI's own sessions. @defaultValue its store cannot be read */
  readonly sessions?: SessionReader;
  readonly install: readonly InstallMethod[];
  /** The advice for a user who is not logged in. */
  readonly authGuidance: string;
  /** What shows that somebody is logged in. @defaultValue it is not known */
  readonly auth?: AuthHints;
}
