/** What pi and its forks say of their own retries and compactions. */
import type { EventDraft } from '@agent-mux/core';
import { countOf, objectOf, textOf } from '../shared/native-value.ts';
import type { NativeLine } from './native.ts';
import { isRateLimit } from './native-failure.ts';

const PER_TOKEN = 4;

export function retryDrafts(line: NativeLine): readonly EventDraft[] {
  const reason = textOf(line.errorMessage) ?? '';
  const delayMs = countOf(line.delayMs);
  return [
    ...(isRateLimit(reason) ? [{ type: 'rate_limited' as const, retryAfterMs: delayMs }] : []),
    { type: 'retry', attempt: countOf(line.attempt), maxAttempts: countOf(line.maxAttempts), reason, delayMs },
  ];
}

/** The result of a compaction; nothing where there was none. */
export function compactionDrafts(result: unknown): readonly EventDraft[] {
  const native = objectOf<'summary' | 'tokensBefore'>(result);
  const summary = textOf(native?.summary);
  if (summary === undefined) {
    return [];
  }
  // Neither agent says what is left: at most all but the summary is saved, at about four signs a token.
  const tokensSaved = Math.max(0, countOf(native?.tokensBefore) - Math.ceil(summary.length / PER_TOKEN));
  return [{ type: 'context_compacted', summary, tokensSaved }];
}
