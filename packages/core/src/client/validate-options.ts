/** Validates what run() and createClient() are given: all errors at once, before anything starts. */
import { ERROR_CODES } from '@agent-mux/events';
import type {
  Attachment,
  ClientDefaults,
  HostTool,
  McpServerConfig,
  RecordOptions,
  RetryPolicy,
  RunOptions,
} from '../adapter/index.ts';
import { ValidationError, type ValidationFieldError } from '../errors.ts';
import {
  absolutePath,
  boolean,
  callback,
  check,
  checkFields,
  conflict,
  file,
  filledText,
  folder,
  integer,
  isJson,
  isRecord,
  listOf,
  matching,
  milliseconds,
  missing,
  namedTexts,
  number,
  objectOf,
  oneOf,
  type Rule,
  type Rules,
  text,
  texts,
} from '../field-rules.ts';
import { isExecutable } from '../process/index.ts';
import { mergePolicies, RETRY_DEFAULTS } from '../run/index.ts';
import { findJsonSchema, wrongSchema } from '../schema/index.ts';
import { MAX_COST_RULE, PRICES_RULE } from './price-rules.ts';
import { findReachConflicts, REACH_RULES } from './reach-rules.ts';

// It may stand on a command line: what begins with a dash would be taken for a flag there.
const argument = matching(
  /^[^-\s\p{Cc}]\P{Cc}*$/u,
  'a non-empty string without control characters that does not begin with a dash',
);

/** What a run with `noSession` is called; no CLI knows it. */
const session = matching(
  /^(?!transient-)[^-\s\p{Cc}]\P{Cc}*$/u,
  `${argument.expected}, and not the id of a session that was kept nowhere (transient-…)`,
);

/** A zero byte ends a word of a command line and a variable, whatever stands behind it. */
const word = matching(/^[^\0]*$/, 'a string without a zero byte');
const program = matching(/^[^-\0][^\0]*$/, 'the name or path of a program');

const environment = namedTexts({ pattern: /^[^=\0]+$/, expected: 'named without "=" and zero bytes' }, word);

// They go through launchers and settings of CLIs, where another name would be read as something else.
const serverEnvironment = namedTexts(
  { pattern: /^[A-Za-z_][A-Za-z0-9_]*$/, expected: 'named with letters, digits and "_", and no digit first' },
  word,
);

const headers = namedTexts(
  { pattern: /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, expected: 'named as HTTP names headers' },
  matching(/^[^\0\r\n]*$/, 'a string in one line'),
);

const executable: Rule = {
  expected: 'an absolute path of a file that may be executed',
  accepts: (value) => file.accepts(value) && typeof value === 'string' && isExecutable(value),
};

const mimeType = matching(/^[\w.+-]+\/[\w.+-]+$/, 'a MIME type such as "image/png"');

