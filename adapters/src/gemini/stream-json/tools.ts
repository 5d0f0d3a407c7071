/** Tool calls of stream-json: a call comes whole, and its result has what a terminal would show of it, which for many tools is nothing. */
import type { EventDraft } from '@agent-mux/core';
import type { McpTool } from '@agent-mux/events';
import { defined, deletedPaths, idOf, kindOf, objectOf, ShellFolder, textDiff, textOf } from '../../shared/index.ts';
import type { NativeError, NativeLine, NativeParameters } from '../shared/native.ts';
import { shellEnd } from '../shared/shell-end.ts';
import { TOOL_KINDS } from '../shared/tool-kinds.ts';
import { mcpOfTool } from '../shared/tool-names.ts';

interface Call {
  readonly id: string;
  readonly name: string;
  readonly parameters: NativeParameters;
  readonly mcp: McpTool | undefined;
}

export interface StreamJsonToolsParts {
  readonly cwd: string;
  /** Whether tools that would need leave are kept from the model. */
  readonly isRestricted: boolean;
  /** MCP servers whose names are known. */
  readonly servers: readonly string[];
}

export class StreamJsonTools {
  readonly #parts: StreamJsonToolsParts;
  readonly #calls = new Map<string, Call>();
  // Files that are known to exist: read, written or changed before.
  readonly #files = new Set<string>();

  // Each command begins in the session's folder, or in the one that its call names (0.61.0).
  readonly #folder: ShellFolder;

  constructor(parts: StreamJsonToolsParts) {
    this.#parts = parts;
    this.#folder = new ShellFolder({ start: parts.cwd });
  }

  use(line: NativeLine): readonly EventDraft[] {
    const id = idOf(line.tool_id);
    const name = idOf(line.tool_name);
    if (id === undefined || name === undefined) {
      return [];
    }
    const parameters: NativeParameters = objectOf(line.parameters) ?? {};
    const call: Call = { id, name, parameters, mcp: mcpOfTool(name, this.#parts.servers) };
    this.#calls.set(id, call);
    if (name === 'invoke_agent') {
      const agentName = textOf(parameters.agent_name);
      return [{ type: 'subagent_spawn', subagentId: id, ...defined({ agentName, prompt: textOf(parameters.prompt) }) }];
    }
    const start: EventDraft = {
      type: 'tool_call_start',
      toolCallId: id,
      toolName: call.mcp?.tool ?? name,
      ...(call.mcp === undefined ? { toolKind: kindOf(TOOL_KINDS, name) } : { toolKind: 'mcp', mcp: call.mcp }),
      input: line.parameters ?? {},
    };
    // A tool that is kept from the model does not run, whatever the model says.
    return name === 'run_shell_command' && !this.#parts.isRestricted ? [start, this.#shellStart(call)] : [start];
  }

  result(line: NativeLine): readonly EventDraft[] {
    const id = idOf(line.tool_id) ?? '';
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    const output = textOf(line.output) ?? '';
    if (line.status !== 'error') {
      return this.#succeeded(id, call, output);
    }
    const native: NativeError | undefined = objectOf(line.error);
    // The CLI calls a tool that was kept from the model "not found" (0.61.0): nobody was asked, so there is no approval to report.
    const error = textOf(native?.message) ?? output;
    if (call?.name === 'invoke_agent') {
      return [{ type: 'subagent_error', subagentId: id, error }];
    }
    return [
      ...(call !== undefined && this.#hasShell(call) ? [{ type: 'shell_exit', toolCallId: id } as const] : []),
      { type: 'tool_error', toolCallId: id, error },
    ];
  }

  #succeeded(id: string, call: Call | undefined, output: string): readonly EventDraft[] {
    if (call === undefined) {
      return [{ type: 'tool_result', toolCallId: id, output }];
    }
    if (call.name === 'invoke_agent') {
      // The result does not contain what the agent reported.
      return [{ type: 'subagent_result', subagentId: id, ...(output === '' ? {} : { summary: output }) }];
    }
    return [
      ...this.#shellEnd(call, output),
      { type: 'tool_result', toolCallId: id, output },
      ...this.#after(call, output),
    ];
  }

  #shellEnd(call: Call, output: string): readonly EventDraft[] {
    if (call.name !== 'run_shell_command') {
      return [];
    }
    const { output: printed, ...told } = shellEnd(output);
    return [
      ...(this.#hasShell(call) ? [] : [this.#shellStart(call)]),
      { type: 'shell_exit', toolCallId: call.id, ...told, output: printed },
    ];
  }

  /** What a call that succeeded has done, according to its input. */
  #after({ id, name, parameters }: Call, output: string): readonly EventDraft[] {
    const path = textOf(parameters.file_path);
    switch (name) {
      case 'read_file':
        return path === undefined ? [] : [this.#read(path, id)];
      case 'write_file':
        return path === undefined ? [] : [this.#written(path, textOf(parameters.content) ?? '', id)];
      case 'replace':
        return path === undefined ? [] : this.#replaced(path, parameters, id);
      case 'run_shell_command':
        // A command that failed without a word says so instead; a command that printed something has no known outcome.
        return output.trim() === ''
          ? deletedPaths(textOf(parameters.command) ?? '', this.#folderOf(parameters)).map((deleted) =>
              this.#deleted(deleted, id),
            )
          : [];
      case 'activate_skill':
        return [{ type: 'skill_invoked', skillName: textOf(parameters.name) ?? '' }];
      default:
        return [];
    }
  }

  #read(path: string, toolCallId: string): EventDraft {
    this.#files.add(path);
    return { type: 'file_read', path, toolCallId };
  }

  // The CLI does not say whether the file existed; an agent that knows it reads it before it overwrites it.
  #written(path: string, content: string, toolCallId: string): EventDraft {
    const type = this.#files.has(path) ? 'file_write' : 'file_create';
    this.#files.add(path);
    return { type, path, byteCount: Buffer.byteLength(content), toolCallId };
  }

  #replaced(path: string, { old_string, new_string }: NativeParameters, toolCallId: string): readonly EventDraft[] {
    const before = textOf(old_string) ?? '';
    const after = textOf(new_string) ?? '';
    if (before === '') {
      return [this.#written(path, after, toolCallId)];
    }
    this.#files.add(path);
    // The diff covers the replaced part, since the rest of the file is unknown.
    const diff = textDiff(path, before, after);
    return diff === undefined ? [] : [{ type: 'file_patch', path, diff, toolCallId }];
  }

  #deleted(path: string, toolCallId: string): EventDraft {
    this.#files.delete(path);
    return { type: 'file_delete', path, toolCallId };
  }

  #hasShell({ name }: Call): boolean {
    return name === 'run_shell_command' && !this.#parts.isRestricted;
  }

  #shellStart({ id, parameters }: Call): EventDraft {
    const command = textOf(parameters.command) ?? '';
    const cwd = this.#folderOf(parameters);
    return { type: 'shell_start', toolCallId: id, command, ...defined({ cwd }) };
  }

  #folderOf({ dir_path, directory }: NativeParameters): string | undefined {
    return this.#folder.of(dir_path ?? directory);
  }
}
