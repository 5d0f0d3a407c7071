/** File events come after the successful result of the call that touched the file. */
import type { CheckState, Watch } from './check-state.ts';

export function watchFiles({ report, options, calls }: CheckState): Watch {
  // The specification also allows them after the ready of the call; here they need the result.
  const isSuccess = (state: string | undefined): boolean =>
    state === 'done' || (options.foreign === true && state === 'ready');
  /** The lanes on which a call has succeeded. */
  const causes = new Set<string | undefined>();
  return (event) => {
    switch (event.type) {
      case 'tool_call_ready':
      case 'tool_result':
      case 'mcp_tool_result':
        if (isSuccess(calls.get(event.toolCallId)?.state)) {
          causes.add(event.lane);
        }
        return;
      case 'file_read':
      case 'file_write':
      case 'file_create':
      case 'file_delete':
      case 'file_patch': {
        const { type, toolCallId, lane } = event;
        if (toolCallId === undefined) {
          if (!causes.has(lane)) {
            report('M-24', `${type} without any successful call before it`);
          }
          return;
        }
        const call = calls.get(toolCallId);
        if (!isSuccess(call?.state)) {
          report('M-24', `${type} of ${toolCallId}, which is ${call?.state ?? 'unknown'}`);
        }
        if (call !== undefined && call.lane !== lane) {
          report('D-lane', `${type} is on another lane than ${toolCallId}`);
        }
        return;
      }
      default:
    }
  };
}
