/**
 * What OpenClaw 2026.9.6 prints: one JSON document at the end of a run, or what its gateway's bridge adds to the Agent Client Protocol.
 * Fields that we do not read are left out.
 */
import type { Native } from '../../shared/index.ts';

/** The document of `agent exec --json`. An error of the command line has only `ok` and `error`. */
export type NativeEnvelope = Native<
  | 'model'
  | 'provider'
  | 'ok'
  | 'status'
  | 'final'
  | 'payloads'
  | 'usage'
  | 'costUsd'
  | 'sessionId'
  | 'toolSummary'
  | 'error'
  | 'meta'
>;

/** The `meta` of `agent --local --json`. */
export type NativeMeta = Native<
  'agentMeta' | 'aborted' | 'error' | 'systemPromptReport' | 'stopReason' | 'toolSummary'
>;

export type NativeAgentMeta = Native<
  'model' | 'provider' | 'sessionId' | 'usage' | 'costUsd' | 'terminalReceipt' | 'contextBudgetStatus'
>;

export type NativePayload = Native<'text' | 'isError'>;

export type NativeUsage = Native<'input' | 'output' | 'cacheRead' | 'cacheWrite' | 'cost'>;

/** An error; an envelope has its `kind`, and a refused command line its `type`. */
export type NativeError = Native<'message' | 'kind' | 'type'>;

export type NativeToolSummary = Native<'calls' | 'tools' | 'failures'>;

/** The `rawInput` of a call over the gateway. */
export type NativeToolInput = Native<'command' | 'workdir' | 'path' | 'content'>;

/** The `rawOutput.details` of a call over the gateway. */
export type NativeToolDetails = Native<'exitCode' | 'aggregated' | 'cwd' | 'created' | 'patch'>;
