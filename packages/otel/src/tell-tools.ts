/** Tool calls: a span from the moment in which the input is whole to the result. */
import type { EventOf } from '@agent-mux/events';
import { type Call, callKey, drop, find, inputObject, type Moment, put } from '@agent-mux/protocols/model';
import { toolMessage, valueText } from './contents.ts';
import { attributesOf, speakerOf, type Tell } from './fold.ts';
import { ERROR_TYPE, GEN_AI, GEN_AI_CONTENT, KINDS, OWN, spanName } from './names.ts';
import type { Attributes, SpanStatus } from './records.ts';
import { endSpan, startSpan } from './span-tree.ts';

type Ready = EventOf<'tool_call_ready' | 'mcp_tool_call_start'>;
type Ended = EventOf<'tool_result' | 'tool_error' | 'mcp_tool_result' | 'mcp_tool_error'>;

/** Starts the span of a tool. `span` is that of the actor. */
export function startTool(tell: Tell, moment: Moment, event: Ready | Ended, span: string): void {
  const { run, actor, call } = moment;
  const key = callKey(event.runId, event.toolCallId);
  if (call === null || find(tell.fold.calls, key) !== undefined) {
    return;
  }
  const name = call.name === '' ? event.toolName : call.name;
  const started = startSpan(tell.fold.tree, tell.emit, {
    parent: span,
    spans: false,
    name: spanName('execute_tool', name),
    kind: KINDS.execute_tool,
    time: event.timestamp,
    attributes: {
      [GEN_AI.operation]: 'execute_tool',
      [GEN_AI.toolName]: name,
      [GEN_AI.toolCallId]: event.toolCallId,
      // A server runs the tools that it brings; the agent's own tools and those of the host are functions that it was given.
      [GEN_AI.toolType]: call.server === null ? 'function' : 'extension',
      ...attributesOf(run, actor),
      ...(call.server === null ? {} : { [OWN.server]: call.server }),
      ...(call.kind === null ? {} : { [OWN.toolKind]: call.kind }),
    },
  });
  put(tell.fold.calls, key, { span: started, runId: run.runId });
}

/** Ends the span of a tool. A call that was reported only with its end has a span of no length. */
export function endTool(tell: Tell, moment: Moment, event: Ended, span: string): void {
  const { actor, call } = moment;
  startTool(tell, moment, event, span);
  const open = drop(tell.fold.calls, callKey(event.runId, event.toolCallId));
  if (open === undefined || call === null) {
    return;
  }
  const failed = 'error' in event;
  const told = failed ? event.error : event.output;
  if (tell.content) {
    speakerOf(tell.fold, actor).waiting.push(toolMessage(event.toolCallId, told));
  }
  endSpan(tell.fold.tree, tell.emit, open.span, {
    time: event.timestamp,
    attributes: {
      ...argumentsAttributes(tell, call),
      ...(tell.content && !failed ? { [GEN_AI_CONTENT.toolResult]: valueText(told) } : {}),
      ...(failed ? { [ERROR_TYPE]: TOOL_ERROR } : {}),
    },
    status: failed ? { code: 'error', message: (tell.content && event.error) || TOOL_ERROR } : { code: 'unset' },
  });
}

/** The error type of a tool, because no agent has a code for its failures. */
const TOOL_ERROR = 'tool_error';

/** Ends the spans of tools that still run when their run ends: they end as the run does. */
export function endOpenTools(
  tell: Tell,
  runId: string,
  { time, status, attributes }: { readonly time: number; readonly status: SpanStatus; readonly attributes: Attributes },
): void {
  for (const key of Object.keys(tell.fold.calls)) {
    const open = find(tell.fold.calls, key);
    if (open === undefined || open.runId !== runId) {
      continue;
    }
    drop(tell.fold.calls, key);
    const call = find(tell.fold.model.calls, key);
    endSpan(tell.fold.tree, tell.emit, open.span, {
      time,
      attributes: {
        ...(call === undefined ? {} : argumentsAttributes(tell, call)),
        ...attributes,
        [OWN.unfinished]: true,
      },
      status,
    });
  }
}

// The arguments come with the end, because a grant may change them until then.
function argumentsAttributes({ content }: Tell, call: Call): Attributes {
  return content ? { [GEN_AI_CONTENT.toolArguments]: JSON.stringify(inputObject(call)) } : {};
}
