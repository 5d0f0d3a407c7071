/** The sinks of each event, one after another: the queue, notify, the trace, telemetry. None of them stops the run or the next one. */

import { toTraceRecord } from './trace.ts';
import { type AfkEvent, type AfkTraceRecord, TERMINAL_STATES } from './types.ts';

export interface AfkTelemetry {
  /** Records `agent.run.event`. */
  event?(name: string, attributes: AfkAttributes): unknown;
  /** Counts `agent.run.events.total` up by 1. */
  counter?(name: string, value: number, attributes: AfkAttributes): unknown;
}

export interface AfkAttributes {
  readonly type: string;
  readonly state: string;
  readonly run_id: string;
  readonly thread_id: string;
  readonly step?: number;
}

/**
 * Functions that take the events. Each may return a promise, which is awaited, and one that rejects counts as failed. All may be left out.
 */
export interface AfkSinks {
  notify?(event: AfkEvent): unknown;
  /** Appends a record. It is tried three times, 50 and 100 ms apart, so that it may get a record that it already has, with the same id. */
  append?(record: AfkTraceRecord): unknown;
  readonly telemetry?: AfkTelemetry;
}

type Sink = 'notify' | 'trace' | 'telemetry';

export interface DeliveryOptions {
  readonly queue: { push(event: AfkEvent): void };
  readonly userId: string | null;
  readonly sleep: (ms: number) => Promise<void>;
}

const TRIES = 3;
const FIRST_WAIT_MS = 50;

/** Passes on one event after another: the next one waits for the end of the one before. */
export class Delivery {
  readonly #sinks: AfkSinks;
  readonly #options: DeliveryOptions;
  /** Failed sinks that a warning has told, or is about to. */
  readonly #failed = new Map<Sink, string>();
  readonly #told = new Set<Sink>();
  #seq = 0;

  constructor(sinks: AfkSinks, options: DeliveryOptions) {
    this.#sinks = sinks;
    this.#options = options;
  }

  /** Passes on an event; `timestamp` is the time of what it tells. */
  async deliver(event: AfkEvent, timestamp: number): Promise<void> {
    const shown = this.#degrade(event);
    await this.#handOver(shown, timestamp);
    // Nothing comes after the end.
    if (shown.type in TERMINAL_STATES) {
      return;
    }
    for (const [sink, reason] of this.#failed) {
      if (this.#told.has(sink)) {
        continue;
      }
      this.#told.add(sink);
      await this.#handOver(this.#degrade(warningOf(shown, sink, reason)), timestamp);
    }
  }

  // Whoever reads the trace alone has lost for good what it did not take.
  #degrade(event: AfkEvent): AfkEvent {
    return this.#failed.has('trace') && event.state === 'running' ? { ...event, state: 'degraded' } : event;
  }

  async #handOver(event: AfkEvent, timestamp: number): Promise<void> {
    const { queue, userId } = this.#options;
    const { notify, append, telemetry } = this.#sinks;
    const record = toTraceRecord(event, { seq: this.#seq++, timestamp, userId });
    queue.push(event);
    await this.#isolate('notify', () => notify?.(event));
    if (append !== undefined) {
      await this.#isolate('trace', () => this.#append(record));
    }
    const attributes = attributesOf(event);
    await this.#isolate('telemetry', () => telemetry?.event?.('agent.run.event', attributes));
    await this.#isolate('telemetry', () => telemetry?.counter?.('agent.run.events.total', 1, attributes));
  }

  async #isolate(sink: Sink, act: () => unknown): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (!this.#failed.has(sink)) {
        this.#failed.set(sink, error instanceof Error ? error.message : String(error));
      }
    }
  }

  async #append(record: AfkTraceRecord): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        await this.#sinks.append?.(record);
        return;
      } catch (error) {
        if (attempt + 1 === TRIES) {
          throw error;
        }
        await this.#options.sleep(FIRST_WAIT_MS * 2 ** attempt);
      }
    }
  }
}

const WORDS: Readonly<Record<Sink, string>> = {
  notify: 'The sink `notify` has failed',
  trace: `The trace did not take an event in ${TRIES} tries`,
  telemetry: 'Telemetry has failed',
};

function warningOf({ run_id, thread_id, state, step }: AfkEvent, sink: Sink, reason: string): AfkEvent {
  return {
    type: 'warning',
    run_id,
    thread_id,
    state,
    ...(step === undefined ? {} : { step }),
    message: `${WORDS[sink]}: ${reason}`,
    data: { source: sink },
    schema_version: 'v1',
  };
}

function attributesOf({ type, state, run_id, thread_id, step }: AfkEvent): AfkAttributes {
  return { type, state, run_id, thread_id, ...(step === undefined ? {} : { step }) };
}
