/** The contract of an adapter: which CLI, in which modes, started how, spoken to how. Built-in and outside adapters use the same. */
import type { AgentEventTypeLiteral, AgentName } from '@agent-mux/events';
import type { Dialect, PromptInput } from './dialect.ts';
import type { ApprovalMode, NativeOptions, ResolvedOptions, SandboxMode, ThinkingEffortLevel } from './options.ts';
import type { SessionReader } from './session-reader.ts';

/** A sandbox, and whether what runs in it reaches the network. */
export type SandboxKind = SandboxMode | `${Exclude<SandboxMode, 'off'>}+network`;

/** What a mode can do. Claims: each event type is proved by a fixture. */
export interface Capabilities {
  readonly canResume: boolean;
  readonly canFork: boolean;
  /** Whether a session can be taken up at an earlier prompt: when it is continued, when it is copied. @defaultValue none */
  readonly rewinds?: readonly ('resume' | 'fork')[];
  /**
   * How it is known how many turns a session has had that is continued: the CLI tells its history, or its file is read before the
   * start. @defaultValue it is not known
   */
  readonly priorTurns?: 'told' | 'read';
  /** Whether the session can be kept off the disk. */
  readonly supportsNoSession: boolean;
  /** Follow-ups in the same process; `keepOpen` and several prompts need it. */
  readonly supportsMultiTurn: boolean;
  /** Whether a prompt can join the running turn. */
  readonly supportsSteering: boolean;
  readonly supportsTextStreaming: boolean;
  readonly supportsToolCallStreaming: boolean;
  readonly supportsThinkingStreaming: boolean;
  /** `prompt`: it can be made to ask; `deny`: it can be kept from acting; `yolo`: it can be let act. */
  readonly approvalModes: readonly ApprovalMode[];
  /** The sandboxes that the CLI can be told to use, in every approval mode. @defaultValue none: it has no sandbox of its own */
  readonly sandboxes?: readonly SandboxKind[];
  /** Which options of its own the CLI takes for one run. @defaultValue none */
  readonly nativeOptions?: readonly (keyof NativeOptions)[];
  /** Whether the agent can ask free questions. */
  readonly supportsQuestions: boolean;
  readonly supportsThinking: boolean;
  readonly thinkingEffortLevels: readonly ThinkingEffortLevel[];
  readonly supportsThinkingBudgetTokens: boolean;
  /** Where a system prompt can really be put. Any other wish is met as near as the CLI can, and a note says how. */
  readonly systemPromptModes: readonly ('prepend' | 'append' | 'replace')[];
  readonly supportsMCP: boolean;
  /** Whether a client can offer functions of its own as tools. @defaultValue false */
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
   * Whether the CLI tells what each model request has used, of all agents at work, before it asks again: then the runtime keeps to
   * `maxTokens`. @defaultValue false
   */
  readonly supportsMaxTokens?: boolean;
  /**
   * Who keeps to `maxCostUsd`. `native`: the CLI itself. Otherwise the runtime: `told`: by the money that the CLI tells with each
   * request, where it knows a price; `priced`: by the prices of the client, since the CLI tells tokens and no money.
   * @defaultValue nobody can
   */
  readonly maxCost?: 'native' | 'told' | 'priced';
  /** Whether `interrupt()` goes by protocol; otherwise by SIGINT. */
  readonly interrupt: 'protocol' | 'signal';
  /** The event types that this mode can produce. */
  readonly events: readonly AgentEventTypeLiteral[];
}

/** How a user gets the CLI. Shown, and run by nothing but `amux install --yes`. */
export interface InstallMethod {
  readonly platform: 'darwin' | 'linux' | 'win32' | 'all';
  readonly type: 'npm' | 'pip' | 'brew' | 'curl' | 'winget' | 'scoop' | 'manual';
  readonly command: string;
  readonly notes?: string;
}

/** A file that a login leaves behind. What is in it is never shown. */
export interface AuthFile {
  /** Relative to the home folder, with `/`. */
  readonly path: string;
  /** A variable that names the folder in which the file lies instead. */
  readonly folderVariable?: string;
  /** Where it lies below that folder, with `/`. @defaultValue its name */
  readonly folderPath?: string;
  /** A variable that names the folder which is used instead of the home folder. */
  readonly homeVariable?: string;
  /** A field of a JSON file that must be there and not empty, as `tokens.refresh`. @defaultValue that the file is there is enough */
  readonly field?: string;
}

