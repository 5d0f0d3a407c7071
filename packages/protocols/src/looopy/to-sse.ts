/** Looopy's events as server-sent events. */
import type { LooopyEvent } from '../tasks/index.ts';

/** Headers of the response. Leave `Connection` out on HTTP/2, which has no such header. */
export const LOOOPY_SSE_HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache',
  Connection: 'keep-alive',
  'X-Accel-Buffering': 'no',
} as const;

export interface SseOptions {
  /** The id that a reader names when it comes back. Throws a TypeError where it has a line break or NUL. @defaultValue none */
  readonly id?: string;
}

/** Writes one message: the kind without `internal:` as its event, and the whole event as its data. */
export function toSse(event: LooopyEvent, { id }: SseOptions = {}): string {
  if (id !== undefined && BREAKS.test(id)) {
    throw new TypeError(`Cannot send an event with the id ${JSON.stringify(id)}: an id has no line break and no NUL.`);
  }
  // An event of a later version may have any name.
  const name = event.kind.replace(/^internal:/, '').replaceAll(ALL_BREAKS, ' ');
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(event)}\n\n`;
}

const BREAKS = /[\r\n\0]/;
const ALL_BREAKS = /[\r\n\0]/g;
