/** The one door to the stream: hides what subagents do, and opens the turn that an event needs. */
import type { EventDraft } from '../adapter/draft.ts';
import { familyOf } from './families.ts';
import { cutJson } from './json-text.ts';
import type { Lane } from './lane.ts';
import type { Moment } from './moment.ts';
import type { Body, Sink } from './stamp.ts';
import type { Turns } from './turns.ts';

export class Output {
  /** Drafts that had no legal place. */
  repaired = 0;
  readonly #sink: Sink;
  readonly #turns: Turns;
  readonly #moment: Moment;
  readonly #includeSubagents: boolean;

  constructor(parts: { sink: Sink; turns: Turns; moment: Moment; includeSubagents: boolean }) {
    this.#sink = parts.sink;
    this.#turns = parts.turns;
    this.#moment = parts.moment;
    this.#includeSubagents = parts.includeSubagents;
  }

  /** Whether what is said in this lane is not part of the stream. */
  isHidden(lane: Lane): boolean {
    return lane.state !== 'main' && !this.#includeSubagents;
  }

  put(body: Body, lane?: Lane): void {
    const { turn, hides, isForAll } = familyOf(body.type);
    if (hides && lane !== undefined && this.isHidden(lane)) {
      return;
    }
    if (turn === 'needs') {
      this.#turns.need();
    } else if (turn === 'joins') {
      this.#turns.join();
    }
    const isNamed = lane !== undefined && (isForAll || lane.state === 'living');
    this.#sink.put(body, isNamed ? lane.id : undefined, this.#moment.raw);
  }

  text(delta: string, accumulated: string, lane: Lane): void {
    if (!this.#turns.isOpen) {
      this.#turns.need();
    }
    this.#sink.text(delta, accumulated, lane.id, this.#moment.raw);
  }

  thinking(delta: string, accumulated: string, lane: Lane): void {
    if (!this.#turns.isOpen) {
      this.#turns.need();
    }
    this.#sink.thinking(delta, accumulated, lane.id, this.#moment.raw);
  }

  input(call: { toolCallId: string; delta: string; inputAccumulated: string }, lane: Lane): void {
    if (!this.isHidden(lane)) {
      this.#turns.need();
      this.#sink.input(call, lane.id, this.#moment.raw);
    }
  }

  debug(level: 'verbose' | 'info' | 'warn', message: string): void {
    this.put({ type: 'debug', level, message });
  }

  /** There is no legal place for this draft: it is told in a `debug` event, and counted. */
  reject(draft: EventDraft, why: string): void {
    this.repaired++;
    this.#turns.join();
    this.debug('warn', `${draft.type} has no place in the stream (${why}): ${cutJson(draft)}`);
  }
}
