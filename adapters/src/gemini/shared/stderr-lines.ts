/** What Gemini CLI says on stderr alone: that the service is too busy, and that it will ask again (0.61.0). */
import type { EventDraft } from '@agent-mux/core';
import { defined, waitInWords } from '../../shared/index.ts';

// The message may have line breaks before this end; only for a rate limit does the CLI wait as long as the service says.
const WAITS = /\. (Retrying after \w+)\.\.\.$/;
const BUSY = /^Attempt \d+ failed with (?:status 429\.|429 error )/;

export function readStderr(line: string): readonly EventDraft[] {
  const waits = WAITS.exec(line)?.[1];
  if (waits !== undefined) {
    return [{ type: 'rate_limited', ...defined({ retryAfterMs: waitInWords(waits) }) }];
  }
  return BUSY.test(line) ? [{ type: 'rate_limited' }] : [];
}
