/** Calls of the program's own tools that wait for their result: the CLI's request opens one, and the answer seen on the wire settles it. */
import type { EventDraft } from '@agent-mux/core';

export interface HostToolRequest {
  readonly key: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
  readonly lane: string | undefined;
}

export class HostToolCalls {
  // The lane of each call, by its native key.
  readonly #open = new Map<string, string | undefined>();

  get size(): number {
    return this.#open.size;
  }

  has(key: string): boolean {
    return this.#open.has(key);
  }

  called({ key, toolCallId, toolName, input, lane }: HostToolRequest): EventDraft {
    this.#open.set(key, lane);
    return { type: 'host_tool_call', key, toolCallId, toolName, input };
  }

  /** Records that the call was answered, or taken back by the CLI. */
  settled(key: string): readonly EventDraft[] {
    return this.#open.delete(key) ? [{ type: 'host_tool_settled', key }] : [];
  }

  /** Records that the turn of a lane is over: nobody waits for its calls any more. */
  laneEnded(lane: string | undefined): readonly EventDraft[] {
    return [...this.#open].flatMap(([key, own]) => (own === lane ? this.settled(key) : []));
  }
}
