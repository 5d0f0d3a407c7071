/** A scenario: one script for the model, one list of host actions, and what must come of it. */
import type { ExitReason, RunOptions } from '@agent-mux/core';
import type { AgentEventTypeLiteral } from '@agent-mux/events';
import type { HostAction } from './host-action.ts';
import type { ModelScript } from './script.ts';
import type { Setup, WorkspaceFile } from './setup.ts';

/** Options of the run that mean the same to every agent. */
export type ScenarioOptions = Pick<
  RunOptions,
  | 'approvalMode'
  | 'attachments'
  | 'includeSubagents'
  | 'inactivityTimeout'
  | 'interactionTimeoutMs'
  | 'keepOpen'
  | 'maxTurns'
  | 'model'
  | 'retryPolicy'
  | 'stream'
  | 'systemPrompt'
  | 'systemPromptMode'
  | 'thinkingBudgetTokens'
  | 'thinkingEffort'
  | 'timeout'
  | 'tools'
>;

/** A value that may differ: by `claude`, `claude/oneshot`, `claude@2.1.197` or `claude@2.1.197/oneshot`; the longest key wins. */
export type Varying<T extends string | number> = T | { readonly all: T; readonly except: Readonly<Record<string, T>> };

/** One run of a scenario. */
export interface ScenarioRun {
  readonly prompt: string;
  readonly options?: ScenarioOptions;
  /** In this order. Interactions that no action answers are left to the runtime. @defaultValue none */
  readonly host?: readonly HostAction[];
  /**
   * `resume`, `fork`: continues or copies the session of the run before. `unknown`: continues one that does not exist.
   * `malformed`: continues one whose id the agent cannot even read.
   */
  readonly session?: 'resume' | 'fork' | 'unknown' | 'malformed';
  /** Of `resume` and `fork`: goes back to before this prompt of the session, counted from 0. @defaultValue not at all */
  readonly backTo?: number;
  readonly exitReason: Varying<ExitReason>;
}

export interface Scenario extends ScenarioRun {
  /** In kebab-case; the folder of its fixture. */
  readonly name: string;
  /** What happens, in a sentence. */
  readonly about: string;
  readonly model: ModelScript;
  /** The workspace before the first run, by relative path. */
  readonly files?: Readonly<Record<string, WorkspaceFile>>;
  readonly setup?: Setup;
  /** Further runs in the same sandbox, each after the end of the one before. */
  readonly furtherRuns?: readonly ScenarioRun[];
  /** Requests for an answer or a summary, of all runs; what an agent asks besides is not counted. */
  readonly expectedRequests: Varying<number>;
  /** Event types that must be seen, beyond those of any run that reaches the model. */
  readonly proves: readonly AgentEventTypeLiteral[];
}

/** Which agent a scenario is played by. */
export interface Player {
  readonly agent: string;
  readonly version?: string;
  readonly mode?: string;
}

/** The value for one player. */
export function pickFor<T extends string | number>(varying: Varying<T>, { agent, version, mode }: Player): T {
  if (typeof varying !== 'object') {
    return varying;
  }
  const names = version === undefined ? [agent] : [`${agent}@${version}`, agent];
  const keys = names.flatMap((name) => (mode === undefined ? [name] : [`${name}/${mode}`, name]));
  for (const key of keys.sort((a, b) => b.length - a.length)) {
    const value = varying.except[key];
    if (value !== undefined) {
      return value;
    }
  }
  return varying.all;
}
