/** The helpers of the agent: subagents, plugins, skills and agent docs. */
import type { BaseEvent, CostRecord } from './base-event.ts';

// Subagents
export interface SubagentSpawnEvent extends BaseEvent {
  readonly type: 'subagent_spawn';
  readonly subagentId: string;
  readonly agentName: string;
  /** `false` where the agent does not name the subagent, so that `agentName` is `agent`. */
  readonly agentNameKnown?: false;
  readonly prompt: string;
  /** `false` where the agent does not show the task, so that `prompt` is empty. */
  readonly promptKnown?: false;
}
export interface SubagentResultEvent extends BaseEvent {
  readonly type: 'subagent_result';
  readonly subagentId: string;
  readonly agentName: string;
  /** `false` as in `subagent_spawn`. */
  readonly agentNameKnown?: false;
  readonly summary: string;
  /** `false` where the agent does not show the report, so that `summary` is empty. */
  readonly summaryKnown?: false;
  readonly cost?: CostRecord;
}
export interface SubagentErrorEvent extends BaseEvent {
  readonly type: 'subagent_error';
  readonly subagentId: string;
  readonly agentName: string;
  /** `false` as in `subagent_spawn`. */
  readonly agentNameKnown?: false;
  readonly error: string;
}

// Plugins
export interface PluginLoadedEvent extends BaseEvent {
  readonly type: 'plugin_loaded';
  readonly pluginId: string;
  readonly pluginName: string;
  readonly version: string;
  /** `false` where the agent does not give the version, so that `version` is empty. */
  readonly versionKnown?: false;
}
export interface PluginInvokedEvent extends BaseEvent {
  readonly type: 'plugin_invoked';
  readonly pluginId: string;
  readonly pluginName: string;
}
export interface PluginErrorEvent extends BaseEvent {
  readonly type: 'plugin_error';
  readonly pluginId: string;
  readonly pluginName: string;
  readonly error: string;
}

// Skills and agent docs
export interface SkillLoadedEvent extends BaseEvent {
  readonly type: 'skill_loaded';
  readonly skillName: string;
  /** A path, a package name or `built-in`. */
  readonly source: string;
  /** `false` where the agent does not say where the skill comes from, so that `source` is empty. */
  readonly sourceKnown?: false;
}
export interface SkillInvokedEvent extends BaseEvent {
  readonly type: 'skill_invoked';
  readonly skillName: string;
}
export interface AgentdocReadEvent extends BaseEvent {
  readonly type: 'agentdoc_read';
  readonly path: string;
}
