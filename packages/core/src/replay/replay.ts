/** Replays a recording: the same lines, the same times, the same events. */
import type { AgentEvent } from '@agent-mux/events';
import { isEventEntry, type JournalEntry } from '@agent-mux/events/journal';
import type { Adapter } from '../adapter/index.ts';
import { type Clock, systemClock } from '../clock.ts';
import type { Cassette, CassetteHeader } from '../recording/index.ts';
import { checkCassette, openCassette } from '../recording/index.ts';
import type { RunResult } from '../results/index.ts';
import type { ReplayEnd, ReplayOptions } from './replay-contract.ts';
import { ReplayMachine } from './replay-machine.ts';

/** What a recording came to when it was heard again. */
export interface Replay extends ReplayEnd {
  readonly header: CassetteHeader;
  readonly events: readonly AgentEvent[];
  /** The journal of the run: its events, and what its host said and did among them. */
  readonly entries: readonly JournalEntry[];
}

/** Hears a recording again, and gives its events and what it came to. Pure. Throws VALIDATION_ERROR where recording and adapter do not belong together. */
export function replayCassette(
  { header, entries: recorded }: Cassette,
  adapter: Adapter,
  options: ReplayOptions = {},
): Replay {
  const entries: JournalEntry[] = [];
  const machine = new ReplayMachine(header, adapter, options, (entry) => entries.push(entry));
  for (const entry of recorded) {
    machine.push(entry);
  }
  const end = machine.finish();
  return { header, events: entries.filter(isEventEntry), entries, ...end };
}

/** What `replayStream` takes. */
export interface ReplayStreamOptions extends ReplayOptions {
  /** 1 = as fast as it happened, 2 = twice as fast. @defaultValue as fast as possible */
  readonly speed?: number;
  /** @defaultValue the machine's */
  readonly clock?: Clock;
}

/** A recording that is heard again as it is read. To be iterated once, as events or as entries. Leaving the loop ends the replay. */
export interface ReplayStream extends AsyncIterable<AgentEvent> {
  readonly header: CassetteHeader;
  /** The journal of the run: its events, and what its host said and did among them. */
  readonly entries: AsyncIterable<JournalEntry>;
  /** What the replay came to; undefined until the loop has ended by itself. */
  readonly end: ReplayEnd | undefined;
  readonly result: RunResult | undefined;
}

/**
 * Hears a recording again as it is read, event by event.
 * As `replayCassette`, from a file that need not fit into memory. A broken recording is refused before the
 * first event: rejects with VALIDATION_ERROR or PARSE_ERROR.
 */
export async function replayStream(
  fileOrFolder: string,
  adapter: Adapter,
  { speed, clock = systemClock, ...options }: ReplayStreamOptions = {},
): Promise<ReplayStream> {
  const header = await checkCassette(fileOrFolder);
  const waiting: JournalEntry[] = [];
  const machine = new ReplayMachine(header, adapter, options, (entry) => waiting.push(entry));
  let end: ReplayEnd | undefined;

  async function* iterate(): AsyncGenerator<JournalEntry, undefined, undefined> {
    // Opened here: a stream that nobody iterates has no file open.
    const { entries: recorded } = await openCassette(fileOrFolder);
    for await (const entry of recorded) {
      const pause = speed === undefined ? 0 : ((entry.t ?? machine.elapsed) - machine.elapsed) / speed;
      if (pause >= 1) {
        await new Promise<void>((resolve) => clock.after(pause, resolve));
      }
      machine.push(entry);
      yield* waiting.splice(0);
    }
    end = machine.finish();
    yield* waiting.splice(0);
    return undefined;
  }

  async function* onlyEvents(): AsyncGenerator<AgentEvent, undefined, undefined> {
    for await (const entry of entries) {
      if (isEventEntry(entry)) {
        yield entry;
      }
    }
    return undefined;
  }

  const entries = iterate();
  const events = onlyEvents();
  return {
    header,
    entries,
    get end() {
      return end;
    },
    get result() {
      return end?.result;
    },
    [Symbol.asyncIterator]: () => events,
  };
}
