/** Tells a CLI to stop before it is ended, where its work is done elsewhere and would go on without it. */
import type { Dialect, Mode } from '../adapter/index.ts';
import type { EndCause } from '../assembler/index.ts';
import type { Clock } from '../clock.ts';

/** Returns the messages that stop an open turn which goes on without the CLI; none where its end stops everything. */
export function lastWordsOf(
  mode: Pick<Mode, 'worksElsewhere'>,
  dialect: Pick<Dialect, 'state' | 'interrupt'>,
  cause: EndCause | undefined,
): readonly string[] {
  // A turn that did not heed its interrupt was told so already.
  const isNews = cause?.type !== 'interrupted';
  return mode.worksElsewhere === true && isNews && dialect.state.turn ? dialect.interrupt().write : [];
}

/** The time in which a CLI passes its last words on. It is over with the turn. */
export class Reprieve {
  readonly #end: () => void;
  readonly #cancelTimer: () => void;
  #isOver = false;

  /** Calls `end` once, after `ms` milliseconds at the latest. */
  constructor(clock: Clock, ms: number, end: () => void) {
    this.#end = end;
    this.#cancelTimer = clock.after(ms, () => this.over());
  }

  over(): void {
    if (!this.#isOver) {
      this.#isOver = true;
      this.#cancelTimer();
      this.#end();
    }
  }
}
