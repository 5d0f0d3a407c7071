/** Tool calls while they are asked for in pieces, are complete, and run. */
import type { EventDraft } from '@agent-mux/core';
import type { McpTool } from '@agent-mux/events';
import {
  defined,
  idOf,
  kindOf,
  laned,
  NO_DRAFTS,
  objectOf,
  ShellFolder,
  serverIn,
  textOf,
} from '../../shared/index.ts';
import type { NativeData, NativeToolInput, NativeToolRequest } from './native.ts';
import type { Subagents } from './subagents.ts';
import { TOOL_KINDS } from './tool-kinds.ts';

export interface Call {
  readonly id: string;
  name: string;
  mcp: McpTool | undefined;
  input: NativeToolInput;
  readonly lane: string | undefined;
  /** Whether its shell has begun. */
  isRunning: boolean;
  /** Whether the shell has printed something. */
  hasOutput: boolean;
  /** The folder in which its command began, if that is known. */
  folder: string | undefined;
}

const SHELLS: ReadonlySet<string> = new Set(['bash', 'powershell']);

export function isShell(name: string): boolean {
  return SHELLS.has(name);
}

/** Whether the call is a subagent's dispatch and nothing else. */
function isDispatch(name: string): boolean {
  return name === 'task';
}

export interface CallsParts {
  readonly subagents: Subagents;
  /** Whether a command may still be refused after its call has begun. */
  readonly asks: boolean;
  readonly cwd: string;
}

export class Calls {
  readonly #parts: CallsParts;
  readonly #calls = new Map<string, Call>();
  // A call in pieces has only the whole name, `server-tool`.
  readonly #servers = new Set<string>();

  // A command begins in the folder where the one before it left the shell (1.0.102).
  readonly #folder: ShellFolder;

  constructor(parts: CallsParts) {
    this.#parts = parts;
    this.#folder = new ShellFolder({ start: parts.cwd, persists: true });
  }

  addServer(name: string): void {
    this.#servers.add(name);
  }

  get(id: string): Call | undefined {
    return this.#calls.get(id);
  }

  /** Takes `assistant.tool_call_delta`. */
  delta(data: NativeData, lane: string | undefined): readonly EventDraft[] {
    const id = idOf(data.toolCallId);
    const name = textOf(data.toolName) ?? '';
    if (id === undefined || isDispatch(name)) {
      return NO_DRAFTS;
    }
    const delta = textOf(data.inputDelta) ?? '';
    const piece = laned(lane, { type: 'tool_input_delta' as const, toolCallId: id, delta });
    if (this.#calls.has(id)) {
      return [piece];
    }
    const { mcp } = this.#add(id, name, this.#mcpOf(name), lane);
    const start = {
      type: 'tool_call_start' as const,
      toolCallId: id,
      toolName: name,
      toolKind: mcp === undefined ? kindOf(TOOL_KINDS, name) : ('mcp' as const),
    };
    return [laned(lane, mcp === undefined ? start : { ...start, mcp }), piece];
  }

  /** Takes a call of a complete answer. */
  requested(request: NativeToolRequest, lane: string | undefined): readonly EventDraft[] {
    const server = idOf(request.mcpServerName);
    const tool = idOf(request.mcpToolName);
    const mcp = server === undefined || tool === undefined ? undefined : { server, tool };
    return this.#ready(textOf(request.toolCallId) ?? '', textOf(request.name) ?? '', request.arguments, { mcp, lane });
  }

  /** Takes `tool.execution_start`. */
  started(data: NativeData, lane: string | undefined): readonly EventDraft[] {
    const id = textOf(data.toolCallId) ?? '';
    const name = textOf(data.toolName) ?? '';
    const drafts = this.requested({ ...data, name }, lane);
    return this.#parts.asks || !isShell(name) ? drafts : [...drafts, ...this.runs(id)];
  }

  /** Records that its command runs. */
  runs(id: string): readonly EventDraft[] {
    const call = this.#calls.get(id);
    if (call === undefined || call.isRunning || !isShell(call.name)) {
      return NO_DRAFTS;
    }
    call.isRunning = true;
    const command = textOf(call.input.command) ?? '';
    call.folder = this.#folder.of();
    this.#folder.ran(command);
    return [laned(call.lane, { type: 'shell_start', toolCallId: id, command, ...defined({ cwd: call.folder }) })];
  }

  /** Takes `tool.shell_output`: true pieces, each of one stream. */
  output(data: NativeData): readonly EventDraft[] {
    const id = textOf(data.toolCallId) ?? '';
    const call = this.#calls.get(id);
    if (call === undefined) {
      // The command went on in the background after its call was over.
      return NO_DRAFTS;
    }
    call.hasOutput = true;
    const type = data.stream === 'stderr' ? 'shell_stderr_delta' : 'shell_stdout_delta';
    const delta = textOf(data.text) ?? '';
    return [...this.runs(id), laned(call.lane, { type, toolCallId: id, delta })];
  }

  /** The folder in which a command would begin now, if that is known. */
  get folder(): string | undefined {
    return this.#folder.of();
  }

  finish(id: string): void {
    this.#calls.delete(id);
  }

  #ready(id: string, name: string, native: unknown, { mcp, lane }: Pick<Call, 'mcp' | 'lane'>): readonly EventDraft[] {
    const input: NativeToolInput = objectOf(native) ?? {};
    if (isDispatch(name)) {
      this.#parts.subagents.called(id, input, lane);
      return NO_DRAFTS;
    }
    const known = this.#calls.get(id);
    const call = known ?? this.#add(id, name, mcp, lane);
    call.mcp = mcp ?? call.mcp;
    call.input = input;
    const toolKind = call.mcp === undefined ? kindOf(TOOL_KINDS, name) : 'mcp';
    const ready: EventDraft = {
      // A call may have the id of one that is over: that it begins says that it is another one.
      type: known === undefined ? 'tool_call_start' : 'tool_call_ready',
      toolCallId: id,
      toolName: name,
      toolKind,
      input: native ?? {},
    };
    return [laned(lane, call.mcp === undefined ? ready : { ...ready, mcp: call.mcp })];
  }

  #add(id: string, name: string, mcp: Call['mcp'], lane: string | undefined): Call {
    const call: Call = { id, name, mcp, input: {}, lane, isRunning: false, hasOutput: false, folder: undefined };
    this.#calls.set(id, call);
    return call;
  }

  #mcpOf(name: string): Call['mcp'] {
    const server = serverIn(name, [...this.#servers], (each) => `${each}-`);
    return server === undefined ? undefined : { server, tool: name.slice(server.length + 1) };
  }
}
