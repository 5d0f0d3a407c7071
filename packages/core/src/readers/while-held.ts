/** Lets listeners wait, and never longer than meant. */
import type { Journal } from './journal.ts';

/** Does it while listeners wait; whatever is thrown, they wait no longer than that. */
export function whileHeld(journal: Journal, act: () => void): void {
  journal.hold();
  try {
    act();
  } finally {
    journal.release();
  }
}

/** Holds them over several turns of the event loop: once, however often it is asked, and released once. */
export class Hold {
  readonly #journal: Journal;
  #isHeld = false;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  hold(): void {
    if (!this.#isHeld) {
      this.#isHeld = true;
      this.#journal.hold();
    }
  }

  release(): void {
    if (this.#isHeld) {
      this.#isHeld = false;
      this.#journal.release();
    }
  }
}