/** What shows that somebody is logged in: names and places. Nothing is sent anywhere to find out whether it is still good. */
export interface AuthHints {
  /** Variables of which any one that is not empty is a login; exact names. */
  readonly variables: readonly string[];
  readonly files: readonly AuthFile[];
  /** The CLI's settings, in which a provider with a key of its own may be named: where one of them is there, no login is not known. @defaultValue none */
  readonly settings?: readonly AuthFile[];
  /** Platforms on which a login may lie where it is not looked for, such as a keychain, each with a sentence. */
  readonly elsewhere?: Readonly<Partial<Record<NodeJS.Platform, string>>>;
}

/** How the process of a run is started. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  /** Added to the inherited environment; RunOptions.env wins over it. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** `open`: a conversation; `end`: closed at once; otherwise the whole input. */
  readonly stdin: 'open' | 'end' | { readonly text: string };
  /** Files that the CLI reads, by a name within the run's folder (`c.dir`). Written 0600, removed after. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A session that is continued or copied, as its file tells it before the start. */
export interface PriorSession {
  /** The turns that go before those of the run. */
  readonly turnCount: number;
  /** The CLI's own name for the last thing before `checkpointId`, where it goes back by that. */
  readonly place?: string;
}

/** What the runtime hands to a mode. */
export interface ModeContext {
  readonly runId: string;
  /** The run's own 0700 folder, absolute. */
  readonly dir: string;
  /** The CLI to start. */
  readonly binary: string;
  /** A new UUID; the same in a replay. */
  newId(): string;
  /** The first prompt with its attachments read. */
  readonly input: PromptInput;
  /** How much of a text a dialect keeps where it gathers one, in bytes of UTF-8. @defaultValue 64 MiB */
  readonly maxTextBytes?: number;
  /** Given to the dialect: how the CLI was started, for what it was told and does not repeat. */
  readonly argv?: readonly string[];
  /** What the session's file says of it, for the command that goes back in it. Absent when the command is tried before the start. */
  readonly prior?: PriorSession;
}

/** An option that a mode takes but cannot honour in full: a `debug` warn at the start of the run. */
export type OptionNote = string;

/** What a mode may say more of than its name, where it is refused. */
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
  /** Flags with their dashes; `-x` also in a cluster of letters, `--long-name` in any spelling that a parser of words takes. */
  readonly args?: Readonly<Record<string, string>>;
  /** Settings, with dots between their parts, of which `*` stands for any; what lies below one is reserved too. */
  readonly config?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** Names that `native` may not have. */
export interface ReservedOptions extends ReservedNames {
  /**
   * Those by which the CLI grants what `approvalMode` denies: reserved but in the mode `yolo`. `RunOptions.env` may not have these
   * variables either, and those of the host are not handed on.
   */
  readonly granting?: ReservedNames;
}

/** One way of talking to a CLI. `command` and `dialect` are pure: the same options give the same. */
export interface Mode {
  readonly name: string;
  readonly capabilities: Capabilities;
  readonly transport: 'lines' | 'content-length' | 'document' | 'pty';
  /** The CLI loses output under a slow reader: it never has to wait. */
  readonly eagerRead?: true;
  /** The CLI drops at its exit what a pipe has not taken yet: it prints into a file, which is read while it grows. */
  readonly stdout?: 'file';
  command(options: ResolvedOptions, context: ModeContext): Command;
  dialect(options: ResolvedOptions, context: ModeContext): Dialect;
  /** Why an option is refused, for the error that refuses it: each a clause without a full stop. @defaultValue the capability's name is all that is said */
  readonly refusals?: Readonly<Partial<Record<RefusedCapability, string>>>;
  /** Which of the CLI's own options agent-mux keeps to itself. @defaultValue none */
  readonly reserved?: ReservedOptions;
  /** Options that are taken but not honoured, each with a sentence. */
  notes?(options: ResolvedOptions): readonly OptionNote[];
  /** The options that a recorded command line stands for; undefined where it is not one of this mode. */
  recognize?(argv: readonly string[]): Partial<ResolvedOptions> | undefined;
}

/** All that is known of one CLI. Stateless: all that a run remembers is in its dialect. */
export interface Adapter {
  readonly specVersion: 1;
  readonly agent: AgentName;
  readonly displayName: string;
  /** The name that is looked up on PATH. */
  readonly cliCommand: string;
  /** Versions that the fixtures were recorded with, newest first. */
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
  /** Environment variables by which the CLI thinks that it runs inside another agent; exact names. */
  readonly hostMarkers: readonly string[];
  /** The first one is preferred. */
  readonly modes: readonly Mode[];
  /** Reads the CLI's own sessions. @defaultValue its store cannot be read */
  readonly sessions?: SessionReader;
  readonly install: readonly InstallMethod[];
  /** What to do when nobody is logged in. */
  readonly authGuidance: string;
  /** What shows that somebody is. @defaultValue it is not known */
  readonly auth?: AuthHints;
}
