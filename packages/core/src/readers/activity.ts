/** Reports what a run is doing right now, and tells whoever waits until it rests. */
import { types } from 'node:util';
import { describeError } from '../describe-error.ts';

/**
 * What the agent is doing right now, in one word. It is `starting` until its agent says anything; `working` while it is
 * the agent's turn, or a prompt waits for it; `asking` while it waits for an answer; `idle` when it has done everything
 * that it was told; and `over` when it is gone, with its result.
 */
export type Activity = 'starting' | 'working' | 'asking' | 'idle' | 'over';

/**
 * A change of what the agent is doing. This is an event of the handle: it is in no journal, and does not come from the
 * agent.
 */
export interface ActivityChange {
  readonly type: 'activity';
  readonly runId: string;
  readonly activity: Activity;
  readonly previous: Activity;
}

/** A function that is called each time the activity of an agent changes. */
export type ActivityListener = (change: ActivityChange) => void;

export interface ActivityWatchOptions {
  readonly runId: string;
  readonly look: () => Activity;
  readonly onWarning: (message: string) => void;
  /** Takes an error that a part of the run throws when it is asked, because nobody else can catch it. */
  readonly onFault: (error: unknown) => void;
}

interface Attached {
  readonly listener: ActivityListener;
  readonly once: boolean;
}

export class ActivityWatch {
  readonly #options: ActivityWatchOptions;
  readonly #listeners: Attached[] = [];
  #waiting: ((activity: 'idle' | 'over') => void)[] = [];
  #last: Activity = 'starting';
  #isLooking = false;
  readonly #reported = new WeakSet<ActivityListener>();

  constructor(options: ActivityWatchOptions) {
    this.#options = options;
  }

  get now(): Activity {
    return this.#options.look();
  }

  /** Notes that the activity may have changed. Two changes within the same turn of the event loop are not reported. */
  touch(): void {
    if (!this.#isLooking) {
      this.#isLooking = true;
      queueMicrotask(this.#lookLater);
    }
  }

  // It is made once, because the run is touched with every message.
  readonly #lookLater = (): void => {
    this.#isLooking = false;
    try {
      this.#look();
    } catch (error) {
      this.#options.onFault(error);
    }
  };

  on(listener: ActivityListener, once = false): void {
    this.#listeners.push({ listener, once });
  }

  off(listener: ActivityListener): void {
    this.#remove((known) => known.listener === listener);
  }

  /** Removes the first entry that is meant. */
  #remove(isMeant: (known: Attached) => boolean): void {
    const index = this.#listeners.findIndex(isMeant);
    if (index >= 0) {
      this.#listeners.splice(index, 1);
    }
  }

  /** Resolves when the run is idle, or over. */
  rest(): Promise<'idle' | 'over'> {
    const { now } = this;
    return now === 'idle' || now === 'over'
      ? Promise.resolve(now)
      : new Promise((resolve) => this.#waiting.push(resolve));
  }

  #look(): void {
    const { now } = this;
    const previous = this.#last;
    this.#last = now;
    for (const known of now === previous ? [] : [...this.#listeners]) {
      if (known.once) {
        this.#remove((other) => other === known);
      }
      this.#call(known.listener, { type: 'activity', runId: this.#options.runId, activity: now, previous });
    }
    if (now === 'idle' || now === 'over') {
      for (const resolve of this.#waiting.splice(0)) {
        resolve(now);
      }
    }
  }

  #call(listener: ActivityListener, change: ActivityChange): void {
    try {
      const returned: unknown = listener(change);
      if (types.isPromise(returned)) {
        returned.catch((error: unknown) => this.#report(listener, error));
      }
    } catch (error) {
      this.#report(listener, error);
    }
  }

  #report(listener: ActivityListener, error: unknown): void {
    if (!this.#reported.has(listener)) {
      this.#reported.add(listener);
      const reason = describeError(error);
      this.#options.onWarning(
        `A listener of activity failed: ${reason}. It stays attached; further errors of it are not reported.`,
      );
    }
  }
}
