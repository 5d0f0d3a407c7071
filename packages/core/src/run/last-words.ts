/** Tells a CLI to stop before it is ended, where its work is done elsewhere and would go on without it. */
import type { Dialect, Mode } from '../adapter/index.ts';
import type { Clock } from '../clock.ts';
import type { RunStatus } from './run-status.ts';

/** Returns the messages that stop an open turn which goes on without the CLI; none where its end stops everything. */
export function lastWordsOf(
  mode: Pick<Mode, 'worksElsewhere'>,
  dialect: Pick<Dialect, 'state' | 'interrupt'>,
  { toldAt }: Pick<RunStatus, 'toldAt'>,
): readonly string[] {
  // A turn that was interrupted was told so already.
  const isNews = toldAt === undefined;
  return mode.worksElsewhere === true && isNews && dialect.state.turn ? dialect.interrupt().write : [];
}

/** Returns how much is left of the time that a CLI has from the moment at which its turn was told to stop; 0 where nothing is waited for. */
export function reprieveOf(
  { mode, gracePeriodMs }: { readonly mode: Pick<Mode, 'worksElsewhere'>; readonly gracePeriodMs: number },
  dialect: Pick<Dialect, 'state'>,
  { toldAt, now }: Pick<RunStatus, 'toldAt'> & { readonly now: number },
): number {
  return mode.worksElsewhere === true && dialect.state.turn && toldAt !== undefined
    ? Math.max(0, toldAt + gracePeriodMs - now)
    : 0;
}

/** The time in which a CLI passes on that its turn is to stop. It is over with the turn, and where nobody can be told. */
export class Reprieve {
  #end: (() => void) | undefined;
  #cancelTimer: () => void = () => {};
  #isGivenUp = false;

  /** Calls `end` once, after `ms` milliseconds at the latest. One that has begun goes on, unless nothing is left of it. */
  begin(clock: Clock, ms: number, end: () => void): void {
    const { hasBegun } = this;
    this.#end ??= once(end);
    if (ms === 0 || this.#isGivenUp) {
      this.over();
    } else if (!hasBegun) {
      this.#cancelTimer = clock.after(ms, () => this.over());
    }
  }

  get hasBegun(): boolean {
    return this.#end !== undefined;
  }

  /** Ends it, if it has begun. */
  over(): void {
    this.#cancelTimer();
    this.#end?.();
  }

  /** Ends it now or as soon as it begins, because the CLI hears nothing any more. */
  giveUp(): void {
    this.#isGivenUp = true;
    this.over();
  }
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) {
      isDone = true;
      act();
    }
  };
}
