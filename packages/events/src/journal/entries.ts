/** The journal of a run: one ordered list of what happened, what was asked, what was said to the agent, and how it ended. */
import type { ErrorCode } from '../error-code.ts';
import type { AgentEvent } from '../events.ts';
import type { Cause } from './causes.ts';
import type { JsonValue, RunHeader } from './header.ts';

/** The rules of the runtime that answer where nobody else does. */
export const POLICY_RULES = [
  'approval-mode',
  'timeout',
  'nobody-listens',
  'callback-failed',
  'stopping',
  'caller-ended',
] as const;

export type PolicyRule = (typeof POLICY_RULES)[number];

/** Who gives an answer, a prompt or a command. */
export type Giver =
  | { readonly kind: 'user'; readonly id?: string }
  | { readonly kind: 'agent'; readonly id: string }
  /** The program that has the handle, where it names nobody; `rule` is the rule of its own by which it has decided. */
  | { readonly kind: 'program'; readonly rule?: string }
  /** A rule of the runtime, where nobody was asked or nobody has answered; `caller-ended` aborts a run whose caller has ended. */
  | { readonly kind: 'policy'; readonly rule: PolicyRule };

/** One question of the agent with its choices. */
export interface Question {
  /** The key under which `answers` are given. */
  readonly id: string;
  readonly question: string;
  readonly header?: string;
  readonly multiSelect?: boolean;
  readonly options?: readonly { readonly label: string; readonly description?: string }[];
  /** Whether text that is no option is accepted too. */
  readonly freeText?: boolean;
}

/** An answer to an interaction. */
export type InteractionResponse =
  | {
      readonly type: 'approve';
      /** How far the grant reaches. @defaultValue 'once' */
      readonly scope?: 'once' | 'session';
      /** Changed input of the tool. */
      readonly input?: unknown;
      /** A remark to the agent with the grant, where its CLI has a place for one; no built-in one has. */
      readonly detail?: string;
    }
  | { readonly type: 'deny'; readonly reason?: string; readonly interrupt?: boolean }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'answers'; readonly answers: Readonly<Record<string, string | readonly string[]>> }
  | { readonly type: 'form'; readonly action: 'accept' | 'decline' | 'cancel'; readonly content?: unknown };

interface EntryBase {
  readonly runId: string;
  /** The time in milliseconds since the epoch. */
  readonly timestamp: number;
}

/** The first entry of a run. */
export interface OpenEntry extends EntryBase {
  readonly entry: 'open';
  readonly header: RunHeader;
}

/** The answers that a question accepts; the entry stands right after the event of the question. */
export interface AskedEntry extends EntryBase {
  readonly entry: 'asked';
  readonly interactionId: string;
  /** How far a grant can reach. */
  readonly scopes: readonly ('once' | 'session')[];
  /** Whether `{ type: 'approve', input }` is accepted: the call is then made with that input. */
  readonly acceptsUpdatedInput: boolean;
  readonly questions?: readonly Question[];
  /** A JSON Schema of the form to fill in. */
  readonly schema?: unknown;
  /** The input with which the tool would be called. */
  readonly input?: unknown;
}

interface Given extends EntryBase {
  readonly entry: 'input';
  readonly by: Giver;
}

/** What was said to the agent, or done to its run. The entry stands before everything that it causes. */
export type InputEntry =
  | (Given & {
      readonly input: 'prompt';
      /** The id of the prompt, unique within its run. */
      readonly id: string;
      readonly text: string;
      /** How the prompt was to be delivered; `delivered` says what became of it. */
      readonly as: 'first' | 'new-turn' | 'steer';
      /** The number of images that came with it. */
      readonly images?: number;
    })
  | (Given & { readonly input: 'answer'; readonly interactionId: string; readonly response: InteractionResponse })
  | (Given & {
      readonly input: 'control';
      readonly action: 'interrupt' | 'abort' | 'pause' | 'resume' | 'end';
      /** The reason of an abort, where one was given. */
      readonly reason?: string;
    });

/** What became of a prompt, once the CLI has said so. Readers place its text here. */
export interface DeliveredEntry extends EntryBase {
  readonly entry: 'delivered';
  /** The id of the prompt. */
  readonly id: string;
  readonly delivered: 'new-turn' | 'steered' | 'answer';
}

