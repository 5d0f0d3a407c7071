/** Takes an event: each type has its row, and a type of a later version changes nothing. */
import type { AgentEvent, EventOf } from '@agent-mux/events';
import { openLane } from './actors.ts';
import { takeArtifact } from './artifacts.ts';
import { beginCycle, endCycle, output, settleCycle } from './cycles.ts';
import { causeOfEvent, findFailure } from './failures.ts';
import { hearCall } from './hear-call.ts';
import { tellUntold } from './hear-entry.ts';
import { hearQuestion } from './hear-question.ts';
import { hearFailure, hearTurnEnd } from './hear-turn.ts';
import { drop, find, put } from './keyed.ts';
import type { Model } from './model.ts';
import type { Moment } from './moment.ts';
import { type Shell, shellKey } from './shells.ts';
import { addTokens } from './usage.ts';

export function hearEvent(model: Model, event: AgentEvent, moment: Moment): void {
  const { run } = moment;
  if (run.untold !== null) {
    tellUntold(model, moment);
  }
  switch (event.type) {
    case 'message_start':
    case 'text_delta':
    case 'message_stop':
      hearMessage(event, moment);
      break;
    case 'thinking_start':
    case 'thinking_delta':
    case 'thinking_stop':
      hearThinking(event, moment);
      break;
    case 'tool_call_start':
    case 'tool_input_delta':
    case 'tool_call_ready':
    case 'tool_result':
    case 'tool_error':
    case 'mcp_tool_call_start':
    case 'mcp_tool_result':
    case 'mcp_tool_error':
      hearCall(model, event, moment);
      break;
    case 'shell_start':
    case 'shell_stdout_delta':
    case 'shell_stderr_delta':
    case 'shell_exit':
      hearShell(model, event, moment);
      break;
    case 'subagent_spawn':
    case 'subagent_result':
    case 'subagent_error':
      hearSubagent(model, event, moment);
      break;
    case 'input_required':
    case 'approval_request':
    case 'approval_granted':
    case 'approval_denied':
      hearQuestion(model, event, moment);
      break;
    case 'file_read':
    case 'file_write':
    case 'file_create':
    case 'file_delete':
    case 'file_patch':
    case 'image_output':
      moment.artifact = takeArtifact(run, event);
      break;
    default:
      hearFrame(event, moment);
  }
}

function hearMessage(event: EventOf<'message_start' | 'text_delta' | 'message_stop'>, moment: Moment): void {
  const { run, actor } = moment;
  if (event.type === 'message_start' || (event.type === 'text_delta' && actor.message === null)) {
    output(actor, event.timestamp, moment);
    beginMessage(moment);
  }
  moment.block = actor.message;
  if (event.type === 'message_stop') {
    actor.message = null;
    actor.text = event.text;
    if (actor.lane === null) {
      run.text = event.text;
    }
  }
}

function hearThinking(event: EventOf<'thinking_start' | 'thinking_delta' | 'thinking_stop'>, moment: Moment): void {
  const { actor } = moment;
  if (event.type === 'thinking_start' || (event.type === 'thinking_delta' && actor.thinking === null)) {
    output(actor, event.timestamp, moment);
    beginThinking(moment);
  }
  moment.block = actor.thinking;
  if (event.type === 'thinking_stop') {
    actor.thinking = null;
  }
}

function beginMessage(moment: Moment): void {
  const { run, actor } = moment;
  actor.message = run.messages;
  actor.messages += 1;
  run.messages += 1;
  moment.block = actor.message;
}

function beginThinking(moment: Moment): void {
  const { run, actor } = moment;
  actor.thinking = run.thoughts;
  run.thoughts += 1;
  moment.block = actor.thinking;
}

