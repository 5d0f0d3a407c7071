/** The text of stream-json: pieces without a message of their own, and sometimes the same answer twice. */
import type { EventDraft, Parsed } from '@agent-mux/core';
import { NO_DRAFTS, objectOf, say, sayAll, textOf } from '../../shared/index.ts';

/** The shortest pause before an answer that had no end and is asked for again without a word (0.61.0). */
const MIN_PAUSE_MS = 900;
/** The shortest piece that is compared: an answer may well repeat a shorter one. */
const MIN_PIECE = 5;
/** How much of an answer behind its first piece is kept, to recognise a repetition. */
const MAX_KEPT = 64;
/** How often the CLI asks again. */
const MAX_RETRIES = 3;

export class StreamJsonText {
  #key = '';
  #count = 0;
  #first = '';
  #last = '';
  #retries = 0;
  // The beginning of the answer, and its length.
  #head = '';
  #length = 0;
  // After a pause, the answer may begin anew: its pieces are held until the next ones, mostly the next line, decide whether they repeat it.
  #held: string[] = [];
  #delayMs = 0;

  /** Adds a piece. The time in `line` is read only where the text might begin anew. */
  say(delta: string, line: string): Parsed {
    const last = this.#last;
    this.#last = line;
    if (last === '') {
      this.#begin(delta);
    } else if (this.#held.length > 0) {
      this.#held.push(delta);
      return sayAll(this.#weigh());
    } else if (delta === this.#first && delta.length >= MIN_PIECE) {
      const delayMs = timeOf(line) - timeOf(last);
      if (delayMs >= MIN_PAUSE_MS) {
        this.#delayMs = delayMs;
        this.#held.push(delta);
        return sayAll(this.#weigh());
      }
    }
    return say(this.#piece(delta));
  }

  /** Ends the text, because something else has begun. */
  stop(): readonly EventDraft[] {
    if (this.#last === '') {
      return NO_DRAFTS;
    }
    const held = this.flush();
    this.#last = '';
    this.#retries = 0;
    return [...held, { type: 'message_stop', key: this.#key }];
  }

  /** Releases what was held: nothing follows that could decide, so it belongs to the answer. */
  flush(): readonly EventDraft[] {
    return this.#held.splice(0).map((delta) => this.#piece(delta));
  }

  #begin(delta: string): void {
    this.#key = `message-${++this.#count}`;
    this.#first = delta;
    this.#head = '';
    this.#length = 0;
  }

  #piece(delta: string): EventDraft {
    this.#length += delta.length;
    if (this.#head.length < this.#first.length + MAX_KEPT) {
      this.#head += delta;
    }
    return { type: 'text_delta', delta, key: this.#key };
  }

  /**
   * Decides whether the answer began anew. Its first words may come twice in it, so it must go on in the same words, or be repeated as a
   * whole.
   */
  #weigh(): readonly EventDraft[] {
    const text = this.#held.join('');
    const size = Math.min(text.length, this.#head.length);
    if (text.slice(0, size) !== this.#head.slice(0, size)) {
      return this.flush();
    }
    const isSame = text.length >= this.#first.length + MIN_PIECE || text.length >= this.#length;
    return isSame ? this.#again() : NO_DRAFTS;
  }

  #again(): readonly EventDraft[] {
    const stop: EventDraft = { type: 'message_stop', key: this.#key };
    this.#begin(this.#first);
    const attempt = ++this.#retries;
    return [
      stop,
      {
        type: 'retry',
        attempt,
        maxAttempts: Math.max(attempt, MAX_RETRIES),
        reason: 'The answer of the model had no end, and began anew.',
        delayMs: this.#delayMs,
      },
      ...this.flush(),
    ];
  }
}

function timeOf(line: string): number {
  return Date.parse(textOf(objectOf<'timestamp'>(JSON.parse(line))?.timestamp) ?? '');
}
