/** One turn of a run as it goes on, which is awaited or iterated over. */
import type { AgentEvent } from '@agent-mux/events';
import type { TurnResult } from '../results/index.ts';

/** One turn of a run: its prompt, its events and its result. */
export interface Turn<Output = unknown> extends AsyncIterable<AgentEvent> {
  /** It counts from 0 within the run. */
  readonly index: number;
  readonly prompt: string;
  /**
   * Resolves when the agent rests, or has gone on to another prompt. It never rejects: the `outcome` says when a turn
   * failed.
   */
  result(): Promise<TurnResult<Output>>;
  /**
   * Opens a new iterator over the events of the turn, from its oldest retained one to the moment when the agent rests.
   * It makes the agent wait as an iterator over the run does.
   */
  [Symbol.asyncIterator](): AsyncIterableIterator<AgentEvent, undefined, undefined>;
}

/**
 * A turn that can be awaited for its result. Iterators do not give this type, because the compiler takes what
 * `for await` gives as awaited.
 */
export interface AwaitableTurn<Output = unknown> extends Turn<Output>, PromiseLike<TurnResult<Output>> {}

/** How a follow-up was handed over. */
export interface Delivery<Output = unknown> {
  /**
   * How the follow-up reached the agent. With `steered` the running turn took it in, or the CLI does not report that.
   * With `new-turn` a turn of its own begins with it; after `steer()`, the CLI would not, or could not any more, take
   * it into the turn that ran.
   */
  readonly delivered: 'steered' | 'new-turn' | 'answer';
  /** The turn that begins with it, or that took it in. */
  readonly turn: AwaitableTurn<Output>;
}
