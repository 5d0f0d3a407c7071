/** The run's two time limits: of the whole run, and of the agent's silence while it is the agent's turn to speak. */
import type { Clock } from '../clock.ts';
import type { StandingClock } from './standing-clock.ts';

export interface RunTimersOptions {
  /** For the whole run, which nothing holds up. */
  readonly clock: Clock;
  /** It times the agent's silence: it stands still while the agent has to wait, is paused or leaves. */
  readonly time: StandingClock;
  /** Milliseconds; 0 = none. */
  readonly timeout: number;
  readonly inactivityTimeout: number;
  /** Whether the agent is expected to say something; while it waits for us its silence is ours. */
  readonly isAtWork: () => boolean;
  readonly onTimeout: (kind: 'run' | 'inactivity') => void;
  /** Whether the CLI can be asked how its turn stands. @defaultValue it cannot */
  readonly canAsk?: () => boolean;
  /** The agent has been silent for long; its last word may be lost. Once per silence. Returns how many answers come to what was asked. */
  readonly onSilence?: () => number;
}

/** After so long a silence of an agent at work it is asked how its turn stands. */
const SILENCE_MS = 30_000;

export class RunTimers {
  readonly #options: RunTimersOptions;
  #lastActivity = 0;
  #isLeaving = false;
  #isOverdue = false;
  #cancelTimeout: () => void = () => {};
  #cancelSilence: () => void = () => {};
  #cancelAsking: () => void = () => {};
  // What was heard since the agent was asked, but for the answers to that: below zero while they are on their way.
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

  /** Something was said, by the agent or to it. Only notes the time: a timer per message would cost more than the message. */
  touch(now: number): void {
    this.#lastActivity = this.#options.time.at(now);
    this.#heardSinceProbe++;
  }

  /** The agent is done and only has to leave: the end is decided and bounded, so the limit of the run has nothing left to end. */
  leave(): void {
    this.#isLeaving = true;
  }

  /** It did not end with that: another attempt follows, for which the time that has passed counts too. */
  stay(): void {
    this.#isLeaving = false;
    if (this.#isOverdue) {
      this.#expire('run');
    }
  }

  stop(): void {
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
        // Only now, since to ask is to say something.
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
