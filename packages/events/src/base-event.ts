/** What every event carries, and the records that several have. */

/** The ten agents whose adapters ship with agent-mux. */
export type BuiltInAgentName =
  | 'claude'
  | 'codex'
  | 'gemini'
  | 'copilot'
  | 'cursor'
  | 'opencode'
  | 'pi'
  | 'omp'
  | 'openclaw'
  | 'hermes';

/** A built-in agent, or the name that an outside adapter registered. */
export type AgentName = BuiltInAgentName | (string & {});

/** What every event carries. */
export interface BaseEvent {
  readonly type: string;
  /** ULID of the run (26 characters, Crockford base 32). */
  readonly runId: string;
  readonly agent: AgentName;
  /** Milliseconds since the epoch; never decreases within a run. */
  readonly timestamp: number;
  /** Position in the run's journal: dense, from 0. A gap means that something was lost. */
  readonly seq: number;
  /** The `subagentId` whose own activity this is; absent on the main lane. */
  readonly lane?: string;
  /** The native text behind this event; only with `createClient({ debug: true })`. */
  readonly raw?: string;
}

/**
 * Tokens, counted the same for every agent, over all model requests of what they belong to. A count that the agent does
 * not tell is never made up and never too small: an optional one is absent, and for a required one a marker is beside it.
 */
export interface TokenCounts {
  /** All that was sent to the model, with what was read from a cache and what was written to one. */
  readonly inputTokens: number;
  /** All that the model produced, its thinking included. */
  readonly outputTokens: number;
  /** The part of `outputTokens` that was thought; absent where nothing was, or where the agent does not tell. */
  readonly thinkingTokens?: number;
  /** The part of `inputTokens` that was read from a cache; absent where the agent does not tell. */
  readonly cachedTokens?: number;
  /** `false`: the agent does not tell all of the input, and `inputTokens` is a stand-in. Absent otherwise. */
  readonly inputKnown?: boolean;
  /** `false`: the agent does not tell all of the output, and `outputTokens` is a stand-in. Absent otherwise. */
  readonly outputKnown?: boolean;
}

/** Tokens and money. */
export interface CostRecord extends TokenCounts {
  /** US dollars, not negative; 0 where the agent reports no price. */
  readonly totalUsd: number;
  /** `false`: for some of the tokens the agent reports no price, so that `totalUsd` leaves them out. Absent otherwise. */
  readonly priced?: boolean;
}
