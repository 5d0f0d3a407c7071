/** Finds options of which each is in order, and that contradict each other. */
import type { ClientDefaults } from '../adapter/index.ts';
import type { ValidationFieldError } from '../errors.ts';
import { conflict, isRecord, missing } from '../field-rules.ts';
import { mergePolicies, RETRY_DEFAULTS } from '../run/index.ts';
import { checkJsonSchema, findJsonSchema, findWrongKeywords, isStandardSchema, wrongSchema } from '../schema/index.ts';

export function findDelayConflict(
  { retryPolicy }: Record<string, unknown>,
  defaults: ClientDefaults,
): ValidationFieldError[] {
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

export function findConflicts(options: Record<string, unknown>): ValidationFieldError[] {
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
    return jsonSchema === undefined
      ? []
      : [missing('outputSchema', 'given with `jsonSchema`'), ...checkJsonSchema(jsonSchema)];
  }
  const found = findJsonSchema({ schema, jsonSchema });
  if ('wrong' in found) {
    return wrongSchema(found, options, 'outputSchema');
  }
  return [
    ...(isStandardSchema(schema) ? [] : findWrongKeywords(schema, 'outputSchema')),
    ...findWrongKeywords(jsonSchema, 'jsonSchema'),
  ];
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
