/** The turns of a run that lives: says when one of them is over, and what the run is doing. */
import type { AgentName } from '@agent-mux/events';
import type { Dialect } from '../adapter/dialect.ts';
import type { Outcome } from '../adapter/draft.ts';
import type { EntryLog } from '../run/entry-log.ts';
import type { HandedOver } from '../run/follow-ups.ts';
import type { RunResult } from '../run/run-result.ts';
import type { RunStatus } from '../run/run-status.ts';
import { type Activity, ActivityWatch } from './activity.ts';
import type { AwaitableTurn } from './turn.ts';
import { turnEndOf } from './turn-end.ts';
import type { TurnReaders } from './turn-readers.ts';

/** How a follow-up was handed over. */
export interface Delivery<Output = unknown> {
  /** `steered`: the running turn took it in, or the CLI does not tell. `new-turn`: a turn of its own begins with it; of `steer()`: the CLI would not, or could not any more, take it into the turn that ran. */
  readonly delivered: 'steered' | 'new-turn' | 'answer';
  /** The turn that begins with it, or that took it in. */
  readonly turn: AwaitableTurn<Output>;
}

export interface LiveTurnsParts {
  readonly runId: string;
  readonly agent: AgentName;
  readonly readers: TurnReaders;
  readonly entries: EntryLog;
  readonly status: RunStatus;
  /** Open questions. */
  readonly channel: { readonly open: readonly unknown[] };
  readonly dialect: () => Dialect;
  readonly isUp: () => boolean;
  /** Whether a prompt waits. */
  readonly hasMore: () => boolean;
  /** How the last turn ended, where that was not well. */
  readonly held: () => Outcome | undefined;
  readonly onWarning: (message: string) => void;
}

export class LiveTurns {
  readonly readers: TurnReaders;
  readonly activity: ActivityWatch;
  readonly #parts: LiveTurnsParts;
  #activity: Activity = 'starting';
  #isOver = false;

  constructor(parts: LiveTurnsParts) {
    this.#parts = parts;
    const { runId, readers, onWarning } = parts;
    this.readers = readers;
    this.activity = new ActivityWatch({ runId, look: () => this.#look(), onWarning });
  }

  /** The agent rests, and the run goes on: what was said to it is answered. */
  rest(): void {
    const { entries, agent, held } = this.#parts;
    const { unsettled } = this.readers.fold;
    for (const { id } of [...unsettled]) {
      const isLast = id === unsettled.at(-1)?.id;
      entries.turn(id, turnEndOf(isLast ? held() : undefined, agent));
    }
  }

  /** What was just said answered a question of the turn that goes on. */
  get answered(): Delivery {
    return { delivered: 'answer', turn: this.readers.current };
  }

  deliveryOf({ delivered, id }: HandedOver): Delivery {
    return { delivered, turn: this.readers.of(id) };
  }

  finish(result: RunResult): RunResult {
    this.#isOver = true;
    this.readers.finish(result.turns);
    this.activity.touch();
    return result;
  }

  #look(): Activity {
    const { status, channel, dialect, isUp, hasMore } = this.#parts;
    if (this.#isOver) {
      return 'over';
    }
    // On the way to its end it does nothing that it did not do before.
    if (status.isEnding) {
      return this.#activity;
    }
    if (status.state === 'spawned') {
      this.#activity = 'starting';
    } else if (channel.open.length > 0) {
      this.#activity = 'asking';
    } else {
      this.#activity = !isUp() || dialect().state.busy || hasMore() ? 'working' : 'idle';
    }
    return this.#activity;
  }
}
