/** What pi and its forks say about their own retries and compactions. */
import type { EventDraft } from '@agent-mux/core';
import { countOf, objectOf, textOf } from '../shared/index.ts';
import type { NativeLine } from './native.ts';
import { isRateLimit, saidIn } from './native-failure.ts';

export function retryDrafts(line: NativeLine): readonly EventDraft[] {
  const reason = textOf(line.errorMessage) ?? '';
  const delayMs = countOf(line.delayMs);
  // A retry that does not say which one it is is at least the first, and one that does not say how many there are may be the last.
  const attempt = countOf(line.attempt) || 1;
  return [
    ...(isRateLimit(reason) ? [{ type: 'rate_limited' as const, retryAfterMs: delayMs }] : []),
    {
      type: 'retry',
      attempt,
      maxAttempts: countOf(line.maxAttempts) || attempt,
      reason: saidIn(reason),
      delayMs,
    },
  ];
}

/** The events of a compaction's result; none where there was no compaction. */
export function compactionDrafts(result: unknown): readonly EventDraft[] {
  const summary = textOf(objectOf<'summary'>(result)?.summary);
  // Neither agent says how many of its `tokensBefore` are left (pi 0.73.1, omp 18.2.3).
  return summary === undefined ? [] : [{ type: 'context_compacted', summary }];
}
