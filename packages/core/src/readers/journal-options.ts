/** What a journal is told at its start. */
import type { JournalEntry } from '@agent-mux/events/journal';

export interface JournalOptions {
  readonly highWaterMark: number;
  /** Whether to keep everything, for `result.events`. */
  readonly collect: boolean;
  /** Reports that unread entries have reached the mark, or that there is room again. */
  readonly onPressure: (isFull: boolean) => void;
  /** Takes every entry before its readers do. */
  readonly tap?: { take(entry: JournalEntry): void };
  /**
   * Reports that a listener threw, or that entries went into a file, which the stream should tell. It is never called
   * while listeners are held.
   */
  readonly onWarning: (message: string) => void;
}
