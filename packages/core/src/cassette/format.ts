/** The cassette: one recorded conversation with a CLI, as a header line and one line per message, host action and exit. */
import type { AgentName } from '@agent-mux/events';
import type { PriorSession } from '../adapter/adapter.ts';
import type { HostToolOutcome, InteractionResponse, PromptImage } from '../adapter/dialect.ts';
import type { EventDraft } from '../adapter/draft.ts';
import type { HostTool, ResolvedOptions } from '../adapter/options.ts';
import type { Framing } from '../process/framer.ts';

export const CASSETTE_FILE = 'cassette.jsonl';
export const CASSETTE_VERSION = 1;

/** What was taken out of a recording, by kind; never the thing itself. */
export interface Redaction {
  readonly kind: string;
  readonly placeholder: string;
}

/**
 * The options that shape what is said and what comes back. Of the environment only what the adapter names is kept, of MCP servers
 * no value that may be a secret; prompt and working folder are not among them.
 */
export type RecordedOptions = Partial<
  Pick<
    ResolvedOptions,
    | 'stream'
    | 'approvalMode'
    | 'includeSubagents'
    | 'keepOpen'
    | 'maxTurns'
    | 'sessionId'
    | 'forkSessionId'
    | 'checkpointId'
    | 'noSession'
    | 'model'
    | 'thinkingEffort'
    | 'thinkingBudgetTokens'
    | 'systemPrompt'
    | 'systemPromptMode'
    | 'attachments'
    | 'temperature'
    | 'topP'
    | 'topK'
    | 'maxTokens'
    | 'maxOutputTokens'
    | 'skills'
    | 'agentsDoc'
    | 'mcpServers'
    | 'env'
  > & { readonly tools: readonly Omit<HostTool, 'run'>[] }
>;

/** First line of a cassette. The optional fields are absent where another program recorded it. */
export interface CassetteHeader {
  readonly cassette: typeof CASSETTE_VERSION;
  readonly agent: AgentName;
  readonly cliVersion: string;
  readonly argv: readonly string[];
  readonly scenario: string;
  readonly framing: Framing;
  /** Whether the order of `in` against `out` is as it happened; otherwise the two were merged by cause. */
  readonly ordered: boolean;
  readonly notes?: string;
  /** What the model was made to answer. */
  readonly modelScript?: string;
  /** Name of the adapter's mode. */
  readonly mode?: string;
  /** Such as `linux-x64`. */
  readonly platform?: string;
  readonly redactions?: readonly Redaction[];
  /** Milliseconds since the epoch, at `t` 0. */
  readonly startedAt?: number;
  readonly runId?: string;
  readonly options?: RecordedOptions;
  /** Of a session that is continued or copied: what its file said before the start. */
  readonly prior?: PriorSession;
  /** Where native lines that no CLI could be made to say were taken from. */
  readonly handWritten?: string;
}

/** Who said something to the agent. */
export type Giver =
  | { readonly kind: 'program' }
  /** A rule of the runtime, where nobody was asked or nobody has answered. */
  | { readonly kind: 'policy'; readonly rule: PolicyRule };

export type PolicyRule = 'approval-mode' | 'timeout' | 'nobody-listens' | 'callback-failed' | 'stopping';

interface Prompted {
  readonly by: Giver;
  /** Of the prompt, within its run. */
  readonly id: string;
  readonly text: string;
  readonly images?: readonly PromptImage[];
}

/**
 * What the host said to the agent. It stands before the messages that the dialect made of it, so that a replay can ask the dialect
 * for them again. Recordings of other programs have none, and older ones of ours neither.
 */
export type HostSpeech =
  /** `first` opens the conversation of an attempt: what the dialect says to open it comes before the words. */
  | (Prompted & { readonly action: 'prompt'; readonly as: 'first' | 'new-turn' })
  | (Prompted & { readonly action: 'steer'; readonly as: 'steer' })
  | {
      readonly action: 'answer';
      readonly by: Giver;
      /** The CLI's own name for its question. */
      readonly key: string;
      /** Absent where no event told of the question. */
      readonly interactionId?: string;
      readonly response: InteractionResponse;
    }
  | { readonly action: 'tool-result'; readonly key: string; readonly outcome: HostToolOutcome }
  /** The CLI was asked how its turn stands. */
  | { readonly action: 'probe' }
  /** The CLI was asked to leave. */
  | { readonly action: 'close' };

/** What the host did and said: a replay does it again at the same place. */
export type HostAction =
  | HostSpeech
  | { readonly action: 'signal'; readonly signal: string }
  | { readonly action: 'end-input' }
  /** `turn`: the CLI was told; `run`: there was nobody to tell. Absent in older recordings. */
  | { readonly action: 'interrupt'; readonly of?: 'turn' | 'run' }
  | { readonly action: 'abort' }
  | { readonly action: 'timeout'; readonly kind: 'run' | 'inactivity' }
  /** Somebody else ended the process. */
  | { readonly action: 'kill' }
  /** What the runtime itself said. An `outcome` is its own reason to end the run. */
  | { readonly action: 'draft'; readonly draft: EventDraft }
  /** After an exit: what follows is another process. */
  | {
      readonly action: 'retry';
      readonly attempt: number;
      readonly maxAttempts: number;
      readonly reason: string;
      readonly delayMs: number;
    };

interface Timed {
  /** Milliseconds since the start; absent where it is not known. */
  readonly t?: number;
}

/** One message, without its framing. `base64` where the bytes are not UTF-8. */
export type WireEntry = Timed & {
  readonly dir: 'in' | 'out' | 'err';
  /** The last message of a stream, without its end. */
  readonly partial?: boolean;
} & ({ readonly text: string; readonly base64?: never } | { readonly base64: string; readonly text?: never });

export type HostEntry = Timed & { readonly dir: 'host' } & HostAction;

export type ExitEntry = Timed & {
  readonly dir: 'exit';
  readonly code: number | null;
  readonly signal: string | null;
  /** What the host had asked for; absent where it was not recorded. */
  readonly asked?: 'interrupt' | 'abort' | 'timeout' | null;
  /** The CLI was done and told to leave, and the host ended it: it counts as having left well. */
  readonly settled?: boolean;
};

export type CassetteEntry = WireEntry | HostEntry | ExitEntry;

export interface Cassette {
  readonly header: CassetteHeader;
  readonly entries: readonly CassetteEntry[];
}

/** A message as a dialect sees it. */
export function readText(entry: WireEntry): string {
  return entry.text ?? Buffer.from(entry.base64, 'base64').toString('utf8');
}

/** A message as it was on the wire, without its framing. */
export function readBytes(entry: WireEntry): Buffer {
  return entry.text === undefined ? Buffer.from(entry.base64, 'base64') : Buffer.from(entry.text, 'utf8');
}
