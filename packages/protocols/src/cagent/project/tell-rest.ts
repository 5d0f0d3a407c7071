/** Everything that is neither text nor call: shells, subagents, compactions, errors, titles, and the extensions. */
import type { AgentEvent } from '@agent-mux/events';
import type { NoteEntry } from '@agent-mux/events/journal';
import { drop, find, findFailure, findWarning, type Moment, put, sessionIdOf } from '../../model/index.ts';
import { releaseCall, toolCall } from './calls.ts';
import { extend } from './extend.ts';
import { emitUsage, nameOf, start, type Tell, tellError } from './state.ts';

export function tellRest(tell: Tell, moment: Moment): void {
  const { entry } = moment;
  if ('entry' in entry) {
    if (entry.entry === 'note') {
      tellNote(tell, moment, entry);
    }
    return;
  }
  switch (entry.type) {
    case 'shell_start':
    case 'shell_stdout_delta':
    case 'shell_stderr_delta':
    case 'shell_exit':
      tellShell(tell, moment, entry);
      break;
    case 'subagent_spawn':
    case 'subagent_result':
    case 'subagent_error':
      tellSubagent(tell, moment, entry);
      break;
    case 'context_compacted':
      tellCompaction(tell, moment, entry);
      break;
    case 'turn_limit':
      tellFailure(tell, moment, entry);
      extend(tell, () => ({ type: 'amux_turn_limit', max_turns: entry.maxTurns, agent_name: moment.actor.name }));
      break;
    default:
      tellFailure(tell, moment, entry);
      tellExtension(tell, moment, entry);
  }
}

type ShellEvent = Extract<AgentEvent, { type: `shell_${string}` }>;

function tellShell(tell: Tell, { shell }: Moment, event: ShellEvent): void {
  // The call runs, so that nobody will be asked about it any more.
  if (shell?.callKey != null) {
    releaseCall(tell, shell.callKey);
  }
  if (event.type === 'shell_start' || (event.type === 'shell_exit' && shell?.isHeard !== false)) {
    return;
  }
  start(tell);
  tell.emit({ type: 'shell', output: event.type === 'shell_exit' ? '' : event.delta });
}

/** The name of the call by which cagent tells that a task is passed on. */
const TRANSFER = 'transfer_task';

type SubagentEvent = Extract<AgentEvent, { type: `subagent_${string}` }>;

function tellSubagent(tell: Tell, { subagent, actor }: Moment, event: SubagentEvent): void {
  if (subagent === null) {
    return;
  }
  const { calls, model } = tell.state;
  start(tell);
  // Some CLIs use the id of one of their calls for the subagent that it starts.
  const id = `${TRANSFER}:${event.runId === model.root ? event.subagentId : subagent.id}`;
  const tool_call = toolCall(id, TRANSFER, JSON.stringify({ agent: subagent.name, task: subagent.prompt }));
  const agent_name = subagent.parent === null ? actor.name : nameOf(model, subagent.parent);
  if (find(calls, id) !== 'called') {
    tell.emit({ type: 'tool_call', tool_call, agent_name });
  }
  if (event.type === 'subagent_spawn') {
    put(calls, id, 'called');
    return;
  }
  drop(calls, id);
  const response = event.type === 'subagent_result' ? event.summary : event.error;
  tell.emit({ type: 'tool_call_response', tool_call, response, agent_name });
}

function tellCompaction(
  tell: Tell,
  { run, actor }: Moment,
  event: Extract<AgentEvent, { type: 'context_compacted' }>,
): void {
  const { state, emit } = tell;
  const of = { session_id: sessionIdOf(run), agent_name: actor.name };
  start(tell);
  state.contextLength = Math.max(0, state.contextLength - event.tokensSaved);
  emit({ type: 'session_compaction', status: 'start', ...of });
  emit({ type: 'session_compaction', status: 'started', ...of });
  emit({ type: 'session_summary', summary: event.summary, ...of });
  emitUsage(tell, actor.name);
  emit({ type: 'session_compaction', status: 'completed', ...of });
}

function tellFailure(tell: Tell, { actor, isRepeated }: Moment, event: AgentEvent): void {
  const failure = findFailure(event);
  if (failure !== null && !isRepeated) {
    tellError(tell, failure, actor.name);
  }
}

/** Tells notes of the host: a `title` is a text, or has one under this name. */
function tellNote(tell: Tell, { run, actor }: Moment, { kind, data }: NoteEntry): void {
  if (kind !== 'title') {
    return;
  }
  const given = typeof data === 'object' && data !== null && 'title' in data ? data['title'] : data;
  if (typeof given !== 'string') {
    return;
  }
  start(tell);
  tell.emit({ type: 'session_title', session_id: sessionIdOf(run), title: given, agent_name: actor.name });
}

function tellExtension(tell: Tell, { actor }: Moment, event: AgentEvent): void {
  const warning = findWarning(event);
  const agent_name = actor.name;
  if (warning !== null) {
    extend(tell, () => ({ type: 'amux_warning', message: warning.message, agent_name }));
  } else if (tell.options.extensions === 'all' && isWithoutWord(event)) {
    extend(tell, () => ({ type: `amux_${event.type}`, event, agent_name }));
  }
}

/** Whether the event is told in no other way, or only of a later version. */
function isWithoutWord({ type }: AgentEvent): boolean {
  return !TOLD.has(type);
}

const TOLD: ReadonlySet<string> = new Set<AgentEvent['type']>([
  'message_start',
  'message_stop',
  'thinking_start',
  'thinking_stop',
  'approval_request',
  'approval_granted',
  'approval_denied',
  'input_required',
  'auth_error',
  'rate_limit_error',
  'context_exceeded',
  'crash',
  'error',
  'timeout',
  'plugin_error',
]);
