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

/** Handed on to the run as they are given. */
type Given = Pick<RunOptions, 'signal' | 'leaveRunning' | 'onApprovalRequest' | 'onInputRequired'>;

export interface PreparedRun extends Required<Pick<RunOptions, WithDefault | 'runId' | 'name'>>, Given {
  readonly lineage: Lineage;
  readonly agent: AgentName;
  readonly adapter: Adapter;
  readonly mode: Mode;
  /** Absolute path of the CLI. */
  readonly binary: string;
  readonly options: ResolvedOptions;
  readonly input: PromptInput;
  readonly retryPolicy: RetryPolicy | undefined;
  readonly record: RecordOptions | undefined;
  /** What each turn's answer is checked against; `options` has what the CLI is told of it. */
  readonly outputSchema: AnySchema | undefined;
  /** What models cost, where the agent does not tell. */
  readonly prices: Prices;
  /** Whether events carry `raw`. */
  readonly debug: boolean;
  /** Sentences about options that cannot be honoured in full. */
  readonly notes: readonly string[];
}

type AgentDefaults = 'stream' | 'approvalMode' | 'systemPromptMode' | 'noSession' | 'includeSubagents' | 'keepOpen';

/** What modes and dialects are told where nobody says anything else. */
export const AGENT_DEFAULTS: Pick<ResolvedOptions, AgentDefaults> = {
  stream: 'auto',
  approvalMode: 'prompt',
  systemPromptMode: 'prepend',
  noSession: false,
  includeSubagents: false,
  keepOpen: false,
};
