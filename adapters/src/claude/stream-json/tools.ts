/** Tool calls: what later lines need of their input, when a shell really begins, and what a result means. */
import type { EventDraft } from '@agent-mux/core';
import type { McpTool, ToolKind } from '@agent-mux/events';
import { defined, kindOf, laned, objectOf, ShellFolder, serverIn, textOf } from '../../shared/index.ts';
import { TOOL_KINDS } from '../shared/tool-kinds.ts';
import { isHostTool } from './host-tools.ts';
import type { NativeToolInput } from './native.ts';
import type { Subagents } from './subagents.ts';
import type { ToolCall } from './tool-call.ts';

const SHELLS: ReadonlySet<string> = new Set(['Bash', 'PowerShell']);
const DISPATCHERS: ReadonlySet<string> = new Set(['Agent', 'Task']);

/** Tools that move the whole session to another folder, and do not say to which (2.1.329). */
const MOVERS: ReadonlySet<string> = new Set(['EnterWorktree', 'ExitWorktree']);
/** Agents that work where the main one does. An agent that a user defines may have a working tree of its own. */
const AGENTS_AT_HOME: ReadonlySet<unknown> = new Set([undefined, 'general-purpose', 'Explore', 'Plan', 'claude']);

export function isShell(toolName: string): boolean {
  return SHELLS.has(toolName);
}

/** Whether the tool dispatches a subagent, which the stream shows instead of the call. */
export function isDispatch(toolName: string): boolean {
  return DISPATCHERS.has(toolName);
}

export interface ToolsParts {
  readonly subagents: Subagents;
  /** Whether a shell may still be asked about after its call is ready; then it begins with the grant. */
  readonly asks: boolean;
  readonly cwd: () => string;
}

export class Tools {
  readonly #parts: ToolsParts;
  readonly #calls = new Map<string, ToolCall>();
  // The message that has made each call, which tells a call with an id of an earlier one from a repeated line.
  readonly #messages = new Map<string, string>();
  // Shells whose call is ready and of which nobody knows yet whether they run.
  readonly #waiting = new Map<string, ToolCall>();
  // A command finds the folder where the one before it has left the shell (2.1.329).
  readonly #folder = new ShellFolder({ start: undefined, persists: true });
  // Lanes of subagents that may work in another folder.
  readonly #elsewhere = new Set<string>();
  #servers: readonly string[] = [];

  constructor(parts: ToolsParts) {
    this.#parts = parts;
  }

  /** Names of the MCP servers; the name of a tool contains its server's, with other characters made `_`. */
  set servers(names: readonly string[]) {
    this.#servers = names;
  }

  get(id: string): ToolCall | undefined {
    return this.#calls.get(id);
  }

  /** Records that the call has begun to stream. */
  start(id: string, name: string, lane: string | undefined): readonly EventDraft[] {
    if (id === '' || isDispatch(name)) {
      return [];
    }
    return [laned(lane, { type: 'tool_call_start', toolCallId: id, ...this.#named(name) })];
  }

  /** Whether the message makes another call with the id of one that is over, which may be the first thing that is heard of it. */
  isAnother(id: string, messageId: string): boolean {
    const before = this.#messages.get(id);
    this.#messages.set(id, messageId);
    return before !== undefined && before !== messageId && !this.#calls.has(id);
  }

  /** Records that the call is complete. */
  ready(id: string, name: string, input: unknown, lane: string | undefined): readonly EventDraft[] {
    if (id === '') {
      return [];
    }
    const fields: NativeToolInput = objectOf(input) ?? {};
    const call = { id, name, lane, input: fields };
    this.#calls.set(id, call);
    if (isDispatch(name)) {
      this.#dispatched(call);
      return [];
    }
    if (MOVERS.has(name)) {
      this.#folder.lost();
    }
    const drafts: EventDraft[] = [
      laned(lane, { type: 'tool_call_ready', toolCallId: id, ...this.#named(name), input }),
    ];
    if (isShell(name)) {
      this.#waiting.set(id, call);
      if (!this.#parts.asks) {
        drafts.push(...this.runs(id));
      }
    }
    return drafts;
  }

  /** Records that the call runs: it was granted, it is named as a task, or its result is here. */
  runs(id: string): readonly EventDraft[] {
    const call = this.#waiting.get(id);
    if (call === undefined) {
      return [];
    }
    this.#waiting.delete(id);
    const command = textOf(call.input.command) ?? '';
    const cwd = this.folderOf(call.lane);
    this.#folder.ran(command);
    this.#calls.set(id, { ...call, folder: cwd });
    return [laned(call.lane, { type: 'shell_start', toolCallId: id, command, ...defined({ cwd }) })];
  }

  /** The folder in which a command of the lane would begin now, if that is known. */
  folderOf(lane: string | undefined): string | undefined {
    this.#folder.moved(this.#parts.cwd());
    return lane !== undefined && this.#elsewhere.has(lane) ? undefined : this.#folder.of();
  }

  /** Records that the call was granted, perhaps with other input than it was made with. */
  granted(id: string, updatedInput: unknown): readonly EventDraft[] {
    const call = this.#calls.get(id);
    const input: NativeToolInput | undefined = objectOf(updatedInput);
    if (call !== undefined && input !== undefined) {
      const changed = { ...call, input };
      this.#calls.set(id, changed);
      if (this.#waiting.has(id)) {
        this.#waiting.set(id, changed);
      }
    }
    return this.runs(id);
  }

  /** Records that the call will not run. */
  refused(id: string): void {
    this.#waiting.delete(id);
  }

  /** Whether its shell has begun. */
  isRunning(id: string): boolean {
    return !this.#waiting.has(id);
  }

  /** Records that the call has its result. */
  finish(id: string): void {
    this.#calls.delete(id);
    this.#waiting.delete(id);
  }

  #dispatched(call: ToolCall): void {
    const { isolation, cwd, subagent_type: agent } = call.input;
    const isElsewhere = call.lane !== undefined && this.#elsewhere.has(call.lane);
    if (isElsewhere || isolation !== undefined || cwd !== undefined || !AGENTS_AT_HOME.has(agent)) {
      this.#elsewhere.add(call.id);
    }
    this.#parts.subagents.called(call);
  }

  #named(name: string): { readonly toolName: string; readonly toolKind: ToolKind; readonly mcp?: McpTool } {
    const mcp = this.mcpOf(name);
    const toolName = mcp?.tool ?? name;
    // Only the CLI takes the program's own tools for those of a server.
    return mcp === undefined || isHostTool(name)
      ? { toolName, toolKind: mcp === undefined ? kindOf(TOOL_KINDS, name) : 'other' }
      : { toolName, toolKind: 'mcp', mcp };
  }

  /** The MCP server and its tool that a name stands for. */
  mcpOf(name: string): McpTool | undefined {
    if (!name.startsWith('mcp__')) {
      return undefined;
    }
    const rest = name.slice('mcp__'.length);
    // A server's name may contain the separator itself.
    const known = serverIn(rest, this.#servers, (server) => `${wireName(server)}__`);
    const at = known === undefined ? rest.indexOf('__') : wireName(known).length;
    return at <= 0 ? undefined : { server: known ?? rest.slice(0, at), tool: rest.slice(at + 2) };
  }
}

function wireName(server: string): string {
  return server.replace(/[^a-zA-Z0-9_-]/g, '_');
}
