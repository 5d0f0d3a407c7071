/** Replays a recording: the same lines, the same times, the same events. */
import type { AgentEvent } from '@agent-mux/events';
import type { Adapter } from '../adapter/index.ts';
import { type Clock, systemClock } from '../clock.ts';
import type { Cassette, CassetteEntry, CassetteHeader } from '../recording/index.ts';
import { checkCassette, openCassette } from '../recording/index.ts';
import type { RunResult } from '../results/index.ts';
import { type ReplayEnd, ReplayMachine, type ReplayOptions } from './replay-machine.ts';

export interface Replay extends ReplayEnd {
  readonly header: CassetteHeader;
  readonly events: readonly AgentEvent[];
}

/** Pure. Throws VALIDATION_ERROR where recording and adapter do not belong together. */
export function replayCassette({ header, entries }: Cassette, adapter: Adapter, options: ReplayOptions = {}): Replay {
  const events: AgentEvent[] = [];
  const machine = new ReplayMachine(header, adapter, options, (event) => events.push(event));
  for (const entry of entries) {
    machine.push(entry);
  }
  return { header, events, ...machine.finish() };
}

export interface ReplayStreamOptions extends ReplayOptions {
  /** 1 = as fast as it happened, 2 = twice as fast. @defaultValue as fast as possible */
  readonly speed?: number;
  /** @defaultValue the machine's */
  readonly clock?: Clock;
}

/** To be iterated once. Leaving the loop ends the replay. */
export interface ReplayStream extends AsyncIterable<AgentEvent> {
  readonly header: CassetteHeader;
  /** What the replay came to; undefined until the loop has ended by itself. */
  readonly end: ReplayEnd | undefined;
  readonly result: RunResult | undefined;
}

/**
 * As `replayCassette`, from a file that need not fit into memory, event by event. A broken recording is refused before the
 * first event: rejects with VALIDATION_ERROR or PARSE_ERROR.
 */
export async function replayStream(
  fileOrFolder: string,
  adapter: Adapter,
  { speed, clock = systemClock, ...options }: ReplayStreamOptions = {},
): Promise<ReplayStream> {
  const header = await checkCassette(fileOrFolder);
  let waiting: AgentEvent[] = [];
  const machine = new ReplayMachine(header, adapter, options, (event) => waiting.push(event));
  let end: ReplayEnd | undefined;

  const take = (): AgentEvent[] => {
    const events = waiting;
    waiting = [];
    return events;
  };

  async function* iterate(): AsyncGenerator<AgentEvent, undefined, undefined> {
    // Opened here: a stream that nobody iterates holds no file.
    const { entries } = await openCassette(fileOrFolder);
    for await (const entry of entries) {
      const pause = speed === undefined ? 0 : (findTime(entry, machine.elapsed) - machine.elapsed) / speed;
      if (pause >= 1) {
        await new Promise<void>((resolve) => clock.after(pause, resolve));
      }
      machine.push(entry);
      yield* take();
    }
    end = machine.finish();
    yield* take();
    return undefined;
  }

  const events = iterate();
  return {
    header,
    get end() {
      return end;
    },
    get result() {
      return end?.result;
    },
    [Symbol.asyncIterator]: () => events,
  };
}

function findTime({ t }: CassetteEntry, otherwise: number): number {
  return t ?? otherwise;
}
