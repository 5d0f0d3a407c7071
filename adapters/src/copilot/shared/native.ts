/** Native JSON of Copilot CLI: the fields that we read. All are unknown until a guard has looked at them. */
import type { Native } from '../../shared/index.ts';

/** An event, the same in SDK mode and as a line of JSONL; JSONL's last line `result` is flat. */
export type NativeEvent = Native<'type' | 'id' | 'data' | 'agentId' | 'sessionId' | 'exitCode'>;

/** The `data` of any event. */
export type NativeData = Native<
  | SessionField
  | MessageField
  | ToolField
  | SubagentField
  | FailureField
  | UsageField
  | QuestionField
  | CompactionField
  | NoticeField
>;

type SessionField = 'copilotVersion' | 'skills' | 'servers' | 'serverName' | 'status' | 'error' | 'aborted' | 'reason';
type MessageField =
  | 'messageId'
  | 'reasoningId'
  | 'deltaContent'
  | 'content'
  | 'toolRequests'
  | 'attachments'
  | 'messages'
  | 'parentToolCallId';
type ToolField =
  | 'toolCallId'
  | 'toolName'
  | 'arguments'
  | 'inputDelta'
  | 'mcpServerName'
  | 'mcpToolName'
  | 'stream'
  | 'text'
  | 'success'
  | 'result'
  | 'shellExecution'
  | 'fileEdits'
  | 'toolTelemetry';
type SubagentField = 'agentName' | 'executionMode' | 'cancelled';
type FailureField = 'errorType' | 'message' | 'statusCode' | 'errorMessage' | 'retryAttempt';
type UsageField =
  | 'model'
  | 'inputTokens'
  | 'outputTokens'
  | 'cacheReadTokens'
  | 'reasoningTokens'
  | 'copilotUsage'
  | 'maxPromptTokens'
  | 'tokenLimit';
type QuestionField = 'requestId' | 'permissionRequest' | 'promptRequest' | 'resolvedByHook';
type CompactionField = 'summaryContent' | 'tokensRemoved' | 'compactionTokensUsed';
type NoticeField = 'infoType' | 'warningType' | 'name' | 'trigger' | 'kind';

/** A call that an answer asks for. */
export type NativeToolRequest = Native<'toolCallId' | 'name' | 'arguments' | 'mcpServerName' | 'mcpToolName'>;

/** The inputs of the tools of which we read more than the name. */
export type NativeToolInput = Native<
  'command' | 'description' | 'path' | 'file_text' | 'agent_type' | 'prompt' | 'mode' | 'skill' | 'url'
>;

export type NativeToolResult = Native<'content' | 'detailedContent' | 'contents'>;
export type NativeToolError = Native<'message' | 'code'>;
export type NativeContent = Native<'type' | 'text' | 'data' | 'mimeType'>;
export type NativeFileEdit = Native<'path' | 'kind'>;
export type NativeAttachment = Native<'type' | 'mimeType' | 'path'>;
export type NativeSkill = Native<'name' | 'source' | 'enabled'>;
export type NativeServer = Native<'name' | 'status' | 'error'>;

/** What a call would do, in the terms of the permission system. */
export type NativePermission = Native<
  | 'kind'
  | 'toolCallId'
  | 'fullCommandText'
  | 'commands'
  | 'commandIdentifiers'
  | 'canOfferSessionApproval'
  | 'fileName'
  | 'diff'
  | 'path'
  | 'url'
  | 'serverName'
  | 'toolName'
  | 'args'
  | 'intention'
>;
/** A decision about a permission, as we write it and as the CLI repeats it. */
export type NativeDecision = Native<'kind' | 'feedback'>;
