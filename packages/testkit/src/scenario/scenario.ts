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

/** A value that may differ by `claude`, `claude/oneshot`, `claude@2.1.197` or `claude@2.1.197/oneshot`; the longest key wins. */
export type Varying<T extends string | number> = T | { readonly all: T; readonly except: Readonly<Record<string, T>> };

/** One run of a scenario. */
export interface ScenarioRun {
  readonly prompt: string;
  readonly options?: ScenarioOptions;
  /** The actions in order. Interactions that no action answers are left to the runtime. @defaultValue none */
  readonly host?: readonly HostAction[];
  /**
   * Which session to use: `resume` continues and `fork` copies the session of the run before, `unknown` continues one that does not exist,
   * `malformed` one whose id the agent cannot even read.
   */
  readonly session?: 'resume' | 'fork' | 'unknown' | 'malformed';
  /** Makes `resume` or `fork` rewind to before this prompt of the session, counted from 0. @defaultValue no rewind */
  readonly backTo?: number;
  readonly exitReason: Varying<ExitReason>;
}

export interface Scenario extends ScenarioRun {
  /** The name in kebab-case, which is the folder of its fixture. */
  readonly name: string;
  /** What happens, in a sentence. */
  readonly about: string;
  readonly model: ModelScript;
  /** The files of the workspace before the first run, by relative path. */
  readonly files?: Readonly<Record<string, WorkspaceFile>>;
  readonly setup?: Setup;
  /** Further runs in the same sandbox, each after the end of the one before. */
  readonly furtherRuns?: readonly ScenarioRun[];
  /** The number of requests for an answer or a summary, over all runs; an agent's other requests do not count. */
  readonly expectedRequests: Varying<number>;
  /** Event types that must occur, beyond those of any run that reaches the model. */
  readonly proves: readonly AgentEventTypeLiteral[];
}

/** The agent that plays a scenario. */
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
