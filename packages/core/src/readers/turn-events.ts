/** Iterates over the events of one turn. */
import type { AgentEvent } from '@agent-mux/events';
import { isEventEntry } from '@agent-mux/events/journal';
import type { TurnState } from '../results/index.ts';
import type { Journal } from './journal.ts';
import type { Entries } from './journal-reader.ts';
import type { RetainedCursor } from './retained-entries.ts';

type Step = IteratorResult<AgentEvent, undefined>;
const DONE: Step = Object.freeze({ done: true, value: undefined });

/** It reads the journal from its first `next()` on. A generator would keep its `return()` waiting for the next entry, perhaps for ever. */
export function eventsOfTurn(
  turn: Pick<TurnState, 'from' | 'to'>,
  journalOf: () => Journal,
): AsyncIterableIterator<AgentEvent, undefined, undefined> {
  let reading: { readonly reader: Entries; readonly cursor: RetainedCursor } | undefined;
  let isOver = false;
  let last: Promise<unknown> = Promise.resolve();

  function begin(): NonNullable<typeof reading> {
    const journal = journalOf();
    const cursor = journal.cursor(turn.from ?? journal.length);
    return { cursor, reader: journal.entries({}, cursor) };
  }

  async function leave(): Promise<Step> {
    isOver = true;
    await reading?.reader.return?.();
    return DONE;
  }

  async function read(): Promise<Step> {
    while (!isOver) {
      reading ??= begin();
      const { done, value: entry } = await reading.reader.next();
      const place = reading.cursor.place - 1;
      if (done === true || (turn.to !== undefined && place >= turn.to)) {
        return leave();
      }
      if (!isOver && isEventEntry(entry) && turn.from !== undefined && place >= turn.from) {
        return { done: false, value: entry };
      }
    }
    return DONE;
  }

  const iterator: AsyncIterableIterator<AgentEvent, undefined, undefined> = {
    // Calls that do not wait for each other get one event each, in order.
    next: () => {
      const step = last.then(read);
      last = step;
      return step;
    },
    return: leave,
    throw: async (error: unknown) => {
      await leave();
      throw error;
    },
    [Symbol.asyncIterator]() {
      return iterator;
    },
  };
  return iterator;
}
