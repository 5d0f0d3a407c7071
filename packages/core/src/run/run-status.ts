/** How far a run is, and why it ends. */
import type { ExitInfo } from '../adapter/dialect.ts';
import type { EndCause } from '../assembler/index.ts';
import { isEnded, moveTo, type RunState } from './run-state.ts';

export class RunStatus {
  /** Why we end the run; undefined while it is the agent's to say. */
  cause: EndCause | undefined;
  /** What the host asked for; an interrupt is over when the next turn begins. */
  asked: ExitInfo['asked'];
  /** The agent was told to leave. */
  isLeaving = false;
  /** It ends by itself once nothing is left to do. */
  isFinishing: boolean;
  #state: RunState = 'spawned';

  constructor(isFinishing: boolean) {
    this.isFinishing = isFinishing;
  }

  get state(): RunState {
    return this.#state;
  }

  get isActive(): boolean {
    return !isEnded(this.#state);
  }

  get isPaused(): boolean {
    return this.#state === 'paused';
  }

  /** It is over, or its end is decided. */
  get isEnding(): boolean {
    return this.isLeaving || this.cause !== undefined || !this.isActive;
  }

  /** Moves on in the table of states, or throws. */
  move(to: RunState): void {
    this.#state = moveTo(this.#state, to);
  }

  /** Ends it for this cause; false where that is decided already. */
  stop(cause: EndCause, asked: NonNullable<ExitInfo['asked']>): boolean {
    if (!this.isActive || this.cause !== undefined) {
      return false;
    }
    this.cause = cause;
    this.asked = asked;
    this.move('stopping');
    return true;
  }
}
