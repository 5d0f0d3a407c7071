/** Answers in text, and decisions of rules. */
import type { InputEntry } from '@agent-mux/events/journal';
import { factsOfQuestion, find, inSnakeCase, isRefusal, type Moment, ruleOf, wordsOf } from '../../model/index.ts';
import { idOf } from './calls.ts';
import { extend } from './extend.ts';
import { nameOf, start, type Tell } from './state.ts';

/** Tells an answer: a text is the user's, and a rule's decision is nobody's. */
export function tellAnswer(
  tell: Tell,
  moment: Moment,
  { by, response }: Extract<InputEntry, { input: 'answer' }>,
): void {
  const { question } = moment;
  if (question === null) {
    return;
  }
  if (question.event.type === 'input_required') {
    const reason = response.type === 'deny' ? response.reason : undefined;
    tellDecision(tell, moment, { action: isRefusal(response) ? 'deny' : 'allow', reason });
  }
  const message = by.kind === 'policy' ? undefined : wordsOf(response);
  if (message !== undefined) {
    start(tell);
    tell.emit({ type: 'user_message', message });
  }
}

interface Decision {
  readonly action: 'allow' | 'deny';
  readonly reason?: string | undefined;
}

/** Tells a decision. Where no rule has decided, the call itself shows it. */
export function tellDecision(tell: Tell, { question }: Moment, { action, reason }: Decision): void {
  const rule = question === null ? undefined : ruleOf(question);
  if (question === null || rule === undefined) {
    return;
  }
  const { model } = tell.state;
  const { callKey: key } = question;
  const call = key === null ? undefined : find(model.calls, key);
  extend(tell, () => ({
    type: 'amux_policy_decision',
    interaction_id: question.id,
    action,
    rule,
    by: question.answer?.by.kind === 'policy' ? 'policy' : 'program',
    ...(reason === undefined ? {} : { reason }),
    ...(key === null ? {} : { tool_call_id: call?.id ?? idOf(tell, question, key) }),
    ...inSnakeCase(factsOfQuestion(model, question)),
    agent_name: nameOf(model, call?.actor ?? question.actor),
  }));
}
