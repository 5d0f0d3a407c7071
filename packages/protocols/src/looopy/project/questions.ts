/** The agent's questions, and who has answered. */
import {
  describeQuestion,
  drop,
  factsOfQuestion,
  find,
  isRefusal,
  type Moment,
  put,
  type Question,
  type Run,
  ruleOf,
} from '../../model/index.ts';
import type { AnyEvent, Metadata } from '../../tasks/index.ts';
import { grantCall, setStage, shown, stageOf } from './calls.ts';
import { mustReachUser, type Tell } from './state.ts';
import { say, settle, taskOf, voiceOf } from './tasks.ts';

/** Tells a question that is known with all that it offers. */
export function askQuestion(tell: Tell, question: Question): void {
  const { state } = tell;
  const { id, callKey: key } = question;
  const asker = find(state.model.actors, question.actor);
  if (asker === undefined) {
    return;
  }
  if (key !== null) {
    const stage = stageOf(tell, key);
    if (stage !== 'called' && stage !== 'granted') {
      setStage(tell, key, 'asked');
    }
  }
  const task = voiceOf(tell, asker);
  const isForUser = mustReachUser(tell, question);
  put(state.asked, id, task.id);
  if (!task.asks.some((asked) => asked.id === id)) {
    task.asks.push({ id, isForUser, at: tell.at });
  }
  const own = taskOf(tell, asker);
  const metadata = {
    ...metadataOf(tell, question),
    ...(own === task ? {} : { subtaskId: own.id }),
    ...refusalOf(find(state.model.runs, question.runId)),
  };
  say(tell, task, {
    kind: 'input-required',
    inputId: id,
    requireUser: isForUser,
    ...offered(question),
    prompt: describeQuestion(question),
    metadata,
  });
  settle(tell, task);
}

/** Tells a refusal by the approval mode, for which nobody waits. */
function refusalOf(run: Run | undefined): Metadata {
  return run?.header?.approvalMode === 'deny' ? { refusedBy: 'approval-mode' } : {};
}

type Offer = Pick<Extract<AnyEvent, { kind: 'input-required' }>, 'inputType' | 'options' | 'schema'>;

function offered({ event, asked }: Question): Offer {
  if (event.type === 'approval_request') {
    return { inputType: 'confirmation' };
  }
  const { questions = [], schema } = asked ?? {};
  if (questions.some(({ options = [] }) => options.length > 0)) {
    const [first, ...more] = questions;
    const options = more.length === 0 ? first?.options : questions;
    return { inputType: 'selection', options: options ?? [] };
  }
  return schema === undefined ? { inputType: 'clarification' } : { inputType: 'custom', schema };
}

function metadataOf({ state }: Tell, question: Question): Metadata {
  const { event, asked, callKey: key } = question;
  const scopes = asked === null ? {} : { scopes: asked.scopes };
  if (event.type === 'input_required') {
    const { context, source } = event;
    return { source, ...(context === undefined ? {} : { context }), ...namesOf(asked?.questions ?? []) };
  }
  const call = key === null ? undefined : find(state.model.calls, key);
  const { input } = asked ?? {};
  return {
    urgency: event.riskLevel,
    ...factsOfQuestion(state.model, question),
    ...(call === undefined ? {} : { toolCall: shown(call) }),
    ...(call === undefined && input !== undefined ? { input } : {}),
    ...scopes,
  };
}

function namesOf(questions: readonly { readonly id: string }[]): Metadata {
  return questions.length === 0 ? {} : { questions: questions.map(({ id }) => id) };
}

/** Closes a question: by a grant, a denial or a text. */
export function receiveAnswer(tell: Tell, moment: Moment): void {
  const { question, entry } = moment;
  if (question === null) {
    return;
  }
  const { state } = tell;
  const place = drop(state.asked, question.id);
  const asker = find(state.model.actors, question.actor);
  if (place === undefined || asker === undefined) {
    return;
  }
  const task = find(state.tasks, place) ?? voiceOf(tell, asker);
  const asked = task.asks.find(({ id }) => id === question.id);
  task.asks = task.asks.filter(({ id }) => id !== question.id);
  const rule = ruleOf(question);
  say(tell, task, {
    kind: 'input-received',
    inputId: question.id,
    ...providerOf(question),
    metadata: {
      duration: Math.max(0, (question.answer?.at ?? tell.at) - (asked?.at ?? tell.at)),
      decision: decisionOf(entry, question),
      ...(rule === undefined ? {} : { rule }),
    },
  });
  settle(tell, task);
  if ('type' in entry && entry.type === 'approval_granted') {
    grantCall(tell, moment);
  }
}

function decisionOf(entry: Moment['entry'], { answer }: Question): 'granted' | 'denied' | 'answered' {
  if (!('type' in entry)) {
    return answer !== null && isRefusal(answer.response) ? 'denied' : 'answered';
  }
  return entry.type === 'approval_granted' ? 'granted' : 'denied';
}

type Provider = Pick<Extract<AnyEvent, { kind: 'input-received' }>, 'providedBy' | 'userId' | 'agentId'>;

/** Who has answered: what no user has given comes from an agent, which is the program with the run's handle, or a rule of the runtime. */
function providerOf({ answer }: Question): Provider {
  const by = answer?.by ?? { kind: 'program' as const };
  switch (by.kind) {
    case 'user':
      return { providedBy: 'user', ...(by.id === undefined ? {} : { userId: by.id }) };
    case 'agent':
      return { providedBy: 'agent', agentId: by.id };
    case 'program':
      return { providedBy: 'agent', agentId: 'program' };
    case 'policy':
      return { providedBy: 'agent', agentId: `policy:${by.rule}` };
    default:
      return by satisfies never;
  }
}