/** How a turn ended. `failed` means that the agent reported it, or that its answer does not fit the demanded form. */
export type TurnOutcome = (typeof TURN_OUTCOMES)[number];

export const TURN_OUTCOMES = [
  'completed',
  'failed',
  'aborted',
  'interrupted',
  'timeout',
  'inactivity',
  'turn_limit',
  'budget',
  'crashed',
  'killed',
] as const;

export interface TurnError {
  readonly code: ErrorCode;
  readonly message: string;
  /** Whether the same prompt, or the same call, may well succeed later. */
  readonly recoverable: boolean;
}

/** The end of a turn after which the run goes on. Where the run ends with its last turn, `close` says how that one ended. */
export interface TurnEntry extends EntryBase {
  readonly entry: 'turn';
  /** The id of the prompt with which the turn began. */
  readonly id: string;
  readonly outcome: TurnOutcome;
  /** The error; absent where the turn completed. */
  readonly error?: TurnError;
  /** The agent's answer as it was, where the run demands output of a form; absent where the answer does not fit. */
  readonly output?: unknown;
}

/** Something that the host has published; the agent does not know about it. */
export interface NoteEntry extends EntryBase {
  readonly entry: 'note';
  readonly kind: string;
  readonly lane?: string;
  readonly data: JsonValue;
}

/** The part of a run's result that is not in its events. */
export interface CloseFacts {
  readonly durationMs: number;
  /** The exit code of the process; null where a signal ended it or it never started. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The number of processes that were started for the run: 1 without retries, 0 where it was to take over from a run and never began. */
  readonly attempts: number;
  /** The id to resume with. */
  readonly sessionId?: string;
  /** The `seq` of the `message_stop` that has the text of the result; absent where the result has none. */
  readonly textOf?: number;
  /** The error; absent where the run completed. */
  readonly error?: TurnError;
  /** The agent's last answer as it was, where the run demands output of a form; absent where the answer does not fit. */
  readonly output?: unknown;
  /** The tail of stderr, at most 64 KiB; empty where the run completed. */
  readonly stderr: string;
  /** Processes of the run that `leaveRunning` let live on; absent where there are none. */
  readonly leftRunning?: readonly { readonly pid: number; readonly command: string }[];
  readonly diagnostics: {
    /** Native types and fields that the dialect does not know, with how often they came. */
    readonly unknownNative: Readonly<Record<string, number>>;
    /** The number of drafts that had no legal place, and of texts whose final form differed from what was streamed. */
    readonly repaired: number;
    /** The number of texts longer than `maxTextBytes`, of which only the beginning was kept; absent where there were none. */
    readonly cutTexts?: number;
    /**
     * The number of lines of stdout that were no message of the CLI's protocol: each is a `log`, or an `error` where it was a broken one.
     * Absent where there were none.
     */
    readonly unreadable?: number;
  };
}

/** The last entry of a run. A run without one is still open, or its host died. */
export interface CloseEntry extends EntryBase {
  readonly entry: 'close';
  readonly cause: Cause;
  readonly facts: CloseFacts;
  /** The id of the run that takes over. */
  readonly handoffTo?: string;
}

/** An entry of a journal: an event has `type`, everything else has `entry`. */
export type JournalEntry =
  | AgentEvent
  | OpenEntry
  | AskedEntry
  | InputEntry
  | DeliveredEntry
  | TurnEntry
  | NoteEntry
  | CloseEntry;

/** An entry among those of all runs of a tree. */
export interface TreeEntry {
  /** Its place in the tree, dense from 0 on: entries are numbered as they occur, whichever run they belong to. */
  readonly pos: number;
  /** The run that it belongs to. */
  readonly run: RunHeader;
  readonly entry: JournalEntry;
}

/** Whether an entry is one of the 67 events. */
export function isEventEntry(entry: JournalEntry): entry is AgentEvent {
  // This runs several times for each event, and reading a field costs a tenth of checking whether it exists.
  return (entry as Partial<AgentEvent>).type !== undefined;
}
