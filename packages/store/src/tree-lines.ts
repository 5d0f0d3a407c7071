/** The lines of one tree on their way to the writing thread. */
import type { Stored } from '@agent-mux/core';
import type { JournalEntry } from '@agent-mux/events/journal';
import { isFact, ShortLines } from './file/index.ts';
import type { TextMark } from './texts.ts';
import type { ToWriter } from './writer/index.ts';

/** How many characters of lines one message may have. */
const MAX_SIZE = 64 * 1024;
/**
 * How long lines are gathered, since waking the thread costs more than writing many lines. Together with the thread's own delay this is the
 * limit of 50 ms.
 */
const GATHER_MS = 10;

interface Waiting {
  readonly log: number;
  readonly resolve: (stored: Stored) => void;
}

export interface TreeLinesOptions {
  /** The number of the tree in messages to the thread. */
  readonly key: number;
  readonly post: (message: ToWriter) => void;
  /** The number of the next message with lines. */
  readonly count: (size: number) => number;
}

export class TreeLines {
  readonly key: number;
  readonly #post: (message: ToWriter) => void;
  readonly #count: (size: number) => number;
  readonly #short = new ShortLines();
  #lines = 0;
  #parts: [number, number][] = [];
  #facts: number[] = [];
  #texts: [number, number][] = [];
  #ends: [number, number][] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #added = 0;
  #committed = 0;
  readonly #waiting = new Map<number, Waiting>();
  #barriers = 0;

  constructor({ key, post, count }: TreeLinesOptions) {
    this.key = key;
    this.#post = post;
    this.#count = count;
  }

  /**
   * Adds the next piece of the text of the line before; returns false where the entry is none, and was not added. Most entries are such
   * pieces, and need nothing else.
   */
  join(log: number, entry: JournalEntry): boolean {
    const [part, text] = [this.#parts.at(-1), this.#texts.at(-1)];
    if (part?.[0] !== log || text === undefined || !this.#short.join(entry)) {
      return false;
    }
    part[1]++;
    text[1]++;
    this.#lines++;
    this.#added++;
    if (this.#short.size >= MAX_SIZE) {
      this.flush();
    }
    return true;
  }

  /** Adds an entry that does not join the line before it. Throws where the entry cannot be written as JSON. */
  add(log: number, entry: JournalEntry, { piece, ends }: TextMark): void {
    this.#short.add(entry);
    if (isFact(entry)) {
      this.#facts.push(this.#lines);
    }
    for (const text of ends) {
      this.#ends.push([this.#lines, text]);
    }
    const text = this.#texts.at(-1);
    if (text?.[0] === piece) {
      text[1]++;
    } else {
      this.#texts.push([piece, 1]);
    }
    this.#lines++;
    this.#added++;
    const last = this.#parts.at(-1);
    if (last?.[0] === log) {
      last[1]++;
    } else {
      this.#parts.push([log, 1]);
    }
    if (this.#short.size >= MAX_SIZE) {
      this.flush();
    } else {
      this.#timer ??= setTimeout(() => this.flush(), GATHER_MS);
    }
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#lines === 0) {
      return;
    }
    const [parts, facts, texts, ends] = [this.#parts, this.#facts, this.#texts, this.#ends];
    this.#lines = 0;
    this.#parts = [];
    this.#facts = [];
    this.#texts = [];
    this.#ends = [];
    const { text, frames, saved } = this.#short.take();
    const number = this.#count(text.length + saved);
    this.#post({ kind: 'lines', number, tree: this.key, parts, text, frames, facts, texts, ends });
  }

  /** Resolves when everything that was added up to now is committed; undefined where it is. */
  barrier(log: number): Promise<Stored> | undefined {
    if (this.#committed >= this.#added) {
      return undefined;
    }
    this.flush();
    const id = ++this.#barriers;
    this.#post({ kind: 'barrier', tree: this.key, id });
    return new Promise((resolve) => this.#waiting.set(id, { log, resolve }));
  }

  /** Records that so many lines are committed since the beginning. */
  committed(lines: number): void {
    this.#committed = lines;
  }

  /** Takes the answer to a barrier. */
  reached(id: number): void {
    this.#waiting.get(id)?.resolve('stored');
    this.#waiting.delete(id);
  }

  /** Answers all barriers, because everything is committed. */
  reachedAll(): void {
    for (const id of [...this.#waiting.keys()]) {
      this.reached(id);
    }
  }

  /** Stops waiting for this log. */
  giveUp(log: number): void {
    for (const [id, waiting] of this.#waiting) {
      if (waiting.log !== log) {
        continue;
      }
      waiting.resolve('broken');
      this.#waiting.delete(id);
    }
  }
}
