/** The state of the projection in addition to the model, and the stamp of its events. */
import { type Actor, find, isFront, type Keyed, type Model, put } from '../../model/index.ts';
import type { AfkAttribution, AfkBody, AfkEvent, AfkFinishReason, AfkState } from '../types.ts';

export interface AfkOptions {
  /** The thread of all runs. @defaultValue `threadId` of the run's header, which is the id of the root unless the host says otherwise */
  readonly thread?: string;
}

export interface AfkFold {
  readonly model: Model;
  /** The id of the root; null before the first entry. */
  runId: string | null;
  threadId: string;
  /** Whether its terminal event was told, after which nothing follows. */
  isOver: boolean;
  /** The number of loop steps that have begun. */
  step: number;
  /** The model request; `held` where it is over and the next entry says how. */
  llm: 'none' | 'open' | 'held';
  /** Complete calls of the main agent that no batch has told. */
  ready: { readonly key: string; readonly id: string; readonly name: string }[];
  /** Open calls that a batch has told. */
  readonly announced: Keyed<true>;
  /** Questions that somebody is expected to answer. */
  readonly waits: Keyed<true>;
  isHostPaused: boolean;
  /** Whether `run_paused` was told, and no `run_resumed`. */
  isPaused: boolean;
  isDegraded: boolean;
  isCancelling: boolean;
  /** Whether the turn was interrupted, and no request has begun since. */
  isInterrupted: boolean;
  /** The open subagents by their ids. */
  readonly subagents: Keyed<{ readonly name: string; readonly at: number }>;
}

export function createFold(model: Model): AfkFold {
  return {
    model,
    runId: null,
    threadId: '',
    isOver: false,
    step: 0,
    llm: 'none',
    ready: [],
    announced: {},
    waits: {},
    isHostPaused: false,
    isPaused: false,
    isDegraded: false,
    isCancelling: false,
    isInterrupted: false,
    subagents: {},
  };
}

/** The arguments of all parts of the projection. */
export interface Tell {
  readonly fold: AfkFold;
  readonly options: AfkOptions;
  readonly emit: (event: AfkEvent) => void;
}

export function tell(
  { fold, emit }: Tell,
  body: AfkBody,
  { message, state = stateOf(fold) }: { readonly message?: string | undefined; readonly state?: AfkState } = {},
): void {
  if (fold.llm === 'held') {
    completeLlm({ fold, emit });
  }
  const { type, ...rest } = body;
  emit({
    type,
    run_id: fold.runId ?? '',
    thread_id: fold.threadId,
    state,
    ...(fold.step === 0 ? {} : { step: fold.step }),
    ...(message === undefined || message === '' ? {} : { message }),
    ...rest,
    schema_version: 'v1',
  } as AfkEvent);
}

function stateOf({ isPaused, isCancelling, isDegraded }: AfkFold): AfkState {
  if (isCancelling) {
    return 'cancelling';
  }
  if (isPaused) {
    return 'paused';
  }
  return isDegraded ? 'degraded' : 'running';
}

/** Tells the answer of the model with the calls that it has asked for until now. `reason` is used where it has asked for none. */
export function completeLlm(
  { fold, emit }: Pick<Tell, 'fold' | 'emit'>,
  reason: AfkFinishReason = fold.isInterrupted ? 'cancelled' : 'stop',
): void {
  if (fold.llm === 'none') {
    return;
  }
  fold.llm = 'none';
  const { ready } = fold;
  const data = {
    tool_call_count: ready.length,
    finish_reason: ready.length > 0 ? 'tool_calls' : reason,
    ...(ready.length === 0
      ? {}
      : { tool_names: ready.map(({ name }) => name), tool_call_ids: ready.map(({ id }) => id) }),
  } as const;
  const whole = { fold, emit, options: {} };
  tell(whole, { type: 'llm_completed', data });
  startBatch(whole);
}

/** Tells the calls that no batch has told. */
export function startBatch(whole: Tell): void {
  const { fold } = whole;
  if (fold.ready.length === 0) {
    return;
  }
  const tool_call_count = fold.ready.length;
  for (const { key } of fold.ready) {
    put(fold.announced, key, true);
  }
  fold.ready = [];
  tell(whole, { type: 'tool_batch_started', data: { tool_call_count } });
}

/** The attribution of an event; empty for the main agent, since an event that names nobody is its own. */
export function attributionOf(model: Model, actor: Actor): AfkAttribution {
  if (isFront(model, actor)) {
    return {};
  }
  const path: string[] = [];
  const met = new Set<Actor>();
  // A header may name its own run as its caller.
  for (let each: Actor | undefined = actor; each !== undefined && !met.has(each); ) {
    met.add(each);
    path.unshift(each.name);
    each = each.parent === null ? undefined : find(model.actors, each.parent);
  }
  return { agent_name: actor.name, agent_depth: actor.depth, agent_path: path };
}
