/** Tasks, from their creation over what they wait for to their end. */
import type { SeenCause } from '@agent-mux/events/journal';
import {
  type Actor,
  drop,
  type Failure,
  finalText,
  find,
  frontRun,
  type Model,
  put,
  type Run,
  totalCost,
  totalUsage,
} from '../../model/index.ts';
import type { AnyEvent, Metadata, TaskStatus } from '../../tasks/index.ts';
import { LOOOPY_ENDS, metadataOfFailure } from './ends.ts';
import { stamp, type Task, type Tell } from './state.ts';
import { tellHeld } from './thought.ts';

/** The open task of an actor; undefined where it has none. */
export function openTask({ state }: Tell, actor: Pick<Actor, 'id'>): Task | undefined {
  const id = find(state.current, actor.id);
  return id === undefined ? undefined : find(state.tasks, id);
}

/** The task of an actor, which is begun where something is said outside of one. */
export function taskOf(tell: Tell, actor: Actor): Task {
  return openTask(tell, actor) ?? beginTask(tell, actor, { initiator: 'agent' });
}

/** The task that is told for the actor: its own, or that of a caller where subtasks are not forwarded. */
export function voiceOf(tell: Tell, actor: Actor): Task {
  const task = taskOf(tell, actor);
  const caller = task.isMuted ? callerOf(tell.state.model, actor) : undefined;
  return caller === undefined ? task : voiceOf(tell, caller);
}

/** The caller of the actor; undefined where there is none, or nothing was heard of it. */
function callerOf(model: Model, actor: Actor): Actor | undefined {
  const caller = actor.parent === null ? undefined : find(model.actors, actor.parent);
  // A header may claim anything, even that a run calls itself.
  const seen = new Set([actor.id]);
  for (
    let above = caller;
    above !== undefined;
    above = above.parent === null ? undefined : find(model.actors, above.parent)
  ) {
    if (seen.has(above.id)) {
      return undefined;
    }
    seen.add(above.id);
  }
  return caller;
}

export function beginTask(
  tell: Tell,
  actor: Actor,
  { initiator, metadata }: { readonly initiator: 'user' | 'agent'; readonly metadata?: Metadata },
): Task {
  const { state, options, at } = tell;
  const run = find(state.model.runs, actor.runId);
  const caller = callerOf(state.model, actor);
  const above = caller === undefined ? undefined : taskOf(tell, caller);
  const number = put(state.numbers, actor.id, (find(state.numbers, actor.id) ?? 0) + 1);
  const base = baseId(state.model, actor);
  state.order += 1;
  const task: Task = {
    id: number === 1 ? base : `${base}.${number}`,
    contextId: contextOf(state.model, run),
    actor: actor.id,
    runId: actor.runId,
    depth: actor.depth,
    // A parent that has told nothing has no task yet, so its own id is used.
    parent: above?.id ?? (find(state.model.actors, actor.parent ?? '') === undefined ? actor.parent : null),
    isMuted: above !== undefined && options.forwardSubtasks === false,
    order: state.order,
    at,
    status: 'working',
    blockedBy: null,
    iterations: 0,
    tokens: 0,
    messages: 1,
    tools: 0,
    openCalls: 0,
    deltas: 0,
    told: 0,
    text: '',
    thoughts: 0,
    held: null,
    stepType: '',
    asks: [],
    subtasks: [],
    logins: [],
    auths: 0,
    artifacts: [],
  };
  put(state.tasks, task.id, task);
  put(state.current, actor.id, task.id);
  if (above !== undefined) {
    say(tell, above, { kind: 'subtask-created', subtaskId: task.id, agentId: actor.name, prompt: actor.prompt });
    above.subtasks.push(task.id);
  }
  stamp(tell, task, {
    kind: 'task-created',
    ...(task.parent === null ? {} : { parentTaskId: task.parent }),
    initiator,
    metadata: { agentId: actor.name, ...describeRun(run, actor), ...metadata },
  });
  stamp(tell, task, { kind: 'task-status', status: 'working' });
  if (above !== undefined) {
    settle(tell, above);
  }
  return task;
}

function describeRun(run: Run | undefined, actor: Actor): Metadata {
  const { header } = run ?? {};
  if (header === null || header === undefined) {
    return { runId: actor.runId };
  }
  const { model, mode, handoffFrom } = header;
  return {
    ...(model === undefined ? {} : { model }),
    runId: actor.runId,
    mode,
    ...(handoffFrom === undefined || actor.lane !== null ? {} : { handoffFrom }),
  };
}

