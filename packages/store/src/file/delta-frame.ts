/** What the lines of one text have in common: everything but the time, the number and the text. */
import type { JournalEntry } from '@agent-mux/events/journal';

export type Delta = Extract<JournalEntry, { readonly type: 'text_delta' | 'thinking_delta' | 'tool_input_delta' }>;

export interface DeltaFrame {
  /** The line up to the time. */
  readonly head: string;
  /** The line from behind the number up to the quote before the text. */
  readonly middle: string;
}

/** The part between the time and the number. */
export const SEQ = ',"seq":';

/** The frame of a delta, whose fields stand in the order of the event. */
export function frameOf(delta: Delta): DeltaFrame {
  const { type, runId, agent, lane } = delta;
  const toolCallId = 'toolCallId' in delta ? delta.toolCallId : undefined;
  const more = JSON.stringify({ lane, toolCallId });
  return {
    head: `${JSON.stringify({ type, runId, agent }).slice(0, -1)},"timestamp":`,
    middle: `,${more === '{}' ? '' : `${more.slice(1, -1)},`}"delta":`,
  };
}
