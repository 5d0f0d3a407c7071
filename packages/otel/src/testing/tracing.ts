/** OpenTelemetry's own SDK for tests: spans are kept in memory, and the active context follows what is awaited. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, type ContextManager, ROOT_CONTEXT, type Tracer } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';

export type { ReadableSpan };

export interface Tracing {
  readonly tracer: Tracer;
  /** The spans that have ended, in the order of their ends. */
  readonly ended: () => ReadableSpan[];
}

export function startTracing(): Tracing {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  return { tracer: provider.getTracer('test'), ended: () => exporter.getFinishedSpans() };
}

/** The names of the spans, each below its parent and two spaces deeper, in the order of their starts, then of their names. */
export function outlineOf(spans: readonly ReadableSpan[], parent?: string, indent = ''): string[] {
  const known = new Set(spans.map((span) => span.spanContext().spanId));
  return spans
    .filter(({ parentSpanContext }) => {
      const above = parentSpanContext?.spanId;
      return parent === undefined ? above === undefined || !known.has(above) : above === parent;
    })
    .sort((one, other) => millisOf(one.startTime) - millisOf(other.startTime) || (one.name < other.name ? -1 : 1))
    .flatMap((span) => [`${indent}${span.name}`, ...outlineOf(spans, span.spanContext().spanId, `${indent}  `)]);
}

export function millisOf([seconds, nanos]: readonly [number, number]): number {
  return seconds * 1_000 + nanos / 1e6;
}

export function named(spans: readonly ReadableSpan[], name: string): ReadableSpan {
  const found = spans.find((span) => span.name === name);
  if (found === undefined) {
    throw new Error(`There is no span ${name} among ${spans.map((span) => span.name).join()}`);
  }
  return found;
}

/** A context manager like that of the SDKs for Node. */
export class AsyncContextManager implements ContextManager {
  readonly #storage = new AsyncLocalStorage<Context>();

  active(): Context {
    return this.#storage.getStore() ?? ROOT_CONTEXT;
  }

  with<A extends unknown[], F extends (...args: A) => ReturnType<F>>(
    context: Context,
    fn: F,
    thisArg?: ThisParameterType<F>,
    ...args: A
  ): ReturnType<F> {
    return this.#storage.run(context, () => fn.call(thisArg, ...args));
  }

  bind<T>(_context: Context, target: T): T {
    return target;
  }

  enable(): this {
    return this;
  }

  disable(): this {
    this.#storage.disable();
    return this;
  }
}
