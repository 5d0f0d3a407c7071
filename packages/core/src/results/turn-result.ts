/** The result of a turn, which is one prompt and everything that the agent did about it until it rested. */
import type { CostRecord } from '@agent-mux/events';
import type { TurnEntry } from '@agent-mux/events/journal';
import type { ModelUsage } from './model-usage.ts';
import type { TokenUsageSummary } from './token-usage.ts';

/** A tool that was called in a turn. */
export interface TurnTool {
  readonly name: string;
  /** The server that has an MCP tool. */
  readonly server?: string;
  /** The number of calls. */
  readonly calls: number;
  /** The number of calls that failed. */
  readonly failed: number;
}

/** A file that was changed in a turn, according to the last event about it. */
export interface TurnFile {
  /** The absolute path. */
  readonly path: string;
  readonly change: 'create' | 'update' | 'delete';
}

/** The result of a turn. */
export interface TurnResult<Output = unknown> extends Pick<TurnEntry, 'outcome' | 'error'> {
  /** It counts prompts, from 0 within the run: what the agent begins by itself belongs to the turn before. */
  readonly index: number;
  /** The prompt; empty where a recording of another program does not contain it. */
  readonly prompt: string;
  /** The last message of the main lane. */
  readonly text: string;
  /** What the agent answered, if `outputSchema` was given; absent where it answered nothing of that form. */
  readonly output?: Output;
  /** The sum over the model requests of the turn; null where the agent reports none. */
  readonly usage: TokenUsageSummary | null;
  /** The cost of the turn; null where the agent reports none. */
  readonly cost: CostRecord | null;
  /** The models that answered, each with its usage and cost; absent where the agent names none. */
  readonly models?: readonly ModelUsage[];
  /** The tools stand in the order of their first calls. */
  readonly tools: readonly TurnTool[];
  /** The files stand in the order of their first changes; a file that was made and deleted again is not told. */
  readonly files: readonly TurnFile[];
}
