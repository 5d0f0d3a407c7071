/** Makes listeners wait, and never longer than intended. */
import type { Journal } from './journal.ts';

/** Calls `act` while listeners wait; whatever it throws, they do not wait longer than that. */
export function whileHeld(journal: Journal, act: () => void): void {
  journal.hold();
  try {
    act();
  } finally {
    journal.release();
  }
}

/**
 * Makes listeners wait over several turns of the event loop. They are held once, however often `hold` is called, and
 * released once.
 */
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
