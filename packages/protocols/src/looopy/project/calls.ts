/** Tool calls: they are told when they certainly run, with the input that is really used, and what they report until they end. */
import type { EventOf } from '@agent-mux/events';
import {
  type Actor,
  argumentsOf,
  type Call,
  callKey,
  drop,
  find,
  inputObject,
  type Moment,
  put,
} from '../../model/index.ts';
import type { Metadata } from '../../tasks/index.ts';
import { CLIENT_CALL } from '../client-tools.ts';
import { type CallStage, stamp, type Task, type Tell } from './state.ts';
import { say, settle, taskOf } from './tasks.ts';
import { tellHeld } from './thought.ts';

/** The place in the model of an entry's call. */
function keyOf({ entry }: Moment): string {
  return 'toolCallId' in entry && entry.toolCallId !== undefined ? callKey(entry.runId, entry.toolCallId) : '';
}

export function stageOf({ state }: Tell, key: string): CallStage | undefined {
  return find(state.calls, key)?.stage;
}

export function setStage({ state }: Tell, key: string, stage: CallStage): void {
  const known = find(state.calls, key);
  if (known === undefined) {
    put(state.calls, key, { stage, progress: 0 });
  } else {
    known.stage = stage;
  }
}

/** Begins a call: the thought before it was its plan. */
export function beginCall(tell: Tell, { call, actor }: Moment): void {
  if (call !== null) {
    tellHeld(tell, taskOf(tell, actor), call.id);
  }
}

/** Takes a complete call. Where nobody is asked, it runs at once; otherwise it may still be asked about. */
export function armCall(tell: Tell, moment: Moment): void {
  const { call, run } = moment;
  if (call === null) {
    return;
  }
  beginCall(tell, moment);
  const key = keyOf(moment);
  const stage = stageOf(tell, key);
  if (stage === 'asked' || stage === 'called') {
    return;
  }
  // A call that the client runs stands still until the client knows about it.
  if (stage === 'granted' || run.header?.approvalMode === 'yolo' || isOfClient(tell, call)) {
    tellCall(tell, key, call);
    return;
  }
  setStage(tell, key, 'armed');
  const armed = find(tell.state.armed, call.actor) ?? put(tell.state.armed, call.actor, []);
  armed.push(key);
}

/** Tells the calls of the actor that nobody was asked about, which certainly run because it has gone on. */
export function releaseCalls(tell: Tell, actor: Pick<Actor, 'id'>): void {
  const armed = drop(tell.state.armed, actor.id);
  for (const key of armed ?? []) {
    releaseCall(tell, key);
  }
}

function releaseCall(tell: Tell, key: string): void {
  const call = find(tell.state.model.calls, key);
  if (call !== undefined && stageOf(tell, key) === 'armed') {
    tellCall(tell, key, call);
  }
}

export function grantCall(tell: Tell, { question, call }: Moment): void {
  const key = question?.callKey ?? null;
  if (key === null || stageOf(tell, key) !== 'asked') {
    return;
  }
  if (call !== null && call.readyAt !== null) {
    tellCall(tell, key, call);
  } else {
    setStage(tell, key, 'granted');
  }
}

function tellCall(tell: Tell, key: string, call: Call): void {
  const task = taskOfCall(tell, call);
  setStage(tell, key, 'called');
  say(tell, task, {
    kind: 'tool-start',
    toolCallId: call.id,
    toolName: call.name,
    arguments: inputObject(call),
    metadata: { ...toolOf(tell, call), concurrent: task.openCalls > 0 },
  });
  task.openCalls += 1;
  task.tools += 1;
  if (isOfClient(tell, call)) {
    askClient(tell, task, call);
  }
}

function taskOfCall(tell: Tell, call: Pick<Call, 'actor'>): Task {
  const actor = find(tell.state.model.actors, call.actor);
  if (actor === undefined) {
    throw new Error(`Cannot tell a call: the model does not know its actor ${call.actor}.`);
  }
  return taskOf(tell, actor);
}

function isOfClient({ options }: Tell, { name }: Call): boolean {
  return options.clientTools?.includes(name) === true;
}

