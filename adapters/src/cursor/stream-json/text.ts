/** Distinguishes the four forms of an `assistant` line: deltas, and whole texts that repeat them. */
import type { EventDraft } from '@agent-mux/core';
import { BoundedText, defined, listOf, NO_DRAFTS, objectOf, textOf } from '../../shared/index.ts';
import type { NativeLine } from '../shared/native.ts';

export class StreamJsonText {
  /** The text of the open block. */
  readonly #open: BoundedText;
  #block = 0;
  /** The text of all blocks that have ended, since the last form may repeat all of it. */
  readonly #ended: BoundedText;

  constructor(maxTextBytes?: number) {
    this.#open = new BoundedText(maxTextBytes);
    this.#ended = new BoundedText(maxTextBytes);
  }

  /**
   * Reads a line. One with `timestamp_ms` and without `model_call_id` is a delta; one with both is the whole text before tool calls; one
   * without either is the whole last text. A whole text repeats deltas with --stream-partial-output, and comes alone without it.
   */
  read(line: NativeLine): readonly EventDraft[] {
    const text = textOfMessage(line.message);
    if (line.timestamp_ms !== undefined && line.model_call_id === undefined) {
      this.#open.add(text);
      return text === '' ? NO_DRAFTS : [{ type: 'text_delta', delta: text, key: this.#key() }];
    }
    const own = this.#ended.length > 0 && this.#ended.begins(text) ? text.slice(this.#ended.length) : text;
    if (this.#open.length === 0 && (own === '' || this.#ended.endsWith(own))) {
      return NO_DRAFTS;
    }
    this.#ended.add(own);
    return this.#end(own);
  }

  /** Ends the block: what follows belongs to another one. */
  stop(): readonly EventDraft[] {
    const { length, kept, whole } = this.#open;
    if (length === 0) {
      return NO_DRAFTS;
    }
    this.#ended.add(kept, length);
    return this.#end(whole);
  }

  #end(text: string | undefined): readonly EventDraft[] {
    const key = this.#key();
    this.#open.clear();
    this.#block++;
    return [{ type: 'message_stop', ...defined({ text }), key }];
  }

  #key(): string {
    return `text-${this.#block}`;
  }
}

function textOfMessage(message: unknown): string {
  return listOf(objectOf<'content'>(message)?.content)
    .flatMap((block) => textOf(objectOf<'text'>(block)?.text) ?? [])
    .join('');
}
