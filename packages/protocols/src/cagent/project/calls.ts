/** Tool calls: partial, asked about, told when they certainly run, and answered. */
import {
  type Actor,
  argumentsOf,
  type Call,
  callKey,
  drop,
  factsOfCall,
  factsOfQuestion,
  find,
  inSnakeCase,
  type Moment,
  put,
  type Question,
  type ToolFacts,
  toText,
} from '../../model/index.ts';
import type { CagentOfTool, CagentToolCall } from '../types.ts';
import { tellQuestion } from './extend.ts';
import { type CallStage, nameOf, start, type Tell } from './state.ts';

export function toolCall(id: string, name: string, text: string): CagentToolCall {
  return { id, type: 'function', function: { name, arguments: text } };
}

function shown(call: Call): CagentToolCall {
  return toolCall(call.id, call.name, argumentsOf(call));
}

/** What the tool does, where extensions are wanted. */
function ofTool({ options }: Tell, told: ToolFacts): { readonly amux?: CagentOfTool } {
  const amux = inSnakeCase(told);
  return options.extensions === 'none' || Object.keys(amux).length === 0 ? {} : { amux };
}

function stageOf({ state }: Tell, key: string): CallStage | undefined {
  return find(state.calls, key);
}

function keyOf({ entry }: Moment): string {
  return 'toolCallId' in entry && entry.toolCallId !== undefined ? callKey(entry.runId, entry.toolCallId) : '';
}

export function startCall(tell: Tell, moment: Moment): void {
  const key = keyOf(moment);
  if (moment.call === null || stageOf(tell, key) !== undefined) {
    return;
  }
  put(tell.state.calls, key, 'begun');
  tellPartial(tell, key, moment.call);
}

export function streamCall(tell: Tell, moment: Moment): void {
  const { call } = moment;
  const stage = stageOf(tell, keyOf(moment));
  if (call === null) {
    return;
  }
  if (stage === undefined) {
    startCall(tell, moment);
  } else if (tell.options.partial === 'all' && stage === 'begun') {
    tellPartial(tell, keyOf(moment), call);
  }
}

/** The agent that a call names: `actor` has begun it, or asks for it before it has begun. */
function callerOf({ state }: Tell, key: string, actor: string): string {
  return find(state.namedBy, key) ?? put(state.namedBy, key, nameOf(state.model, actor));
}

function tellPartial(tell: Tell, key: string, call: Call): void {
  start(tell);
  const agent_name = callerOf(tell, key, call.actor);
  const tool_call = toolCall(call.id, call.name, call.text);
  tell.emit({ type: 'partial_tool_call', tool_call, agent_name, ...ofTool(tell, factsOfCall(call)) });
}

/** Takes a complete call. Where nobody is asked, it runs at once; otherwise it may still be asked about. */
export function armCall(tell: Tell, moment: Moment): void {
  const { call, run } = moment;
  if (call === null) {
    return;
  }
  const key = keyOf(moment);
  const stage = stageOf(tell, key);
  if (stage === 'asked' || stage === 'called') {
    return;
  }
  if (stage === 'granted' || run.header?.approvalMode === 'yolo') {
    tellCall(tell, key, call);
    return;
  }
  put(tell.state.calls, key, 'armed');
  put(tell.state.armed, key, call.actor);
}

function tellCall(tell: Tell, key: string, call: Call): void {
  start(tell);
  drop(tell.state.armed, key);
  put(tell.state.calls, key, 'called');
  const agent_name = callerOf(tell, key, call.actor);
  tell.emit({ type: 'tool_call', tool_call: shown(call), agent_name, ...ofTool(tell, factsOfCall(call)) });
}

/** Tells the calls of the actor that nobody was asked about, which certainly run because it has gone on. */
export function releaseCalls(tell: Tell, { id }: Pick<Actor, 'id'>): void {
  const { armed } = tell.state;
  for (const key of Object.keys(armed)) {
    if (find(armed, key) === id) {
      releaseCall(tell, key);
    }
  }
}

export function releaseAll(tell: Tell): void {
  for (const key of Object.keys(tell.state.armed)) {
    releaseCall(tell, key);
  }
}

export function releaseCall(tell: Tell, key: string): void {
  const call = find(tell.state.model.calls, key);
  if (call !== undefined && stageOf(tell, key) === 'armed') {
    tellCall(tell, key, call);
  }
}

/** Tells a question that is known with all that it offers. */
export function askCall(tell: Tell, question: Question): void {
  const { event, callKey: key, asked } = question;
  if (event.type === 'input_required') {
    tellQuestion(tell, question);
    return;
  }
  start(tell);
  const { state, emit } = tell;
  const call = key === null ? undefined : find(state.model.calls, key);
  const actor = call?.actor ?? question.actor;
  const agent_name = key === null ? nameOf(state.model, actor) : callerOf(tell, key, actor);
  const stage = key === null ? undefined : stageOf(tell, key);
  if (key !== null && stage !== 'called' && stage !== 'granted') {
    drop(state.armed, key);
    put(state.calls, key, 'asked');
  }
  const type = 'tool_call_confirmation';
  const facts = ofTool(tell, factsOfQuestion(state.model, question));
  if (call !== undefined && stage !== 'called') {
    emit({ type, tool_call: shown(call), agent_name, ...facts });
    return;
  }
  // A question that names no call, or whose call runs already and asks for more rights, stands for itself.
  const name = call?.name ?? event.toolName ?? 'approval';
  const input = asked?.input ?? { action: event.action, detail: event.detail };
  const id = key === null || stage === 'called' ? question.id : idOf(tell, question, key);
  emit({ type, tool_call: toolCall(id, name, toText(input, '{}')), agent_name, ...facts });
}

// The call has not begun yet, and will have the id under which it is told then.
export function idOf({ state: { model } }: Tell, { runId, event }: Question, key: string): string {
  const isOfRoot = runId === model.root && 'toolCallId' in event && event.toolCallId !== undefined;
  return isOfRoot && key === callKey(runId, event.toolCallId) ? event.toolCallId : key;
}

export function grantCall(tell: Tell, { question, call }: Moment): void {
  const key = question?.callKey ?? null;
  if (key === null || stageOf(tell, key) !== 'asked') {
    return;
  }
  if (call !== null && call.readyAt !== null) {
    tellCall(tell, key, call);
  } else {
    put(tell.state.calls, key, 'granted');
  }
}

export function endCall(tell: Tell, moment: Moment, outcome: unknown): void {
  const { call } = moment;
  if (call === null) {
    return;
  }
  const key = keyOf(moment);
  if (stageOf(tell, key) !== 'called') {
    tellCall(tell, key, call);
  }
  drop(tell.state.calls, key);
  start(tell);
  tell.emit({
    type: 'tool_call_response',
    tool_call: shown(call),
    response: toText(outcome),
    agent_name: callerOf(tell, key, call.actor),
    ...ofTool(tell, factsOfCall(call)),
  });
  drop(tell.state.namedBy, key);
}
