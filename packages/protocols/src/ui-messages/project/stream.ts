/** The end of a step and of a stream, which closes whatever is open. */
import { describeEnd, find, type TurnEnd, totalCost, totalUsage } from '../../model/index.ts';
import type { UiFinishReason, UiMetadata } from '../types.ts';
import { UI_ENDS } from './ends.ts';
import { forgetApprovals, startStream, type Tell } from './state.ts';

/** Ends the open step. One with a call whose input comes in goes on, because the reader would make two calls of it. */
export function finishStep(tell: Tell): void {
  if (tell.state.inputs > 0) {
    return;
  }
  closeStep(tell);
}

function closeStep(tell: Tell): void {
  closeParts(tell);
  if (!tell.state.isInStep) {
    return;
  }
  tell.state.isInStep = false;
  tell.emit({ type: 'finish-step' });
}

function closeParts(tell: Tell): void {
  for (const id of Object.keys(tell.state.thoughts)) {
    endThought(tell, id);
  }
  for (const id of Object.keys(tell.state.texts)) {
    endText(tell, id);
  }
}

export function endText({ state, emit }: Tell, id: string): void {
  if (state.latest?.id === id) {
    state.latest = null;
  }
  if (find(state.texts, id) === undefined) {
    return;
  }
  delete state.texts[id];
  emit({ type: 'text-end', id });
}

export function endThought({ state, emit }: Tell, id: string): void {
  if (find(state.thoughts, id) === undefined) {
    return;
  }
  delete state.thoughts[id];
  emit({ type: 'reasoning-end', id });
}

export interface StreamEnd {
  readonly reason: UiFinishReason;
  /** The message of a failure. */
  readonly error?: string;
  /** The reason why somebody has stopped it. */
  readonly abort?: string;
}

/** Gives the last message one more stream, where none runs. */
export function resumeStream(tell: Tell): void {
  const { state } = tell;
  if (!state.isStreaming) {
    state.continues = state.messageId !== null;
    startStream(tell);
  }
}

/** Ends the stream with the turn, or with the next prompt. */
export function endTurn(tell: Tell, { cause, failure }: TurnEnd): void {
  const { as, reason } = UI_ENDS[cause];
  const { message } = failure ?? describeEnd(cause, undefined);
  const more = as === 'failed' ? { error: message } : as === 'stopped' ? { abort: cause } : {};
  if (as === 'failed') {
    resumeStream(tell);
  }
  endStream(tell, { reason, ...more });
}

/** Ends the running stream, with its message. */
export function endStream(tell: Tell, { reason, error, abort }: StreamEnd): void {
  const { state, emit } = tell;
  if (!state.isStreaming) {
    return;
  }
  settleCalls(tell);
  closeStep(tell);
  if (error !== undefined) {
    emit({ type: 'error', errorText: error });
  } else if (abort !== undefined) {
    emit({ type: 'abort', reason: abort });
  }
  finish(tell, reason);
  state.continues = false;
}

/** Ends the stream because the agent waits for an answer, and a client gives none while it reads. */
export function pauseStream(tell: Tell, reason: 'tool-calls' | 'other'): void {
  const { state } = tell;
  const waits = Object.keys(state.approvals).length > 0;
  if (!waits) {
    settleCalls(tell);
  }
  closeStep(tell);
  finish(tell, reason);
  state.continues = waits;
  state.isWaiting = true;
}

function finish({ state, emit }: Tell, finishReason: UiFinishReason): void {
  const totals = totalsOf(state.model);
  state.totals = JSON.stringify(totals);
  state.isStreaming = false;
  emit({ type: 'finish', finishReason, messageMetadata: { amux: totals } });
}

/** The usage of the tree so far. */
export function totalsOf(model: Tell['state']['model']): UiMetadata {
  const { inputTokens, outputTokens } = totalUsage(model);
  const cost = totalCost(model);
  const usage = inputTokens + outputTokens === 0 ? {} : { usage: { inputTokens, outputTokens } };
  return { ...usage, ...(cost === null || (cost.usd === 0 && !cost.priced) ? {} : { costUsd: cost.usd }) };
}

// A reader shows a call without an end as a running one.
function settleCalls(tell: Tell): void {
  for (const toolCallId of Object.keys(tell.state.calls)) {
    settleCall(tell, toolCallId);
  }
}

/** Forgets the call, of which the message has nothing more to say. */
export function settleCall({ state, emit }: Tell, toolCallId: string): void {
  const told = find(state.calls, toolCallId);
  if (told === undefined) {
    return;
  }
  delete state.calls[toolCallId];
  forgetApprovals(state, toolCallId);
  if (told.state === 'input') {
    state.inputs -= 1;
  }
  if (told.state === 'denied') {
    return;
  }
  emit({
    type: 'tool-output-error',
    toolCallId,
    errorText: 'Nothing more was told of the call in this message.',
    dynamic: true,
    providerExecuted: true,
    providerMetadata: { amux: { unfinished: true } },
  });
}
