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
  /** The position in the run's journal: dense, from 0. A gap means that something was lost. */
  readonly seq: number;
  /** The `subagentId` whose own activity this is; absent on the main lane. */
  readonly lane?: string;
  /** The native text behind this event; only with `createClient({ debug: true })`. */
  readonly raw?: string;
}

/**
 * Tokens over all model requests that a record covers, counted the same for every agent. A count that the agent does not report is never
 * invented and never too small: an optional one is absent, and a required one has a marker beside it.
 */
export interface TokenCounts {
  /** Everything that was sent to the model, including what was read from a cache and what was written to one. */
  readonly inputTokens: number;
  /** Everything that the model produced, its thinking included. */
  readonly outputTokens: number;
  /** The part of `outputTokens` that was thinking; absent where there was none, or where the agent does not report it. */
  readonly thinkingTokens?: number;
  /** The part of `inputTokens` that was read from a cache; absent where the agent does not report it. */
  readonly cachedTokens?: number;
  /** `false` where the agent does not report all of the input, so that `inputTokens` is a stand-in. Absent otherwise. */
  readonly inputKnown?: boolean;
  /** `false` where the agent does not report all of the output, so that `outputTokens` is a stand-in. Absent otherwise. */
  readonly outputKnown?: boolean;
}

/** Tokens and money. */
export interface CostRecord extends TokenCounts {
  /** US dollars, not negative; 0 where the agent reports no price. */
  readonly totalUsd: number;
  /** `false` where the agent reports no price for some of the tokens, so that `totalUsd` leaves them out. Absent otherwise. */
  readonly priced?: boolean;
}
