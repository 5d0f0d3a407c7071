/** Traces a run: passes its spans to a tracer, as they happen. */

import { hintAtName } from '@agent-mux/events';
import { type EntrySource, project } from '@agent-mux/protocols';
import { type Context, context as contextApi, type Tracer } from '@opentelemetry/api';
import type { SpanOptions } from './fold.ts';
import { spanRecords } from './span-records.ts';
import { SpanWriter } from './write-spans.ts';

export interface TraceOptions extends SpanOptions {
  /** The context whose span is the parent of the top spans. @defaultValue the active context at the call */
  readonly context?: Context;
  /** Gives the trace up: open spans end as they are, the promise resolves, and the run goes on. */
  readonly signal?: AbortSignal;
}

/**
 * Makes spans of a run that lives or is stored, of a tree, or of any list of entries. A run at the top of its tree is traced with all that
 * it has called and that took over from it. Reading begins with this call, from the oldest entry that is retained; it is one more
 * iterator over the run, which only looks on, and changes nothing of it.
 *
 * Resolves when every span has ended. Rejects where the source fails, after all spans have ended; what the tracer throws goes to the
 * `diag` logger of OpenTelemetry instead, once. Throws a TypeError at the call where `run` is no source, `tracer` no tracer, or an option
 * is wrong.
 */
export function trace(run: EntrySource, tracer: Tracer, options: TraceOptions = {}): Promise<void> {
  const source = sourceOf(run);
  demandTracer(tracer);
  demandOptions(options);
  const { context = contextApi.active(), signal, content = false } = options;
  if (signal?.aborted === true) {
    return Promise.resolve();
  }
  const writer = new SpanWriter(tracer, context);
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      writer.giveUp();
      resolve();
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    follow(source, { writer, content, signal })
      .finally(() => signal?.removeEventListener('abort', giveUp))
      .then(resolve, reject);
  });
}

interface Following {
  readonly writer: SpanWriter;
  readonly content: boolean;
  readonly signal: AbortSignal | undefined;
}

async function follow(source: EntrySource, { writer, content, signal }: Following): Promise<void> {
  try {
    for await (const record of project(source, spanRecords({ content }))) {
      // The trace was given up while it waited, and leaving the loop detaches it from the run.
      if (signal?.aborted === true) {
        break;
      }
      writer.write(record);
    }
  } finally {
    // Spans are open here only where the source gave something that is no entry.
    writer.giveUp();
  }
}

/**
 * The source of a run, which is the whole tree for a run at its top. A tracer only looks on, so nobody waits for it to answer a question.
 */
function sourceOf(run: unknown): EntrySource {
  if (!isObject(run)) {
    throw noRun(run);
  }
  const { tree, runId } = run;
  if (isObject(tree) && tree['root'] === runId && isIterable(tree)) {
    return observed(tree) ?? ({ tree } as unknown as EntrySource);
  }
  const isSource = typeof run['entries'] === 'function' || isIterable(run) || (isObject(tree) && isIterable(tree));
  if (!isSource) {
    throw noRun(run);
  }
  return (isIterable(run) && typeof runId !== 'string' ? undefined : observed(run)) ?? (run as unknown as EntrySource);
}

function observed(source: Record<PropertyKey, unknown>): EntrySource | undefined {
  const { entries } = source;
  if (typeof entries !== 'function') {
    return undefined;
  }
  return { entries: () => entries.call(source, { observes: true }) };
}

function noRun(run: unknown): TypeError {
  const what = run === null ? 'null' : run instanceof Promise ? 'a promise' : typeof run;
  return new TypeError(
    `Cannot trace ${what}: expected a run, a tree, or an iterable of entries. A stored run is \`store.replay(runId)\`.`,
  );
}

function demandTracer(tracer: unknown): asserts tracer is Tracer {
  if (isObject(tracer) && typeof tracer['startSpan'] === 'function') {
    return;
  }
  const hint =
    isObject(tracer) && typeof tracer['getTracer'] === 'function'
      ? 'This is a provider: pass `provider.getTracer(name)`.'
      : 'Get one with `trace.getTracer(name)` of @opentelemetry/api.';
  throw new TypeError(`Cannot trace a run: expected a tracer with startSpan(), got ${typeof tracer}. ${hint}`);
}

const IS: Readonly<Record<keyof TraceOptions, readonly [expected: string, is: (value: unknown) => boolean]>> = {
  content: ['a boolean', (value) => typeof value === 'boolean'],
  context: ['a context', (value) => isObject(value) && typeof value['getValue'] === 'function'],
  signal: ['an AbortSignal', (value) => value instanceof AbortSignal],
};

/** Throws a TypeError with everything that is wrong. */
function demandOptions(options: unknown): void {
  if (!isObject(options)) {
    throw new TypeError(`Cannot trace a run: options: expected an object, got ${typeof options}`);
  }
  const names = Object.keys(IS);
  const problems = Object.entries(options).flatMap(([name, value]) => {
    const known = Object.entries(IS).find(([option]) => option === name)?.[1];
    if (known === undefined) {
      return [
        `options.${name}: there is no such option.${hintAtName(name, names) || ` There are ${names.join(', ')}.`}`,
      ];
    }
    const [expected, is] = known;
    return value === undefined || is(value) ? [] : [`options.${name}: expected ${expected}, got ${typeof value}`];
  });
  if (problems.length > 0) {
    throw new TypeError(`Cannot trace a run: ${problems.join('; ')}`);
  }
}

function isObject(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
}

function isIterable(value: object): boolean {
  return Symbol.iterator in value || Symbol.asyncIterator in value;
}
