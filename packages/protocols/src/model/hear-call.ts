/** Takes the events of a tool call. A call that is told without its beginning begins with that. */
import type { EventOf, ToolKind } from '@agent-mux/events';
import { type Call, callKey, startCall } from './calls.ts';
import { callEnded, callReady, output } from './cycles.ts';
import { drop, find } from './keyed.ts';
import type { Model } from './model.ts';
import type { Moment } from './moment.ts';

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

export function hearCall(model: Model, event: CallEvent, moment: Moment): void {
  const key = callKey(event.runId, event.toolCallId);
  const known =
    event.type === 'tool_call_start' || event.type === 'mcp_tool_call_start' ? undefined : find(model.calls, key);
  const call = known ?? begin(model, key, event, moment);
  // A piece of its input begins a call that nobody has named, and says no kind.
  call.kind ??= kindOf(event);
  moment.call = call;
  moment.actor = find(model.actors, call.actor) ?? moment.actor;
  switch (event.type) {
    case 'tool_call_start':
      call.text = event.inputAccumulated;
      break;
    case 'tool_input_delta':
      // The two strings are not copied until somebody reads the characters.
      call.text += event.delta;
      break;
    case 'tool_call_ready':
    case 'mcp_tool_call_start':
      makeReady(model, call, key, event, moment);
      break;
    default:
      drop(model.calls, key);
      callEnded(moment.actor, call, moment);
  }
}

function begin(model: Model, key: string, event: CallEvent, moment: Moment): Call {
  const { actor } = moment;
  output(actor, event.timestamp, moment);
  model.order += 1;
  return startCall(model.calls, {
    key,
    id: event.runId === model.root ? event.toolCallId : key,
    actor,
    name: 'toolName' in event ? event.toolName : '',
    server: 'server' in event ? event.server : null,
    kind: kindOf(event),
    order: model.order,
    startedAt: event.timestamp,
  });
}

/** The kind of a call. Older journals tell none, but a tool of an MCP server is recognised all the same. */
function kindOf(event: CallEvent): ToolKind | null {
  const told = 'toolKind' in event ? event.toolKind : undefined;
  return told ?? ('server' in event ? 'mcp' : null);
}

function makeReady(
  model: Model,
  call: Call,
  key: string,
  { input, timestamp }: EventOf<'tool_call_ready' | 'mcp_tool_call_start'>,
  moment: Moment,
): void {
  if (call.readyAt === null) {
    callReady(moment.actor, call);
  }
  call.readyAt = timestamp;
  // The question may have come before the call began.
  const asking = Object.values(model.questions).find(({ callKey }) => callKey === key);
  if (asking !== undefined) {
    call.question = asking.id;
  }
  const changed = drop(model.changed, key);
  if (changed !== undefined) {
    call.isChanged = true;
    call.input = changed;
  } else if (!call.isChanged) {
    call.input = input ?? null;
  }
}
