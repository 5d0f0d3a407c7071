/** AG-UI's events as server-sent events. */
import type { AguiEvent } from './types.ts';

/** Headers of the response. */
export const AGUI_SSE_HEADERS = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' } as const;

/** Writes one message as AG-UI's own encoder does. */
export function toSse(event: AguiEvent): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}
