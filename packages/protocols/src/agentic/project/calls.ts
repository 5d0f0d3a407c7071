/** Tool calls, with the input that was really used, their results, and the questions in between. */
import {
  type Actor,
  callKey,
  changedInput,
  describeQuestion,
  drop,
  factsOfCall,
  factsOfQuestion,
  find,
  inputObject,
  inSnakeCase,
  type Moment,
  put,
  type Question,
  ruleOf,
} from '../../model/index.ts';
import { say, type Tell, turnOf } from './state.ts';

/** Tells a call that is complete, and again where a grant has changed it. */
export function tellCall(tell: Tell, moment: Moment): void {
  const { call, actor, entry } = moment;
  if (call === null) {
    return;
  }
  const { calls } = tell.fold;
  const key = keyOf(moment);
  const isAgain = find(calls, key) === true;
  if (isAgain && 'type' in entry && entry.type !== 'approval_granted') {
    return;
  }
  put(calls, key, true);
  const of = { tool_call_id: call.id, ...inSnakeCase(factsOfCall(call)) };
  const payload = { name: nameOf(moment), arguments: inputObject(call), ...of };
  say(tell, actor, { type: 'tool_call', payload });
  if (!isAgain) {
    turnOf(tell.fold, actor).completion?.calls.push(call.id);
  }
}

export function endCall(tell: Tell, moment: Moment, outcome: { output: unknown } | { error: string }): void {
  const { call, actor } = moment;
  if (call === null) {
    return;
  }
  if (find(tell.fold.calls, keyOf(moment)) !== true) {
    tellCall(tell, moment);
  }
  drop(tell.fold.calls, keyOf(moment));
  const name = nameOf(moment);
  const tool_call_id = call.id;
  if ('error' in outcome) {
    say(tell, actor, { type: 'tool_error', payload: { name, error: outcome.error, tool_call_id } });
    const payload = { name, result: outcome.error, is_log: false, tool_call_id, error: true } as const;
    say(tell, actor, { type: 'tool_result', payload, result: outcome.error });
  } else {
    const result = outcome.output ?? null;
    say(tell, actor, { type: 'tool_result', payload: { name, result, is_log: false, tool_call_id }, result });
  }
}

/** Tells a piece of output of a command. */
export function tellLog(tell: Tell, { call, actor }: Moment, result: string): void {
  if (tell.options.logs !== true) {
    return;
  }
  const id = call === null ? {} : { tool_call_id: call.id };
  say(tell, actor, {
    type: 'tool_result',
    payload: { name: call?.name ?? 'shell', result, is_log: true, ...id },
    result,
  });
}

/** Tells a question that is known with all that it offers. */
export function ask(tell: Tell, question: Question): void {
  const actor = find(tell.fold.model.actors, question.actor);
  if (actor === undefined || find(tell.fold.waits, question.id) === true) {
    return;
  }
  put(tell.fold.waits, question.id, true);
  const payload = { [question.id]: describeQuestion(question) };
  const facts = inSnakeCase(factsOfQuestion(tell.fold.model, question));
  say(tell, actor, { type: 'wait_for_input', payload, ...facts });
}

/** Resumes after a question. `words` are `approve`, `deny`, or the answer. */
export function resumeAfter(tell: Tell, actor: Actor, question: Question, words: string): void {
  const { id } = question;
  if (drop(tell.fold.waits, id) === undefined) {
    return;
  }
  const rule = ruleOf(question);
  const by = rule === undefined ? {} : { rule };
  say(tell, actor, { type: 'resume_with_input', payload: { [id]: words }, ...by });
}

export function grant(tell: Tell, moment: Moment): void {
  const { question, actor, call } = moment;
  if (question === null) {
    return;
  }
  resumeAfter(tell, actor, question, 'approve');
  if (changedInput(question) !== undefined && call !== null && call.readyAt !== null) {
    tellCall(tell, moment);
  }
}

function nameOf({ call, entry }: Moment): string {
  const name = call?.name ?? '';
  return name === '' && 'toolName' in entry && entry.toolName !== undefined ? entry.toolName : name;
}

function keyOf({ entry, question }: Moment): string {
  if (question !== null) {
    return question.callKey ?? '';
  }
  return 'toolCallId' in entry && entry.toolCallId !== undefined ? callKey(entry.runId, entry.toolCallId) : '';
}
