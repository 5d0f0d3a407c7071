/** An A2A stream as server-sent events. */
import type { A2aEvent, A2aLegacyEvent } from '../tasks/index.ts';

/** Headers of the response, as the SDK's own servers send them. */
export const A2A_SSE_HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache',
  Connection: 'keep-alive',
  'X-Accel-Buffering': 'no',
} as const;

export interface SseOptions {
  /**
   * The id of the JSON-RPC request that is answered: the event is then the result of a response. @defaultValue none, so that the event
   * stands alone, as over HTTP+JSON
   */
  readonly id?: string | number;
}

/** Writes one message as the SDK's own servers do. */
export function toSse(event: A2aEvent | A2aLegacyEvent, { id }: SseOptions = {}): string {
  return `data: ${JSON.stringify(id === undefined ? event : { jsonrpc: '2.0', id, result: event })}\n\n`;
}
