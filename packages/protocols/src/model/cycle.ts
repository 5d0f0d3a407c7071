/** One request to the model and the tool calls that it asked for. */
import type { Usage } from './usage.ts';

export interface Cycle {
  /** The number of the cycle of its actor, from 1 on. */
  readonly number: number;
  /** The start in milliseconds since the epoch. */
  readonly startedAt: number;
  /** The calls that were ready within it, in their order. */
  calls: string[];
  /** The number of running calls. */
  open: number;
  /** The number of calls and subagents that have ended. */
  ended: number;
  /** Whether the model has answered: what follows is the work that it asked for. */
  isAnswered: boolean;
  /** Whether its step has ended, so that only late events come still. */
  isOver: boolean;
  readonly usage: Usage;
}

/** What an entry does to the cycles of its actor, in this order. */
export interface CycleChange {
  /** The cycle that the entry ends. */
  ended: Cycle | null;
  began: Cycle | null;
  /** The cycle whose model has answered with the entry, or before it at the latest. */
  answered: Cycle | null;
}
