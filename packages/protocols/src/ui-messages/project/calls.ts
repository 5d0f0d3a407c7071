/** Tool calls: their input, their output, and what a grant or a denial makes of them. */
import { type Call, drop, find, type Moment, put } from '../../model/index.ts';
import { ensureStep, forgetApprovals, startStream, subagentById, type Tell, type ToldCall, tellData } from './state.ts';
import { settleCall } from './stream.ts';

export function tellCall(tell: Tell, { entry, call }: Moment): void {
  if (call === null || !('type' in entry)) {
    return;
  }
  switch (entry.type) {
    case 'tool_call_start':
      startInput(tell, call);
      break;
    case 'tool_input_delta':
      tellInput(tell, call, entry.delta);
      break;
    case 'tool_call_ready':
      tellReady(tell, call, call.input);
      break;
    case 'mcp_tool_call_start':
      startStream(tell);
      settleCall(tell, call.id);
      tellReady(tell, call, call.input);
      break;
    case 'tool_result':
    case 'mcp_tool_result':
      tellOutcome(tell, call, { output: entry.output ?? null });
      break;
    case 'tool_error':
    case 'mcp_tool_error':
      tellOutcome(tell, call, { errorText: entry.error });
      break;
    default:
  }
}

function startInput(tell: Tell, call: Call): void {
  const { state, emit } = tell;
  startStream(tell);
  settleCall(tell, call.id);
  ensureStep(tell);
  put(state.calls, call.id, { state: 'input', step: state.steps, isChanged: false });
  state.inputs += 1;
  emit({ type: 'tool-input-start', ...toolOf(tell, call) });
  if (call.text !== '') {
    emit({ type: 'tool-input-delta', toolCallId: call.id, inputTextDelta: call.text });
  }
}

function tellInput(tell: Tell, call: Call, inputTextDelta: string): void {
  const told = find(tell.state.calls, call.id);
  if (told === undefined) {
    startInput(tell, call);
  } else if (told.state === 'input') {
    tell.emit({ type: 'tool-input-delta', toolCallId: call.id, inputTextDelta });
  }
}

/** Tells the complete input. What was told before stays, unless the input was changed. */
export function tellReady(tell: Tell, call: Call, input: unknown): void {
  const { state, emit } = tell;
  const told = find(state.calls, call.id);
  if (told !== undefined && told.state !== 'input') {
    tellChange(tell, call);
    return;
  }
  if (told === undefined) {
    ensureStep(tell);
  } else {
    state.inputs -= 1;
  }
  const step = told?.step ?? state.steps;
  put<ToldCall>(state.calls, call.id, { state: 'ready', step, isChanged: call.isChanged });
  emit({ type: 'tool-input-available', ...toolOf(tell, call), input: input ?? null });
}

/** Tells that a grant has changed its input. Only a part of the last step can be told again. */
export function tellChange(tell: Tell, call: Call): void {
  const { state, emit } = tell;
  const told = find(state.calls, call.id);
  if (!call.isChanged || told === undefined || told.isChanged || told.state !== 'ready') {
    return;
  }
  startStream(tell);
  told.isChanged = true;
  const input = call.input ?? null;
  if (told.step === state.steps) {
    emit({ type: 'tool-input-available', ...toolOf(tell, call), input });
  } else {
    tellData(tell, 'input', { toolCallId: call.id, input }, { id: call.id });
  }
}

type Outcome = { readonly output: unknown } | { readonly errorText: string };

function tellOutcome(tell: Tell, call: Call, outcome: Outcome): void {
  const { state, emit } = tell;
  startStream(tell);
  // A call belongs to the message in which it began: another one tells it from its beginning.
  if (find(state.calls, call.id) === undefined) {
    tellReady(tell, call, inputOf(call));
  }
  tellChange(tell, call);
  const { id: toolCallId } = call;
  const told = drop(state.calls, toolCallId);
  forgetApprovals(state, toolCallId);
  if (told?.state === 'input') {
    state.inputs -= 1;
  }
  if (told?.state === 'denied') {
    tellData(tell, 'denied', { toolCallId, ...outcome }, { id: toolCallId });
    return;
  }
  const of = { toolCallId, dynamic: true, providerExecuted: true };
  if ('output' in outcome) {
    emit({ type: 'tool-output-available', ...of, ...outcome });
  } else {
    emit({ type: 'tool-output-error', ...of, ...outcome });
  }
}

/** The input as far as it is known. */
export function inputOf({ readyAt, input, text }: Call): unknown {
  if (readyAt !== null) {
    return input;
  }
  try {
    return JSON.parse(text);
  } catch {
    return text === '' ? null : text;
  }
}

/** Tells that somebody has refused the call. */
export function denyCall({ state, emit }: Tell, toolCallId: string): void {
  const told = find(state.calls, toolCallId);
  if (told === undefined || told.state === 'denied') {
    return;
  }
  if (told.state === 'input') {
    state.inputs -= 1;
  }
  told.state = 'denied';
  emit({ type: 'tool-output-denied', toolCallId });
}

function toolOf({ state }: Tell, { id, name, server, kind, actor }: Call): ToolFields {
  const subagent = subagentById(state.model, actor);
  const amux = {
    ...(server === null ? {} : { server }),
    ...(kind === null ? {} : { toolKind: kind }),
    ...(subagent === undefined ? {} : { subagent }),
  };
  const toolMetadata = Object.keys(amux).length === 0 ? {} : { toolMetadata: { amux } };
  return { toolCallId: id, toolName: name, dynamic: true, providerExecuted: true, ...toolMetadata };
}

interface ToolFields {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly dynamic: true;
  readonly providerExecuted: true;
  readonly toolMetadata?: { readonly amux: Readonly<Record<string, string>> };
}
