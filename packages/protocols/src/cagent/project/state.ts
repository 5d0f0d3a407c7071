/** The state of the projection in addition to the model, and what it tells about a whole stream session. */
import {
  type Failure,
  find,
  frontRun,
  type Keyed,
  type Model,
  type Moment,
  totalCost,
  totalUsage,
} from '../../model/index.ts';
import type { CagentEvent, CagentUsage } from '../types.ts';

export interface CagentOptions {
  /**
   * When `partial_tool_call` comes: `first` once, when a call begins; `all` also with each piece of its input, which then repeats all
   * before it, so that the output may grow with the square of a call. @defaultValue 'first'
   */
  readonly partial?: 'first' | 'all';
  /**
   * Which extensions are told: `needed` for warnings, questions in text, decisions of rules, the turn limit, and what a tool does (`amux`
   * of its calls); `all` also for each whole event that the specification has no word for; `none` for the 15 types alone, so that a
   * question in text is not told. `true` is `all`, and `false` is `none`. @defaultValue 'needed'
   */
  readonly extensions?: 'none' | 'needed' | 'all' | boolean;
}

export interface CagentState {
  readonly model: Model;
  /** Whether a stream session has begun and not ended. */
  isOpen: boolean;
  /** Whether a cost has come that no `token_usage` has told yet. */
  owesCost: boolean;
  /** Tokens of the last request, less those that a compaction has saved since. */
  contextLength: number;
  /** How far each open call was told, by its place in the model. */
  readonly calls: Keyed<CallStage>;
  /** Complete calls that are not told yet, each with the actor that has begun it. */
  readonly armed: Keyed<string>;
  /** The agent that was first named for each call, which all events of the call repeat. */
  readonly namedBy: Keyed<string>;
}

/**
 * How far a call was told: `begun` by a partial; `armed` where it is complete and not told yet; `asked` where confirmation is asked for;
 * `granted` before it was complete; `called`.
 */
export type CallStage = 'begun' | 'armed' | 'asked' | 'granted' | 'called';

export function createState(): Omit<CagentState, 'model'> {
  return { isOpen: false, owesCost: false, contextLength: 0, calls: {}, armed: {}, namedBy: {} };
}

/** The arguments of all parts of the projection. */
export interface Tell {
  readonly state: CagentState;
  readonly options: CagentOptions;
  readonly emit: (event: CagentEvent) => void;
}

/** Opens a stream session, where none is open. */
export function start({ state, emit }: Tell): void {
  if (state.isOpen) {
    return;
  }
  state.isOpen = true;
  emit({ type: 'stream_started' });
}

/** Closes the stream session, where one is open. */
export function stop(tell: Tell): void {
  const { state, emit } = tell;
  if (!state.isOpen) {
    return;
  }
  if (state.owesCost) {
    emitUsage(tell, nameOfFront(state.model));
  }
  state.isOpen = false;
  emit({ type: 'stream_stopped' });
}

export function tellError(tell: Tell, { code, message }: Failure, agentName: string): void {
  start(tell);
  tell.emit({ type: 'error', error: `${code}: ${message}`, agent_name: agentName });
}

/** Tells usage with each report of tokens; a cost waits for one until the turn ends. */
export function tellUsage(tell: Tell, { entry, actor, run }: Moment): void {
  const { state } = tell;
  if (!('type' in entry)) {
    return;
  }
  if (entry.type === 'cost') {
    state.owesCost = true;
    return;
  }
  if (entry.type === 'token_usage') {
    const { inputTokens, outputTokens } = run.lastRequest ?? entry;
    state.contextLength = inputTokens + outputTokens;
  } else if (!state.owesCost || actor.lane !== null) {
    return;
  }
  start(tell);
  emitUsage(tell, actor.name);
}

export function emitUsage({ state, emit }: Tell, agentName: string): void {
  state.owesCost = false;
  emit({ type: 'token_usage', usage: usageOf(state), agent_name: agentName });
}

function usageOf({ model, contextLength }: CagentState): CagentUsage {
  const { inputTokens, outputTokens } = totalUsage(model);
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    context_length: contextLength,
    context_limit: frontRun(model)?.contextLimit ?? 0,
    cost: totalCost(model)?.usd ?? 0,
  };
}

/** The name of an actor by its id. */
export function nameOf(model: Model, actorId: string): string {
  return find(model.actors, actorId)?.name ?? nameOfFront(model);
}

function nameOfFront(model: Model): string {
  return (model.front === null ? undefined : find(model.actors, model.front)?.name) ?? 'agent';
}
