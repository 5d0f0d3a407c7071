/** The result of a run: a fold over its events. */
import type { AgentEvent, AgentName, CostRecord } from '@agent-mux/events';
import type { CloseFacts, TurnError } from '@agent-mux/events/journal';
import type { Assembler, EndCause } from '../assembler/index.ts';
import { given } from '../given.ts';
import { trimEndOf } from '../trim-end.ts';
import { EventSums } from './event-sums.ts';
import type { ModelUsage } from './model-usage.ts';
import { type Cause, causeOf, codeOf, type ExitReason, OUTCOMES } from './outcome.ts';
import type { TokenUsageSummary } from './token-usage.ts';
import type { TurnEnd } from './turn-fold.ts';
import type { TurnResult } from './turn-result.ts';

export type { TokenUsageSummary } from './token-usage.ts';

/** The reason why a run did not complete. */
export interface RunError extends TurnError {
  /** The tail of stderr, at most 64 KiB. */
  readonly stderr: string;
}

interface ResultBase<Output = unknown>
  extends Pick<CloseFacts, 'durationMs' | 'exitCode' | 'signal' | 'attempts' | 'leftRunning' | 'diagnostics'> {
  readonly runId: string;
  readonly agent: AgentName;
  /** The model that was asked for. */
  readonly model: string | undefined;
  readonly mode: string;
  /** The id with which to resume; with `noSession` it is `transient-<runId>`, which nothing resumes. */
  readonly sessionId: string | undefined;
  /** The last message of the main lane. */
  readonly text: string;
  /** The cost of all attempts; null where the agent reports none. */
  readonly cost: CostRecord | null;
  /** The sum over all model requests and attempts; null where the agent reports none. */
  readonly tokenUsage: TokenUsageSummary | null;
  /**
   * The same by model, in the order in which they were first asked; absent where the agent names no model with its
   * usage.
   */
  readonly models?: readonly ModelUsage[];
  readonly turnCount: number;
  /** What the last turn answered, if `outputSchema` was given and it fits; absent where nothing did. */
  readonly output?: Output;
  /** The results of the prompts, in order. */
  readonly turns: readonly TurnResult<Output>[];
  /** All events with `collectEvents`, otherwise none. */
  readonly events: readonly AgentEvent[];
  readonly tags: readonly string[];
  /**
   * How much of the run the client's store has; `partial` where it could not keep everything, and absent where there is
   * no store.
   */
  readonly stored?: 'whole' | 'partial';
}

/** A union by `exitReason`: a completed run has no error, any other has one. */
export type RunResult<Output = unknown> =
  | (ResultBase<Output> & { readonly exitReason: 'completed'; readonly error: null })
  | (ResultBase<Output> & { readonly exitReason: Exclude<ExitReason, 'completed'>; readonly error: RunError });

/** The facts that the events do not have. */
export interface RunFacts
  extends Omit<ResultBase, 'text' | 'cost' | 'tokenUsage' | 'models' | 'turnCount' | 'output' | 'turns' | 'stored'> {
  readonly stderr: string;
  readonly end: EndCause | undefined;
  /** The signal that ended the process, if it was not ours. */
  readonly foreignSignal: string | null;
  /** The reason why the process could not be started. */
  readonly spawnError?: string;
  /** Returns the turns of a run that ended in this way. @defaultValue it had none */
  readonly turnsOf?: (end: TurnEnd) => readonly TurnResult[];
}

/** What stands for a run that cannot say it any more. */
export const UNKNOWN: Pick<ResultBase, 'sessionId' | 'attempts' | 'diagnostics'> = {
  sessionId: undefined,
  attempts: 1,
  diagnostics: { unknownNative: {}, repaired: 0 },
};

type Mended = Pick<Assembler, 'unknownNative' | 'repaired' | 'cutTexts' | 'unreadable'>;

/** Returns what the assembler had to mend or leave out. */
export function diagnosticsOf({ unknownNative, repaired, cutTexts, unreadable }: Mended): ResultBase['diagnostics'] {
  return {
    unknownNative,
    repaired,
    ...given({ cutTexts: cutTexts || undefined, unreadable: unreadable || undefined }),
  };
}

export class ResultFold extends EventSums {
  /** Begins a new attempt: the text so far is dropped, the cost is kept. */
  abandon(): void {
    this.text = '';
    this.textOf = undefined;
  }

  /** The part of the result that follows from the events alone. */
  get sums(): Pick<RunResult, 'text' | 'cost' | 'tokenUsage' | 'models' | 'turnCount'> {
    const { text, cost = null, usage: tokenUsage, turnCount } = this;
    const { all: models } = this.byModel;
    return { text, cost, tokenUsage, ...(models.length === 0 ? {} : { models }), turnCount };
  }

  finish({ end, stderr, foreignSignal, spawnError, turnsOf = () => [], ...facts }: RunFacts): RunResult {
    const base = { ...facts, ...this.sums };
    const cause = causeOf(end, foreignSignal);
    const error: TurnError | undefined =
      end &&
      (spawnError === undefined
        ? describeEnd(cause, end, facts)
        : { code: 'SPAWN_ERROR', message: `${facts.agent} could not be started: ${spawnError}`, recoverable: false });
    return withEnd(base, { cause, error, stderr, turnsOf });
  }
}

interface RunEnd extends Required<Pick<RunFacts, 'stderr' | 'turnsOf'>> {
  readonly cause: Cause;
  /** The error of the run; undefined where it completed. */
  readonly error: TurnError | undefined;
}

/** Completes a result with the facts of its end. The output of a run is that of its last turn. */
export function withEnd(
  base: Omit<ResultBase, 'turns' | 'output'>,
  { cause, error, stderr, turnsOf }: RunEnd,
): RunResult {
  const { exitReason } = OUTCOMES[cause];
  const hasFailed = exitReason !== 'completed' && error !== undefined;
  const turns = turnsOf(hasFailed ? { outcome: exitReason, error } : { outcome: 'completed' });
  const whole = { ...base, turns, ...given({ output: turns.at(-1)?.output }) };
  return hasFailed
    ? { ...whole, exitReason, error: { ...error, stderr } }
    : { ...whole, exitReason: 'completed', error: null };
}

/** Describes the end of a run, or of a turn, for the readers of its result. */
export function describeEnd(
  cause: Cause,
  end: EndCause,
  { agent, exitCode, signal }: { agent: AgentName; exitCode: number | null; signal: string | null },
): TurnError {
  const described = (message: string, recoverable = true): TurnError => ({
    code: codeOf(end, cause) ?? 'AGENT_ERROR',
    message,
    recoverable,
  });
  switch (end.type) {
    case 'interrupted':
      return described('The run was interrupted.');
    case 'aborted':
      return described(end.reason === undefined ? 'The run was aborted.' : `The run was aborted: ${end.reason}`);
    case 'timeout':
      return described(
        end.kind === 'run'
          ? 'The run took longer than its `timeout`.'
          : 'The agent was silent for longer than `inactivityTimeout`.',
      );
    case 'turn_limit':
      return described(`The run reached its limit of ${end.maxTurns} model requests.`);
    case 'auth_error':
      return described(`${trimEndOf(end.message, /[.\s]/)}. ${end.guidance}`.trim(), false);
    case 'rate_limit_error':
      return described(end.message);
    case 'context_exceeded':
      return described('The conversation does not fit into the context window of the model.', false);
    case 'crash':
      return described(
        `${agent} ended without finishing its run (${signal === null ? `exit code ${exitCode}` : signal}).`,
      );
    case 'error':
      return described(end.message, end.transient === true);
    default:
      return end satisfies never;
  }
}
