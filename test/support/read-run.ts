/** What one process tells another of a run. */
import type { RunHandle, RunResult } from '@agent-mux/core';
import { encodeEvent } from '@agent-mux/events';
import { encodeEntry, type JournalEntry } from '@agent-mux/events/journal';

export interface ReadRun {
  readonly entries: readonly string[];
  readonly events: readonly string[];
  /** JSON, see `showResult`. */
  readonly result: string;
  /** Places of entries that are not as the run had them. */
  readonly hidden: readonly number[];
}

/** Watches a live run to its end. It returns what another process is to read, and in `kept` the entries themselves. */
export async function watchRun(handle: RunHandle): Promise<ReadRun & { readonly kept: readonly JournalEntry[] }> {
  const kept: JournalEntry[] = [];
  const events: string[] = [];
  const told = (async () => {
    for await (const entry of handle.entries()) {
      kept.push(entry);
    }
  })();
  for await (const event of handle) {
    events.push(encodeEvent(event));
  }
  await told;
  const result = await handle.result();
  return { kept, entries: kept.map(encodeEntry), events, result: showResult(result), hidden: [] };
}

/** As JSON with its fields in the order of their names, which says of what is undefined that it is. */
export function showResult({ events, ...result }: RunResult): string {
  return `${JSON.stringify(result, inOrder)}\n${events.map((event) => encodeEvent(event)).join('\n')}`;
}

function inOrder(_: string, value: unknown): unknown {
  if (value === undefined) {
    return '(undefined)';
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
