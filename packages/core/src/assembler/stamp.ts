/** Puts run, agent, time, number and lane on an event at the moment it enters the stream. */
import {
  type AgentEvent,
  type AgentName,
  createTextDelta,
  createThinkingDelta,
  createToolInputDelta,
  type EventStamp,
} from '@agent-mux/events';
import type { Moment } from './moment.ts';

type Stamped = 'runId' | 'agent' | 'timestamp' | 'seq' | 'lane' | 'raw';
type Streamed = 'text_delta' | 'thinking_delta' | 'tool_input_delta';
type WithoutStamp<E> = E extends AgentEvent ? Omit<E, Stamped> : never;

/** An event before it is stamped. Deltas have methods of their own: they must not cost an object more. */
export type Body = WithoutStamp<Exclude<AgentEvent, { type: Streamed }>>;

/** Where assembled events go: the stamp, or the stage before it that buffers them. */
export interface Sink {
  put(body: Body, lane: string | undefined, raw: string | undefined): void;
  text(delta: string, accumulated: string, lane: string | undefined, raw: string | undefined): void;
  thinking(delta: string, accumulated: string, lane: string | undefined, raw: string | undefined): void;
  input(
    call: { readonly toolCallId: string; readonly delta: string; readonly inputAccumulated: string },
    lane: string | undefined,
    raw: string | undefined,
  ): void;
}

export interface StamperOptions {
  readonly runId: string;
  readonly agent: AgentName;
  readonly emit: (event: AgentEvent) => void;
}

export class Stamper implements Sink {
  readonly #emit: (event: AgentEvent) => void;
  readonly #moment: Moment;
  // Reused for every event of the main lane: the event copies the values.
  readonly #main: { runId: string; agent: AgentName; timestamp: number; seq: number };

  constructor({ runId, agent, emit }: StamperOptions, moment: Moment) {
    this.#emit = emit;
    this.#moment = moment;
    this.#main = { runId, agent, timestamp: 0, seq: -1 };
  }

  put(body: Body, lane: string | undefined, raw: string | undefined): void {
    this.#emit({ ...body, ...this.#stamp(lane, raw) });
  }

  text(delta: string, accumulated: string, lane: string | undefined, raw: string | undefined): void {
    this.#emit(createTextDelta(this.#stamp(lane, raw), delta, accumulated));
  }

  thinking(delta: string, accumulated: string, lane: string | undefined, raw: string | undefined): void {
    this.#emit(createThinkingDelta(this.#stamp(lane, raw), delta, accumulated));
  }

  input(
    call: { readonly toolCallId: string; readonly delta: string; readonly inputAccumulated: string },
    lane: string | undefined,
    raw: string | undefined,
  ): void {
    this.#emit(createToolInputDelta(this.#stamp(lane, raw), call));
  }

  #stamp(lane: string | undefined, raw: string | undefined): EventStamp {
    const stamp = this.#main;
    stamp.seq++;
    // The host's clock can go back; the stream's cannot.
    if (this.#moment.now > stamp.timestamp) {
      stamp.timestamp = this.#moment.now;
    }
    if (lane === undefined && raw === undefined) {
      return stamp;
    }
    return { ...stamp, ...(lane === undefined ? {} : { lane }), ...(raw === undefined ? {} : { raw }) };
  }
}
