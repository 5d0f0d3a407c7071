/** Writes events as short lines, so that a test can show a whole stream. */
import type { AgentEvent } from '@agent-mux/events';

const STAMPED: ReadonlySet<string> = new Set(['type', 'runId', 'agent', 'timestamp', 'seq', 'lane']);

/** Returns `type` and the fields that are the event's own; a lane is shown as `@lane`. */
export function brief(event: AgentEvent): string {
  const lane = event.lane === undefined ? '' : `@${event.lane}`;
  const fields = Object.entries(event).filter(([name]) => !STAMPED.has(name));
  const said = fields.map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return [`${event.type}${lane}`, ...said].join(' ');
}
