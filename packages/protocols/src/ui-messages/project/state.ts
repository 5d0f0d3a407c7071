/** What the projection keeps besides the model, and how a stream begins. */
import { type Actor, find, frontRun, isFront, type Keyed, type Model } from '../../model/index.ts';
import type { UiMessageChunk, UiMetadata } from '../types.ts';

/** A call that the message at hand has told of and that has not ended. */
export interface ToldCall {
  /** `input`: its input still comes in. */
  state: 'input' | 'ready' | 'denied';
  /** The number of the step in which its part stands. */
  readonly step: number;
  /** The input that was told is that of a grant. */
  isChanged: boolean;
}

export interface UiState {
  readonly model: Model;
  isStreaming: boolean;
  /** Messages that have begun. */
  messages: number;
  /** The last one. */
  messageId: string | null;
  /** The next stream goes on with it. */
  continues: boolean;
  /** The last stream has finished at a question. */
  isWaiting: boolean;
  /** No prompt has come to the stream that goes on: the next one joins it. */
  isIdle: boolean;
  /** Steps of the message. */
  steps: number;
  isInStep: boolean;
  /** Parts that are open, by their ids. */
  texts: Keyed<true>;
  thoughts: Keyed<true>;
  /** The text that was told of last: a long one is made of many pieces. */
  latest: { readonly runId: string; readonly block: number; readonly id: string } | null;
  calls: Keyed<ToldCall>;
  /** How many of them have an input that comes in. */
  inputs: number;
  /** Approvals of the message that wait. */
  approvals: Keyed<true>;
  /** What a finish has told of usage and cost. */
  totals: string;
}

export function createState(model: Model): UiState {
  return {
    model,
    isStreaming: false,
    messages: 0,
    messageId: null,
    continues: false,
    isWaiting: false,
    isIdle: false,
    steps: 0,
    isInStep: false,
    texts: {},
    thoughts: {},
    latest: null,
    calls: {},
    inputs: 0,
    approvals: {},
    totals: '',
  };
}

/** What all parts of the projection are handed. */
export interface Tell {
  readonly state: UiState;
  readonly emit: (chunk: UiMessageChunk) => void;
}

/** Where none goes on. `prompt`: the id of the words that it answers. */
export function startStream({ state, emit }: Tell, prompt?: string): void {
  if (state.isStreaming) {
    return;
  }
  const { model } = state;
  state.isStreaming = true;
  state.isWaiting = false;
  if (!state.continues || state.messageId === null) {
    const first = model.root ?? 'run';
    state.messages += 1;
    state.messageId = state.messages === 1 ? first : `${first}.${state.messages}`;
    state.steps = 0;
    state.calls = {};
    state.inputs = 0;
    state.approvals = {};
  }
  const front = frontRun(model);
  // After a question a new message goes on with the prompt that is being answered.
  state.isIdle = prompt === undefined && !state.continues && (front?.prompt ?? null) === null;
  state.continues = false;
  const amux: UiMetadata = {
    ...(front === undefined ? {} : { runId: front.runId, agent: front.agent }),
    ...(prompt === undefined ? {} : { prompt }),
  };
  emit({ type: 'start', messageId: state.messageId, messageMetadata: { amux } });
}

/** A step for a part that is about to be told. */
export function ensureStep(tell: Tell): void {
  const { state, emit } = tell;
  startStream(tell);
  // The reader looks for the call whose input comes in within the last step.
  if (state.isInStep || state.inputs > 0) {
    return;
  }
  state.isInStep = true;
  state.steps += 1;
  emit({ type: 'start-step' });
}

interface DataOptions {
  readonly id?: string;
  readonly transient?: boolean;
}

/** A part of ours. One that is transient is worth no stream of its own. */
export function tellData(tell: Tell, name: string, data: unknown, { id, transient = false }: DataOptions = {}): void {
  if (transient && !tell.state.isStreaming) {
    return;
  }
  startStream(tell);
  tell.emit({
    type: `data-amux-${name.replaceAll('_', '-')}`,
    ...(id === undefined ? {} : { id }),
    data,
    ...(transient ? { transient } : {}),
  });
}

/** The subagent that an actor is; undefined: it speaks for the tree. */
export function subagentOf(model: Model, actor: Actor): string | undefined {
  return isFront(model, actor) ? undefined : actor.id;
}

/** The same of an actor that stands for itself. */
export function subagentById(model: Model, id: string): string | undefined {
  const actor = find(model.actors, id);
  return actor === undefined ? undefined : subagentOf(model, actor);
}
