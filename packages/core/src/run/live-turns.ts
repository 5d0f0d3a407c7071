/** The turns of a live run: this reports when one of them is over, and what the run is doing. */
import type { Channel } from '../interaction/index.ts';
import { type Activity, ActivityWatch, type Delivery, type TurnReaders } from '../readers/index.ts';
import type { RunResult, TurnEnd, TurnState } from '../results/index.ts';
import { endsAtRest, type OutputSource, type ReadOutput, rawOutput, readOutput } from '../results/index.ts';
import { isStandardSchema } from '../schema/index.ts';
import type { EntryLog } from './entry-log.ts';
import type { HandedOver } from './follow-ups.ts';
import type { RunMachine } from './run-machine.ts';
import type { RunTimers } from './run-timers.ts';
import type { RunWires } from './wires.ts';

interface LiveTurnsParts extends Pick<RunWires, 'prepared' | 'dialect' | 'isUp' | 'clock' | 'warn' | 'waits'> {
  readonly readers: TurnReaders;
  readonly entries: EntryLog;
  readonly machine: RunMachine;
  readonly channel: Channel;
  readonly timers: RunTimers;
  /** Whether a prompt waits. */
  readonly hasMore: () => boolean;
  readonly onFault: (error: unknown) => void;
}

export class LiveTurns {
  readonly readers: TurnReaders;
  readonly activity: ActivityWatch;
  readonly #parts: LiveTurnsParts;
  #activity: Activity = 'starting';
  #isOver = false;
  /** Whether no answer of a schema is heard any more. */
  #isRead = false;
  /** The answers that a schema reads, of turns that were over before the last one. */
  readonly #reading = new Set<Promise<void>>();

  constructor(parts: LiveTurnsParts) {
    this.#parts = parts;
    const { prepared, readers, warn, onFault } = parts;
    this.readers = readers;
    this.activity = new ActivityWatch({
      runId: prepared.runId,
      look: () => this.#look(),
      onWarning: warn,
      onFault,
    });
  }

  /** Ends the open turns, because the agent rests and the run goes on, so that the words to it are answered. */
  rest(): void {
    const { prepared, machine } = this.#parts;
    for (const [turn, end] of endsAtRest(this.readers.fold, machine.assembler.lastOutcome, prepared.agent)) {
      if (!this.readers.unread.has(turn.id)) {
        this.#settle(turn, end);
      }
    }
  }

  /** Whether a turn is over while the run goes on, or will be once a schema has read its answer. */
  get hasRested(): boolean {
    const { fold, unread } = this.readers;
    return unread.size > 0 || fold.begun.some(({ end }) => end !== undefined);
  }

  #settle(turn: TurnState, end: TurnEnd): void {
    const { entries, prepared } = this.#parts;
    const { outputSchema: schema } = prepared;
    if (schema === undefined || end.outcome !== 'completed') {
      entries.turn(turn.id, end);
      return;
    }
    this.readers.unread.add(turn.id);
    const tell = (read: ReadOutput): void => {
      this.readers.unread.delete(turn.id);
      if (this.#isRead) {
        return;
      }
      if ('error' in read) {
        entries.turn(turn.id, { outcome: 'failed', error: read.error });
      } else {
        this.readers.values.set(turn, read.value);
        entries.turn(turn.id, { ...end, output: read.raw });
      }
      this.activity.touch();
    };
    const reading = readOutput(this.#sourceOf(turn), schema)
      .then(tell)
      .catch(this.#parts.onFault)
      .then(() => void this.#reading.delete(reading));
    this.#reading.add(reading);
  }

  /**
   * Reads the answers whose turns have no entry of their end yet, because the run ends with them. Resolves with that of the last turn;
   * with undefined where no output is asked for, or where the run was stopped before it was read.
   */
  async readLast(): Promise<ReadOutput | undefined> {
    const { prepared, clock, timers, machine, waits } = this.#parts;
    const { outputSchema: schema } = prepared;
    const turn = this.readers.fold.begun.at(-1);
    if (schema === undefined || turn === undefined || machine.status.cause !== undefined) {
      this.#isRead = true;
      return undefined;
    }
    // A schema is code of the host and may never answer, so the limit of the run applies again. It does not apply at
    // once, since a schema that answers at once takes no time.
    const cancel = isStandardSchema(schema) ? clock.after(0, () => timers.stay()) : () => {};
    const isLastOpen = turn.end === undefined && !this.readers.unread.has(turn.id);
    const last = isLastOpen ? readOutput(this.#sourceOf(turn), schema) : undefined;
    const earlier = Promise.all(this.#reading);
    const read = await waits.unlessStopped(earlier.then(() => last));
    cancel();
    this.#isRead = true;
    if (read !== undefined && 'value' in read) {
      this.readers.values.set(turn, read.value);
    }
    return read;
  }

  #sourceOf(turn: TurnState): OutputSource {
    return { told: this.#parts.machine.assembler.output, text: this.readers.fold.resultOf(turn).text };
  }

  /** The last answer as the agent gave it, if it fits. */
  get lastRaw(): unknown {
    const turn = this.readers.fold.begun.at(-1);
    if (turn === undefined || !this.readers.values.has(turn)) {
      return undefined;
    }
    return turn.end === undefined ? rawOutput(this.#sourceOf(turn)) : turn.end.output;
  }

  /** The delivery of words that just answered a question of the running turn. */
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
    const { machine, channel, dialect, isUp, hasMore } = this.#parts;
    const { status } = machine;
    if (this.#isOver) {
      return 'over';
    }
    // A run on the way to its end keeps the activity that it had before. An agent that is told to leave has done its
    // work, even where nobody looked in between.
    if (status.isEnding) {
      if (status.isLeaving && this.#activity === 'starting') {
        this.#activity = 'working';
      }
      return this.#activity;
    }
    if (status.state === 'spawned') {
      this.#activity = 'starting';
    } else if (channel.open.length > 0) {
      this.#activity = 'asking';
    } else {
      this.#activity =
        !isUp() || dialect().state.busy || hasMore() || this.readers.unread.size > 0 ? 'working' : 'idle';
    }
    return this.#activity;
  }
}
