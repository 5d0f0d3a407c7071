/** Remembers what was denied, so that a person sees each denial once: most agents repeat it as a failed call, some with the same text. */
import type { AgentEvent } from '@agent-mux/events';

export interface Denials {
  /** The part of the event that is new to whoever has seen those before it; undefined where nothing is. */
  tell(event: AgentEvent): AgentEvent | undefined;
}

export function createDenials(): Denials {
  const running = new Set<string>();
  const denied = new Set<string>();
  const details = new Map<string, string>();

  // Some agents do not say which call they ask about: where only one is under way, it is that one.
  function findCall(toolCallId: string | undefined): string | undefined {
    const [only, ...more] = running;
    return toolCallId ?? (more.length === 0 ? only : undefined);
  }

  return {
    tell(event) {
      switch (event.type) {
        case 'tool_call_ready':
        case 'mcp_tool_call_start':
          running.add(event.toolCallId);
          return event;
        case 'tool_result':
        case 'mcp_tool_result':
          running.delete(event.toolCallId);
          return event;
        case 'approval_request':
          details.set(event.interactionId, event.detail);
          return event;
        case 'approval_denied': {
          const call = findCall(event.toolCallId);
          if (call !== undefined) {
            denied.add(call);
          }
          const { reason, ...bare } = event;
          return reason !== undefined && reason === details.get(event.interactionId) ? bare : event;
        }
        case 'shell_exit':
          return event.toolCallId !== undefined && denied.has(event.toolCallId) ? undefined : event;
        case 'tool_error':
        case 'mcp_tool_error':
          running.delete(event.toolCallId);
          return denied.delete(event.toolCallId) ? undefined : event;
        default:
          return event;
      }
    },
  };
}