/** The base of a task's id. Children and successors may be given the task of their root, and two tasks need two ids. */
function baseId(model: Model, actor: Actor): string {
  const header = actor.lane === null ? find(model.runs, actor.runId)?.header : undefined;
  if (header === null || header === undefined) {
    return actor.id;
  }
  const root = find(model.runs, header.root)?.header;
  return header.root === actor.runId || (root !== null && root !== undefined && root.taskId !== header.taskId)
    ? header.taskId
    : actor.id;
}

function contextOf(model: Model, run: Run | undefined): string {
  return run?.header?.contextId ?? find(model.runs, model.root ?? '')?.header?.contextId ?? model.root ?? 'context';
}

/** Tells an event of a task, after the thought that was held. */
export function say(tell: Tell, task: Task, said: AnyEvent): void {
  if (task.held !== null) {
    tellHeld(tell, task);
  }
  stamp(tell, task, said);
}

/** Tells what the task waits for now, where that has changed. */
export function settle(tell: Tell, task: Task): void {
  const [status, blockedBy] = stateOf(task);
  if (status === task.status && blockedBy === task.blockedBy) {
    return;
  }
  task.status = status;
  task.blockedBy = blockedBy;
  say(tell, task, { kind: 'task-status', status, ...(blockedBy === null ? {} : { metadata: { blockedBy } }) });
}

function stateOf({ logins, asks, subtasks, parent }: Task): readonly [TaskStatus, string | null] {
  if (logins.length > 0) {
    return ['waiting-auth', 'user'];
  }
  if (asks.length > 0) {
    return ['waiting-input', asks.some(({ isForUser }) => isForUser) ? 'user' : (parent ?? 'user')];
  }
  return subtasks[0] === undefined ? ['working', null] : ['waiting-subtask', subtasks[0]];
}

/** Tells a notice that changes nothing of what the task waits for. */
export function announce(tell: Tell, task: Task, message: string | undefined, metadata: Metadata): void {
  const { status, blockedBy } = task;
  say(tell, task, {
    kind: 'task-status',
    status,
    ...(message === undefined ? {} : { message }),
    metadata: { ...(blockedBy === null ? {} : { blockedBy }), ...metadata },
  });
}

interface TaskEnd {
  readonly cause: SeenCause;
  readonly failure?: Failure | null;
  /** The host's reason, where it is no failure. */
  readonly why?: string | undefined;
  /** The content where the task has said nothing itself. */
  readonly content?: string;
}

export function endTask(tell: Tell, task: Task, { cause, failure = null, why, content = '' }: TaskEnd): void {
  const { state } = tell;
  const { status, reason } = LOOOPY_ENDS[cause];
  const facts = factsOf(tell, task);
  if (status === 'completed') {
    say(tell, task, { kind: 'task-status', status });
    const text = contentOf(tell, task, content);
    stamp(tell, task, {
      kind: 'task-complete',
      ...(text === '' ? {} : { content: text }),
      ...(task.artifacts.length === 0 ? {} : { artifacts: task.artifacts }),
      metadata: facts,
    });
  } else {
    const message = failure?.message ?? why;
    say(tell, task, {
      kind: 'task-status',
      status,
      ...(message === undefined ? {} : { message }),
      metadata: { reason, ...(failure === null ? {} : metadataOfFailure(failure)), ...facts },
    });
  }
  drop(state.tasks, task.id);
  const above = task.parent === null ? undefined : find(state.tasks, task.parent);
  if (above?.subtasks.includes(task.id) !== true) {
    return;
  }
  above.subtasks = above.subtasks.filter((id) => id !== task.id);
  settle(tell, above);
}

/** The run says at its end whether its last message is its result. */
function contentOf({ state: { model } }: Tell, task: Task, content: string): string {
  const front = frontRun(model);
  const isLast = front?.runId === task.actor && front.close !== null;
  if (isLast && finalText(model) === '') {
    return '';
  }
  return task.text === '' ? content : task.text;
}

function factsOf({ state: { model }, at }: Tell, task: Task): Metadata {
  const { inputTokens, outputTokens } = totalUsage(model);
  return {
    duration: Math.max(0, at - task.at),
    iterations: task.iterations,
    tokensUsed: task.tokens,
    // The total covers everything that this stream has told, over all its tasks.
    total: { inputTokens, outputTokens, costUsd: totalCost(model)?.usd ?? 0 },
  };
}
