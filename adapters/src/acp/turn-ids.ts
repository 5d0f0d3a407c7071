/** Remembers in which turn a message or a call began, so that what comes late is not taken for a part of the next turn. */

/** How many ids are remembered: what comes later about an older one counts as new. */
const MAX_IDS = 1_000;

export class TurnIds {
  #turn = 0;
  readonly #turnOf = new Map<string, number>();

  /** Whether there has been a turn. */
  get hasBegun(): boolean {
    return this.#turn > 0;
  }

  turnBegan(): void {
    this.#turn++;
  }

  /** Notes that this is said in the turn that runs, unless it was said before. */
  see(id: string): void {
    if (!this.#turnOf.has(id)) {
      this.begin(id);
    }
  }

  /** Notes that this begins in the turn that runs; an agent may use an id again. */
  begin(id: string): void {
    this.#turnOf.delete(id);
    this.#turnOf.set(id, this.#turn);
    const [oldest] = this.#turnOf.keys();
    if (this.#turnOf.size > MAX_IDS && oldest !== undefined) {
      this.#turnOf.delete(oldest);
    }
  }

  /** Whether this belongs to a turn that is over. */
  isOfEarlier(id: string): boolean {
    const turn = this.#turnOf.get(id);
    return turn !== undefined && turn !== this.#turn;
  }
}
