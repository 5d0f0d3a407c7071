/** Takes questions and their ends, and finds the call that each one is about. */
import type { EventOf } from '@agent-mux/events';
import { callKey, findUnasked } from './calls.ts';
import { settleCycle } from './cycles.ts';
import { drop, find, put } from './keyed.ts';
import type { Model } from './model.ts';
import type { Moment } from './moment.ts';
import { changedInput } from './questions.ts';

type QuestionEvent = EventOf<'input_required' | 'approval_request' | 'approval_granted' | 'approval_denied'>;

export function hearQuestion(model: Model, event: QuestionEvent, moment: Moment): void {
  if (event.type === 'approval_granted' || event.type === 'approval_denied') {
    close(model, event, moment);
    return;
  }
  const key = keyOf(model, event, moment);
  const call = key === null ? undefined : find(model.calls, key);
  moment.actor = (call === undefined ? undefined : find(model.actors, call.actor)) ?? moment.actor;
  settleCycle(moment.actor, moment);
  model.order += 1;
  const { interactionId, runId } = event;
  if (call !== undefined) {
    call.question = interactionId;
    moment.call = call;
  }
  moment.question = put(model.questions, interactionId, {
    id: interactionId,
    runId,
    actor: moment.actor.id,
    event,
    callKey: key,
    order: model.order,
    asked: null,
    answer: null,
  });
  moment.run.untold = interactionId;
}

function close(model: Model, event: EventOf<'approval_granted' | 'approval_denied'>, moment: Moment): void {
  const question = drop(model.questions, event.interactionId);
  if (question === undefined) {
    return;
  }
  moment.question = question;
  moment.actor = find(model.actors, question.actor) ?? moment.actor;
  const call = question.callKey === null ? undefined : find(model.calls, question.callKey);
  moment.call = call ?? null;
  const changed = event.type === 'approval_granted' ? changedInput(question) : undefined;
  if (changed === undefined || question.callKey === null) {
    return;
  }
  if (call === undefined) {
    put(model.changed, question.callKey, changed);
    return;
  }
  call.input = changed;
  call.isChanged = true;
}

/** The call that the event names; else the oldest waiting call of that tool; else none. */
function keyOf(model: Model, event: EventOf<'input_required' | 'approval_request'>, moment: Moment): string | null {
  if (event.type === 'input_required') {
    return null;
  }
  const { runId, toolCallId, toolName } = event;
  if (toolCallId !== undefined) {
    return callKey(runId, toolCallId);
  }
  if (toolName === undefined) {
    return null;
  }
  const call = findUnasked(model.calls, moment.actor, toolName);
  if (call === undefined) {
    return null;
  }
  return Object.keys(model.calls).find((key) => find(model.calls, key) === call) ?? null;
}
