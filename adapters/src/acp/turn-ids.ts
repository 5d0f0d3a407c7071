/** Remembers in which turn a message or a call began, so that what comes late is not taken for a part of the next turn. */

/** How many ids are remembered: what comes later about an older one counts as new. */
const MAX_IDS = 1_000;

/** `unclear`: of the turn that runs, if that has nothing else until its end, and of an earlier one if it has. */
export type Belonging = 'here' | 'late' | 'unclear';

export class TurnIds {
  #turn = 0;
  // The oldest id comes first.
  readonly #turnOf = new Map<string, number>();
  // The first id of each turn that the agent had ended before the next one began.
  readonly #firsts = new Set<string>();
  #first: string | undefined;
  #isCountedAnew = false;
  #isCut = false;
  // What was said between the last two turns, and what is said while no turn runs.
  #late: ReadonlySet<string> = new Set();
  #lateNow = new Set<string>();

  /** Whether there has been a turn. */
  get hasBegun(): boolean {
    return this.#turn > 0;
  }

  /** Begins a turn. `isCut` says that nobody waited for the rest of the one before, so that it may still come. */
  turnBegan(isCut = false): void {
    if (this.#first !== undefined && !isCut) {
      this.#firsts.add(this.#first);
      forgetOldest(this.#firsts);
    }
    this.#turn++;
    this.#first = undefined;
    this.#isCountedAnew = false;
    this.#isCut = isCut;
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
    forgetOldest(this.#turnOf);
  }

  /** Notes that this is said while no turn runs. */
  goesOn(id: string): void {
    this.#lateNow.add(id);
    forgetOldest(this.#lateNow);
  }

  /**
   * Finds the turn of what is said now, and notes it where that is the turn that runs. An agent may count anew in each turn, and then has
   * the names of earlier turns again. Whether it does is decided by the first name in the turn: a new one says that it does not, so that
   * names of earlier turns are late. The first name of an earlier turn says that it does, and any other name leaves it open.
   */
  belonging(id: string): Belonging {
    if (this.#turnOf.get(id) === this.#turn) {
      return 'here';
    }
    if (this.#late.has(id)) {
      return 'late';
    }
    const isNew = !this.#turnOf.has(id);
    if (this.#first === undefined && !isNew) {
      if (this.#isCut || !this.#firsts.has(id)) {
        return 'unclear';
      }
      this.#isCountedAnew = true;
    }
    if (!isNew && !this.#isCountedAnew) {
      return 'late';
    }
    this.#first ??= id;
    this.begin(id);
    return 'here';
  }

  /** Decides that what was unclear is said in the turn that runs, which so counts anew. */
  claim(id: string): void {
    this.#isCountedAnew = true;
    this.#first ??= id;
    this.begin(id);
  }

  /** Whether this belongs to a turn that is over. */
  isOfEarlier(id: string): boolean {
    const turn = this.#turnOf.get(id);
    return turn !== undefined && turn !== this.#turn;
  }
}

function forgetOldest(ids: Map<string, unknown> | Set<string>): void {
  const [oldest] = ids.keys();
  if (ids.size > MAX_IDS && oldest !== undefined) {
    ids.delete(oldest);
  }
}
