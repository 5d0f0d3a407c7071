/** What a dialect says of a line that it could not read. */
import type { EventDraft } from '../adapter/index.ts';

/** A line of stdout that was no message of the protocol, or a broken one. */
export function isUnreadable(draft: EventDraft): boolean {
  return draft.type === 'log' ? draft.source === 'stdout' : draft.type === 'error' && draft.code === 'PARSE_ERROR';
}
