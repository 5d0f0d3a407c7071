/** Everything that a run needs to know before it starts: validated options, the chosen mode, the CLI to start. */
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

type WithDefault =
  | 'timeout'
  | 'inactivityTimeout'
  | 'interactionTimeoutMs'
  | 'interactionGraceMs'
  | 'gracePeriodMs'
  | 'settleMs'
  | 'highWaterMark'
  | 'maxLineBytes'
  | 'maxTextBytes'
  | 'collectEvents'
  | 'tags'
  | 'storeRequired';

/** The options that are handed on to the run as they are given. */
type Given = Pick<RunOptions, 'signal' | 'leaveRunning' | 'onApprovalRequest' | 'onInputRequired'>;

export interface PreparedRun extends Required<Pick<RunOptions, WithDefault | 'runId' | 'name'>>, Given {
  readonly lineage: Lineage;
  readonly agent: AgentName;
  readonly adapter: Adapter;
  readonly mode: Mode;
  /** The absolute path of the CLI. */
  readonly binary: string;
  readonly options: ResolvedOptions;
  readonly input: PromptInput;
  readonly retryPolicy: RetryPolicy | undefined;
  readonly record: RecordOptions | undefined;
  /** The schema against which each turn's answer is checked; `options` has the one that the CLI is told. */
  readonly outputSchema: AnySchema | undefined;
  /** The prices of models, where the agent does not report costs. */
  readonly prices: Prices;
  /** Whether events carry `raw`. */
  readonly debug: boolean;
  /** Sentences about options that cannot be honoured in full. */
  readonly notes: readonly string[];
}

type AgentDefaults = 'stream' | 'approvalMode' | 'systemPromptMode' | 'noSession' | 'includeSubagents' | 'keepOpen';

/** The values for modes and dialects where nobody sets others. */
export const AGENT_DEFAULTS: Pick<ResolvedOptions, AgentDefaults> = {
  stream: 'auto',
  approvalMode: 'prompt',
  systemPromptMode: 'prepend',
  noSession: false,
  includeSubagents: false,
  keepOpen: false,
};
