/** The grants that wait here while the CLI is stopped in place, so that none is in its pipe when the run is stopped meanwhile. */
import type { Writes } from '../adapter/index.ts';
import type { GivenAnswer } from './given-answer.ts';

/** An answer, and what is written for it. */
export interface Grant {
  readonly answer: GivenAnswer;
  readonly writes: Writes;
  /** Records that it was not given after all, where it is kept. */
  readonly withdraw?: (reason: string) => void;
}

export class HeldGrants {
  #grants: Grant[] = [];

  add(grant: Grant): void {
    this.#grants.push(grant);
  }

  /** Returns them in the order in which they were given, and holds none any more. */
  takeAll(): readonly Grant[] {
    const grants = this.#grants;
    this.#grants = [];
    return grants;
  }

  withdrawAll(reason: string): void {
    for (const { withdraw } of this.takeAll()) {
      withdraw?.(reason);
    }
  }
}
