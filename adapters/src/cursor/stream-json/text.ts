/** Distinguishes the four forms of an `assistant` line: deltas, and whole texts that repeat them. */
import type { EventDraft } from '@agent-mux/core';
import { BoundedText, defined, listOf, NO_DRAFTS, objectOf, textOf } from '../../shared/index.ts';
import type { NativeLine } from '../shared/native.ts';

export class StreamJsonText {
  /** The text of the open block. */
  readonly #open: BoundedText;
  #block = 0;
  /** The text of the block that ended last, which a whole text may repeat. */
  readonly #last: BoundedText;
  /** The text of all blocks that have ended, since the last form may repeat all of it. */
  readonly #ended: BoundedText;
  /** Whether there are deltas, which whole texts repeat. */
  #isStreamed = false;
  /** The number of blocks that have ended before the last call of a tool, and after it. */
  #before = 0;
  #since = 0;

  constructor(maxTextBytes?: number) {
    this.#open = new BoundedText(maxTextBytes);
    this.#last = new BoundedText(maxTextBytes);
    this.#ended = new BoundedText(maxTextBytes);
  }

  /**
   * Reads a line. One with `timestamp_ms` and without `model_call_id` is a delta; one with both is the whole text before tool calls; one
   * without either is the whole last text. A whole text repeats deltas with --stream-partial-output, and comes alone without it.
   */
  read(line: NativeLine): readonly EventDraft[] {
    const text = textOfMessage(line.message);
    if (isTold(line.timestamp_ms) && !isTold(line.model_call_id)) {
      this.#isStreamed = true;
      this.#open.add(text);
      return text === '' ? NO_DRAFTS : [{ type: 'text_delta', delta: text, key: this.#key() }];
    }
    if (this.#open.length === 0 && (text === '' || (this.#isStreamed && this.#hasEnded(text)))) {
      return NO_DRAFTS;
    }
    const own = this.#ownOf(text);
    return this.#end(own, own, own.length);
  }

  /** Ends the block: what follows belongs to another one. */
  stop(): readonly EventDraft[] {
    const { length, kept, whole } = this.#open;
    return length === 0 ? NO_DRAFTS : this.#end(whole, kept, length);
  }

  /** Ends the block before a call: the model is asked anew after it. */
  called(): readonly EventDraft[] {
    const drafts = this.stop();
    this.#before += this.#since;
    this.#since = 0;
    return drafts;
  }

  /**
   * Ends the last block with the text of the whole turn: the texts of all blocks, without anything between them (2026.07.20). Returns the
   * text of the last block where that says that some of it was not told.
   */
  last(all: string): { readonly drafts: readonly EventDraft[]; readonly words?: string } {
    const drafts = this.stop();
    const [last, ended] = [this.#last.whole, this.#ended.whole];
    // Beyond the bound nobody can know what is missing.
    if (last === undefined || ended === undefined || [last, ended].some((told) => told.trim() === all.trim())) {
      return { drafts };
    }
    if (!all.startsWith(ended)) {
      // The last message may be whole although one before the last call was lost.
      return this.#before > 0 && all.endsWith(last) ? { drafts } : { drafts, words: all };
    }
    const rest = all.slice(ended.length);
    return { drafts, words: this.#since === 0 ? rest : last + rest };
  }

  /** Whether the text repeats the block that ended last, or all that have ended. */
  #hasEnded(text: string): boolean {
    return this.#last.equals(text) || this.#ended.equals(text);
  }

  /** The part of a whole text that belongs to the open block: all of it, unless it repeats the blocks before as well. */
  #ownOf(text: string): string {
    if (this.#open.length === 0 || !this.#ended.begins(text)) {
      return text;
    }
    const rest = text.slice(this.#ended.length);
    const isOfAll = this.#open.equals(rest) || (this.#open.begins(rest) && !this.#open.begins(text));
    return isOfAll ? rest : text;
  }

  #end(text: string | undefined, kept: string, length: number): readonly EventDraft[] {
    const key = this.#key();
    this.#ended.add(kept, length);
    this.#last.clear();
    this.#last.add(kept, length);
    this.#open.clear();
    this.#block++;
    this.#since++;
    return [{ type: 'message_stop', ...defined({ text }), key }];
  }

  #key(): string {
    return `text-${this.#block}`;
  }
}

/** Whether a field has a value: null is none. */
function isTold(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function textOfMessage(message: unknown): string {
  return listOf(objectOf<'content'>(message)?.content)
    .flatMap((block) => textOf(objectOf<'text'>(block)?.text) ?? [])
    .join('');
}
