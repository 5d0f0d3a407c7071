/** How pi and its forks differ: everything that the one dialect needs to know about an agent. */
import type { EventDraft, HostToolOutcome, Outcome, ResolvedOptions } from '@agent-mux/core';
import type { McpTool } from '@agent-mux/events';
import type { DescribedAction, KindTable, KnownFields } from '../shared/index.ts';
import type { Lane } from './lane.ts';
import type { NativeLine } from './native.ts';
import type { Asked } from './questions.ts';
import type { HiddenCall, RefusedCall } from './told-calls.ts';

/** The modes: `rpc` is a conversation, `json` one prompt and its answer. */
export type FamilyMode = 'rpc' | 'json';

/** The parts of the dialect that an agent's own part may use. */
export interface FamilyParts {
  readonly options: ResolvedOptions;
  /** The activity of the main agent. */
  readonly main: Lane;
  readonly cwd: () => string;
  newLane(name: string): Lane;
}

/** What a part of a line comes to. */
export interface Unwrapped {
  /** The events of what is lost. */
  readonly drafts: readonly EventDraft[];
  /** The whole line; undefined until its last part. */
  readonly text?: string;
}

/** An agent's own part, which reads the lines that the others do not have. Each run has a new one. */
export interface OwnPart {
  /** Whether the part knows of background work that goes on. */
  readonly isBusy: boolean;
  /** The events of a line; undefined where it is not one of the agent's own. */
  parse(line: NativeLine): readonly EventDraft[] | undefined;
  /** Takes a part of a line. */
  unwrap?(line: NativeLine): Unwrapped;
  /** The events of what the part still holds back as the process leaves. */
  left?(): readonly EventDraft[];
  /** The events of a message that is neither a prompt, nor an answer, nor a result. */
  message?(line: NativeLine): readonly EventDraft[];
  /** Whether the stream hides a call of this tool. */
  hides?(toolName: string): boolean;
  /** The events of a hidden call's lines. */
  hidden?(event: 'ready' | 'update' | 'end', call: HiddenCall): readonly EventDraft[];
  /** Records that the turn is over. */
  turnEnded?(): readonly EventDraft[];
  /** Reads a question that only this agent's own words explain. */
  question?(line: NativeLine): Asked | undefined;
  /** Takes an answer on its way to the agent. */
  answered?(line: NativeLine): void;
  /** The line that carries the result of the program's tool; undefined where nobody waits for it. */
  hostToolResult?(key: string, outcome: HostToolOutcome): Readonly<Record<string, unknown>> | undefined;
  /** Takes such a line on its way to the agent. */
  hostToolReturned?(line: NativeLine): readonly EventDraft[];
}

export interface Family {
  readonly authGuidance: string;
  readonly known: KnownFields;
  /** Whether the agent announces retries and compactions only after the end of its run, so that an end counts only when nothing follows. */
  readonly settlesAfterEnd: boolean;
  /** Whether a shell runs from its first update, because the agent asks about it after its start. */
  readonly startsWithUpdate: boolean;
  /** Whether a question may come before the start of the call that it is about. */
  readonly asksBeforeStart: boolean;
  /** Whether an open question delays the abort until it is answered. */
  readonly waitsForAnswers: boolean;
  /** Whether the start of a tool call says which tool it is. */
  readonly namesToolsEarly: (mode: FamilyMode) => boolean;
  /** The command whose answer names the session. */
  readonly sessionCommand: 'get_state' | 'get_session_stats';
  /** The command that copies the open session up to a prompt, and goes on in the copy. */
  readonly rewindCommand: 'fork' | 'branch';
  /** The commands before that one. */
  opening(options: ResolvedOptions): readonly Readonly<Record<string, unknown>>[];
  readonly toolKinds: KindTable;
  /** The MCP tool that a name, as the model calls it, stands for. */
  mcpOf?(toolName: string, options: ResolvedOptions): McpTool | undefined;
  /** What a call was about that failed with these words because nobody could be asked to allow it. */
  refusalOf?(call: RefusedCall, error: string): DescribedAction | undefined;
  exitMeaning(stderr: string): Outcome | undefined;
  ownPart(parts: FamilyParts): OwnPart;
}
