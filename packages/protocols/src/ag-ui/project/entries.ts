/** Entries that are no events: prompts, questions with their answers, and notes. */
import type { InteractionResponse } from '@agent-mux/events/journal';
import {
  describeQuestion,
  factsOfQuestion,
  find,
  inOrder,
  isFront,
  type Moment,
  type Question,
  type Run,
} from '../../model/index.ts';
import type { AguiResumeEntry } from '../types.ts';
import { endTurn, interruptRun, startRun } from './run.ts';
import { begin, of, type Tell } from './state.ts';

export function tellEntry(tell: Tell, moment: Moment): void {
  const { entry, prompt, question } = moment;
  if (!('entry' in entry)) {
    return;
  }
  if (prompt !== null) {
    tellPrompt(tell, moment);
  }
  if (entry.entry === 'input' && entry.input === 'answer' && question !== null) {
    tellAnswer(tell, moment);
  }
  if (entry.entry === 'note') {
    const { kind, data } = entry;
    startRun(tell);
    tell.emit({ type: 'CUSTOM', timestamp: tell.timestamp, name: 'amux.note', value: { kind, data } });
  }
}

// The prompt of a child or a successor is an agent's.
function tellPrompt(tell: Tell, { prompt, run, actor, over }: Moment): void {
  if (prompt === null || !isFront(tell.state.model, actor)) {
    return;
  }
  if (prompt.how === 'first' && run.header?.handoffFrom !== undefined) {
    return;
  }
  const { id: messageId, text, how } = prompt;
  if (how === 'first' || how === 'new-turn') {
    if (over !== null) {
      endTurn(tell, over);
    }
    startRun(tell, { messages: [{ id: messageId, role: 'user', content: text }] });
    return;
  }
  tellUserMessage(tell, messageId, text);
}

function tellUserMessage(tell: Tell, messageId: string, delta: string): void {
  startRun(tell);
  const { timestamp, emit } = tell;
  emit({ type: 'TEXT_MESSAGE_START', timestamp, messageId, role: 'user' });
  if (delta !== '') {
    emit({ type: 'TEXT_MESSAGE_CONTENT', timestamp, messageId, delta });
  }
  emit({ type: 'TEXT_MESSAGE_END', timestamp, messageId });
}

/** Tells prompts for the running turn whose delivery is unknown, because they were given all the same. */
export function tellUnheard(tell: Tell, { prompts }: Run): void {
  for (const { id, text } of inOrder(prompts)) {
    tellUserMessage(tell, id, text);
  }
}

/** Tells a question that is completely known. */
export function tellQuestion(tell: Tell, question: Question): void {
  const { state, options, timestamp, emit } = tell;
  const { event, asked, actor: actorId } = question;
  startRun(tell);
  const actor = find(state.model.actors, actorId);
  const owner = actor === undefined ? '' : begin(tell, actor);
  const { questions, schema, scopes, input } = asked ?? {};
  const offers = { questions, schema, scopes, input };
  const offered = Object.fromEntries(Object.entries(offers).filter(([, offer]) => offer !== undefined));
  const value = { ...event, ...factsOfQuestion(state.model, question), ...offered };
  emit({ type: 'CUSTOM', timestamp, name: `amux.${event.type}`, value, ...of(owner) });
  if (options.interrupts === 'finish' && waits(tell, question)) {
    interruptRun(tell);
  }
}

// Nobody is asked about what the approval mode refuses.
function waits({ state }: Tell, { runId, answer }: Question): boolean {
  return answer === null && find(state.model.runs, runId)?.header?.approvalMode !== 'deny';
}

function tellAnswer(tell: Tell, { question }: Moment): void {
  const answer = question?.answer ?? null;
  if (question === null || answer === null) {
    return;
  }
  const { id } = question;
  const resume = [resumeOf(question, answer.response)];
  startRun(tell, { messages: [], resume });
  const value = { interactionId: id, question: describeQuestion(question), by: answer.by, response: answer.response };
  tell.emit({ type: 'CUSTOM', timestamp: tell.timestamp, name: 'amux.answer', value });
}

function resumeOf({ id: interruptId, event }: Question, response: InteractionResponse): AguiResumeEntry {
  switch (response.type) {
    case 'approve': {
      const { scope, input } = response;
      const more = { ...(scope === undefined ? {} : { scope }), ...(input === undefined ? {} : { input }) };
      return { interruptId, status: 'resolved', payload: { approved: true, ...more } };
    }
    case 'deny': {
      if (event.type === 'input_required') {
        return { interruptId, status: 'cancelled' };
      }
      const { reason } = response;
      const payload = { approved: false, ...(reason === undefined ? {} : { reason }) };
      return { interruptId, status: 'resolved', payload };
    }
    case 'text':
      return { interruptId, status: 'resolved', payload: { text: response.text } };
    case 'answers':
      return { interruptId, status: 'resolved', payload: response.answers };
    default:
      return response.action === 'accept'
        ? { interruptId, status: 'resolved', ...(response.content == null ? {} : { payload: response.content }) }
        : { interruptId, status: 'cancelled' };
  }
}
