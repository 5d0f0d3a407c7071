/** Holds what a dialect says against what was written when it was recorded, in both directions. */
import { basename } from 'node:path';
import type { Command, Writes } from '../adapter/index.ts';
import { isSameMeaning, isSameText } from './same-text.ts';

/** A message to the CLI, or something else that was done to its process. */
type Deed = ({ readonly message: string } | { readonly action: string }) & {
  /** It may be missing. */
  readonly isOptional?: boolean;
};

/** A recording of another program may never have what we would say. */
const MAX_WANTED = 1_000;

/**
 * A recording with host entries is checked against the dialect line by line and in order, since the dialect was asked for the same in
 * the same order. One without them only tells whether the replies that the protocol demands were written at all.
 */
export class Demands {
  /** What the dialect said, and the recording has not shown yet. */
  readonly #wanted: Deed[] = [];
  readonly #unmatched: string[] = [];
  /** What was written or done, and the dialect did not want. */
  readonly unwanted: string[] = [];
  /** The recording tells what the host said: from here on everything is demanded. */
  isWhole = false;
  #isLeaving = false;
  // Where the next reply belongs: behind those to the same line.
  #replyAt = 0;

  /** What the dialect wanted written or done, and the recording does not have at its place. */
  get unmatched(): readonly string[] {
    return [...this.#unmatched, ...missing(this.#wanted)];
  }

  /** From here on the process may be stopped at any moment, and one that is being stopped is told nothing more. */
  leave(): void {
    this.#isLeaving = true;
  }

  begin(): void {
    this.#isLeaving = false;
    this.isWhole = true;
  }

  /** What the protocol demanded on a message. It is written at once, before the rest of what is just being said. */
  wantReplies(messages: readonly string[]): void {
    const replies = messages.map((message) => ({ message, isOptional: this.#isLeaving }));
    if (this.isWhole) {
      this.#wanted.splice(this.#replyAt, 0, ...replies);
      this.#replyAt += replies.length;
    } else if (this.#wanted.length < MAX_WANTED) {
      this.#wanted.push(...replies);
    }
  }

  /** The dialect was asked to say this. */
  want(writes: Writes | 'gone' | 'unsupported' | undefined, what: string): void {
    if (writes === undefined || writes === 'gone' || writes === 'unsupported') {
      this.#unmatched.push(`${what}: the dialect says nothing (${writes ?? 'it cannot'})`);
      return;
    }
    this.#wanted.push(...writes.write.map((message) => ({ message })));
    if (writes.signal !== undefined) {
      this.#wanted.push({ action: writes.signal });
    }
    if (writes.endInput === true) {
      this.#wanted.push({ action: 'end-input' });
    }
  }

  /** The dialect was asked, and broke. */
  fail(what: string): void {
    this.#unmatched.push(what);
  }

  /** What the CLI is given as its whole input. */
  wantInput(stdin: Exclude<Command['stdin'], 'open'>): void {
    if (typeof stdin === 'object') {
      this.#wanted.push({ message: stdin.text });
    }
    this.#wanted.push({ action: 'end-input' });
  }

  /** How the CLI is started now against how it was. */
  compareCommand({ file, args }: Command, recorded: readonly string[]): void {
    const argv = [basename(file), ...args];
    const isSame = argv.length === recorded.length && argv.every((word, at) => isSameText(word, recorded[at] ?? ''));
    if (!isSame) {
      this.#unmatched.push(`the command line ${JSON.stringify(argv)}`);
      this.unwanted.push(`the command line ${JSON.stringify(recorded)}`);
    }
  }

  /** Two lists of sentences that must be the same. */
  compareNotes(wanted: readonly string[], told: readonly string[]): void {
    this.#unmatched.push(...wanted.filter((note) => !told.includes(note)).map((note) => `the note: ${note}`));
    this.unwanted.push(...told.filter((note) => !wanted.includes(note)).map((note) => `the note: ${note}`));
  }

  /** The CLI speaks, or is gone: what was to be said before that was not. */
  settle(): void {
    this.#replyAt = 0;
    if (this.isWhole && this.#wanted.length > 0) {
      this.#unmatched.push(...missing(this.#wanted.splice(0)));
    }
  }

  /** A message was written. */
  see(message: string): void {
    this.#replyAt = 0;
    const isSame = this.isWhole ? isSameText : isSameMeaning;
    this.#take((deed) => 'message' in deed && isSame(deed.message, message), { message });
  }

  /** stdin was closed, or a signal was sent. */
  seeAction(action: string): void {
    if (this.isWhole) {
      this.#take((deed) => 'action' in deed && deed.action === action, { action });
    }
  }

  #take(is: (deed: Deed) => boolean, seen: Deed): void {
    const index = this.#wanted.findIndex(is);
    if (index < 0) {
      if (this.isWhole) {
        this.unwanted.push(describe(seen));
      }
      return;
    }
    if (this.isWhole) {
      // What comes before it was wanted earlier, and was not written then.
      this.#unmatched.push(...missing(this.#wanted.splice(0, index)));
      this.#wanted.shift();
    } else {
      this.#wanted.splice(index, 1);
    }
  }
}

function missing(deeds: readonly Deed[]): string[] {
  return deeds.filter(({ isOptional = false }) => !isOptional).map(describe);
}

function describe(deed: Deed): string {
  return 'message' in deed ? deed.message : deed.action;
}
