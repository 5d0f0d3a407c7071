/** Finds options that contradict each other although each is valid by itself. */
import type { ClientDefaults } from '../adapter/index.ts';
import type { ValidationFieldError } from '../errors.ts';
import { conflict, isRecord, missing } from '../field-rules.ts';
import { mergePolicies, RETRY_DEFAULTS } from '../run/index.ts';
import { checkJsonSchema, findSchemaErrors } from '../schema/index.ts';

export function findDelayConflict(
  { retryPolicy }: Record<string, unknown>,
  defaults: ClientDefaults,
): ValidationFieldError[] {
  if (!isRecord(retryPolicy)) {
    return [];
  }
  const { baseDelayMs, maxDelayMs } = { ...RETRY_DEFAULTS, ...mergePolicies(defaults.retryPolicy, retryPolicy) };
  return when(
    maxDelayMs < baseDelayMs,
    conflict(
      ['retryPolicy.maxDelayMs', 'retryPolicy.baseDelayMs'],
      `contradict: ${maxDelayMs} is below ${baseDelayMs}.`,
    ),
  );
}

/** Finds options that contradict each other, and words that the CLI would take for something else. */
export function findConflicts(options: Record<string, unknown>): ValidationFieldError[] {
  const { checkpointId, sessionId, forkSessionId, systemPrompt, systemPromptMode, mcpServers, tools } = options;
  const sessions = ['sessionId', 'forkSessionId', 'noSession'].filter(
    (name) => options[name] !== undefined && options[name] !== false,
  );
  return [
    ...when(sessions.length > 1, conflict(sessions, 'exclude each other; give one.')),
    ...when(
      checkpointId !== undefined && sessionId === undefined && !forkSessionId,
      missing('sessionId', 'given with `checkpointId`, or `forkSessionId`'),
    ),
    ...when(
      systemPromptMode !== undefined && systemPrompt === undefined,
      missing('systemPrompt', 'given with `systemPromptMode`'),
    ),
    ...findOutputErrors(options),
    ...['mcpServers', 'tools'].flatMap((option) => {
      const twice = findRepeatedName(options[option]);
      return when(twice !== undefined, conflict([option], `name "${twice}" twice; names must differ.`));
    }),
    ...when(
      namesOf(mcpServers).includes(OWN_SERVER) && namesOf(tools).length > 0,
      conflict(
        ['mcpServers', 'tools'],
        `name "${OWN_SERVER}" both: \`tools\` are offered under it. Rename the server.`,
      ),
    ),
    ...findReachConflicts(options),
  ];
}

function findReachConflicts({ sandbox, network, native }: Record<string, unknown>): ValidationFieldError[] {
  const args = isRecord(native) && Array.isArray(native['args']) ? native['args'] : [];
  const [first] = args;
  return [
    ...when(
      network !== undefined && sandbox === undefined,
      conflict(['network'], "is about the CLI's sandbox: give `sandbox: 'read-only'` or 'workspace-write' too."),
    ),
    ...when(
      network === false && sandbox === 'off',
      conflict(['network', 'sandbox'], 'contradict: without a sandbox nothing keeps a command from the network.'),
    ),
    ...when(
      typeof first === 'string' && !first.startsWith('-'),
      conflict(
        ['native.args'],
        'begin with a word that the CLI would take for a command or a prompt; begin with a flag.',
      ),
    ),
    ...when(
      args.includes('--'),
      conflict(['native.args'], 'contain "--", after which the CLI would take no flag any more; leave it out.'),
    ),
  ];
}

function when(isWrong: boolean, error: ValidationFieldError): ValidationFieldError[] {
  return isWrong ? [error] : [];
}

function findOutputErrors(options: Record<string, unknown>): ValidationFieldError[] {
  const { outputSchema: schema, jsonSchema } = options;
  if (schema === undefined) {
    return jsonSchema === undefined
      ? []
      : [missing('outputSchema', 'given with `jsonSchema`'), ...checkJsonSchema(jsonSchema)];
  }
  return findSchemaErrors(options, 'outputSchema');
}

/** The name of the MCP server under which a CLI is offered the `tools`, if it takes tools of its client that way. */
const OWN_SERVER = 'agent-mux';

function findRepeatedName(entries: unknown): string | undefined {
  const names = namesOf(entries);
  const twice = names.find((name, index) => name !== undefined && names.indexOf(name) !== index);
  return twice === undefined ? undefined : String(twice);
}

function namesOf(entries: unknown): readonly unknown[] {
  return Array.isArray(entries) ? entries.map((entry: unknown) => (isRecord(entry) ? entry['name'] : undefined)) : [];
}
