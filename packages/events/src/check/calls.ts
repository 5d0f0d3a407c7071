/** Tool calls, native and MCP: each has one start and one outcome, and whatever belongs to it is closed before that. */
import type { EventOf } from '../events.ts';
import type { Call, CheckState, Watch } from './check-state.ts';
import { type Concatenation, concatenate } from './concatenation.ts';

type CallEvent = EventOf<
  | 'tool_call_start'
  | 'tool_input_delta'
  | 'tool_call_ready'
  | 'tool_result'
  | 'tool_error'
  | 'mcp_tool_call_start'
  | 'mcp_tool_result'
  | 'mcp_tool_error'
>;

/** The input of each incomplete call, as its deltas make it. */
type Inputs = Map<string, Concatenation>;

export function watchCalls(state: CheckState): Watch {
  const inputs: Inputs = new Map();
  return (event) => {
    switch (event.type) {
      case 'tool_call_start':
      case 'mcp_tool_call_start':
        return start(state, inputs, event);
      case 'tool_input_delta':
        return grow(state, inputs, event);
      case 'tool_call_ready':
        return ready(state, inputs, event);
      case 'tool_result':
      case 'tool_error':
      case 'mcp_tool_result':
      case 'mcp_tool_error':
        return finish(state, event);
      default:
    }
  };
}

function start(state: CheckState, inputs: Inputs, event: EventOf<'tool_call_start' | 'mcp_tool_call_start'>): void {
  const { report, open, calls, options } = state;
  const { toolCallId: id, toolName, lane } = event;
  if (calls.has(id)) {
    report('M-8', `${event.type}: the id ${id} was used before`);
  }
  const isNative = event.type === 'tool_call_start';
  calls.set(id, {
    family: isNative ? 'tool' : 'mcp',
    toolName,
    server: isNative ? undefined : event.server,
    lane,
    state: isNative ? 'started' : 'ready',
  });
  if (isNative) {
    inputs.set(id, concatenate(event.inputAccumulated, options.maxTextBytes));
  }
  open.add({ kind: 'call', id, lane, rule: isNative ? 'M-21' : 'M-23' });
}

function grow(state: CheckState, inputs: Inputs, event: EventOf<'tool_input_delta'>): void {
  const { report, progress } = state;
  const call = findCall(state, event);
  const input = inputs.get(event.toolCallId);
  if (call === undefined) {
    return;
  }
  if (input === undefined || call.state !== 'started') {
    report('M-21', `tool_input_delta after ${call.state} of ${event.toolCallId}`);
    return;
  }
  input.add(event.delta);
  if (progress.redacted !== 'no') {
    input.spoil();
  }
  if (typeof event.inputAccumulated === 'string' && !input.agrees(event.inputAccumulated)) {
    report('M-21', `tool_input_delta: inputAccumulated is not the deltas so far of ${event.toolCallId}`);
  }
}

function ready(state: CheckState, inputs: Inputs, event: EventOf<'tool_call_ready'>): void {
  const call = findCall(state, event);
  if (call === undefined) {
    return;
  }
  if (call.state !== 'started') {
    state.report('M-21', `tool_call_ready after ${call.state} of ${event.toolCallId}`);
    return;
  }
  inputs.delete(event.toolCallId);
  call.state = 'ready';
}

function finish(
  state: CheckState,
  event: EventOf<'tool_result' | 'tool_error' | 'mcp_tool_result' | 'mcp_tool_error'>,
): void {
  const { report, open } = state;
  const { type, toolCallId: id } = event;
  const call = findCall(state, event);
  if (call === undefined) {
    return;
  }
  if (call.state !== 'ready') {
    report(call.family === 'mcp' ? 'M-23' : 'M-21', `${type} of ${id}, which is ${call.state}`);
    if (call.state !== 'started') {
      return;
    }
  }
  const isSuccess = type === 'tool_result' || type === 'mcp_tool_result';
  for (const thing of open.list()) {
    if (thing.toolCallId !== id) {
      continue;
    }
    if (thing.kind === 'shell') {
      report('M-25', `${type} of ${id} while its shell is open`);
    }
    if (thing.kind === 'approval' && isSuccess) {
      report('M-30', `${type} of ${id} while its approval is open`);
    }
  }
  call.state = isSuccess ? 'done' : 'failed';
  open.remove('call', id);
}

/** The call of an event, if it is of the event's family; names and lanes must not change on the way. */
function findCall({ calls, report }: CheckState, event: CallEvent): Call | undefined {
  const { type, toolCallId: id } = event;
  const family = type.startsWith('mcp_') ? 'mcp' : 'tool';
  const call = calls.get(id);
  if (call === undefined) {
    report(family === 'mcp' ? 'M-23' : 'M-21', `${type} of ${id}, which never started`);
    return undefined;
  }
  if (call.family !== family) {
    report('M-23', `${type} of ${id}, which is ${call.family === 'mcp' ? 'an MCP' : 'a native'} call`);
    return undefined;
  }
  if ('toolName' in event && event.toolName !== call.toolName) {
    report(family === 'mcp' ? 'M-23' : 'M-21', `${type} of ${id}: ${call.toolName} became ${event.toolName}`);
  }
  if ('server' in event && event.server !== call.server) {
    report('M-23', `${type} of ${id}: the server became ${event.server}`);
  }
  if (event.lane !== call.lane) {
    report('D-lane', `${type} of ${id} is on another lane than its start`);
  }
  return call;
}
