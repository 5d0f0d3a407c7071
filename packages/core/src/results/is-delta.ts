/** Most entries of a run are pieces of a text, so a reader that wants others passes them over by one check. */
import type { AgentEvent } from '@agent-mux/events';
import type { JournalEntry } from '@agent-mux/events/journal';

export type Delta = Extract<AgentEvent, { readonly type: 'text_delta' | 'thinking_delta' | 'tool_input_delta' }>;

export function isDelta(entry: JournalEntry): entry is Delta {
  const { type } = entry as Partial<AgentEvent>;
  return type === 'text_delta' || type === 'thinking_delta' || type === 'tool_input_delta';
}
