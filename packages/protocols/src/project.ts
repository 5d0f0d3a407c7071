/** Runs a journal through a projection, as fast as its reader reads. */
import { showValue } from '@agent-mux/events';
import { createEntryDecoder } from '@agent-mux/events/journal';
import { type SourceEntry, toEntry } from './model/index.ts';
import type { EntrySource, Projection } from './projection.ts';

/**
 * Gives the outputs of the projection, entry by entry; the next entry is read when all outputs of the one before were. The iteration
 * over a live run ends with the run; leaving it lets the run go on.
 *
 * A source that fails ends like one that breaks off: its end is told first, then its error is thrown. Throws a TypeError where the
 * source or the projection is none, and with the place where the source gives a value that is no entry.
 */
export async function* project<Out, State>(
  source: EntrySource,
  projection: Projection<Out, State>,
): AsyncGenerator<Out, undefined, undefined> {
  demandProjection(projection);
  const entries = iterate(source);
  const state = projection.init();
  const waiting: Out[] = [];
  const emit = (out: Out): void => {
    waiting.push(out);
  };
  let fault: { readonly error: unknown } | undefined;
  let place = 0;
  try {
    for (;;) {
      const next = await entries.next().catch((error: unknown) => {
        fault = { error };
      });
      if (next === undefined || next.done === true) {
        break;
      }
      take(projection, { state, entry: next.value, place, emit });
      place += 1;
      yield* waiting;
      waiting.length = 0;
    }
  } finally {
    // A live run is also released where the reader has left.
    if (fault === undefined) {
      await entries.return?.();
    }
  }
  projection.end(state, emit);
  yield* waiting;
  if (fault !== undefined) {
    throw fault.error;
  }
  return undefined;
}

/** Gives all outputs at once, for complete entries. */
export function projectAll<Out, State>(entries: Iterable<SourceEntry>, projection: Projection<Out, State>): Out[] {
  demandProjection(projection);
  const state = projection.init();
  const outputs: Out[] = [];
  const emit = (out: Out): void => {
    outputs.push(out);
  };
  let place = 0;
  for (const entry of entries) {
    take(projection, { state, entry, place, emit });
    place += 1;
  }
  projection.end(state, emit);
  return outputs;
}

interface Taken<Out, State> {
  readonly state: State;
  readonly entry: SourceEntry;
  readonly place: number;
  readonly emit: (out: Out) => void;
}

// Checking every field of every delta first would cost more than the projections do, so that an entry is checked when one of them fails.
function take<Out, State>(projection: Projection<Out, State>, { state, entry, place, emit }: Taken<Out, State>): void {
  try {
    projection.step(state, entry, emit);
  } catch (error) {
    throw nameFault(error, entry, place);
  }
}

/** The TypeError with the entry's place and fields where the entry is to blame, else what was thrown. */
function nameFault(error: unknown, entry: SourceEntry, place: number): unknown {
  const said = `Cannot project what stands at place ${place}: `;
  if (!(error instanceof TypeError) || error.message.startsWith(said)) {
    return error;
  }
  try {
    createEntryDecoder().decode(toEntry(entry, place));
  } catch (problem) {
    return new TypeError(`${said}${problem instanceof Error ? problem.message : problem}`, { cause: error });
  }
  return error;
}

const STEPS = ['init', 'step', 'end'];

/** Checks the projection, and explains the mistake of passing `agui` in place of `agui()`. */
function demandProjection(projection: unknown): void {
  if (!isObject(projection) || !STEPS.every((name) => typeof projection[name] === 'function')) {
    const what = typeof projection === 'function' ? 'a function: call it, as in `agui()`' : showValue(projection);
    throw new TypeError(
      `Cannot project with ${what}. A projection has ${STEPS.join(', ')}; agui() of @agent-mux/protocols/ag-ui gives one.`,
    );
  }
}

function iterate(source: EntrySource): AsyncIterator<SourceEntry> {
  const given: unknown = source;
  if (!isObject(given)) {
    throw noSource(given);
  }
  // An array has `entries()` too, which gives pairs.
  if (isIterable(given)) {
    return fromIterable(given);
  }
  if (hasEntries(given)) {
    return fromAny(given.entries());
  }
  if (isObject(given['tree'])) {
    return fromAny(given['tree']);
  }
  return fromAny(given);
}

function fromAny(source: object): AsyncIterator<SourceEntry> {
  if (isAsyncIterable(source)) {
    return source[Symbol.asyncIterator]();
  }
  if (isIterable(source)) {
    return fromIterable(source);
  }
  throw noSource(source);
}

async function* fromIterable(source: Iterable<SourceEntry>): AsyncGenerator<SourceEntry, undefined, undefined> {
  yield* source;
  return undefined;
}

function noSource(source: unknown): TypeError {
  const what = source === null ? 'null' : typeof source;
  return new TypeError(
    `Cannot project ${what}: a source is a run, a tree, or an iterable of entries. A stored run is \`await store.replay(runId)\`.`,
  );
}

function isObject(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
}

function isIterable(value: object): value is Iterable<SourceEntry> {
  return Symbol.iterator in value;
}

function isAsyncIterable(value: object): value is AsyncIterable<SourceEntry> {
  return Symbol.asyncIterator in value;
}

function hasEntries(value: object): value is { entries(): object } {
  return 'entries' in value && typeof value.entries === 'function';
}
