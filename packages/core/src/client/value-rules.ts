/** Rules of the single values that a run's options hold. */
import { ERROR_CODES } from '@agent-mux/events';
import type { Attachment, HostTool, McpServerConfig, RecordOptions, RetryPolicy } from '../adapter/index.ts';
import type { ValidationFieldError } from '../errors.ts';
import {
  absolutePath,
  callback,
  conflict,
  file,
  filledText,
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
  text,
} from '../field-rules.ts';
import { isExecutable } from '../process/index.ts';

// It may stand on a command line: what begins with a dash would be taken for a flag there.
export const argument: Rule = matching(
  /^[^-\s\p{Cc}]\P{Cc}*$/u,
  'a non-empty string without control characters that does not begin with a dash',
);

/** What a run with `noSession` is called; no CLI knows it. */
export const session: Rule = matching(
  /^(?!transient-)[^-\s\p{Cc}]\P{Cc}*$/u,
  `${argument.expected}, and not the id of a session that was kept nowhere (transient-…)`,
);

/** A zero byte ends a word of a command line and a variable, whatever stands behind it. */
const word = matching(/^[^\0]*$/, 'a string without a zero byte');
const program = matching(/^[^-\0][^\0]*$/, 'the name or path of a program');

export const environment: Rule = namedTexts(
  { pattern: /^[^=\0]+$/, expected: 'named without "=" and zero bytes' },
  word,
);

// They go through launchers and settings of CLIs, where another name would be read as something else.
const serverEnvironment = namedTexts(
  { pattern: /^[A-Za-z_][A-Za-z0-9_]*$/, expected: 'named with letters, digits and "_", and no digit first' },
  word,
);

const headers = namedTexts(
  { pattern: /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, expected: 'named as HTTP names headers' },
  matching(/^[^\0\r\n]*$/, 'a string in one line'),
);

export const executable: Rule = {
  expected: 'an absolute path of a file that may be executed',
  accepts: (value) => file.accepts(value) && typeof value === 'string' && isExecutable(value),
};

const mimeType = matching(/^[\w.+-]+\/[\w.+-]+$/, 'a MIME type such as "image/png"');

export const attachment: Rule = objectOf<Attachment>(
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

export const mcpServer: Rule = objectOf<McpServerConfig>(
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

export const hostTool: Rule = objectOf<HostTool>(
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

export const retryPolicy: Rule = objectOf<RetryPolicy>({
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

export const record: Rule = {
  expected: 'an absolute path, or an object with `dir`',
  accepts: (value) => absolutePath.accepts(value) || isRecord(value),
  inner: (value, field) => (isRecord(value) ? (recordFields.inner?.(value, field) ?? []) : []),
};
