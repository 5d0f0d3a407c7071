/** What the agent does: tool calls, native and MCP, and the files and shells behind them. */
import type { BaseEvent } from './base-event.ts';

// Tools of the agent
export interface ToolCallStartEvent extends BaseEvent {
  readonly type: 'tool_call_start';
  readonly toolCallId: string;
  readonly toolName: string;
  /** Empty where the input streams; the whole input as JSON where it does not. */
  readonly inputAccumulated: string;
}
export interface ToolInputDeltaEvent extends BaseEvent {
  readonly type: 'tool_input_delta';
  readonly toolCallId: string;
  readonly delta: string;
  /** As `accumulated` in `text_delta`. */
  readonly inputAccumulated: string;
}
export interface ToolCallReadyEvent extends BaseEvent {
  readonly type: 'tool_call_ready';
  readonly toolCallId: string;
  readonly toolName: string;
  /** The parsed input; the text itself where it never parsed. */
  readonly input: unknown;
}
export interface ToolResultEvent extends BaseEvent {
  readonly type: 'tool_result';
  readonly toolCallId: string;
  readonly toolName: string;
  readonly output: unknown;
  /** From ready to result, in milliseconds. */
  readonly durationMs: number;
}
export interface ToolErrorEvent extends BaseEvent {
  readonly type: 'tool_error';
  readonly toolCallId: string;
  readonly toolName: string;
  readonly error: string;
}

// Files: after the successful result of the tool that touched them
interface FileEvent extends BaseEvent {
  /** Absolute, or relative to the run's working folder. */
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
}
export interface FileCreateEvent extends FileEvent {
  readonly type: 'file_create';
  readonly byteCount: number;
}
export interface FileDeleteEvent extends FileEvent {
  readonly type: 'file_delete';
}
export interface FilePatchEvent extends FileEvent {
  readonly type: 'file_patch';
  /** Unified diff. */
  readonly diff: string;
}

// Shell: within its tool call
interface ShellEvent extends BaseEvent {
  readonly toolCallId?: string;
}
export interface ShellStartEvent extends ShellEvent {
  readonly type: 'shell_start';
  readonly command: string;
  readonly cwd: string;
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
  /** -1 where no exit code is known. */
  readonly exitCode: number;
  readonly durationMs: number;
}

// MCP
export interface McpToolCallStartEvent extends BaseEvent {
  readonly type: 'mcp_tool_call_start';
  readonly toolCallId: string;
  readonly server: string;
  readonly toolName: string;
  readonly input: unknown;
}
export interface McpToolResultEvent extends BaseEvent {
  readonly type: 'mcp_tool_result';
  readonly toolCallId: string;
  readonly server: string;
  readonly toolName: string;
  readonly output: unknown;
}
export interface McpToolErrorEvent extends BaseEvent {
  readonly type: 'mcp_tool_error';
  readonly toolCallId: string;
  readonly server: string;
  readonly toolName: string;
  readonly error: string;
}
