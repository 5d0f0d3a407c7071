/** Validates what run() and createClient() are given: all errors at once, before anything starts. */
import type { ClientDefaults, RunOptions } from '../adapter/index.ts';
import { checkGiven, demandCall } from '../demand-call.ts';
import type { ValidationFieldError } from '../errors.ts';
import {
  anything,
  boolean,
  callback,
  checkFields,
  filledText,
  folder,
  integer,
  isRecord,
  listOf,
  matching,
  milliseconds,
  missing,
  number,
  oneOf,
  type Rule,
  type Rules,
  texts,
} from '../field-rules.ts';
import type { ClientOptions } from './client-options.ts';
import { findConflicts, findDelayConflict } from './option-conflicts.ts';
import { MAX_COST_RULE, PRICES_RULE } from './price-rules.ts';
import { findReachConflicts, REACH_RULES } from './reach-rules.ts';
import {
  argument,
  attachment,
  environment,
  executable,
  hostTool,
  mcpServer,
  record,
  retryPolicy,
  session,
} from './value-rules.ts';

const DEFAULTS_RULES: Rules<ClientDefaults> = {
  approvalMode: oneOf('yolo', 'prompt', 'deny'),
  timeout: milliseconds,
  inactivityTimeout: milliseconds,
  retryPolicy,
  stream: oneOf('auto', true, false),
};

const RUN_RULES: Rules<RunOptions> = {
  ...DEFAULTS_RULES,
  agent: filledText,
  prompt: {
    expected: 'a non-empty string, or an array of strings',
    accepts: (value) =>
      Array.isArray(value)
        ? value.every((part) => typeof part === 'string') && value.some((part) => part.trim() !== '')
        : typeof value === 'string' && value.trim() !== '',
  },
  mode: filledText,
  binary: executable,
  systemPrompt: filledText,
  systemPromptMode: oneOf('prepend', 'append', 'replace'),
  attachments: listOf(attachment),
  model: argument,
  thinkingEffort: oneOf('low', 'medium', 'high', 'max'),
  thinkingBudgetTokens: integer(1_024),
  temperature: number(0, 2),
  topP: number(0, 1),
  topK: integer(1),
  maxTokens: integer(1),
  maxCostUsd: MAX_COST_RULE,
  maxOutputTokens: integer(1),
  sessionId: session,
  forkSessionId: session,
  checkpointId: argument,
  noSession: boolean,
  cwd: folder,
  env: environment,
  maxTurns: integer(1),
  skills: texts,
  agentsDoc: filledText,
  mcpServers: listOf(mcpServer),
  tools: listOf(hostTool),
  // Held against each other below.
  outputSchema: anything,
  jsonSchema: anything,
  includeSubagents: boolean,
  keepOpen: boolean,
  onInputRequired: callback,
  onApprovalRequest: callback,
  interactionTimeoutMs: milliseconds,
  interactionGraceMs: milliseconds,
  runId: matching(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/, 'a ULID of 26 characters'),
  name: filledText,
  contextId: filledText,
  threadId: filledText,
  taskId: filledText,
  tags: texts,
  collectEvents: boolean,
  highWaterMark: integer(100, 100_000),
  gracePeriodMs: milliseconds,
  settleMs: milliseconds,
  maxLineBytes: integer(1_024),
  // V8 holds no string of 2^29 characters.
  maxTextBytes: integer(1_024, 256 * 1_024 * 1_024),
  leaveRunning: callback,
  storeRequired: boolean,
  ...REACH_RULES,
  signal: { expected: 'an AbortSignal', accepts: (value) => value instanceof AbortSignal },
  record,
};

const CLIENT_RULES: Rules<ClientOptions> = {
  ...DEFAULTS_RULES,
  defaultAgent: filledText,
  defaultModel: filledText,
  debug: boolean,
  adapters: { expected: 'an array of adapters', accepts: Array.isArray },
  maxDepth: integer(0, 64),
  prices: PRICES_RULE,
  store: {
    expected: 'what openStore() of @agent-mux/store gives',
    accepts: (value) => isRecord(value) && typeof value['open'] === 'function',
  },
};

/** Throws ValidationError with all that is wrong. */
export function validateClientOptions(options: unknown): void {
  demandCall('createClient()', [...checkGiven(CLIENT_RULES, options), ...findDelayConflict(Object(options), {})]);
}

/** A method of the client that starts a run. */
export type StartingCall = 'run()' | 'prompt()' | 'call()' | 'handoff()';

const RULES_OF_CALL: Readonly<Record<StartingCall, Readonly<Record<string, Rule>>>> = {
  'run()': RUN_RULES,
  // Nobody could end it.
  'prompt()': { ...RUN_RULES, keepOpen: oneOf(false) },
  'call()': { ...RUN_RULES, parentCall: filledText },
  'handoff()': { ...RUN_RULES, now: boolean },
};

/** All that is wrong with the options of a run. `defaults`: of the client, which are valid. */
export function findRunErrors(
  options: unknown,
  defaults: ClientDefaults,
  call: StartingCall = 'run()',
): ValidationFieldError[] {
  const record: Record<string, unknown> = isRecord(options) ? options : {};
  return [
    ...checkGiven(RULES_OF_CALL[call], options),
    ...findDelayConflict(record, defaults),
    ...findConflicts(record),
    ...findReachConflicts(record),
    ...(isRecord(options) && record['prompt'] === undefined ? [missing('prompt', RUN_RULES.prompt.expected)] : []),
  ];
}

/** What a place on the disk holds may change until the run begins: these are looked at then. */
const PLACES = ['cwd', 'binary', 'attachments'] satisfies (keyof RunOptions)[];

/** What is wrong with options that are given before the prompt is known: their names, and their values as far as those will not change. */
export function findCalledRunErrors(options: Record<string, unknown>, prefix: string): ValidationFieldError[] {
  const { prompt: _, ...known } = RUN_RULES;
  return checkFields({ ...known, ...Object.fromEntries(PLACES.map((name) => [name, anything])) }, options, prefix);
}