/** Takes sessions, turns, steps, usage, limits and ends. */
function hearFrame(event: AgentEvent, moment: Moment): void {
  const { run, actor } = moment;
  switch (event.type) {
    case 'session_start':
      run.sessionId = event.sessionId;
      hearModel(event, moment);
      break;
    case 'session_end':
      if (event.cost !== undefined) {
        run.cost = event.cost;
      }
      run.endedBy ??= 'completed';
      break;
    case 'turn_start':
      run.turn = event.turnIndex;
      run.lastTurn = null;
      endCycle(actor, moment);
      actor.hasSteps = false;
      break;
    case 'turn_end':
      hearModel(event, moment);
      run.turn = null;
      run.turns += 1;
      hearTurnEnd(moment);
      endCycle(actor, moment);
      actor.hasSteps = false;
      break;
    case 'step_start':
      beginCycle(actor, event.timestamp, moment);
      actor.hasSteps = true;
      break;
    case 'step_end':
      settleCycle(actor, moment);
      if (actor.cycle !== null) {
        actor.cycle.isOver = true;
      }
      break;
    case 'token_usage':
      hearUsage(event, moment);
      break;
    case 'cost':
      // The cost is read at once, so that a wrong one is found at its place, and not where it is added up.
      run.cost = { ...event.cost, totalUsd: event.cost.totalUsd };
      break;
    case 'context_limit_warning':
      run.contextLimit = event.maxTokens;
      break;
    case 'paused':
    case 'resumed':
      run.isPaused = event.type === 'paused';
      break;
    default: {
      const failure = findFailure(event);
      if (failure?.isFatal === true) {
        run.failure = failure;
      }
      if (event.lane === undefined) {
        hearFailure(event, moment);
      }
      if (event.type === 'context_exceeded' && event.maxTokensKnown !== false) {
        run.contextLimit = event.maxTokens;
      }
      run.endedBy = causeOfEvent(event) ?? run.endedBy;
      // A list of events may have no other entries.
      if (event.type === 'aborted') {
        run.abortReason = event.reason ?? run.abortReason;
      }
    }
  }
}

function hearUsage(event: EventOf<'token_usage'>, moment: Moment): void {
  const { run, actor } = moment;
  hearModel(event, moment);
  addTokens(run.usage, event);
  run.lastRequest = event;
  settleCycle(actor, moment);
  if (actor.cycle !== null) {
    addTokens(actor.cycle.usage, event);
  }
}

/** Takes the name of a model. Subagents may have models of their own, which say nothing about the main agent's. */
function hearModel({ model, provider }: { readonly model?: string; readonly provider?: string }, moment: Moment): void {
  const { actor } = moment;
  if (model === undefined || model === '') {
    return;
  }
  // Another model may be another provider's.
  actor.provider = provider ?? (model === actor.model ? actor.provider : null);
  actor.model = model;
}

type ShellEvent = Extract<AgentEvent, { type: `shell_${string}` }>;

function hearShell(model: Model, event: ShellEvent, moment: Moment): void {
  const { actor } = moment;
  const key = shellKey(actor, event);
  const call = event.toolCallId === undefined ? undefined : find(model.calls, key);
  moment.call = call ?? null;
  const known = event.type === 'shell_start' ? undefined : find(model.shells, key);
  const shell: Shell =
    known ??
    put(model.shells, key, {
      actor: call?.actor ?? actor.id,
      callKey: call === undefined ? null : key,
      command: event.type === 'shell_start' ? event.command : '',
      cwd: event.type === 'shell_start' ? event.cwd : '',
      order: ++model.order,
      isHeard: false,
    });
  moment.shell = shell;
  if (event.type === 'shell_exit') {
    drop(model.shells, key);
  } else if (event.type !== 'shell_start') {
    shell.isHeard = true;
  }
  moment.actor = find(model.actors, shell.actor) ?? actor;
}

type SubagentEvent = Extract<AgentEvent, { type: `subagent_${string}` }>;

function hearSubagent(model: Model, event: SubagentEvent, moment: Moment): void {
  const { run, actor } = moment;
  const isNamed = event.agentNameKnown !== false && event.agentName !== '';
  const name = isNamed ? event.agentName : undefined;
  const prompt = event.type === 'subagent_spawn' ? { prompt: event.prompt } : {};
  const subagent = openLane(model.actors, run, { lane: event.subagentId, caller: actor, name, ...prompt });
  moment.subagent = subagent;
  if (event.type === 'subagent_spawn') {
    output(actor, event.timestamp, moment);
    subagent.isOpen = true;
    return;
  }
  subagent.isOpen = false;
  subagent.cycle = null;
  const caller = subagent.parent === null ? undefined : find(model.actors, subagent.parent);
  moment.actor = caller ?? actor;
  settleCycle(moment.actor, moment);
  if (moment.actor.cycle !== null) {
    moment.actor.cycle.ended += 1;
  }
}
