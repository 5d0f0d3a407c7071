/** Counts an answer once that is spread over several consecutive messages. */
import type { HistoryEntry } from './rendering.ts';

export function joinAnswers(history: readonly HistoryEntry[]): HistoryEntry[] {
  return history.filter((entry, index) => entry.kind !== 'answer' || history[index - 1]?.kind !== 'answer');
}
