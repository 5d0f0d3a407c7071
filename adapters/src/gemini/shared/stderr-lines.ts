/** What Gemini CLI says on stderr alone: that the service is too busy, and that it will ask again (0.61.0). */
import type { EventDraft } from '@agent-mux/core';

// The message may have line breaks before this end; only for a rate limit does the CLI wait as long as the service says.
const WAITS = /\. Retrying after (\d+)ms\.\.\.$/;
const BUSY = /^Attempt \d+ failed with (?:status 429\.|429 error )/;

export function readStderr(line: string): readonly EventDraft[] {
  const delay = WAITS.exec(line)?.[1];
  if (delay !== undefined) {
    return [{ type: 'rate_limited', retryAfterMs: Number(delay) }];
  }
  return BUSY.test(line) ? [{ type: 'rate_limited' }] : [];
}
