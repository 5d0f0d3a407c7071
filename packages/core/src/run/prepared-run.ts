/** What a run needs to know before it starts: validated options, the chosen mode, the CLI to start. */
import type { AgentName } from '@agent-mux/events';
import type {
  Adapter,
  Mode,
  Prices,
  PromptInput,
  RecordOptions,
  ResolvedOptions,
  RetryPolicy,
  RunOptions,
} from '../adapter/index.ts';
import type { AnySchema } from '../schema/index.ts';
import type { Lineage } from './lineage.ts';

export interface PreparedRun {
  readonly runId: string;
  /** Of the run within its tree. */
  readonly name: string;
  readonly lineage: Lineage;
  readonly agent: AgentName;
  readonly adapter: Adapter;
  readonly mode: Mode;
  /** Absolute path of the CLI. */
  readonly binary: string;
  readonly options: ResolvedOptions;
  readonly input: PromptInput;
  readonly timeout: number;
  readonly inactivityTimeout: number;
  readonly interactionTimeoutMs: number;
  readonly interactionGraceMs: number;
  readonly gracePeriodMs: number;
  readonly settleMs: number;
  readonly highWaterMark: number;
  readonly maxLineBytes: number;
  readonly maxTextBytes: number;
  readonly collectEvents: boolean;
  readonly retryPolicy: RetryPolicy | undefined;
  readonly tags: readonly string[];
  /** A run that its store cannot keep ends. */
  readonly storeRequired: boolean;
  readonly record: RecordOptions | undefined;
  readonly signal: AbortSignal | undefined;
  readonly leaveRunning: RunOptions['leaveRunning'];
  readonly onApprovalRequest: RunOptions['onApprovalRequest'];
  readonly onInputRequired: RunOptions['onInputRequired'];
  /** What each turn's answer is checked against; `options` has what the CLI is told of it. */
  readonly outputSchema: AnySchema | undefined;
  /** What models cost, where the agent does not tell. */
  readonly prices: Prices;
  /** Whether events carry `raw`. */
  readonly debug: boolean;
  /** Sentences about options that cannot be honoured in full. */
  readonly notes: readonly string[];
}
