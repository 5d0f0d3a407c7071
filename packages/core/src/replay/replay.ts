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

/** The outcome of a recording that was played again. */
export interface Replay extends ReplayEnd {
  readonly header: CassetteHeader;
  readonly events: readonly AgentEvent[];
  /** The journal of the run: its events, and what its host said and did among them. */
  readonly entries: readonly JournalEntry[];
}

/**
 * Plays a recording again, and returns its events and its outcome. It is pure. Throws VALIDATION_ERROR where recording
 * and adapter do not belong together.
 */
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

/** The options of `replayStream`. */
export interface ReplayStreamOptions extends ReplayOptions {
  /** The speed, where 1 is as fast as it happened and 2 is twice as fast. @defaultValue as fast as possible */
  readonly speed?: number;
  /** @defaultValue the machine's */
  readonly clock?: Clock;
}

/**
 * A recording that is played again as it is read. It can be iterated once, as events or as entries. Leaving the loop
 * ends the replay.
 */
export interface ReplayStream extends AsyncIterable<AgentEvent> {
  readonly header: CassetteHeader;
  /** The journal of the run: its events, and what its host said and did among them. */
  readonly entries: AsyncIterable<JournalEntry>;
  /** The outcome of the replay; undefined until the loop has ended by itself. */
  readonly end: ReplayEnd | undefined;
  readonly result: RunResult | undefined;
}

/**
 * Plays a recording again as it is read, event by event, like `replayCassette`, but from a file that need not fit into
 * memory. A broken recording is refused before the first event: rejects with VALIDATION_ERROR or PARSE_ERROR.
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
