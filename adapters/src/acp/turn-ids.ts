/** Remembers in which turn a message or a call began, so that what comes late is not taken for a part of the next turn. */

/** How many ids are remembered: what comes later about an older one counts as new. */
const MAX_IDS = 1_000;

export class TurnIds {
  #turn = 0;
  readonly #turnOf = new Map<string, number>();
  #hasNew = false;
  // What was said between the last two turns, and what is said while no turn runs.
  #late: ReadonlySet<string> = new Set();
  #lateNow = new Set<string>();

  /** Whether there has been a turn. */
  get hasBegun(): boolean {
    return this.#turn > 0;
  }

  turnBegan(): void {
    this.#turn++;
    this.#hasNew = false;
    this.#late = this.#lateNow;
    this.#lateNow = new Set();
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

  /** Notes that this is said while no turn runs. */
  goesOn(id: string): void {
    this.#lateNow.add(id);
  }

  /**
   * Notes that this is said in the turn that runs. Returns whether it does not belong there, but to a turn that is over:
   * an agent that counts anew in each turn names everything in it like something before, so a name of an earlier turn is
   * late only where the turn has a name of its own, or where the agent went on with it after its turn.
   */
  isLate(id: string): boolean {
    const isKnown = this.#turnOf.has(id);
    if (isKnown && !this.isOfEarlier(id)) {
      return false;
    }
    if (isKnown && (this.#hasNew || this.#late.has(id))) {
      return true;
    }
    this.#hasNew ||= !isKnown;
    this.begin(id);
    return false;
  }

  /** Whether this belongs to a turn that is over. */
  isOfEarlier(id: string): boolean {
    const turn = this.#turnOf.get(id);
    return turn !== undefined && turn !== this.#turn;
  }
}