/** Who runs the tool, and what it does. */
function toolOf(tell: Tell, call: Call): Metadata {
  const kind = call.kind === null ? {} : { toolKind: call.kind };
  if (isOfClient(tell, call)) {
    return { provider: 'client', ...kind };
  }
  return { ...(call.server === null ? { provider: 'local' } : { provider: 'mcp', server: call.server }), ...kind };
}

/** Asks a remote program to run the call; its answer is the result. */
function askClient(tell: Tell, task: Task, call: Call): void {
  const inputId = `${CLIENT_CALL}${call.id}`;
  task.asks.push({ id: inputId, isForUser: false, at: tell.at });
  stamp(tell, task, {
    kind: 'input-required',
    inputId,
    requireUser: false,
    inputType: 'tool-execution',
    prompt: `Run the tool ${call.name}.`,
    metadata: { toolCall: shown(call) },
  });
  settle(tell, task);
}

/** A call beside a question, as the specification shows it. */
export function shown(call: Call): Metadata {
  return { id: call.id, function: { name: call.name, arguments: argumentsOf(call) } };
}

type Outcome = EventOf<'tool_result' | 'mcp_tool_result' | 'tool_error' | 'mcp_tool_error'>;

export function endCall(tell: Tell, moment: Moment, event: Outcome): void {
  const { call } = moment;
  if (call === null) {
    return;
  }
  const key = keyOf(moment);
  if (stageOf(tell, key) !== 'called') {
    tellCall(tell, key, call);
  }
  drop(tell.state.calls, key);
  const task = taskOfCall(tell, call);
  task.openCalls = Math.max(0, task.openCalls - 1);
  task.messages += 1;
  receiveOfClient(tell, task, call);
  const isGood = event.type === 'tool_result' || event.type === 'mcp_tool_result';
  const duration = 'durationMs' in event ? event.durationMs : Math.max(0, tell.at - call.startedAt);
  say(tell, task, {
    kind: 'tool-complete',
    toolCallId: call.id,
    toolName: call.name,
    success: isGood,
    ...(isGood ? { result: event.output ?? null } : { error: event.error }),
    metadata: { ...toolOf(tell, call), duration },
  });
}

function receiveOfClient(tell: Tell, task: Task, call: Call): void {
  const inputId = `${CLIENT_CALL}${call.id}`;
  const asked = task.asks.find(({ id }) => id === inputId);
  if (asked === undefined) {
    return;
  }
  task.asks = task.asks.filter(({ id }) => id !== inputId);
  say(tell, task, {
    kind: 'input-received',
    inputId,
    providedBy: 'agent',
    agentId: 'client',
    metadata: { duration: Math.max(0, tell.at - asked.at) },
  });
  settle(tell, task);
}

type ShellEvent = EventOf<'shell_start' | 'shell_stdout_delta' | 'shell_stderr_delta' | 'shell_exit'>;

/** Tells the output of a command as progress of its call; returns false where it belongs to no running call. */
export function tellShell(tell: Tell, { shell }: Moment, event: ShellEvent): boolean {
  const key = shell?.callKey ?? null;
  if (key === null || shell === null) {
    return false;
  }
  // The call runs, so that nobody will be asked about it any more.
  releaseCall(tell, key);
  const call = find(tell.state.model.calls, key);
  const known = find(tell.state.calls, key);
  if (call === undefined || known?.stage !== 'called') {
    return false;
  }
  // Nobody tells how much is done. A call may run several commands, and its progress never falls.
  if (event.type === 'shell_exit') {
    known.progress = 1;
  }
  say(tell, taskOfCall(tell, call), {
    kind: 'tool-progress',
    toolCallId: call.id,
    progress: known.progress,
    ...('delta' in event ? { message: event.delta } : {}),
    metadata: metadataOf(event),
  });
  return true;
}

function metadataOf(event: ShellEvent): Metadata {
  switch (event.type) {
    case 'shell_start':
      return { step: 'start', command: event.command, cwd: event.cwd };
    case 'shell_exit':
      return { step: 'exit', exitCode: event.exitCode };
    default:
      return { step: event.type === 'shell_stdout_delta' ? 'stdout' : 'stderr' };
  }
}