const attachment: Rule = objectOf<Attachment>(
  {
    filePath: file,
    url: matching(/^https?:\/\//, 'an http or https URL'),
    base64: matching(/^[A-Za-z0-9+/]+={0,2}$/, 'base64'),
    mimeType,
    name: filledText,
  },
  {
    extra(value, field) {
      const given = ['filePath', 'url', 'base64'].filter((name) => value[name] !== undefined);
      const errors: ValidationFieldError[] = [];
      if (given.length !== 1) {
        errors.push(
          conflict(
            [`${field}.filePath`, `${field}.url`, `${field}.base64`],
            `are ${given.length} given; exactly one must be.`,
          ),
        );
      }
      if (value['base64'] !== undefined && value['mimeType'] === undefined) {
        errors.push(missing(`${field}.mimeType`, mimeType.expected));
      }
      return errors;
    },
  },
);

const mcpServer: Rule = objectOf<McpServerConfig>(
  {
    name: matching(/^[a-zA-Z0-9_-]+$/, 'letters, digits, "_" and "-"'),
    transport: oneOf('stdio', 'sse', 'streamable-http'),
    command: program,
    args: listOf(word),
    env: serverEnvironment,
    url: matching(/^https?:\/\/[^\s\p{Cc}]+$/u, 'an http or https URL'),
    headers,
  },
  {
    required: ['name', 'transport'],
    extra(value, field) {
      const needs = value['transport'] === 'stdio' ? 'command' : 'url';
      return value['transport'] === undefined || value[needs] !== undefined
        ? []
        : [missing(`${field}.${needs}`, `given for transport "${String(value['transport'])}"`)];
    },
  },
);

const hostTool: Rule = objectOf<HostTool>(
  {
    name: matching(/^[a-zA-Z0-9_-]{1,64}$/, 'letters, digits, "_" and "-", at most 64'),
    description: filledText,
    inputSchema: {
      expected: 'a JSON Schema of an object: { type: "object", … }',
      accepts: (value) => isRecord(value) && value['type'] === 'object' && isJson(value),
    },
    run: callback,
  },
  { required: ['name', 'description', 'inputSchema', 'run'] },
);

const retryPolicy: Rule = objectOf<RetryPolicy>({
  maxAttempts: integer(0, 100),
  baseDelayMs: milliseconds,
  maxDelayMs: milliseconds,
  jitterFactor: number(0, 1),
  retryOn: listOf(oneOf(...ERROR_CODES)),
});

const DEFAULTS_RULES: Rules<ClientDefaults> = {
  approvalMode: oneOf('yolo', 'prompt', 'deny'),
  timeout: milliseconds,
  inactivityTimeout: milliseconds,
  retryPolicy,
  stream: oneOf('auto', true, false),
};

const recordFields = objectOf<RecordOptions>(
  { dir: absolutePath, scenario: filledText, cliVersion: filledText, modelScript: text, notes: text },
  { required: ['dir'] },
);

const record: Rule = {
  expected: 'an absolute path, or an object with `dir`',
  accepts: (value) => absolutePath.accepts(value) || isRecord(value),
  inner: (value, field) => (isRecord(value) ? (recordFields.inner?.(value, field) ?? []) : []),
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
  outputSchema: { expected: 'a schema', accepts: () => true },
  jsonSchema: { expected: 'a schema', accepts: () => true },
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

interface ClientOptionShape extends ClientDefaults {
  readonly defaultAgent?: string;
  readonly defaultModel?: string;
  readonly debug?: boolean;
  readonly adapters?: readonly unknown[];
  readonly store?: unknown;
  readonly maxDepth?: number;
  readonly prices?: unknown;
}

const CLIENT_RULES: Rules<ClientOptionShape> = {
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
  const errors = isRecord(options)
    ? [...checkFields(CLIENT_RULES, options), ...findDelayConflict(options, {})]
    : check({ expected: 'an object', accepts: isRecord }, options, 'options');
  if (errors.length > 0) {
    throw new ValidationError(errors, 'createClient()');
  }
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

/** Throws ValidationError with all that is wrong. `defaults`: of the client, which are valid. */
export function validateRunOptions(
  options: unknown,
  defaults: ClientDefaults,
  call: StartingCall = 'run()',
): asserts options is RunOptions {
  if (!isRecord(options)) {
    throw new ValidationError(check({ expected: 'an object', accepts: isRecord }, options, 'options'), call);
  }
  const errors = [
    ...checkFields(RULES_OF_CALL[call], options),
    ...findDelayConflict(options, defaults),
    ...findConflicts(options),
    ...findReachConflicts(options),
  ];
  if (options['prompt'] === undefined) {
    errors.push(missing('prompt', RUN_RULES.prompt.expected));
  }
  if (errors.length > 0) {
    throw new ValidationError(errors, call);
  }
}

/** What a place on the disk holds may change until the run begins: these are looked at then. */
const PLACES = ['cwd', 'binary', 'attachments'] satisfies (keyof RunOptions)[];

/** What is wrong with options that are given before the prompt is known: their names, and their values as far as those will not change. */
export function findCalledRunErrors(options: Record<string, unknown>, prefix: string): ValidationFieldError[] {
  const { prompt: _, ...known } = RUN_RULES;
  const anything: Rule = { expected: 'anything', accepts: () => true };
  return checkFields({ ...known, ...Object.fromEntries(PLACES.map((name) => [name, anything])) }, options, prefix);
}

function findDelayConflict({ retryPolicy }: Record<string, unknown>, defaults: ClientDefaults): ValidationFieldError[] {
  if (!isRecord(retryPolicy)) {
    return [];
  }
  const { baseDelayMs, maxDelayMs } = { ...RETRY_DEFAULTS, ...mergePolicies(defaults.retryPolicy, retryPolicy) };
  return maxDelayMs < baseDelayMs
    ? [
        conflict(
          ['retryPolicy.maxDelayMs', 'retryPolicy.baseDelayMs'],
          `contradict: ${maxDelayMs} is below ${baseDelayMs}.`,
        ),
      ]
    : [];
}

function findConflicts(options: Record<string, unknown>): ValidationFieldError[] {
  const errors: ValidationFieldError[] = [];
  const sessions = ['sessionId', 'forkSessionId', 'noSession'].filter(
    (name) => options[name] !== undefined && options[name] !== false,
  );
  if (sessions.length > 1) {
    errors.push(conflict(sessions, 'exclude each other; give one.'));
  }
  if (options['checkpointId'] !== undefined && options['sessionId'] === undefined && !options['forkSessionId']) {
    errors.push(missing('sessionId', 'given with `checkpointId`, or `forkSessionId`'));
  }
  if (options['systemPromptMode'] !== undefined && options['systemPrompt'] === undefined) {
    errors.push(missing('systemPrompt', 'given with `systemPromptMode`'));
  }
  errors.push(...findOutputErrors(options));
  for (const option of ['mcpServers', 'tools']) {
    const twice = findRepeatedName(options[option]);
    if (twice !== undefined) {
      errors.push(conflict([option], `name "${twice}" twice; names must differ.`));
    }
  }
  if (namesOf(options['mcpServers']).includes(OWN_SERVER) && namesOf(options['tools']).length > 0) {
    errors.push(
      conflict(
        ['mcpServers', 'tools'],
        `name "${OWN_SERVER}" both: \`tools\` are offered under it. Rename the server.`,
      ),
    );
  }
  return errors;
}

function findOutputErrors(options: Record<string, unknown>): ValidationFieldError[] {
  const { outputSchema: schema, jsonSchema } = options;
  if (schema === undefined) {
    return jsonSchema === undefined ? [] : [missing('outputSchema', 'given with `jsonSchema`')];
  }
  const found = findJsonSchema({ schema, jsonSchema });
  return 'wrong' in found ? wrongSchema(found, options, 'outputSchema') : [];
}

/** The MCP server as which `tools` are offered, where a CLI takes tools of its client so. */
const OWN_SERVER = 'agent-mux';

function findRepeatedName(entries: unknown): string | undefined {
  const names = namesOf(entries);
  const twice = names.find((name, index) => name !== undefined && names.indexOf(name) !== index);
  return twice === undefined ? undefined : String(twice);
}

function namesOf(entries: unknown): readonly unknown[] {
  return Array.isArray(entries) ? entries.map((entry: unknown) => (isRecord(entry) ? entry['name'] : undefined)) : [];
}
