/** AG-UI's events as server-sent events. */
import type { AguiEvent } from './types.ts';

/** Of the response. */
export const AGUI_SSE_HEADERS = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' } as const;

/** One message, as AG-UI's own encoder writes it. */
export function toSse(event: AguiEvent): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}
