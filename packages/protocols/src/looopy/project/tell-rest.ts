/** Everything that is neither text nor call nor question: subagents, files, logins, limits, and events for observers. */
import type { AgentEvent, EventOf } from '@agent-mux/events';
import { type Actor, findFailure, type Moment } from '../../model/index.ts';
import { tellFile } from './artifacts.ts';
import { tellShell } from './calls.ts';
import { metadataOfFailure } from './ends.ts';
import { tellInternal } from './internal.ts';
import type { Tell } from './state.ts';
import { announce, beginTask, endTask, openTask, say, settle, taskOf, voiceOf } from './tasks.ts';

export function tellRest(tell: Tell, moment: Moment, event: AgentEvent): void {
  const { actor } = moment;
  switch (event.type) {
    case 'session_start':
      tellSession(tell, actor, event);
      break;
    case 'session_checkpoint': {
      const { checkpointId } = event;
      const iteration = openTask(tell, actor)?.iterations ?? 0;
      tellInternal(tell, actor, { kind: 'internal:checkpoint', iteration, metadata: { checkpointId } });
      break;
    }
    case 'shell_start':
    case 'shell_stdout_delta':
    case 'shell_stderr_delta':
    case 'shell_exit':
      if (!tellShell(tell, moment, event)) {
        tellEvent(tell, actor, event);
      }
      break;
    case 'subagent_spawn':
    case 'subagent_result':
    case 'subagent_error':
      tellSubagent(tell, moment, event);
      break;
    case 'file_create':
    case 'file_write':
    case 'file_delete':
    case 'file_patch':
    case 'image_output':
      tellFile(tell, moment, event);
      break;
    case 'auth_error':
      if (!moment.isRepeated) {
        askLogin(tell, moment, `${event.message} ${event.guidance}`.trim());
      }
      break;
    case 'paused':
    case 'resumed':
      announce(tell, taskOf(tell, actor), event.type, { paused: event.type === 'paused' });
      break;
    case 'rate_limited':
    case 'retry':
      announce(tell, taskOf(tell, actor), messageOf(event), {});
      tellEvent(tell, actor, event);
      break;
    default:
      tellFailure(tell, moment, event);
  }
}

function tellSession(tell: Tell, actor: Actor, { sessionId, resumed, forkedFrom }: EventOf<'session_start'>): void {
  const task = taskOf(tell, actor);
  announce(tell, task, undefined, { sessionId, resumed, ...(forkedFrom === undefined ? {} : { forkedFrom }) });
}

/** Tells an event that the specification has no kind for. */
function tellEvent(tell: Tell, actor: Actor, event: AgentEvent): void {
  tellInternal(tell, actor, { kind: `internal:${event.type}`, event });
}

function messageOf(event: EventOf<'rate_limited' | 'retry'>): string {
  if (event.type === 'retry') {
    return `Attempt ${event.attempt} of ${event.maxAttempts} follows: ${event.reason}`;
  }
  const { retryAfterMs } = event;
  return `The model is asked too often${retryAfterMs === undefined ? '.' : `: again in ${retryAfterMs} ms.`}`;
}

/** Tells a failure; one that ends the run is told with its end. */
function tellFailure(tell: Tell, { actor, isRepeated }: Moment, event: AgentEvent): void {
  const failure = findFailure(event);
  if (failure !== null && !failure.isFatal && !isRepeated) {
    announce(tell, taskOf(tell, actor), failure.message, metadataOfFailure(failure));
  }
  if (!TOLD.has(event.type)) {
    tellEvent(tell, actor, event);
  }
}

// These are told in other ways, or by what they change.
const TOLD: ReadonlySet<string> = new Set<AgentEvent['type']>([
  'message_start',
  'thinking_start',
  'thinking_delta',
  'turn_start',
  'turn_end',
  'step_start',
  'step_end',
  'tool_input_delta',
]);

/** Asks for a login, before the task fails that lacks it. */
export function askLogin(tell: Tell, { actor, run }: Moment, prompt: string): void {
  const task = voiceOf(tell, actor);
  task.auths += 1;
  const authId = `${task.id}:auth:${task.auths}`;
  task.logins.push(authId);
  say(tell, task, {
    kind: 'auth-required',
    authId,
    authType: 'custom',
    provider: run.agent,
    prompt,
  });
  settle(tell, task);
}

type SubagentEvent = EventOf<'subagent_spawn' | 'subagent_result' | 'subagent_error'>;

function tellSubagent(tell: Tell, { subagent }: Moment, event: SubagentEvent): void {
  if (subagent === null) {
    return;
  }
  const task = openTask(tell, subagent) ?? beginTask(tell, subagent, { initiator: 'agent' });
  if (event.type === 'subagent_spawn') {
    return;
  }
  if (event.type === 'subagent_result') {
    endTask(tell, task, { cause: 'completed', content: event.summary });
    return;
  }
  const failure = { code: 'AGENT_ERROR', message: event.error, isFatal: true } as const;
  endTask(tell, task, { cause: 'error', failure });
}
