/** Tool calls of Cursor CLI's stream-json: one key contains the name, another one what came of the call. */

import type { EventDraft, ResolvedOptions } from '@agent-mux/core';
import {
  defined,
  idOf,
  isNative,
  kindOf,
  NO_DRAFTS,
  numberOf,
  objectOf,
  riskLevel,
  ShellFolder,
  textOf,
} from '../../shared/index.ts';
import type {
  NativeCallBody,
  NativeEditResult,
  NativeLine,
  NativeResult,
  NativeShellResult,
  NativeToolCall,
} from '../shared/native.ts';
import { TOOL_KINDS } from '../shared/tool-kinds.ts';

interface Call {
  /** The name, such as `shell` of `shellToolCall`. */
  readonly name: string;
  readonly args: unknown;
  readonly result: unknown;
  /** Whether the tool is of no kind of its own: its result has any form. */
  readonly isGeneric: boolean;
}

type Args = 'command' | 'workingDirectory' | 'path' | 'description' | 'prompt' | 'providerIdentifier' | 'toolName';

export class StreamJsonTools {
  readonly #folder: ShellFolder;
  readonly #mayRefuse: boolean;
  // Shells whose call was announced and may be refused.
  readonly #waiting = new Map<string, EventDraft>();

  constructor({ cwd, approvalMode }: Pick<ResolvedOptions, 'cwd' | 'approvalMode'>) {
    this.#folder = new ShellFolder({ start: cwd, persists: true });
    this.#mayRefuse = approvalMode !== 'yolo';
  }

  read(line: NativeLine): readonly EventDraft[] {
    const call = callOf(objectOf(line.tool_call) ?? {});
    const toolCallId = idOf(line.call_id);
    if (call === undefined || toolCallId === undefined) {
      return NO_DRAFTS;
    }
    return line.subtype === 'started' ? this.#started(toolCallId, call) : this.#completed(toolCallId, call);
  }

  #started(toolCallId: string, { name, args }: Call): readonly EventDraft[] {
    const given = objectOf<Args>(args) ?? {};
    const server = name === 'mcp' ? textOf(given.providerIdentifier) : undefined;
    const tool = textOf(given.toolName);
    const mcp = server === undefined || tool === undefined ? undefined : { server, tool };
    const start: EventDraft = {
      type: 'tool_call_start',
      toolCallId,
      toolName: tool !== undefined && mcp !== undefined ? tool : name,
      input: inputOf(name, args),
      ...(mcp === undefined ? { toolKind: kindOf(TOOL_KINDS, name) } : { toolKind: 'mcp', mcp }),
    };
    if (name === 'shell') {
      const command = textOf(given.command) ?? '';
      const cwd = this.#folder.of(given.workingDirectory);
      this.#folder.ran(command);
      const shell: EventDraft = { type: 'shell_start', toolCallId, command, ...defined({ cwd }) };
      if (this.#mayRefuse) {
        this.#waiting.set(toolCallId, shell);
        return [start];
      }
      return [start, shell];
    }
    if (name === 'task') {
      const prompt = textOf(given.prompt) ?? textOf(given.description);
      return [start, { type: 'subagent_spawn', subagentId: toolCallId, ...defined({ prompt }) }];
    }
    return [start];
  }

  #completed(toolCallId: string, call: Call): readonly EventDraft[] {
    const result = resultOf(call);
    const waiting = this.#waiting.get(toolCallId);
    this.#waiting.delete(toolCallId);
    if (result.rejected !== undefined) {
      return refused(toolCallId, call, result.rejected);
    }
    const begun = waiting === undefined ? NO_DRAFTS : [waiting];
    const shell =
      call.name === 'shell' ? [...begun, ...shellEnd(toolCallId, result.success ?? result.failure)] : NO_DRAFTS;
    const error = failureIn(call, result);
    if (error !== undefined) {
      const subagent: readonly EventDraft[] =
        call.name === 'task' ? [{ type: 'subagent_error', subagentId: toolCallId, error }] : [];
      return [...shell, ...subagent, { type: 'tool_error', toolCallId, error, toolName: call.name }];
    }
    const success = result.success ?? result.failure ?? call.result ?? null;
    if (call.name === 'mcp' && objectOf<'isError'>(success)?.isError === true) {
      return [{ type: 'tool_error', toolCallId, error: wordsOf(success) }];
    }
    const files = fileDrafts(toolCallId, call, success);
    const subagent: readonly EventDraft[] =
      call.name === 'task' ? [{ type: 'subagent_result', subagentId: toolCallId, summary: wordsOf(success) }] : [];
    return [...shell, ...subagent, { type: 'tool_result', toolCallId, output: success, toolName: call.name }, ...files];
  }
}

function callOf(native: NativeToolCall): Call | undefined {
  const { case: variant, value } = objectOf<'case' | 'value'>(native.tool) ?? {};
  const body = (name: string, of: unknown): Call => {
    const { args, result } = objectOf<keyof NativeCallBody>(of) ?? {};
    return { name: name.replace(/ToolCall$/, ''), args, result, isGeneric: false };
  };
  if (typeof variant === 'string') {
    return body(variant, value);
  }
  const generic: NativeCallBody | undefined = objectOf(native.function);
  if (generic !== undefined) {
    const name = textOf(generic.name) ?? 'function';
    return { name, args: generic.arguments, result: generic.result, isGeneric: true };
  }
  const entry = Object.entries(native).find(([key, of]) => key.endsWith('ToolCall') && isNative(of));
  return entry === undefined ? undefined : body(entry[0], entry[1]);
}

