/**
 * Shows what equality and JSON do not see in entries: the getters of deltas, and whether a field is there as undefined.
 */
import { isEventEntry, type JournalEntry } from '@agent-mux/events/journal';

export function visible(event: JournalEntry | undefined): object {
  if (event !== undefined && !isEventEntry(event)) {
    return { own: event, names: Object.keys(event) };
  }
  switch (event?.type) {
    case 'text_delta':
    case 'thinking_delta':
      return { own: { ...event }, names: Object.keys(event), accumulated: event.accumulated };
    case 'tool_input_delta':
      return { own: { ...event }, names: Object.keys(event), accumulated: event.inputAccumulated };
    default:
      return { own: event, names: Object.keys(event ?? {}) };
  }
}
