/** What OpenTelemetry's own SDK makes of a run, and what becomes of the run. */
import type { JournalEntry } from '@agent-mux/events/journal';
import { type EntrySource, projectAll } from '@agent-mux/protocols';
import {
  context as contextApi,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace as traceApi,
} from '@opentelemetry/api';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CORNER_JOURNALS } from '../../protocols/src/testing/corner-journals.ts';
import { START } from '../../protocols/src/testing/write-journal.ts';
import { spanRecords } from './span-records.ts';
import { entriesOf, toSpans } from './testing/spans.ts';
import { AsyncContextManager, millisOf, named, outlineOf, startTracing } from './testing/tracing.ts';
import { type TraceOptions, trace } from './trace.ts';

async function traced(source: EntrySource, options?: TraceOptions) {
  const { tracer, ended } = startTracing();
  await trace(source, tracer, options);
  return ended();
}

/** The messages to the logger of OpenTelemetry. */
function listenToDiag(): string[] {
  const heard: string[] = [];
  const hear = (message: string): void => {
    heard.push(message);
  };
  diag.setLogger({ error: hear, warn: hear, info: hear, debug: hear, verbose: hear }, DiagLogLevel.WARN);
  onTestFinished(() => diag.disable());
  return heard;
}

describe('trace, with the SDK of OpenTelemetry', () => {
  it.each(CORNER_JOURNALS)('O-2 O-15: exports what the records say: $name', async ({ entries }) => {
    const heard = listenToDiag();
    const spans = await traced(entries, { content: true });
    const wanted = toSpans(projectAll(entries, spanRecords({ content: true })));
    const byName = (one: { name: string; start: number }, other: { name: string; start: number }) =>
      one.start - other.start || (one.name < other.name ? -1 : 1);
    const found = spans.map((span) => ({
      name: span.name,
      start: millisOf(span.startTime),
      end: millisOf(span.endTime),
      attributes: span.attributes,
      events: span.events.map(({ name, time, attributes }) => ({ name, time: millisOf(time), attributes })),
      status: span.status,
      links: span.links.length,
    }));
    const expected = wanted.map(({ name, startTime, endTime, attributes, events, status, links }) => ({
      name,
      start: startTime,
      end: endTime,
      attributes,
      events,
      status:
        status?.code === 'error'
          ? { code: SpanStatusCode.ERROR, message: status.message }
          : { code: SpanStatusCode.UNSET },
      links: links.length,
    }));
    expect(found.map((span) => JSON.stringify(span)).sort()).toEqual(
      expected.map((span) => JSON.stringify(span)).sort(),
    );
    expect([...found].sort(byName).length).toBe(wanted.length);
    expect(heard).toEqual([]);
  });

  it('O-13: nests the spans, in one trace', async () => {
    const spans = await traced(entriesOf('three deep'));
    expect(outlineOf(spans)).toEqual([
      'invoke_agent main',
      '  invoke_agent scout',
      '    chat',
      '    invoke_agent digger',
      '      chat',
      '      execute_tool Edit',
      '    execute_tool Edit',
      '  chat',
    ]);
    expect(new Set(spans.map((span) => span.spanContext().traceId)).size).toBe(1);
    expect(
      spans
        .map(({ kind, name }) => [kind === SpanKind.CLIENT, name.startsWith('chat')])
        .every(([one, other]) => one === other),
    ).toBe(true);
  });

  it('O-14: links a successor to its predecessor', async () => {
    const spans = await traced(entriesOf('a handoff'));
    const [link] = named(spans, 'invoke_agent expert').links;
    expect(link?.context.spanId).toBe(named(spans, 'invoke_agent main').spanContext().spanId);
    expect(link?.attributes).toEqual({ 'agent_mux.link': 'handoff' });
  });

  it('O-15: has the times of a run that is older than the program', async () => {
    const entries = entriesOf('a message').map(
      (entry): JournalEntry => ({ ...entry, timestamp: entry.timestamp - START + 5 }),
    );
    const root = named(await traced(entries), 'invoke_agent main');
    expect([root.startTime, root.endTime]).toEqual([
      [0, 5_000_000],
      [0, 15_000_000],
    ]);
    expect(named(await traced(entriesOf('a message')), 'invoke_agent main').startTime).toEqual([START / 1_000, 0]);
  });

  it('O-19: has the given context as its parent, else the active one, else none', async () => {
    const { tracer, ended } = startTracing();
    const host = tracer.startSpan('host');
    const within = traceApi.setSpan(ROOT_CONTEXT, host);
    contextApi.setGlobalContextManager(new AsyncContextManager());
    onTestFinished(() => contextApi.disable());
    const parentOf = async (options: TraceOptions): Promise<string | undefined> => {
      await contextApi.with(within, () => trace(entriesOf('a handoff'), tracer, options));
      const roots = ended()
        .filter(({ name }) => name.startsWith('invoke_agent'))
        .slice(-2);
      expect(roots[0]?.parentSpanContext?.spanId).toBe(roots[1]?.parentSpanContext?.spanId);
      return roots[0]?.parentSpanContext?.spanId;
    };
    expect(await parentOf({})).toBe(host.spanContext().spanId);
    expect(await parentOf({ context: ROOT_CONTEXT })).toBeUndefined();
    const other = tracer.startSpan('other');
    expect(await parentOf({ context: traceApi.setSpan(ROOT_CONTEXT, other) })).toBe(other.spanContext().spanId);
    // The SDK ends a span once, and neither span is ours to end.
    expect(ended().map(({ name }) => name)).not.toContain('host');
  });
});

