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

/** Tokens and money. Optional counts are absent where the agent does not report them. */
export interface CostRecord {
  /** US dollars, not negative; 0 where the agent reports no price. */
  readonly totalUsd: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly thinkingTokens?: number;
  readonly cachedTokens?: number;
}
