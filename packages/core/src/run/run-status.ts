/**
 * The progress of a run, the reason of its end, and what of it is being stopped: this is the one place that says
 * whether anything may still be granted.
 */
import type { Dialect, DialectState, ExitInfo, Writes } from '../adapter/index.ts';
import type { EndCause } from '../assembler/index.ts';
import { isEnded, moveTo, type RunState } from '../results/index.ts';

/**
 * What is being stopped. `turn` means that it was interrupted and the next one has not begun; `run`, that the run is
 * over or that we are ending it.
 */
export type Stopping = 'nothing' | 'turn' | 'run';

export class RunStatus {
  /** Whether the agent was told to leave. */
  isLeaving = false;
  /** Whether the run ends by itself once nothing is left to do. */
  isFinishing: boolean;
  #state: RunState = 'spawned';
  #cause: EndCause | undefined;
  #asked: ExitInfo['asked'];
  #toldAt: number | undefined;
  // Whether the interrupted turn was seen; the next field says whether it is over.
  #sawTurn = false;
  #hasRested = false;
  #awaitsTurn = true;

  constructor(isFinishing: boolean) {
    this.isFinishing = isFinishing;
  }

  get state(): RunState {
    return this.#state;
  }

  /** The reason why the run ends; undefined while only the agent can decide that. */
  get cause(): EndCause | undefined {
    return this.#cause;
  }

  /** The request of the host; an interrupt is over when the next turn begins. */
  get asked(): ExitInfo['asked'] {
    return this.#asked;
  }

  /** The moment at which the CLI was told that the turn is to stop; undefined where it was not, and once the next turn begins. */
  get toldAt(): number | undefined {
    return this.#toldAt;
  }

  /** Whether a prompt was said for which the CLI has neither begun a turn nor come to rest. */
  get awaitsTurn(): boolean {
    return this.#awaitsTurn;
  }

  get isActive(): boolean {
    return !isEnded(this.#state);
  }

  /** Whether the host has asked for the end of the run or of its turn, or something has ended the run. */
  get isStopped(): boolean {
    return this.#cause !== undefined || this.#asked !== undefined;
  }

  get isPaused(): boolean {
    return this.#state === 'paused';
  }

  /** Whether it is over, or its end is decided. */
  get isEnding(): boolean {
    return this.isLeaving || this.stopping === 'run';
  }

  /** What is being stopped; as long as it is not `nothing`, nothing is granted. */
  get stopping(): Stopping {
    if (this.#cause !== undefined || !this.isActive) {
      return 'run';
    }
    return this.#asked === 'interrupt' ? 'turn' : 'nothing';
  }

  /** The reason why nothing is granted at the moment, for people; undefined while answers are taken. */
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

  /** Throws INVALID_STATE_TRANSITION where the table of states does not have the move. */
  demand(to: RunState): void {
    moveTo(this.#state, to);
  }

  /** Pauses the run, or lets it go on. Ignored where it is over or being ended. */
  pause(isPaused: boolean): void {
    if (this.isActive && this.#cause === undefined && isPaused !== this.isPaused) {
      this.move(isPaused ? 'paused' : 'running');
    }
  }

  /** Ends the run for this cause; returns false where its end is decided already. */
  stop(cause: EndCause): boolean {
    if (!this.isActive || this.#cause !== undefined) {
      return false;
    }
    this.#cause = cause;
    // Where the process could not be started, there is nothing to stop.
    if (cause.type !== 'crash') {
      this.#asked = askedFor(cause);
      this.move('stopping');
    }
    return true;
  }

  /** Notes that the host asked for the end of the turn. */
  interrupt({ busy, turn }: Pick<DialectState, 'busy' | 'turn'>): void {
    if (this.#cause === undefined) {
      this.#asked = 'interrupt';
      this.#sawTurn = turn;
      this.#hasRested = !busy;
    }
  }

  /** Notes that these messages, by which the turn is to stop, were said. A CLI that stops at a signal alone has none. */
  tell({ write }: Pick<Writes, 'write'>, now: number): void {
    if (write.length > 0) {
      this.#toldAt ??= now;
    }
  }

  /** Notes that a prompt is said, by which the next turn begins. */
  beginTurn(): void {
    this.#awaitsTurn = true;
    this.#forgetInterrupt();
  }

  #forgetInterrupt(): void {
    this.#asked = undefined;
    this.#toldAt = undefined;
  }

  /** Whether `follow` has something to do with the next message. */
  get isFollowing(): boolean {
    return this.#awaitsTurn || this.#asked === 'interrupt';
  }

  /** Follows the turn after a message. A turn that was not yet open when it was interrupted opens and ends first. */
  follow(dialect: Pick<Dialect, 'state'>): void {
    if (this.#awaitsTurn) {
      const { busy, turn } = dialect.state;
      this.#awaitsTurn = busy && !turn;
    }
    // Most messages come while nothing is being stopped.
    if (this.#asked !== 'interrupt' || this.stopping !== 'turn') {
      return;
    }
    const { busy, turn } = dialect.state;
    if (turn && this.#hasRested) {
      this.#forgetInterrupt();
    }
    this.#hasRested ||= !busy || (this.#sawTurn && !turn);
    this.#sawTurn ||= turn;
  }
}

/** Returns what the process is asked for, where the run ends for this cause. */
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