describe('a tracer that throws', () => {
  const throwing = (at: keyof Span | 'startSpan', tracer: Tracer): Tracer => ({
    startSpan(name, ...rest) {
      if (at === 'startSpan' && name.startsWith('invoke_agent scout')) {
        throw new Error('no span');
      }
      const span = tracer.startSpan(name, ...rest);
      if (at !== 'startSpan' && name.startsWith('chat')) {
        Object.defineProperty(span, at, {
          value: () => {
            throw new Error(`no ${at}`);
          },
        });
      }
      return span;
    },
    startActiveSpan: () => undefined as never,
  });

  it('O-18: costs that span alone, and what is within it moves up', async () => {
    const heard = listenToDiag();
    const { tracer, ended } = startTracing();
    await trace(entriesOf('three deep'), throwing('startSpan', tracer));
    expect(outlineOf(ended())).toEqual([
      'invoke_agent main',
      '  chat',
      '  invoke_agent digger',
      '    chat',
      '    execute_tool Edit',
      '  execute_tool Edit',
      '  chat',
    ]);
    expect(heard).toEqual(['@agent-mux/otel: the tracer failed; some spans of this run are missing or incomplete.']);
  });

  it.each(['setAttributes', 'end', 'spanContext'] as const)('O-18: ends the others: %s', async (at) => {
    listenToDiag();
    const { tracer, ended } = startTracing();
    await trace(entriesOf('two steps with a call'), throwing(at, tracer));
    expect(ended().map(({ name }) => name)).toEqual(expect.arrayContaining(['execute_tool Edit', 'invoke_agent main']));
  });

  it('O-18: is no matter where its logger throws as well', async () => {
    diag.setLogger({
      error: () => {
        throw new Error('no log');
      },
      warn: () => {},
      info: () => {},
      debug: () => {},
      verbose: () => {},
    });
    onTestFinished(() => diag.disable());
    const { tracer, ended } = startTracing();
    await trace(entriesOf('a message'), throwing('end', tracer));
    expect(ended().map(({ name }) => name)).toEqual(['invoke_agent main']);
  });
});

