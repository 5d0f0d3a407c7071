/** The fields of all 67 event types as data. The compiler compares the table with the union, in both directions. */
import { ERROR_CODES } from './error-code.ts';
import type { AgentEvent, BaseEvent, CostRecord, EventOf, ModelCost } from './events.ts';
import {
  AMOUNT,
  ANYTHING,
  COUNT,
  DERIVED,
  FILLED,
  type Field,
  type FieldsOf,
  FLAG,
  FROM_ONE,
  INTEGER,
  listOf,
  oneOf,
  optional,
  PERCENT,
  RUN_ID,
  record,
  TEXT,
} from './field-kinds.ts';
import { type ApprovalFacts, type FileChange, type McpTool, TOOL_KINDS } from './tool-kinds.ts';

/** The type of the table: a missing type or field, an additional one, a wrong kind or a wrong optionality does not compile. */
export type EventFields = {
  readonly [T in AgentEvent['type']]: FieldsOf<EventOf<T>, keyof BaseEvent>;
};

export const BASE_FIELDS: FieldsOf<BaseEvent, 'type'> = {
  runId: RUN_ID,
  agent: FILLED,
  timestamp: FROM_ONE,
  seq: COUNT,
  lane: optional(FILLED),
  raw: optional(TEXT),
};

const TOKENS = {
  inputTokens: COUNT,
  outputTokens: COUNT,
  thinkingTokens: optional(COUNT),
  cachedTokens: optional(COUNT),
  inputKnown: optional(FLAG),
  outputKnown: optional(FLAG),
};
const COST: Field<CostRecord> = record<CostRecord>('a cost record', {
  totalUsd: AMOUNT,
  priced: optional(FLAG),
  ...TOKENS,
});
const TOOL_KIND = optional(oneOf(...TOOL_KINDS));
const CALL = { toolCallId: FILLED, toolName: TEXT, toolKind: TOOL_KIND };
const MODEL = { model: optional(FILLED), provider: optional(FILLED) };
const MODEL_COST = record<ModelCost>('what a model has cost', { ...MODEL, model: FILLED, costUsd: AMOUNT });
const MCP_CALL = { ...CALL, server: TEXT };
const FILE = { path: TEXT, toolCallId: optional(FILLED) };
const SHELL_OUTPUT = { delta: FILLED, toolCallId: optional(FILLED) };
const STAND_IN = optional(oneOf(false));
const SUBAGENT = { subagentId: FILLED, agentName: TEXT, agentNameKnown: STAND_IN };
const PLUGIN = { pluginId: FILLED, pluginName: TEXT };

/** The facts of an `approval_request`. */
export const APPROVAL_FACTS: FieldsOf<ApprovalFacts> = {
  toolKind: TOOL_KIND,
  command: optional(TEXT),
  cwd: optional(FILLED),
  paths: optional(listOf('a list of paths', FILLED)),
  changes: optional(
    listOf<FileChange>(
      'a list of changes',
      record<FileChange>('a change of a file', {
        path: FILLED,
        change: oneOf('create', 'write', 'update', 'delete', 'move'),
        movedTo: optional(FILLED),
        diff: optional(TEXT),
        oldText: optional(TEXT),
        newText: optional(TEXT),
      }),
    ),
  ),
  url: optional(TEXT),
  host: optional(TEXT),
  mcp: optional(record<McpTool>('an object with server and tool', { server: TEXT, tool: TEXT })),
  reason: optional(TEXT),
  input: optional(ANYTHING),
};

