/** The run's two time limits: of the whole run, and of the agent's silence while it is the agent's turn to speak. */
import { BEFORE_ALL, type Clock } from '../clock.ts';
import type { StandingClock } from './standing-clock.ts';

export interface RunTimersOptions {
  /** The clock for the whole run, which nothing suspends. */
  readonly clock: Clock;
  /** It times the agent's silence: it stands still while the agent has to wait, is paused or leaves. */
  readonly time: StandingClock;
  /** The limit in milliseconds; 0 means none. */
  readonly timeout: number;
  readonly inactivityTimeout: number;
  /** Whether the agent is expected to say something; while it waits for us the silence is ours. */
  readonly isAtWork: () => boolean;
  readonly onTimeout: (kind: 'run' | 'inactivity') => void;
  /** Whether the CLI can be asked for the state of its turn. @defaultValue it cannot */
  readonly canAsk?: () => boolean;
  /**
   * Asks the agent, which has been silent for long, because its last word may be lost. It is called once per silence,
   * and returns how many answers will come.
   */
  readonly onSilence?: () => number;
}

/** The silence of an agent at work after which it is asked for the state of its turn. */
const SILENCE_MS = 30_000;

/**
 * How long a CLI has to be quiet after the end of its turn, where the last pieces of a turn may come after that end. It
 * is more than the way of a piece through a busy machine, and less than what a person notices.
 */
export const QUIET_MS = 50;

/** The longest time for which a CLI that never falls silent can put off the end of its turn. */
const MAX_HELD_MS = 1_000;

export class RunTimers {
  readonly #options: RunTimersOptions;
  #lastActivity: number = BEFORE_ALL;
  #isLeaving = false;
  #isOverdue = false;
  #cancelTimeout: () => void = () => {};
  #cancelSilence: () => void = () => {};
  #cancelAsking: () => void = () => {};
  #cancelQuiet: () => void = () => {};
  // The moment at which the run began to wait for the CLI to be quiet; undefined where it does not.
  #heldSince: number | undefined;
  // The number of messages since the agent was asked, without the answers to that: it is below zero while they are on
  // their way. Pieces of a text that came together count as one.
  #heardSinceProbe = Number.POSITIVE_INFINITY;

  constructor(options: RunTimersOptions) {
    this.#options = options;
  }

  start(): void {
    const { clock, time, timeout, inactivityTimeout } = this.#options;
    if (timeout > 0) {
      this.#cancelTimeout = clock.after(timeout, () => this.#endTime());
    }
    if (inactivityTimeout > 0) {
      this.#lastActivity = time.now();
      this.#watchSilence();
    }
    if (this.#options.canAsk?.() === true) {
      this.#watchForLoss(time.now());
    }
  }

  /**
   * Notes that something was said, by the agent or to it. It only notes the time, because a timer per message would
   * cost more than the message.
   */
  touch(now: number): void {
    this.read(now);
    this.#heardSinceProbe++;
  }

  /** Notes that bytes of the agent came: a long message may take a while, and then the agent is not silent. */
  read(now: number): void {
    // Pieces are noted a little later than they were heard, and something may have been said meanwhile.
    this.#lastActivity = Math.max(this.#lastActivity, this.#options.time.at(now));
  }

  /**
   * Notes that the agent is done and only has to leave: the end is decided and bounded, so the limit of the run has
   * nothing left to end.
   */
  leave(): void {
    this.#isLeaving = true;
  }

  /**
   * Notes that the run did not end with that: another attempt follows, for which the time that has passed counts too.
   */
  stay(): void {
    this.#isLeaving = false;
    if (this.#isOverdue) {
      this.#expire('run');
    }
  }

  /** Calls back once the CLI has been quiet. It is called anew after all that comes meanwhile. */
  awaitQuiet(callback: () => void): void {
    const { time } = this.#options;
    this.#heldSince ??= time.now();
    this.#cancelQuiet();
    this.#cancelQuiet = time.after(Math.min(QUIET_MS, Math.max(0, this.#heldSince + MAX_HELD_MS - time.now())), () => {
      this.#heldSince = undefined;
      callback();
    });
  }

  stop(): void {
    this.#cancelQuiet();
    this.#cancelTimeout();
    this.#cancelSilence();
    this.#cancelAsking();
  }

  #endTime(): void {
    if (this.#isLeaving) {
      this.#isOverdue = true;
    } else {
      this.#expire('run');
    }
  }

  #watchSilence(): void {
    const { time, inactivityTimeout, isAtWork } = this.#options;
    // It is at least 1 ms: a timer may fire a little early, and must not spin.
    const wait = Math.max(1, this.#lastActivity + inactivityTimeout - time.now());
    this.#cancelSilence = time.after(wait, () => {
      if (!isAtWork()) {
        this.#lastActivity = time.now();
      }
      if (time.now() >= this.#lastActivity + inactivityTimeout) {
        this.#expire('inactivity');
      } else {
        this.#watchSilence();
      }
    });
  }

  #watchForLoss(since: number): void {
    const { time, isAtWork, onSilence } = this.#options;
    const wait = Math.max(1, since + SILENCE_MS - time.now());
    this.#cancelAsking = time.after(wait, () => {
      const isSilent = time.now() >= this.#lastActivity + SILENCE_MS;
      if (isSilent && isAtWork() && this.#heardSinceProbe > 0) {
        // The count is set only after the question, since that counts as a message itself.
        this.#heardSinceProbe = -(onSilence?.() ?? 0);
      }
      this.#watchForLoss(isSilent ? time.now() : this.#lastActivity);
    });
  }

  #expire(kind: 'run' | 'inactivity'): void {
    this.stop();
    this.#options.onTimeout(kind);
  }
}
