/** The rules of all options of a client and its runs, one for each option. */
import { ERROR_CODES } from '@agent-mux/events';
import type {
  Attachment,
  ClientDefaults,
  HostTool,
  McpServerConfig,
  ModelPrice,
  NativeOptions,
  RecordOptions,
  RetryPolicy,
  RunOptions,
} from '../adapter/index.ts';
import type { ValidationFieldError } from '../errors.ts';
import {
  absolutePath,
  anything,
  boolean,
  callback,
  check,
  conflict,
  describePrivately,
  file,
  filledText,
  folder,
  hasFields,
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
  open,
  type Rule,
  type Rules,
  rule,
  secretive,
  tellName,
  text,
  texts,
} from '../field-rules.ts';
import { isExecutable } from '../process/index.ts';
import { jsonSchemaOfObject } from '../schema/index.ts';
import type { ClientOptions } from './client-options.ts';

// The text may be a word of a command line, where a dash at the beginning would make it a flag.
const argument: Rule = matching(
  /^[^-\s\p{Cc}]\P{Cc}*$/u,
  'a non-empty string without control characters that does not begin with a dash',
);

/** A session id. One that begins with `transient-` names a run with `noSession`, and no CLI knows it. */
const session: Rule = matching(
  /^(?!transient-)[^-\s\p{Cc}]\P{Cc}*$/u,
  `${argument.expected}, and not the id of a session that was kept nowhere (transient-…)`,
);

/** A word without a zero byte, which would end a word of a command line or a variable, whatever follows it. */
const word = matching(/^[^\0]*$/, 'a string without a zero byte');
const program = matching(/^[^-\0][^\0]*$/, 'the name or path of a program');

const environment: Rule = secretive(
  namedTexts({ pattern: /^[^=\0]+$/, expected: 'named without "=" and zero bytes' }, word),
);

// The names go through launchers and settings of CLIs, which would read any other name as something else.
const serverEnvironment = namedTexts(
  { pattern: /^[A-Za-z_][A-Za-z0-9_]*$/, expected: 'named with letters, digits and "_", and no digit first' },
  word,
);

const headers = namedTexts(
  { pattern: /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, expected: 'named as HTTP names headers' },
  matching(/^[^\0\r\n]*$/, 'a string in one line'),
);

const executable: Rule = rule(
  'an absolute path of a file that may be executed',
  (value) => file.accepts(value) && typeof value === 'string' && isExecutable(value),
);

/** An address that a program can call: a pattern alone takes one with a port that there is none of. */
const httpUrl = (pattern: RegExp): Rule =>
  rule('an http or https URL', (value) => typeof value === 'string' && pattern.test(value) && URL.canParse(value));

// A repeated group of four would be matched on the stack, which an image is too long for.
const base64: Rule = rule(
  'base64, in whole groups of four characters',
  (value) => typeof value === 'string' && value.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(value),
);

const mimeType = matching(/^[\w.+-]+\/[\w.+-]+$/, 'a MIME type such as "image/png"');

