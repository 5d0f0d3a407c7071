/** Compares what a dialect says with what was written when it was recorded, in both directions. */
import { basename } from 'node:path';
import type { Command, Writes } from '../adapter/index.ts';
import { isSameMeaning, isSameText } from './same-text.ts';

/** A message to the CLI, or another action on its process. */
type Deed = ({ readonly message: string } | { readonly action: string }) & {
  /** Whether it may be missing. */
  readonly isOptional?: boolean;
};

/** The most demands that wait, because a recording of another program may never have what we would say. */
const MAX_WANTED = 1_000;

/**
 * The demands of a dialect on a recording. A recording with host entries is checked line by line and in order, since
 * the dialect was asked for the same in the same order. One without them only shows whether the replies that the
 * protocol demands were written at all.
 */
export class Demands {
  /** The messages and actions of the dialect that the recording has not shown yet. */
  readonly #wanted: Deed[] = [];
  readonly #unmatched: string[] = [];
  /** The messages and actions of the recording that the dialect did not want. */
  readonly unwanted: string[] = [];
  /** Whether the recording contains what the host said, so that from here on everything is demanded. */
  isWhole = false;
  #isLeaving = false;
  // The place of the next reply, which is behind those to the same line.
  #replyAt = 0;

  /** The messages and actions that the dialect wanted, and that the recording does not have in their place. */
  get unmatched(): readonly string[] {
    return [...this.#unmatched, ...missing(this.#wanted)];
  }

  /**
   * Notes that the process may be stopped at any moment from here on, and that nothing more is said to one that is
   * being stopped.
   */
  leave(): void {
    this.#isLeaving = true;
  }

  begin(): void {
    this.#isLeaving = false;
    this.isWhole = true;
  }

  /**
   * Demands the replies to a message by the protocol. They are written at once, before the rest of the current speech.
   */
  wantReplies(messages: readonly string[]): void {
    const replies = messages.map((message) => ({ message, isOptional: this.#isLeaving }));
    if (this.isWhole) {
      this.#wanted.splice(this.#replyAt, 0, ...replies);
      this.#replyAt += replies.length;
    } else if (this.#wanted.length < MAX_WANTED) {
      this.#wanted.push(...replies);
    }
  }

  /** Demands what the dialect says when it is asked. */
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

  /** Notes that the dialect was asked, and broke. */
  fail(what: string): void {
    this.#unmatched.push(what);
  }

  /** Demands the whole input of the CLI. */
  wantInput(stdin: Exclude<Command['stdin'], 'open'>): void {
    if (typeof stdin === 'object') {
      this.#wanted.push({ message: stdin.text });
    }
    this.#wanted.push({ action: 'end-input' });
  }

  /** Compares how the CLI is started now with how it was started. */
  compareCommand({ file, args }: Command, recorded: readonly string[]): void {
    const argv = [basename(file), ...args];
    const isSame = argv.length === recorded.length && argv.every((word, at) => isSameText(word, recorded[at] ?? ''));
    if (!isSame) {
      this.#unmatched.push(`the command line ${JSON.stringify(argv)}`);
      this.unwanted.push(`the command line ${JSON.stringify(recorded)}`);
    }
  }

  /** Compares two lists of sentences, which must be the same. */
  compareNotes(wanted: readonly string[], told: readonly string[]): void {
    this.#unmatched.push(...wanted.filter((note) => !told.includes(note)).map((note) => `the note: ${note}`));
    this.unwanted.push(...told.filter((note) => !wanted.includes(note)).map((note) => `the note: ${note}`));
  }

  /** Gives up what is still demanded, because the CLI speaks or is gone, and it should have been said before that. */
  settle(): void {
    this.#replyAt = 0;
    if (this.isWhole && this.#wanted.length > 0) {
      this.#unmatched.push(...missing(this.#wanted.splice(0)));
    }
  }

  /** Takes a message that was written. */
  see(message: string): void {
    this.#replyAt = 0;
    const isSame = this.isWhole ? isSameText : isSameMeaning;
    this.#take((deed) => 'message' in deed && isSame(deed.message, message), { message });
  }

  /** Takes an action: stdin was closed, or a signal was sent. */
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
      // The demands before this one were made earlier, and were not written then.
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
