/** Numbers the texts of a run that come in pieces, so that a secret is found across the border of two pieces. */
import type { JournalEntry } from '@agent-mux/events/journal';

/** The part of an entry in texts. */
export interface TextMark {
  /** The text that it is a piece of; 0 where it is none. */
  readonly piece: number;
  /** Texts that it ends. */
  readonly ends: readonly number[];
}

const NONE: TextMark = { piece: 0, ends: [] };
/** Lines of a log come one by one, and their texts never end. */
const LOGS = { stdout: { piece: 1, ends: [] }, stderr: { piece: 2, ends: [] } } as const;

export class Texts {
  readonly #open = new Map<string, TextMark>();
  /** The mark of the lane that has spoken last. */
  #said: TextMark | undefined;
  #lane: string | undefined;
  #last = LOGS.stderr.piece as number;

  mark(entry: JournalEntry): TextMark {
    if (!('type' in entry)) {
      return NONE;
    }
    switch (entry.type) {
      case 'text_delta':
        // Most entries are the next piece of the same text.
        if (this.#said === undefined || this.#lane !== entry.lane) {
          this.#lane = entry.lane;
          this.#said = this.#piece(`text ${entry.lane ?? ''}`);
        }
        return this.#said;
      case 'message_stop':
        this.#said = undefined;
        return this.#end(`text ${entry.lane ?? ''}`);
      case 'thinking_delta':
        return this.#piece(`thinking ${entry.lane ?? ''}`);
      case 'thinking_stop':
        return this.#end(`thinking ${entry.lane ?? ''}`);
      case 'tool_input_delta':
        return this.#piece(`input ${entry.toolCallId}`);
      case 'tool_call_ready':
        return this.#end(`input ${entry.toolCallId}`);
      case 'shell_stdout_delta':
        return this.#piece(`stdout ${entry.toolCallId}`);
      case 'shell_stderr_delta':
        return this.#piece(`stderr ${entry.toolCallId}`);
      case 'shell_exit':
        return this.#end(`stdout ${entry.toolCallId}`, `stderr ${entry.toolCallId}`);
      case 'log':
        return LOGS[entry.source];
      default:
        return NONE;
    }
  }

  #piece(name: string): TextMark {
    let mark = this.#open.get(name);
    if (mark === undefined) {
      mark = { piece: ++this.#last, ends: [] };
      this.#open.set(name, mark);
    }
    return mark;
  }

  #end(...names: readonly string[]): TextMark {
    const ends = names.flatMap((name) => this.#open.get(name)?.piece ?? []);
    for (const name of names) {
      this.#open.delete(name);
    }
    return ends.length === 0 ? NONE : { piece: 0, ends };
  }
}
