/** The state of the projection in addition to the model, and how it tells something. */
import type { TokenCounts } from '@agent-mux/events';
import { type Actor, find, isFront, type Keyed, type Model, put } from '../../model/index.ts';
import type { AguiEvent, AguiTokenUsage } from '../types.ts';

export interface AguiOptions {
  /**
   * How a question is told: `custom` as a CUSTOM, and the run goes on when it is answered; `finish` ends the run with the outcome
   * `interrupt`, and the answer begins another one. @defaultValue 'custom'
   */
  readonly interrupts?: 'custom' | 'finish';
  /** Whether diagnostics are told too, as RAW. @defaultValue false */
  readonly raw?: boolean;
}

/** The open parts of the run that goes on. All are empty between two runs. */
export interface OpenParts {
  /** Text messages by their ids, with their subagent; '' for the agent of the run. */
  readonly messages: Keyed<string>;
  /** The message that was told last, because a long one comes in many pieces. */
  latest: { readonly runId: string; readonly block: number; readonly messageId: string; readonly owner: string } | null;
  /** Thinking blocks by their ids, with their subagent. */
  readonly thoughts: Keyed<string>;
  /** Tool calls with incomplete arguments by their ids, with their subagent. */
  readonly calls: Keyed<string>;
  /** Steps in the order in which they were started. */
  steps: { readonly name: string; readonly owner: string }[];
  /** Subagents that were started in the run; false for those that have finished since. */
  readonly subagents: Keyed<boolean>;
  /** The usage by provider and model. */
  readonly usage: Keyed<AguiTokenUsage>;
}

export interface AguiState {
  readonly model: Model;
  /** The run that goes on; null between two. */
  current: { readonly threadId: string; readonly runId: string } | null;
  /** The number of runs that have begun. */
  runs: number;
  /** Whether the last run has ended as an interrupt: the agent waits, and so does the event that ends its run. */
  isInterrupted: boolean;
  open: OpenParts;
  /** What was told of runs whose agents report only their total usage. */
  readonly paid: Keyed<Pick<TokenCounts, 'inputTokens' | 'outputTokens' | 'thinkingTokens' | 'cachedTokens'>>;
  /** The ids of calls that were told and have no result. */
  readonly told: Keyed<true>;
  /** The numbers of commands that were told. */
  readonly shells: Keyed<true>;
}

export function createOpenParts(): OpenParts {
  return { messages: {}, latest: null, thoughts: {}, calls: {}, steps: [], subagents: {}, usage: {} };
}

export function createState(model: Model): AguiState {
  return {
    model,
    current: null,
    runs: 0,
    isInterrupted: false,
    open: createOpenParts(),
    paid: {},
    told: {},
    shells: {},
  };
}

/** The arguments of all parts of the projection. */
export interface Tell {
  readonly state: AguiState;
  readonly options: AguiOptions;
  /** The time of the entry at hand. */
  readonly timestamp: number;
  readonly emit: (event: AguiEvent) => void;
}

/** The subagent that an actor is; '' for the agent of the run. */
export function ownerOf(model: Model, actor: Actor): string {
  return isFront(model, actor) ? '' : actor.id;
}

/** The field that names the owner. */
export function of(owner: string): { readonly subagentRunId?: string } {
  return owner === '' ? {} : { subagentRunId: owner };
}

/** Tells the start of a subagent, and before it that of its caller, where the run does not know the caller yet. Returns the owner. */
export function begin(tell: Tell, actor: Actor): string {
  const { model, open } = tell.state;
  const owner = ownerOf(model, actor);
  if (owner === '' || find(open.subagents, owner) !== undefined) {
    return owner;
  }
  put(open.subagents, owner, true);
  const parent = actor.parent === null ? undefined : find(model.actors, actor.parent);
  const parentOwner = parent === undefined || parent === actor ? '' : begin(tell, parent);
  const header = actor.lane === null ? find(model.runs, actor.runId)?.header : null;
  tell.emit({
    type: 'SUBAGENT_STARTED',
    timestamp: tell.timestamp,
    subagentRunId: owner,
    name: actor.name,
    ...(actor.prompt === '' ? {} : { description: actor.prompt }),
    ...(parentOwner === '' ? {} : { parentSubagentRunId: parentOwner }),
    ...(header?.parentCall === undefined ? {} : { parentToolCallId: header.parentCall }),
  });
  return owner;
}