/** The input of a call: a shell shows only what a person would call its input, since the rest is the CLI's own reading of the command. */
function inputOf(name: string, args: unknown): unknown {
  if (name === 'mcp') {
    return objectOf<'args'>(args)?.args ?? {};
  }
  if (name !== 'shell') {
    return args ?? {};
  }
  const { command, workingDirectory } = objectOf<Args>(args) ?? {};
  return { command, ...(idOf(workingDirectory) === undefined ? {} : { workingDirectory }) };
}

/** The kinds of results that the CLI names: one that is null is none. */
function resultOf({ result }: Call): NativeResult {
  return Object.fromEntries(Object.entries(objectOf(result) ?? {}).filter(([, value]) => value !== null));
}

/** The words of a call that failed. A command that ended with a code is none: its code says what came of it. */
function failureIn({ name, isGeneric }: Call, result: NativeResult): string | undefined {
  const failure = result.error ?? (name === 'shell' ? undefined : result.failure);
  if (failure !== undefined) {
    return wordsOf(failure);
  }
  // The CLI names each kind of failure by a field of its own, and more of them than samples show: all but a success is one.
  const [[kind, value] = [], ...others] = Object.entries(result);
  const isKnown = kind === undefined || kind === 'success' || kind === 'failure';
  return isGeneric || isKnown || others.length > 0 || !isNative(value) ? undefined : `${kind}: ${wordsOf(value)}`;
}

// Nobody was asked: without --force, Cursor CLI refuses by itself.
function refused(toolCallId: string, { name, args }: Call, rejection: unknown): readonly EventDraft[] {
  const given = objectOf<Args>(args) ?? {};
  const reason = textOf(objectOf<'reason'>(rejection)?.reason) ?? '';
  const command = textOf(given.command);
  const path = idOf(given.path);
  const key = `rejected:${toolCallId}`;
  return [
    {
      type: 'approval_request',
      key,
      action: name === 'shell' ? 'run a command' : `use ${name}`,
      detail: command ?? path ?? name,
      toolName: name,
      riskLevel: riskLevel(kindOf(TOOL_KINDS, name), command),
      toolKind: kindOf(TOOL_KINDS, name),
      ...defined({ command }),
      ...(path === undefined ? {} : { paths: [path] }),
      input: inputOf(name, args),
      toolCallId,
    },
    { type: 'approval_denied', key, ...(reason === '' ? {} : { reason }) },
    { type: 'tool_error', toolCallId, error: reason === '' ? 'rejected' : reason, toolName: name },
  ];
}

function shellEnd(toolCallId: string, outcome: unknown): readonly EventDraft[] {
  const { exitCode, stdout, stderr, interleavedOutput }: NativeShellResult = objectOf(outcome) ?? {};
  const errors = textOf(stderr) ?? '';
  // The two streams are used where both were sent, else the interleaved output.
  const output = textOf(stdout) ?? textOf(interleavedOutput) ?? '';
  return [
    ...(output === '' ? [] : [{ type: 'shell_stdout_delta', toolCallId, delta: output } as const]),
    ...(errors === '' ? [] : [{ type: 'shell_stderr_delta', toolCallId, delta: errors } as const]),
    { type: 'shell_exit', toolCallId, ...defined({ exitCode: numberOf(exitCode) }) },
  ];
}

function fileDrafts(toolCallId: string, { name, args }: Call, success: unknown): readonly EventDraft[] {
  const result = objectOf<keyof NativeEditResult | 'fileSize'>(success) ?? {};
  const path = textOf(result.path) ?? textOf(objectOf<Args>(args)?.path);
  if (path === undefined) {
    return NO_DRAFTS;
  }
  switch (name) {
    case 'read':
      return [{ type: 'file_read', path, toolCallId }];
    case 'delete':
      return [{ type: 'file_delete', path, toolCallId }];
    case 'write':
      return [{ type: 'file_write', path, ...defined({ byteCount: numberOf(result.fileSize) }), toolCallId }];
    case 'edit': {
      const diff = textOf(result.diffString);
      const content = textOf(result.afterFullFileContent);
      const byteCount = content === undefined ? undefined : Buffer.byteLength(content);
      return diff?.startsWith('--- /dev/null') === true
        ? [{ type: 'file_create', path, ...defined({ byteCount }), toolCallId }]
        : [{ type: 'file_patch', path, ...defined({ diff }), toolCallId }];
    }
    default:
      return NO_DRAFTS;
  }
}

function wordsOf(value: unknown): string {
  const { message, error, reason, text } = objectOf<'message' | 'error' | 'reason' | 'text'>(value) ?? {};
  return textOf(message) ?? textOf(error) ?? textOf(reason) ?? textOf(text) ?? textOf(value) ?? JSON.stringify(value);
}
