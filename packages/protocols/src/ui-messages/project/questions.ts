/** Questions and their answers, and the prompts that are no messages of their own. */
import {
  describeQuestion,
  drop,
  factsOfQuestion,
  find,
  inOrder,
  isFront,
  isRefusal,
  type Moment,
  put,
  type Question,
  type Run,
} from '../../model/index.ts';
import { denyCall, inputOf, tellChange, tellReady } from './calls.ts';
import { forgetApprovals, isAskedFor, startStream, subagentById, type Tell, tellData } from './state.ts';
import { endTurn, pauseStream } from './stream.ts';

/**
 * Tells a question that is completely known: as the approval of its call, or as a part of ours where it has none. The stream finishes where
 * somebody is asked.
 */
export function tellQuestion(tell: Tell, question: Question): void {
  const { state, emit } = tell;
  const { id, event, asked, callKey } = question;
  const isWaiting = waits(tell, question);
  const call = callKey === null ? undefined : find(state.model.calls, callKey);
  const told = call === undefined ? undefined : find(state.calls, call.id);
  if (event.type !== 'approval_request' || call === undefined || !isWaiting || told?.state === 'denied') {
    tellData(tell, 'question', describe(tell, question), { id });
    if (isWaiting) {
      pauseStream(tell, 'other');
    }
    return;
  }
  startStream(tell);
  tellReady(tell, call, asked?.input ?? inputOf(call));
  forgetApprovals(state, call.id);
  put(state.approvals, id, call.id);
  const { action, detail, riskLevel, context } = event;
  const facts = factsOfQuestion(state.model, question);
  const more = context === undefined ? {} : { context };
  const approvalDescriptor = { action, detail, riskLevel, scopes: asked?.scopes ?? ['once'], ...more, ...facts };
  emit({ type: 'tool-approval-request', approvalId: id, toolCallId: call.id, approvalDescriptor });
  pauseStream(tell, 'tool-calls');
}

function describe({ state }: Tell, question: Question): Readonly<Record<string, unknown>> {
  const { event, asked, actor } = question;
  const { questions, schema, scopes, input } = asked ?? {};
  const subagent = subagentById(state.model, actor);
  const data = {
    kind: event.type === 'approval_request' ? 'approval' : 'input',
    text: describeQuestion(question),
    context: event.context,
    subagent,
    questions,
    schema,
    scopes,
    input,
    ...factsOfQuestion(state.model, question),
  };
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
}

// Nobody waits for a question that the approval mode answers.
function waits({ state }: Tell, { event, runId, answer }: Question): boolean {
  if (answer !== null) {
    return false;
  }
  const mode = find(state.model.runs, runId)?.header?.approvalMode;
  return mode !== 'deny' && (event.type === 'input_required' || mode !== 'yolo');
}

/** Tells an answer: a question in text is closed by it, and an approval by what the agent makes of it. */
export function tellAnswer(tell: Tell, { entry, question, call }: Moment): void {
  if ('type' in entry) {
    if (entry.type !== 'approval_granted' && entry.type !== 'approval_denied') {
      return;
    }
    const { interactionId } = entry;
    const isDenied = entry.type === 'approval_denied';
    const reason = entry.type === 'approval_denied' ? entry.reason : undefined;
    const by = question?.answer?.by;
    const data = {
      outcome: isDenied ? 'denied' : 'granted',
      ...(reason === undefined ? {} : { reason }),
      ...(by === undefined ? {} : { by }),
    };
    tellData(tell, 'answer', data, { id: interactionId });
    drop(tell.state.approvals, interactionId);
    if (call === null) {
      return;
    }
    if (!isDenied) {
      tellChange(tell, call);
    } else if (!isAskedFor(tell.state, call.id)) {
      // An agent that asks again about a call takes its first question back, and the call waits for the second one.
      denyCall(tell, call.id);
    }
    return;
  }
  if (question === null || question.answer === null || question.event.type !== 'input_required') {
    return;
  }
  const { by, response } = question.answer;
  tellData(tell, 'answer', { outcome: isRefusal(response) ? 'denied' : 'answered', by, response }, { id: question.id });
}

// The prompt of a child or a successor is an agent's.
export function tellPrompt(tell: Tell, { prompt, run, actor, over }: Moment): void {
  const { state, emit } = tell;
  if (prompt === null || !isFront(state.model, actor)) {
    return;
  }
  if (prompt.how === 'first' && run.header?.handoffFrom !== undefined) {
    return;
  }
  const { id, text, how } = prompt;
  if (how !== 'first' && how !== 'new-turn') {
    tellWords(tell, id, text);
    return;
  }
  if (state.isStreaming && state.isIdle) {
    state.isIdle = false;
    emit({ type: 'message-metadata', messageMetadata: { amux: { prompt: id } } });
    return;
  }
  if (over !== null) {
    endTurn(tell, over);
  }
  state.continues = false;
  startStream(tell, id);
}

/** Tells prompts for the running turn whose delivery is unknown, because they were given all the same. */
export function tellUnheard(tell: Tell, { prompts }: Run): void {
  for (const { id, text } of inOrder(prompts)) {
    tellWords(tell, id, text);
  }
}

function tellWords(tell: Tell, id: string, text: string): void {
  tellData(tell, 'prompt', { text }, { id });
}
