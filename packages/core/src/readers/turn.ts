/** One turn of a run, as it goes on: awaited, or iterated over its events. */
import type { AgentEvent } from '@agent-mux/events';
import type { TurnResult } from '../results/index.ts';

/** One turn of a run: its prompt, its events and its result. */
export interface Turn<Output = unknown> extends AsyncIterable<AgentEvent> {
  /** It counts from 0 within the run. */
  readonly index: number;
  readonly prompt: string;
  /** Resolves when the agent rests, or has gone on to another prompt. It never rejects: a turn that failed says so in its `outcome`. */
  result(): Promise<TurnResult<Output>>;
  /**
   * A new iterator over the events of the turn, from its oldest retained one to the moment when the agent rests. It makes the agent
   * wait as an iterator over the run does.
   */
  [Symbol.asyncIterator](): AsyncIterableIterator<AgentEvent, undefined, undefined>;
}

/** To await it is to await its result. Not for what is iterated over: the compiler takes what `for await` gives as awaited. */
export interface AwaitableTurn<Output = unknown> extends Turn<Output>, PromiseLike<TurnResult<Output>> {}

/** How a follow-up was handed over. */
export interface Delivery<Output = unknown> {
  /** `steered`: the running turn took it in, or the CLI does not tell. `new-turn`: a turn of its own begins with it; of `steer()`: the CLI would not, or could not any more, take it into the turn that ran. */
  readonly delivered: 'steered' | 'new-turn' | 'answer';
  /** The turn that begins with it, or that took it in. */
  readonly turn: AwaitableTurn<Output>;
}
