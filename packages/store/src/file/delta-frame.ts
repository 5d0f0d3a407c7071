/** What the lines of one text have in common: all but the time, the number and the words. */
import type { JournalEntry } from '@agent-mux/events/journal';

export type Delta = Extract<JournalEntry, { readonly type: 'text_delta' | 'thinking_delta' | 'tool_input_delta' }>;

export interface DeltaFrame {
  /** Up to the time. */
  readonly head: string;
  /** From behind the number up to the quote before the words. */
  readonly middle: string;
}

/** It stands between the time and the number. */
export const SEQ = ',"seq":';

/** The fields are in the order in which they are in the event. */
export function frameOf(delta: Delta): DeltaFrame {
  const { type, runId, agent, lane } = delta;
  const toolCallId = 'toolCallId' in delta ? delta.toolCallId : undefined;
  const more = JSON.stringify({ lane, toolCallId });
  return {
    head: `${JSON.stringify({ type, runId, agent }).slice(0, -1)},"timestamp":`,
    middle: `,${more === '{}' ? '' : `${more.slice(1, -1)},`}"delta":`,
  };
}
