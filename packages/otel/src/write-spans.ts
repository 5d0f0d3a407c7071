/** Writes records to a tracer. Whatever the tracer throws is reported once, and the rest goes on. */

import type { Attributes as OtelAttributes } from '@opentelemetry/api';
import {
  type Context,
  diag,
  type HrTime,
  type Link,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace as traceApi,
} from '@opentelemetry/api';
import { OWN } from './names.ts';
import type { Attributes, SpanRecord } from './records.ts';

const SPAN_KINDS = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT } as const;

interface Open {
  /** The span; undefined where the tracer did not start it. */
  readonly span: Span | undefined;
  /** The context of spans within it. */
  readonly context: Context;
}

export class SpanWriter {
  readonly #tracer: Tracer;
  readonly #context: Context;
  readonly #open = new Map<string, Open>();
  /** The contexts of runs, even of those that have ended, because others may be linked to them. */
  readonly #runs = new Map<string, SpanContext>();
  #last = 0;
  #hasReported = false;

  constructor(tracer: Tracer, context: Context) {
    this.#tracer = tracer;
    this.#context = context;
  }

  write(record: SpanRecord): void {
    this.#last = Math.max(this.#last, record.time);
    switch (record.record) {
      case 'start':
        this.#start(record);
        break;
      case 'event': {
        const { name, attributes, time } = record;
        this.#try(() => this.#open.get(record.span)?.span?.addEvent(name, toOtel(attributes), toHrTime(time)));
        break;
      }
      case 'end':
        this.#end(record);
        break;
      default:
        record satisfies never;
    }
  }

  /** Ends the open spans as they are. */
  giveUp(): void {
    const spans = [...this.#open.values()].reverse();
    this.#open.clear();
    for (const { span } of spans) {
      this.#try(() => span?.setAttribute(OWN.unfinished, true));
      this.#try(() => span?.end(toHrTime(this.#last)));
    }
  }

  #start({
    span: id,
    parent,
    name,
    kind,
    time,
    attributes,
    links = [],
  }: Extract<SpanRecord, { record: 'start' }>): void {
    const within = (parent === null ? undefined : this.#open.get(parent)?.context) ?? this.#context;
    const span = this.#try(() =>
      this.#tracer.startSpan(
        name,
        {
          kind: SPAN_KINDS[kind],
          startTime: toHrTime(time),
          attributes: toOtel(attributes),
          links: links.flatMap((link) => this.#linkTo(link)),
        },
        within,
      ),
    );
    // Where a span could not be started, the spans within it belong to its parent.
    const context = span === undefined ? within : (this.#try(() => traceApi.setSpan(within, span)) ?? within);
    this.#open.set(id, { span, context });
    if (attributes[OWN.root] === undefined) {
      return;
    }
    const spanContext = this.#try(() => span?.spanContext());
    if (spanContext !== undefined) {
      this.#runs.set(id, spanContext);
    }
  }

  #linkTo(id: string): Link[] {
    const context = this.#runs.get(id);
    return context === undefined ? [] : [{ context, attributes: { [OWN.link]: 'handoff' } }];
  }

  #end({ span: id, name, time, attributes, status }: Extract<SpanRecord, { record: 'end' }>): void {
    const { span } = this.#open.get(id) ?? {};
    this.#open.delete(id);
    if (span === undefined) {
      return;
    }
    this.#try(() => span.setAttributes(toOtel(attributes)));
    if (name !== undefined) {
      this.#try(() => span.updateName(name));
    }
    if (status.code === 'error') {
      this.#try(() => span.setStatus({ code: SpanStatusCode.ERROR, message: status.message }));
    }
    this.#try(() => span.end(toHrTime(time)));
  }

  #try<T>(act: () => T): T | undefined {
    try {
      return act();
    } catch (error) {
      if (!this.#hasReported) {
        this.#hasReported = true;
        report(error);
      }
      return undefined;
    }
  }
}

// The logger may throw as well.
function report(error: unknown): void {
  try {
    diag.error('@agent-mux/otel: the tracer failed; some spans of this run are missing or incomplete.', error);
  } catch {
    // Nobody is left to report this to.
  }
}

/**
 * The time as a pair: a number smaller than the start of the program's own clock would be taken as a time on it, and a stored run is older.
 */
function toHrTime(ms: number): HrTime {
  const seconds = Math.floor(ms / 1_000);
  return [seconds, Math.round((ms - seconds * 1_000) * 1e6)];
}

function toOtel(attributes: Attributes): OtelAttributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, typeof value === 'object' ? [...value] : value]),
  );
}
