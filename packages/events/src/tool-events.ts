/** What the agent does: tool calls, native and MCP, and the files and shells behind them. */
import type { BaseEvent } from './base-event.ts';
import type { ToolKind } from './tool-kinds.ts';

/** One call, by its id. */
interface CallEvent extends BaseEvent {
  readonly toolCallId: string;
  readonly toolName: string;
  /** What the tool does; the same on all events of a call. Absent where the adapter has no kinds. */
  readonly toolKind?: ToolKind;
}

// Tools of the agent
export interface ToolCallStartEvent extends CallEvent {
  readonly type: 'tool_call_start';
  /** The whole input as JSON; empty where the input is streamed. */
  readonly inputAccumulated: string;
}
export interface ToolInputDeltaEvent extends BaseEvent {
  readonly type: 'tool_input_delta';
  readonly toolCallId: string;
  readonly delta: string;
  /** The input up to and with this delta, a getter like `accumulated` in `text_delta`. */
  readonly inputAccumulated: string;
}
export interface ToolCallReadyEvent extends CallEvent {
  readonly type: 'tool_call_ready';
  /** The parsed input; the text itself where it could not be parsed. */
  readonly input: unknown;
}
export interface ToolResultEvent extends CallEvent {
  readonly type: 'tool_result';
  readonly output: unknown;
  /** The milliseconds from ready to result. */
  readonly durationMs: number;
}
export interface ToolErrorEvent extends CallEvent {
  readonly type: 'tool_error';
  readonly error: string;
}

// Files: after the successful result of the tool that touched them
interface FileEvent extends BaseEvent {
  /** The path, which is always absolute: a file whose folder is not known for sure has no event. */
  readonly path: string;
  readonly toolCallId?: string;
}
export interface FileReadEvent extends FileEvent {
  readonly type: 'file_read';
}
/** An existing file was overwritten. */
export interface FileWriteEvent extends FileEvent {
  readonly type: 'file_write';
  readonly byteCount: number;
  /** `false` where the agent does not say what was written, so that `byteCount` is 0 and means nothing. */
  readonly byteCountKnown?: false;
  /** The written text, where the agent sends it only when it is done; otherwise the input of the call contains it. */
  readonly content?: string;
}
export interface FileCreateEvent extends FileEvent {
  readonly type: 'file_create';
  readonly byteCount: number;
  /** `false` as in `file_write`. */
  readonly byteCountKnown?: false;
  /** The written text as in `file_write`. */
  readonly content?: string;
}
export interface FileDeleteEvent extends FileEvent {
  readonly type: 'file_delete';
}
export interface FilePatchEvent extends FileEvent {
  readonly type: 'file_patch';
  /** The change as a unified diff. */
  readonly diff: string;
  /** `false` where the agent does not say what was changed, so that `diff` is empty and means nothing. */
  readonly diffKnown?: false;
}

// Shell: within its tool call
interface ShellEvent extends BaseEvent {
  readonly toolCallId?: string;
}
export interface ShellStartEvent extends ShellEvent {
  readonly type: 'shell_start';
  readonly command: string;
  /** The absolute path of the folder in which the command begins. */
  readonly cwd: string;
  /**
   * `false` where the folder is not known for sure, for example after a `cd` in an earlier command of the same shell, so that `cwd` is
   * empty.
   */
  readonly cwdKnown?: false;
}
export interface ShellStdoutDeltaEvent extends ShellEvent {
  readonly type: 'shell_stdout_delta';
  readonly delta: string;
}
export interface ShellStderrDeltaEvent extends ShellEvent {
  readonly type: 'shell_stderr_delta';
  readonly delta: string;
}
export interface ShellExitEvent extends ShellEvent {
  readonly type: 'shell_exit';
  /** The exit code; -1 where there is none: a signal ended the command, or nobody says how it ended. */
  readonly exitCode: number;
  /** `false` where the agent does not say how the command ended, so that `exitCode` is -1 and means nothing. */
  readonly exitCodeKnown?: false;
  /** The signal that ended the command, such as `SIGTERM`, where the agent names it. */
  readonly signal?: string;
  readonly durationMs: number;
}

// MCP
interface McpCallEvent extends CallEvent {
  readonly server: string;
  /** The kind is always `mcp`. */
  readonly toolKind?: ToolKind;
}
export interface McpToolCallStartEvent extends McpCallEvent {
  readonly type: 'mcp_tool_call_start';
  readonly input: unknown;
}
export interface McpToolResultEvent extends McpCallEvent {
  readonly type: 'mcp_tool_result';
  readonly output: unknown;
}
export interface McpToolErrorEvent extends McpCallEvent {
  readonly type: 'mcp_tool_error';
  readonly error: string;
}