const attachment: Rule = objectOf<Attachment>(
  {
    filePath: open(file),
    url: httpUrl(/^https?:\/\//),
    base64,
    mimeType: open(mimeType),
    name: open(filledText),
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

/** The field that a server which is started needs, and all fields that are about how; then those of a server which is called. */
const STARTED = ['command', ['command', 'args', 'env']] as const;
const CALLED = ['url', ['url', 'headers']] as const;

/** The error of a field that the transport makes no use of: nobody would see that what it says has no effect. */
function foreignField(
  field: string,
  value: unknown,
  { transport, own }: { readonly transport: unknown; readonly own: readonly string[] },
): ValidationFieldError {
  const names = own.map((name) => `\`${name}\``).join(', ');
  const message = `\`${field}\` has no effect with transport "${String(transport)}", which takes ${names}; leave it out, or give another transport.`;
  return { field, message, received: describePrivately(value), expected: 'left out' };
}

/** Whether nothing is given: programs that fill in a form for every server write an empty list or record. */
function isEmpty(value: unknown): boolean {
  return value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
}

const mcpServer: Rule = objectOf<McpServerConfig>(
  {
    name: open(matching(/^[a-zA-Z0-9_-]+$/, 'letters, digits, "_" and "-"')),
    transport: open(oneOf('stdio', 'sse', 'streamable-http')),
    command: program,
    args: listOf(word),
    env: serverEnvironment,
    url: httpUrl(/^https?:\/\/[^\s\p{Cc}]+$/u),
    headers,
  },
  {
    required: ['name', 'transport'],
    extra(value, field) {
      const { transport } = value;
      if (transport === undefined) {
        return [];
      }
      const [needs, own, others] = transport === 'stdio' ? [...STARTED, CALLED[1]] : [...CALLED, STARTED[1]];
      const lacks =
        value[needs] === undefined ? [missing(`${field}.${needs}`, `given for transport "${String(transport)}"`)] : [];
      const foreign = others.filter((name) => !isEmpty(value[name]));
      return [...lacks, ...foreign.map((name) => foreignField(`${field}.${name}`, value[name], { transport, own }))];
    },
  },
);

const hostTool: Rule = objectOf<HostTool>(
  {
    name: matching(/^[a-zA-Z0-9_-]{1,64}$/, 'letters, digits, "_" and "-", at most 64'),
    description: filledText,
    inputSchema: jsonSchemaOfObject,
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

const recordFields = objectOf<RecordOptions>(
  { dir: absolutePath, scenario: filledText, cliVersion: filledText, modelScript: text, notes: text },
  { required: ['dir'] },
);

const record: Rule = {
  expected: 'an absolute path, or an object with `dir`',
  accepts: (value) => absolutePath.accepts(value) || hasFields(value),
  inner: (value, field) => (isRecord(value) ? (recordFields.inner?.(value, field) ?? []) : []),
};

const native: Rule = secretive(
  objectOf<NativeOptions>({
    args: listOf(word),
    config: {
      expected: 'an object that JSON has a form for',
      accepts: (value) => hasFields(value) && isJson(value),
      // A name is written before "=" on a command line, where any other character would change its meaning.
      inner: (value, field) =>
        Object.keys(value as object)
          .filter((name) => !/^[$\w][\w.-]*$/.test(name))
          .map((name) =>
            conflict(
              [field],
              `has a setting ${JSON.stringify(tellName(name))}; names are letters, digits, "_", "." and "-".`,
            ),
          ),
    },
    env: environment,
  }),
);

const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;

const amount: Rule = rule('a number of at least 0', isAmount);

const price: Rule = objectOf<ModelPrice>(
  { inputPerMillion: amount, outputPerMillion: amount, cachedInputPerMillion: amount, cacheWritePerMillion: amount },
  { required: ['inputPerMillion', 'outputPerMillion'] },
);

const prices: Rule = {
  expected: 'an object of prices by `provider/model` or by model',
  accepts: hasFields,
  inner: (value, field) =>
    Object.entries(value as object).flatMap(([name, entry]) =>
      // An undefined value counts as not given, as everywhere.
      entry === undefined
        ? []
        : [...check(filledText, name, `${field}[""]`), ...check(price, entry, `${field}[${JSON.stringify(name)}]`)],
    ),
};

const DEFAULTS_RULES: Rules<ClientDefaults> = {
  approvalMode: oneOf('yolo', 'prompt', 'deny'),
  timeout: milliseconds,
  inactivityTimeout: milliseconds,
  retryPolicy,
  stream: oneOf('auto', true, false),
};

const maxCostUsd: Rule = rule('a number of US dollars above 0', (value) => isAmount(value) && value > 0);

/** The rules of options that shape what the agent does. */
const AGENT_RULES = {
  systemPrompt: secretive(filledText),
  attachments: secretive(listOf(attachment)),
  thinkingEffort: oneOf('low', 'medium', 'high', 'max'),
  thinkingBudgetTokens: integer(1_024),
  temperature: number(0, 2),
  topP: number(0, 1),
  topK: integer(1),
  maxTokens: integer(1),
  maxCostUsd,
  maxOutputTokens: integer(1),
  sessionId: session,
  forkSessionId: session,
  checkpointId: argument,
  maxTurns: integer(1),
  sandbox: oneOf('read-only', 'workspace-write', 'off'),
  network: boolean,
  native,
  skills: secretive(texts),
  agentsDoc: secretive(filledText),
  mcpServers: secretive(listOf(mcpServer)),
  tools: listOf(hostTool),
};

/** The options of a run that modes and dialects see as they are given. */
export const AGENT_OPTIONS: readonly (keyof RunOptions)[] = Object.keys(AGENT_RULES) as never;

export const RUN_RULES: Rules<RunOptions> = {
  ...DEFAULTS_RULES,
  ...AGENT_RULES,
  agent: filledText,
  prompt: secretive(
    rule('a non-empty string, or an array of strings', (value) =>
      Array.isArray(value)
        ? value.every((part) => typeof part === 'string') && value.some((part) => part.trim() !== '')
        : typeof value === 'string' && value.trim() !== '',
    ),
  ),
  mode: filledText,
  binary: executable,
  systemPromptMode: oneOf('prepend', 'append', 'replace'),
  model: argument,
  noSession: boolean,
  cwd: folder,
  env: environment,
  // `findConflicts` compares these two.
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
  // V8 has no string of 2^29 characters.
  maxTextBytes: integer(1_024, 256 * 1_024 * 1_024),
  leaveRunning: callback,
  storeRequired: boolean,
  signal: rule('an AbortSignal', (value) => value instanceof AbortSignal),
  record,
};

export const CLIENT_RULES: Rules<ClientOptions> = {
  ...DEFAULTS_RULES,
  defaultAgent: filledText,
  defaultModel: filledText,
  debug: boolean,
  adapters: rule('an array of adapters', Array.isArray),
  maxDepth: integer(0, 64),
  prices,
  store: rule(
    'what openStore() of @agent-mux/store gives',
    (value) => isRecord(value) && typeof value['open'] === 'function',
  ),
};
