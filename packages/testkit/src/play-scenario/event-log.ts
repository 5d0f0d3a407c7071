/** All events of a run, and a way to wait for the next event of a type. */
import type { AgentEvent } from '@agent-mux/events';

export interface EventLog {
  readonly events: readonly AgentEvent[];
  /** The place of the n-th event of the type at or after `from`; undefined where the run ends without it. */
  find(type: AgentEvent['type'], from: number, nth: number): Promise<number | undefined>;
  /** Resolves when there is no more to come. */
  readonly ended: Promise<void>;
}

/** Iterates the run: while this log reads, questions of the agent count as heard. */
export function followEvents(run: AsyncIterable<AgentEvent>): EventLog {
  const events: AgentEvent[] = [];
  const waiting = new Set<() => void>();
  let isOver = false;
  const look = (): void => {
    for (const each of waiting) {
      each();
    }
  };

  function place(type: AgentEvent['type'], from: number, nth: number): number | undefined {
    let left = nth;
    for (let index = from; index < events.length; index++) {
      if (events[index]?.type === type && --left === 0) {
        return index;
      }
    }
    return undefined;
  }

  async function read(): Promise<void> {
    for await (const event of run) {
      events.push(event);
      look();
    }
    isOver = true;
    look();
  }

  return {
    events,
    find: (type, from, nth) =>
      new Promise((resolve) => {
        const check = (): void => {
          const found = place(type, from, nth);
          if (found === undefined && !isOver) {
            return;
          }
          waiting.delete(check);
          resolve(found);
        };
        waiting.add(check);
        check();
      }),
    ended: read(),
  };
}
