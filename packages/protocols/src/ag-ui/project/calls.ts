/** Tool calls with their arguments and results, and the commands and files behind them. */
import type { AgentEvent } from '@agent-mux/events';
import { argumentsOf, type Call, drop, find, type Moment, put, toText } from '../../model/index.ts';
import { endArguments, startRun } from './run.ts';
import { begin, of, type Tell } from './state.ts';

export function tellCall(tell: Tell, moment: Moment): void {
  const { entry, call } = moment;
  if (call === null || !('type' in entry)) {
    return;
  }
  startRun(tell);
  switch (entry.type) {
    case 'tool_call_start':
      startCall(tell, moment, call);
      break;
    case 'tool_input_delta':
      if (find(tell.state.told, call.id) === undefined) {
        startCall(tell, moment, call);
      } else {
        tellArguments(tell, call, entry.delta);
      }
      break;
    case 'tool_call_ready':
    case 'mcp_tool_call_start':
      finishCall(tell, moment, call);
      break;
    case 'tool_result':
    case 'mcp_tool_result':
      tellResult(tell, moment, call, entry.output, false);
      break;
    case 'tool_error':
    case 'mcp_tool_error':
      tellResult(tell, moment, call, entry.error, true);
      break;
    default:
  }
}

function startCall(tell: Tell, { actor }: Moment, call: Call): void {
  const { state, timestamp, emit } = tell;
  const { id: toolCallId, name: toolCallName, server, kind } = call;
  endArguments(tell, toolCallId);
  const owner = begin(tell, actor);
  put(state.open.calls, toolCallId, owner);
  put(state.told, toolCallId, true);
  const amux = { ...(server === null ? {} : { server }), ...(kind === null ? {} : { toolKind: kind }) };
  const metadata = Object.keys(amux).length === 0 ? {} : { metadata: { amux } };
  emit({ type: 'TOOL_CALL_START', timestamp, toolCallId, toolCallName, ...of(owner), ...metadata });
  tellArguments(tell, call, call.text);
}

// Arguments that come after the run in which they began are left out, because the result shows them at the latest.
function tellArguments({ state, timestamp, emit }: Tell, { id: toolCallId }: Call, delta: string): void {
  const owner = find(state.open.calls, toolCallId);
  if (owner === undefined || delta === '') {
    return;
  }
  emit({ type: 'TOOL_CALL_ARGS', timestamp, toolCallId, delta, ...of(owner) });
}

function finishCall(tell: Tell, moment: Moment, call: Call): void {
  if (find(tell.state.told, call.id) === undefined || isMcpStart(moment)) {
    startCall(tell, moment, call);
  }
  if (call.text === '') {
    tellArguments(tell, call, argumentsOf(call));
  }
  endArguments(tell, call.id);
}

function isMcpStart({ entry }: Moment): boolean {
  return 'type' in entry && entry.type === 'mcp_tool_call_start';
}

function tellResult(tell: Tell, moment: Moment, call: Call, outcome: unknown, isError: boolean): void {
  const { state, timestamp, emit } = tell;
  if (find(state.told, call.id) === undefined) {
    startCall(tell, moment, call);
  }
  endArguments(tell, call.id);
  drop(state.told, call.id);
  const owner = begin(tell, moment.actor);
  const amux = { ...(isError ? { error: true } : {}), ...(call.isChanged ? { input: call.input } : {}) };
  emit({
    type: 'TOOL_CALL_RESULT',
    timestamp,
    messageId: `result:${call.order}:${call.id}`,
    toolCallId: call.id,
    content: toText(outcome),
    role: 'tool',
    ...of(owner),
    ...(Object.keys(amux).length === 0 ? {} : { metadata: { amux } }),
  });
}

type ShellEvent = Extract<AgentEvent, { type: `shell_${string}` }>;

/** Tells a command as an activity whose output is a list of pieces, so that each piece is told once. */
export function tellShell(tell: Tell, { shell, actor, run, call }: Moment, event: ShellEvent): void {
  if (shell === null) {
    return;
  }
  startRun(tell);
  const { state, timestamp, emit } = tell;
  const key = String(shell.order);
  const of_ = { messageId: `${run.runId}:s${shell.order}`, activityType: 'shell', ...of(begin(tell, actor)) };
  if (find(state.shells, key) === undefined) {
    put(state.shells, key, true);
    const { command, cwd } = shell;
    const toolCallId = call === null ? {} : { toolCallId: call.id };
    emit({ type: 'ACTIVITY_SNAPSHOT', timestamp, ...of_, content: { command, cwd, ...toolCallId, output: [] } });
  }
  if (event.type === 'shell_start') {
    return;
  }
  if (event.type === 'shell_exit') {
    drop(state.shells, key);
    const { exitCode, durationMs } = event;
    emit({
      type: 'ACTIVITY_DELTA',
      timestamp,
      ...of_,
      patch: [
        { op: 'add', path: '/exitCode', value: exitCode },
        { op: 'add', path: '/durationMs', value: durationMs },
      ],
    });
    return;
  }
  const stream = event.type === 'shell_stdout_delta' ? 'stdout' : 'stderr';
  const patch = [{ op: 'add', path: '/output/-', value: { stream, text: event.delta } }] as const;
  emit({ type: 'ACTIVITY_DELTA', timestamp, ...of_, patch });
}

type FileEvent = Extract<AgentEvent, { type: 'file_write' | 'file_create' | 'file_delete' | 'file_patch' }>;

export function tellFile(tell: Tell, { artifact, actor, run }: Moment, event: FileEvent): void {
  if (artifact === null) {
    return;
  }
  startRun(tell);
  const size = 'byteCount' in event && event.byteCountKnown !== false ? { byteCount: event.byteCount } : {};
  const diff = 'diff' in event && event.diffKnown !== false ? { diff: event.diff } : {};
  const { id, version } = artifact;
  const operation = event.type.slice('file_'.length);
  tell.emit({
    type: 'ACTIVITY_SNAPSHOT',
    timestamp: tell.timestamp,
    messageId: `${run.runId}:${id}@${version}`,
    activityType: 'file',
    content: { path: event.path, operation, version, ...size, ...diff },
    ...of(begin(tell, actor)),
  });
}
