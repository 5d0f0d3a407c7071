/** How far a run is, why it ends, and what of it is being stopped: the one place that says whether anything may still be granted. */
import type { Dialect, DialectState, ExitInfo } from '../adapter/index.ts';
import type { EndCause } from '../assembler/index.ts';
import { isEnded, moveTo, type RunState } from '../results/index.ts';

/** `turn`: it was interrupted, and the next one has not begun. `run`: it is over, or we are ending it. */
export type Stopping = 'nothing' | 'turn' | 'run';

export class RunStatus {
  /** The agent was told to leave. */
  isLeaving = false;
  /** It ends by itself once nothing is left to do. */
  isFinishing: boolean;
  #state: RunState = 'spawned';
  #cause: EndCause | undefined;
  #asked: ExitInfo['asked'];
  // Whether the interrupted turn was seen, and whether it is over.
  #sawTurn = false;
  #hasRested = false;

  constructor(isFinishing: boolean) {
    this.isFinishing = isFinishing;
  }

  get state(): RunState {
    return this.#state;
  }

  /** Why the run ends; undefined while it is the agent's to say. */
  get cause(): EndCause | undefined {
    return this.#cause;
  }

  /** What the host asked for; an interrupt is over when the next turn begins. */
  get asked(): ExitInfo['asked'] {
    return this.#asked;
  }

  get isActive(): boolean {
    return !isEnded(this.#state);
  }

  /** The host has asked for its end, or for that of its turn; or something has ended it. */
  get isStopped(): boolean {
    return this.#cause !== undefined || this.#asked !== undefined;
  }

  get isPaused(): boolean {
    return this.#state === 'paused';
  }

  /** It is over, or its end is decided. */
  get isEnding(): boolean {
    return this.isLeaving || this.stopping === 'run';
  }

  /** As long as it is not `nothing`, nothing is granted. */
  get stopping(): Stopping {
    if (this.#cause !== undefined || !this.isActive) {
      return 'run';
    }
    return this.#asked === 'interrupt' ? 'turn' : 'nothing';
  }

  /** Why nothing is granted at the moment, for people; undefined while answers are taken. */
  get refusal(): string | undefined {
    if (this.stopping === 'nothing') {
      return undefined;
    }
    if (this.#asked === 'interrupt' && (this.#cause === undefined || this.#cause.type === 'interrupted')) {
      return 'the turn was interrupted';
    }
    return this.#cause === undefined
      ? `the run is over (${this.#state})`
      : `the run is being ended (${this.#cause.type})`;
  }

  /** Moves on in the table of states, or throws. */
  move(to: RunState): void {
    this.#state = moveTo(this.#state, to);
  }

  /** Throws INVALID_STATE_TRANSITION where the table of states does not have it. */
  demand(to: RunState): void {
    moveTo(this.#state, to);
  }

  /** The run is paused, or goes on. Ignored where it is over or being ended. */
  pause(isPaused: boolean): void {
    if (this.isActive && this.#cause === undefined && isPaused !== this.isPaused) {
      this.move(isPaused ? 'paused' : 'running');
    }
  }

  /** Ends it for this cause; false where that is decided already. */
  stop(cause: EndCause): boolean {
    if (!this.isActive || this.#cause !== undefined) {
      return false;
    }
    this.#cause = cause;
    // A process that could not be started has nothing to be stopped.
    if (cause.type !== 'crash') {
      this.#asked = askedFor(cause);
      this.move('stopping');
    }
    return true;
  }

  /** The host asked for the end of the turn. */
  interrupt({ busy, turn }: Pick<DialectState, 'busy' | 'turn'>): void {
    if (this.#cause === undefined) {
      this.#asked = 'interrupt';
      this.#sawTurn = turn;
      this.#hasRested = !busy;
    }
  }

  /** The next turn begins. */
  beginTurn(): void {
    this.#asked = undefined;
  }

  /** Looks at what a message has made of the turn. A turn that was not yet open when it was interrupted opens and ends first. */
  follow(dialect: Pick<Dialect, 'state'>): void {
    // Most messages come while nothing is being stopped.
    if (this.#asked !== 'interrupt' || this.stopping !== 'turn') {
      return;
    }
    const { busy, turn } = dialect.state;
    if (turn && this.#hasRested) {
      this.beginTurn();
    }
    this.#hasRested ||= !busy || (this.#sawTurn && !turn);
    this.#sawTurn ||= turn;
  }
}

/** What the process is asked for, where the run ends for this cause. */
function askedFor({ type }: EndCause): NonNullable<ExitInfo['asked']> {
  switch (type) {
    case 'aborted':
    case 'error':
      return 'abort';
    case 'timeout':
      return 'timeout';
    default:
      return 'interrupt';
  }
}
