/** Native JSON of Codex's app-server: the fields that we read. All are unknown until a guard has looked at them. */
import type { Native } from '../../shared/index.ts';

/** The `params` of any notification or request about a thread. */
export type NativeParams = Native<
  | 'threadId'
  | 'turnId'
  | 'itemId'
  | 'item'
  | 'delta'
  | 'turn'
  | 'thread'
  | 'tokenUsage'
  | 'error'
  | 'willRetry'
  | 'summaryIndex'
  | 'contentIndex'
  | 'changes'
  | 'stdin'
  | 'message'
  | 'summary'
  | 'run'
  | 'name'
  | 'status'
  | 'plan'
  | 'requestId'
  | 'rateLimits'
  | 'fromModel'
  | 'threadSettings'
  | 'toModel'
  | 'reason'
>;

export type NativeThread = Native<
  'id' | 'forkedFromId' | 'parentThreadId' | 'cliVersion' | 'ephemeral' | 'model' | 'modelProvider'
>;
export type NativeTurn = Native<'id' | 'status' | 'error' | 'items'>;
export type NativeTurnError = Native<'message' | 'codexErrorInfo' | 'additionalDetails'>;

/** The fields of all kinds of items. */
export type NativeItem = Native<
  | 'type'
  | 'id'
  | 'text'
  | 'content'
  | 'summary'
  | 'command'
  | 'cwd'
  | 'processId'
  | 'source'
  | 'status'
  | 'commandActions'
  | 'aggregatedOutput'
  | 'exitCode'
  | 'durationMs'
  | 'changes'
  | 'server'
  | 'tool'
  | 'arguments'
  | 'result'
  | 'error'
  | 'namespace'
  | 'contentItems'
  | 'success'
  | 'receiverThreadIds'
  | 'model'
  | 'prompt'
  | 'agentsStates'
  | 'kind'
  | 'agentThreadId'
  | 'agentPath'
  | 'query'
  | 'action'
  | 'results'
  | 'path'
  | 'review'
>;

export type NativeChange = Native<'path' | 'kind' | 'diff'>;
export type NativeCommandAction = Native<'type' | 'command' | 'path'>;

/** The `params` of a request of the CLI. */
export type NativeQuestion = Native<
  | 'threadId'
  | 'itemId'
  | 'reason'
  | 'command'
  | 'commandActions'
  | 'cwd'
  | 'networkApprovalContext'
  | 'grantRoot'
  | 'additionalPermissions'
  | 'permissions'
  | 'serverName'
  | 'mode'
  | 'message'
  | 'url'
  | 'requestedSchema'
  | '_meta'
  | 'questions'
  | 'callId'
  | 'tool'
  | 'namespace'
  | 'arguments'
>;

export type NativeUsage = Native<
  'totalTokens' | 'inputTokens' | 'cachedInputTokens' | 'outputTokens' | 'reasoningOutputTokens'
>;