export const EVENT_FIELDS: EventFields = {
  session_start: { sessionId: FILLED, resumed: FLAG, forkedFrom: optional(FILLED), ...MODEL },
  session_resume: { sessionId: FILLED, priorTurnCount: COUNT, priorTurnCountKnown: STAND_IN },
  session_fork: { sessionId: FILLED, forkedFrom: FILLED },
  session_checkpoint: { sessionId: FILLED, checkpointId: FILLED },
  session_end: { sessionId: FILLED, turnCount: COUNT, turnCountKnown: STAND_IN, cost: optional(COST) },

  turn_start: { turnIndex: COUNT },
  turn_end: { turnIndex: COUNT, cost: optional(COST), ...MODEL },
  step_start: { turnIndex: COUNT, stepIndex: COUNT, stepType: TEXT },
  step_end: { turnIndex: COUNT, stepIndex: COUNT },

  message_start: {},
  text_delta: { delta: FILLED, accumulated: DERIVED },
  message_stop: { text: TEXT },

  thinking_start: { effort: optional(TEXT) },
  thinking_delta: { delta: FILLED, accumulated: DERIVED },
  thinking_stop: { thinking: TEXT },

  tool_call_start: { ...CALL, inputAccumulated: TEXT },
  tool_input_delta: { toolCallId: FILLED, delta: FILLED, inputAccumulated: DERIVED },
  tool_call_ready: { ...CALL, input: ANYTHING },
  tool_result: { ...CALL, output: ANYTHING, durationMs: AMOUNT },
  tool_error: { ...CALL, error: TEXT },

  file_read: FILE,
  file_write: { ...FILE, byteCount: COUNT, byteCountKnown: STAND_IN, content: optional(TEXT) },
  file_create: { ...FILE, byteCount: COUNT, byteCountKnown: STAND_IN, content: optional(TEXT) },
  file_delete: FILE,
  file_patch: { ...FILE, diff: TEXT, diffKnown: STAND_IN },

  shell_start: { command: TEXT, cwd: TEXT, cwdKnown: STAND_IN, toolCallId: optional(FILLED) },
  shell_stdout_delta: SHELL_OUTPUT,
  shell_stderr_delta: SHELL_OUTPUT,
  shell_exit: {
    exitCode: INTEGER,
    exitCodeKnown: STAND_IN,
    signal: optional(FILLED),
    durationMs: AMOUNT,
    toolCallId: optional(FILLED),
  },

  mcp_tool_call_start: { ...MCP_CALL, input: ANYTHING },
  mcp_tool_result: { ...MCP_CALL, output: ANYTHING },
  mcp_tool_error: { ...MCP_CALL, error: TEXT },

  subagent_spawn: { ...SUBAGENT, prompt: TEXT, promptKnown: STAND_IN },
  subagent_result: { ...SUBAGENT, summary: TEXT, summaryKnown: STAND_IN, cost: optional(COST) },
  subagent_error: { ...SUBAGENT, error: TEXT },

  plugin_loaded: { ...PLUGIN, version: TEXT, versionKnown: STAND_IN },
  plugin_invoked: PLUGIN,
  plugin_error: { ...PLUGIN, error: TEXT },

  skill_loaded: { skillName: TEXT, source: TEXT, sourceKnown: STAND_IN },
  skill_invoked: { skillName: TEXT },
  agentdoc_read: { path: TEXT },

  image_output: {
    mimeType: TEXT,
    base64: optional(TEXT),
    filePath: optional(TEXT),
    toolCallId: optional(FILLED),
  },
  image_input_ack: { mimeType: TEXT },

  cost: { cost: COST, models: optional(listOf('a list of what each model has cost', MODEL_COST)) },
  token_usage: { ...TOKENS, ...MODEL },

  input_required: {
    interactionId: FILLED,
    question: TEXT,
    context: optional(TEXT),
    source: oneOf('agent', 'tool'),
  },
  approval_request: {
    interactionId: FILLED,
    action: TEXT,
    detail: TEXT,
    context: optional(TEXT),
    toolName: optional(TEXT),
    riskLevel: oneOf('low', 'medium', 'high'),
    toolCallId: optional(FILLED),
    ...APPROVAL_FACTS,
  },
  approval_granted: { interactionId: FILLED, toolCallId: optional(FILLED) },
  approval_denied: { interactionId: FILLED, reason: optional(TEXT), toolCallId: optional(FILLED) },

  rate_limited: { retryAfterMs: optional(AMOUNT) },
  context_limit_warning: { usedTokens: COUNT, maxTokens: COUNT, pctUsed: PERCENT },
  context_compacted: {
    summary: TEXT,
    summaryKnown: STAND_IN,
    tokensSaved: COUNT,
    tokensSavedKnown: STAND_IN,
  },
  retry: { attempt: FROM_ONE, maxAttempts: FROM_ONE, reason: TEXT, delayMs: AMOUNT, newAttempt: optional(oneOf(true)) },

  interrupted: {},
  aborted: { reason: optional(FILLED) },
  paused: {},
  resumed: {},
  timeout: { kind: oneOf('run', 'inactivity') },
  turn_limit: { maxTurns: COUNT },
  stream_fallback: { capability: oneOf('text', 'tool_calls', 'thinking'), reason: TEXT },

  auth_error: { message: TEXT, guidance: TEXT },
  rate_limit_error: { message: TEXT, retryAfterMs: optional(AMOUNT), exhausted: optional(oneOf(true)) },
  context_exceeded: {
    usedTokens: COUNT,
    usedTokensKnown: STAND_IN,
    maxTokens: COUNT,
    maxTokensKnown: STAND_IN,
  },
  crash: { exitCode: INTEGER, exitCodeKnown: STAND_IN, signal: optional(FILLED), stderr: TEXT },
  error: { code: oneOf(...ERROR_CODES), message: TEXT, recoverable: FLAG },

  debug: { level: oneOf('verbose', 'info', 'warn'), message: TEXT },
  log: { source: oneOf('stdout', 'stderr'), line: TEXT },
};
