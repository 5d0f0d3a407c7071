/** The state of the projection in addition to the model, and how a stream begins. */
import { type Actor, find, frontRun, isFront, type Keyed, type Model } from '../../model/index.ts';
import type { UiMessageChunk, UiMetadata } from '../types.ts';

/** A call that the message at hand has told and that has not ended. */
export interface ToldCall {
  /** How far the call was told; `input` where its input still comes in. */
  state: 'input' | 'ready' | 'denied';
  /** The number of the step that contains its part. */
  readonly step: number;
  /** Whether the input that was told is that of a grant. */
  isChanged: boolean;
}

export interface UiState {
  readonly model: Model;
  isStreaming: boolean;
  /** The number of messages that have begun. */
  messages: number;
  /** The id of the last message. */
  messageId: string | null;
  /** Whether the next stream continues it. */
  continues: boolean;
  /** Whether the last stream has finished at a question. */
  isWaiting: boolean;
  /** Whether no prompt has come to the running stream, so that the next one joins it. */
  isIdle: boolean;
  /** The number of steps of the message. */
  steps: number;
  isInStep: boolean;
  /** The ids of the open parts. */
  texts: Keyed<true>;
  thoughts: Keyed<true>;
  /** The text that was told last, because a long one comes in many pieces. */
  latest: { readonly runId: string; readonly block: number; readonly id: string } | null;
  calls: Keyed<ToldCall>;
  /** How many calls have an input that comes in. */
  inputs: number;
  /** The approvals of the message that wait, each with the id of its call. */
  approvals: Keyed<string>;
  /** The usage and cost that a finish has told. */
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

/** The arguments of all parts of the projection. */
export interface Tell {
  readonly state: UiState;
  readonly emit: (chunk: UiMessageChunk) => void;
}

/** Starts a stream, where none runs. `prompt` is the id of the one that it answers. */
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
  // After a question, a new message continues the prompt that is being answered.
  state.isIdle = prompt === undefined && !state.continues && (front?.prompt ?? null) === null;
  state.continues = false;
  const amux: UiMetadata = {
    ...(front === undefined ? {} : { runId: front.runId, agent: front.agent }),
    ...(prompt === undefined ? {} : { prompt }),
  };
  emit({ type: 'start', messageId: state.messageId, messageMetadata: { amux } });
}

/** Opens a step for a part that is about to be told. */
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

/** Tells a part of ours. A transient one begins no stream of its own. */
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

/** The subagent that an actor is; undefined where it speaks for the tree. */
export function subagentOf(model: Model, actor: Actor): string | undefined {
  return isFront(model, actor) ? undefined : actor.id;
}

/** The same for the id of an actor. */
export function subagentById(model: Model, id: string): string | undefined {
  const actor = find(model.actors, id);
  return actor === undefined ? undefined : subagentOf(model, actor);
}

/** Whether somebody is asked for leave to make the call. */
export function isAskedFor({ approvals }: UiState, callId: string): boolean {
  return Object.values(approvals).includes(callId);
}

/** Nobody waits for leave to make a call that has ended, and a reader shows only the last approval of a call. */
export function forgetApprovals({ approvals }: UiState, callId: string): void {
  for (const [id, asksFor] of Object.entries(approvals)) {
    if (asksFor === callId) {
      delete approvals[id];
    }
  }
}
