/** In what pi and its forks differ: all that one dialect must be told of an agent. */
import type { EventDraft, HostToolOutcome, Outcome, ResolvedOptions } from '@agent-mux/core';
import type { McpTool } from '@agent-mux/events';
import type { DescribedAction, KindTable, KnownFields } from '../shared/index.ts';
import type { Lane } from './lane.ts';
import type { NativeLine } from './native.ts';
import type { Asked } from './questions.ts';
import type { HiddenCall, RefusedCall } from './told-calls.ts';

/** `rpc`: a conversation; `json`: one prompt and its answer. */
export type FamilyMode = 'rpc' | 'json';

/** What an agent's own part may ask of the dialect. */
export interface FamilyParts {
  readonly options: ResolvedOptions;
  /** What the main agent does. */
  readonly main: Lane;
  readonly cwd: () => string;
  newLane(name: string): Lane;
}

/** An agent's own part: lines that the others do not have. Made anew for each run. */
export interface OwnPart {
  /** Whether something that it knows of goes on in the background. */
  readonly isBusy: boolean;
  /** undefined: not a line of its own. */
  parse(line: NativeLine): readonly EventDraft[] | undefined;
  /** The whole line of which this is a part; undefined until its last part. */
  unwrap?(line: NativeLine): NativeLine | undefined;
  /** A message that is neither a prompt, nor an answer, nor a result. */
  message?(line: NativeLine): readonly EventDraft[];
  /** A call that is not told as one. */
  hides?(toolName: string): boolean;
  /** Of a hidden call, what its lines mean. */
  hidden?(event: 'ready' | 'update' | 'end', call: HiddenCall): readonly EventDraft[];
  /** The turn is over. */
  turnEnded?(): readonly EventDraft[];
  /** A question whose meaning lies in this agent's own words. */
  question?(line: NativeLine): Asked | undefined;
  /** An answer on its way to the agent. */
  answered?(line: NativeLine): void;
  /** What a tool of the program's gave, as the line that tells it; undefined: nobody waits for it. */
  hostToolResult?(key: string, outcome: HostToolOutcome): Readonly<Record<string, unknown>> | undefined;
  /** Such a line on its way to the agent. */
  hostToolReturned?(line: NativeLine): readonly EventDraft[];
}

export interface Family {
  readonly authGuidance: string;
  readonly known: KnownFields;
  /** Retries and compactions are announced only after the end of the agent's run: an end is one when nothing follows. */
  readonly settlesAfterEnd: boolean;
  /** A shell runs from its first update, since what is asked about it is asked after its start. */
  readonly startsWithUpdate: boolean;
  /** A question that is open holds the abort back until it is answered. */
  readonly waitsForAnswers: boolean;
  /** Whether the start of a tool call says which tool it is. */
  readonly namesToolsEarly: (mode: FamilyMode) => boolean;
  /** The command whose answer names the session. */
  readonly sessionCommand: 'get_state' | 'get_session_stats';
  /** The command that copies the open session up to a prompt, and goes on in the copy. */
  readonly rewindCommand: 'fork' | 'branch';
  /** Commands before that one. */
  opening(options: ResolvedOptions): readonly Readonly<Record<string, unknown>>[];
  readonly toolKinds: KindTable;
  /** An MCP tool by the name that the model calls it. */
  mcpOf?(toolName: string, options: ResolvedOptions): McpTool | undefined;
  /** What a call that failed with these words was about, if it failed since nobody could be asked to allow it. */
  refusalOf?(call: RefusedCall, error: string): DescribedAction | undefined;
  exitMeaning(stderr: string): Outcome | undefined;
  ownPart(parts: FamilyParts): OwnPart;
}
