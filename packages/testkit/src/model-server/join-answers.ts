/** Counts an answer that stands in several messages in a row once. */
import type { HistoryEntry } from './rendering.ts';

export function joinAnswers(history: readonly HistoryEntry[]): HistoryEntry[] {
  return history.filter((entry, index) => entry.kind !== 'answer' || history[index - 1]?.kind !== 'answer');
}
