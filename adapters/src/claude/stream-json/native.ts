/** Native JSON of Claude Code's stream: the fields that we read. All are unknown until a guard has looked at them. */
import type { Native } from '../../shared/index.ts';
import type { LineField } from './known.ts';

/** Any line, of either direction. The last two fields are those of the pieces of an answer. */
export type NativeLine = Native<LineField | 'event' | 'abandoned_blocks'>;

/** The payload of a `stream_event` line. */
export type NativeStreamEvent = Native<'type' | 'index' | 'delta' | 'content_block' | 'message' | 'usage'>;
export type NativeDelta = Native<'type' | 'text' | 'thinking' | 'partial_json' | 'stop_reason'>;
export type NativeMessage = Native<'id' | 'model' | 'content' | 'usage' | 'role'>;
export type NativeBlock = Native<
  'type' | 'text' | 'thinking' | 'id' | 'name' | 'input' | 'tool_use_id' | 'content' | 'is_error' | 'source'
>;
export type NativeUsage = Native<
  'input_tokens' | 'output_tokens' | 'cache_read_input_tokens' | 'cache_creation_input_tokens' | 'output_tokens_details'
>;
/** One model's entry of a result's `modelUsage`. */
export type NativeModelUsage = Native<
  | 'inputTokens'
  | 'outputTokens'
  | 'cacheReadInputTokens'
  | 'cacheCreationInputTokens'
  | 'thinkingTokens'
  | 'contextWindow'
  | 'canonicalModel'
  | 'provider'
  | 'costUSD'
>;

/** A request of the CLI to us: `control_request.request`. */
export type NativeRequest = Native<
  | 'subtype'
  | 'tool_name'
  | 'input'
  | 'tool_use_id'
  | 'agent_id'
  | 'permission_suggestions'
  | 'decision_reason'
  | 'blocked_path'
  | 'callback_id'
  | 'message'
  | 'mode'
  | 'url'
  | 'requested_schema'
  | 'mcp_server_name'
  | 'server_name'
>;
/** JSON-RPC of the Model Context Protocol: `message` of `mcp_message`. */
export type NativeMcpMessage = Native<'id' | 'method' | 'params'>;
/** `params` of `tools/call`. */
export type NativeMcpCall = Native<'name' | 'arguments' | '_meta'>;
/** `control_response.response`, of either direction. */
export type NativeResponse = Native<'subtype' | 'request_id' | 'response' | 'error'>;

/** The inputs of the tools of which we read more than the name. */
export type NativeToolInput = Native<
  | 'command'
  | 'description'
  | 'file_path'
  | 'notebook_path'
  | 'path'
  | 'old_string'
  | 'new_string'
  | 'new_source'
  | 'edits'
  | 'content'
  | 'url'
  | 'query'
  | 'prompt'
  | 'subagent_type'
  | 'run_in_background'
  | 'isolation'
  | 'cwd'
  | 'skill'
  | 'plan'
  | 'questions'
>;
/** The structured result of a tool that succeeded. */
export type NativeToolResult = Native<
  | 'type'
  | 'stdout'
  | 'stderr'
  | 'interrupted'
  | 'backgroundTaskId'
  | 'returnCodeInterpretation'
  | 'filePath'
  | 'content'
  | 'structuredPatch'
  | 'oldString'
  | 'file'
  | 'notebook_path'
  | 'original_file'
  | 'updated_file'
  | 'status'
  | 'agentId'
  | 'isAsync'
  | 'commandName'
>;
export type NativeHunk = Native<'oldStart' | 'oldLines' | 'newStart' | 'newLines' | 'lines'>;