describe('bad input', () => {
  const { tracer } = startTracing();
  const entries = entriesOf('a message');
  it.each<[string, unknown, unknown, unknown, RegExp]>([
    ['no run', undefined, tracer, {}, /^Cannot trace undefined: expected a run/],
    ['null', null, tracer, {}, /^Cannot trace null/],
    ['a text', 'run', tracer, {}, /^Cannot trace string/],
    ['a promise of a run', Promise.resolve(entries), tracer, {}, /^Cannot trace a promise/],
    ['a result', { runId: 'x', text: '' }, tracer, {}, /^Cannot trace object/],
    ['no tracer', entries, undefined, {}, /expected a tracer with startSpan\(\), got undefined/],
    ['a provider', entries, { getTracer: () => tracer }, {}, /provider\.getTracer\(name\)/],
    ['options that are none', entries, tracer, null, /options: expected an object/],
    ['content that is no flag', entries, tracer, { content: 'yes' }, /options\.content: expected a boolean/],
    ['a context that is none', entries, tracer, { context: {} }, /options\.context/],
    ['a signal that is none', entries, tracer, { signal: true }, /options\.signal/],
  ])('O-20: is refused before anything starts: %s', (_, run, given, options, message) => {
    expect(() => trace(run as EntrySource, given as Tracer, options as TraceOptions)).toThrow(TypeError);
    expect(() => trace(run as EntrySource, given as Tracer, options as TraceOptions)).toThrow(message);
  });

  it('O-20: is thrown by the promise where an entry is none, after all spans have ended', async () => {
    const { tracer: own, ended } = startTracing();
    const source = [...entries.slice(0, 5), { nothing: true }] as unknown as JournalEntry[];
    await expect(trace(source, own)).rejects.toThrow('at place 5');
    expect(named(ended(), 'invoke_agent main').attributes['agent_mux.unfinished']).toBe(true);
  });

  it('O-20: is thrown by the promise where the source fails: the run is lost then', async () => {
    const { tracer: own, ended } = startTracing();
    async function* source(): AsyncGenerator<JournalEntry, undefined> {
      yield* entries.slice(0, 5);
      throw new Error('the disk is gone');
    }
    await expect(trace(source(), own)).rejects.toThrow('the disk is gone');
    expect(named(ended(), 'invoke_agent main').attributes['agent_mux.cause']).toBe('lost');
  });
});

describe('a trace that is given up', () => {
  async function* slowly(entries: readonly JournalEntry[], log: string[]): AsyncGenerator<JournalEntry, undefined> {
    try {
      for (const entry of entries) {
        await Promise.resolve();
        yield entry;
      }
      await new Promise((resolve) => setImmediate(resolve));
    } finally {
      log.push('let go');
    }
    return undefined;
  }

  it('O-21: ends what is open as far as it has come, resolves, and lets the run go', async () => {
    const { tracer, ended } = startTracing();
    const stop = new AbortController();
    const log: string[] = [];
    const entries = entriesOf('two steps with a call');
    const source = slowly(entries, log);
    const read = {
      async *[Symbol.asyncIterator]() {
        for await (const entry of source) {
          if ('type' in entry && entry.type === 'tool_result') {
            stop.abort();
          }
          yield entry;
        }
      },
    };
    await trace(read, tracer, { signal: stop.signal });
    expect(ended().map(({ name }) => name)).toEqual(['execute_tool Edit', 'chat', 'invoke_agent main']);
    for (const span of ended()) {
      expect(span.attributes['agent_mux.unfinished']).toBe(true);
    }
    for (const { status } of ended()) {
      expect(status.code).toBe(SpanStatusCode.UNSET);
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect(log).toEqual(['let go']);
  });

  it('O-21: makes no span where it was given up before', async () => {
    const { tracer, ended } = startTracing();
    await trace(entriesOf('a message'), tracer, { signal: AbortSignal.abort() });
    expect(ended()).toEqual([]);
  });
});
