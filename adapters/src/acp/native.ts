/** Native JSON of the Agent Client Protocol, version 1: the fields that we read. All are unknown until a guard has looked at them. */
import type { Native } from '../shared/index.ts';
import type { UpdateField } from './known.ts';

/** What `session/update` carries, of any kind. */
export type NativeUpdate = Native<UpdateField>;

/** A tool call, in `tool_call`, `tool_call_update` and `session/request_permission`. */
export type NativeToolCall = Native<
  'toolCallId' | 'title' | 'kind' | 'status' | 'content' | 'locations' | 'rawInput' | 'rawOutput' | '_meta'
>;

/** One item of a tool call's content: `content`, `diff` or `terminal`. */
export type NativeToolContent = Native<'type' | 'content' | 'path' | 'oldText' | 'newText' | '_meta'>;

/** A content block: text, image, a link … */
export type NativeContent = Native<'type' | 'text' | 'data' | 'mimeType' | 'uri' | 'name'>;

export type NativePermission = Native<'sessionId' | 'options' | 'toolCall'>;
export type NativeOption = Native<'optionId' | 'name' | 'kind'>;

/** The answer to `initialize`. */
export type NativeInitialized = Native<
  'protocolVersion' | 'agentInfo' | 'agentCapabilities' | 'authMethods' | 'modes' | '_meta'
>;

/** The answer to `session/new`, `session/load` and their like. */
export type NativeSession = Native<'sessionId' | 'modes' | 'models' | 'configOptions' | '_meta'>;

/** The answer to `session/prompt`. */
export type NativePromptEnd = Native<'stopReason' | 'usage' | '_meta'>;

export type NativeRpcError = Native<'code' | 'message' | 'data'>;
