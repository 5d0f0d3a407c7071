/** What the projection keeps besides the model, and how it says something. */
import type { TokenCounts } from '@agent-mux/events';
import { type Actor, find, isFront, type Keyed, type Model, put } from '../../model/index.ts';
import type { AguiEvent, AguiTokenUsage } from '../types.ts';

export interface AguiOptions {
  /**
   * What a question becomes. `custom`: a CUSTOM, and the run goes on when it is answered. `finish`: the run ends with the outcome
   * `interrupt`, and the answer begins another one. @defaultValue 'custom'
   */
  readonly interrupts?: 'custom' | 'finish';
  /** Tell diagnostics too, as RAW. @defaultValue false */
  readonly raw?: boolean;
}

/** What is open within the run that goes on. All is empty between two. */
export interface OpenParts {
  /** Text messages by their ids, with the subagent that they are of; '' for the agent of the run. */
  readonly messages: Keyed<string>;
  /** The one that was told of last: a long message is made of many pieces. */
  latest: { readonly runId: string; readonly block: number; readonly messageId: string; readonly owner: string } | null;
  /** Thinking blocks likewise. */
  readonly thoughts: Keyed<string>;
  /** Tool calls whose arguments are not whole, likewise. */
  readonly calls: Keyed<string>;
  /** Steps in the order in which they were started. */
  steps: { readonly name: string; readonly owner: string }[];
  /** Subagents that were started in the run; false: that have finished since. */
  readonly subagents: Keyed<boolean>;
  /** By provider and model. */
  readonly usage: Keyed<AguiTokenUsage>;
}

export interface AguiState {
  readonly model: Model;
  /** The run that goes on; null between two. */
  current: { readonly threadId: string; readonly runId: string } | null;
  /** Runs that have begun. */
  runs: number;
  /** The last one has ended as an interrupt: the agent waits, and so does what ends its run. */
  isInterrupted: boolean;
  open: OpenParts;
  /** Of runs whose agents tell what all of it used, and nothing of the single requests: what was told of it. */
  readonly paid: Keyed<Pick<TokenCounts, 'inputTokens' | 'outputTokens' | 'thinkingTokens' | 'cachedTokens'>>;
  /** Calls that were told, by their ids, until their results. */
  readonly told: Keyed<true>;
  /** Commands that were told of, by their numbers. */
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

/** What all parts of the projection are handed. */
export interface Tell {
  readonly state: AguiState;
  readonly options: AguiOptions;
  /** Of the entry at hand. */
  readonly timestamp: number;
  readonly emit: (event: AguiEvent) => void;
}

/** The subagent that an actor is; '' for the agent of the run. */
export function ownerOf(model: Model, actor: Actor): string {
  return isFront(model, actor) ? '' : actor.id;
}

/** The field that says whose it is. */
export function of(owner: string): { readonly subagentRunId?: string } {
  return owner === '' ? {} : { subagentRunId: owner };
}

/** Tells that a subagent has started, and before it who has started it, where the run does not know of it yet. Returns the owner. */
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
