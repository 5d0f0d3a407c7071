/** One request to the model and the tool calls that it asked for. */
import type { Usage } from './usage.ts';

export interface Cycle {
  /** From 1 on, of its actor. */
  readonly number: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** The calls that were ready within it, in their order. */
  calls: string[];
  /** Calls that run. */
  open: number;
  /** Calls and subagents that have ended. */
  ended: number;
  /** The model has answered: what follows is the work that it asked for. */
  isAnswered: boolean;
  /** Its step has ended; only what was late comes still. */
  isOver: boolean;
  readonly usage: Usage;
}

/** What an entry does to the cycles of its actor, in this order. */
export interface CycleChange {
  /** Ended by it. */
  ended: Cycle | null;
  began: Cycle | null;
  /** The model has answered with it, or before it at the latest. */
  answered: Cycle | null;
}
