/** What one process tells another of a run. */
import type { RunResult } from '@agent-mux/core';
import { encodeEvent } from '@agent-mux/events';

export interface ReadRun {
  readonly entries: readonly string[];
  readonly events: readonly string[];
  /** JSON, see `showResult`. */
  readonly result: string;
  /** Places of entries that are not as the run had them. */
  readonly hidden: readonly number[];
}

/** As JSON with its fields in the order of their names, which says of what is undefined that it is. */
export function showResult({ events, ...result }: RunResult): string {
  return `${JSON.stringify(result, inOrder)}\n${events.map((event) => encodeEvent(event)).join('\n')}`;
}

function inOrder(_: string, value: unknown): unknown {
  if (value === undefined) return '(undefined)';
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
