/** The questions, their answers, and the pauses of the run between them. */
import {
  drop,
  factsOfQuestion,
  find,
  inSnakeCase,
  type Moment,
  put,
  type Question,
  ruleOf,
} from '../../model/index.ts';
import type { AfkAction, AfkPolicyDecision } from '../types.ts';
import { attributionOf, completeLlm, type Tell, tell } from './state.ts';

/** Tells a question that is known with all that it offers. */
export function ask(whole: Tell, question: Question): void {
  const { model, waits } = whole.fold;
  const { event, asked, id, runId } = question;
  const isApproval = event.type === 'approval_request';
  const reason = isApproval ? event.detail : event.question;
  const input = asked?.input ?? callOf(whole, question)?.input;
  const data: AfkPolicyDecision = {
    ...describe(whole, question, isApproval ? 'request_approval' : 'request_user_input', reason),
    ...(input === undefined ? {} : { tool_args: input }),
    ...(asked?.questions === undefined ? {} : { questions: asked.questions }),
    ...(asked?.schema === undefined ? {} : { schema: asked.schema }),
  };
  tell(whole, { type: 'policy_decision', data }, { message: reason });
  // Nobody is waited for, because the mode refuses it in the same step.
  if (find(model.runs, runId)?.header?.approvalMode === 'deny') {
    return;
  }
  put(waits, id, true);
  settlePause(whole);
}

/** Tells an approval that was granted or denied, or a question that was answered. */
export function decide(whole: Tell, question: Question, action: 'allow' | 'deny', reason = ''): void {
  stopWaiting(whole, question.id);
  tell(whole, { type: 'policy_decision', data: describe(whole, question, action, reason) }, { message: reason });
}

/** Closes a question in text whose answer nobody tells, because its actor has gone on. */
export function goOn(whole: Tell, { actor }: Moment): void {
  const { model, waits } = whole.fold;
  for (const id of Object.keys(waits)) {
    const question = find(model.questions, id);
    const isOwn = question?.actor === actor.id && question.event.type === 'input_required';
    if (question === undefined || isOwn) {
      stopWaiting(whole, id);
    }
  }
}

function stopWaiting(whole: Tell, id: string): void {
  drop(whole.fold.waits, id);
  settlePause(whole);
}

/** Tells one pause around everything that is waited for at once. `message` is that of the pause. */
export function settlePause(whole: Tell, message?: string): void {
  const { fold } = whole;
  const isPaused = fold.isHostPaused || Object.keys(fold.waits).length > 0;
  if (isPaused === fold.isPaused) {
    return;
  }
  // The request comes before the pause: if its step is over, it was answered while the run went on.
  if (fold.llm === 'held') {
    completeLlm(whole);
  }
  fold.isPaused = isPaused;
  tell(whole, { type: isPaused ? 'run_paused' : 'run_resumed' }, { message });
}

function describe(whole: Tell, question: Question, action: AfkAction, reason: string): AfkPolicyDecision {
  const { model } = whole.fold;
  const { event, callKey, id, runId } = question;
  const rule = action.startsWith('request') ? null : (ruleOf(question) ?? null);
  const call = callOf(whole, question);
  const name = call?.name ?? (event.type === 'approval_request' ? event.toolName : undefined);
  const named = event.type === 'approval_request' ? event.toolCallId : undefined;
  const callId = call?.id ?? (callKey === null ? undefined : runId === model.root ? named : callKey);
  const actor = find(model.actors, question.actor);
  return {
    event_type: event.type === 'approval_request' ? 'tool_before_execute' : 'user_input',
    action,
    reason,
    policy_id: rule,
    matched_rules: rule === null ? [] : [rule],
    interaction_id: id,
    ...(name === undefined ? {} : { tool_name: name }),
    ...(callId === undefined ? {} : { tool_call_id: callId }),
    ...inSnakeCase(factsOfQuestion(model, question)),
    ...(actor === undefined ? {} : attributionOf(model, actor)),
  };
}

function callOf({ fold }: Tell, { callKey }: Question): { id: string; name: string; input: unknown } | undefined {
  return callKey === null ? undefined : find(fold.model.calls, callKey);
}
