/** The text of stream-json: pieces without a message of their own, and sometimes the same answer twice. */
import type { EventDraft, Parsed } from '@agent-mux/core';
import { NO_DRAFTS, objectOf, say, sayAll, textOf } from '../../shared/index.ts';

/** An answer that has no end is asked for again after a second or more, and nothing says so (0.61.0). */
const MIN_PAUSE_MS = 900;
/** Less than this may well be said twice. */
const MIN_PIECE = 5;
/** How much of an answer behind its first piece is kept, to tell whether it is said again. */
const MAX_KEPT = 64;
/** How often it asks again. */
const MAX_RETRIES = 3;

export class StreamJsonText {
  #key = '';
  #count = 0;
  #first = '';
  #last = '';
  #retries = 0;
  // How the answer begins, and how long it is.
  #head = '';
  #length = 0;
  // After a pause it may begin anew: held back until what follows says the same, which the next line mostly tells.
  #held: string[] = [];
  #delayMs = 0;

  /** `line`: where the piece stands; its time is looked at only where the text might begin anew. */
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

  /** Something else has begun. */
  stop(): readonly EventDraft[] {
    if (this.#last === '') {
      return NO_DRAFTS;
    }
    const held = this.flush();
    this.#last = '';
    this.#retries = 0;
    return [...held, { type: 'message_stop', key: this.#key }];
  }

  /** Nothing follows that could tell: what was held back goes on with the answer. */
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

  /** An answer may say its first words twice. It began anew if it goes on in the same words, or if all of it is said again. */
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
