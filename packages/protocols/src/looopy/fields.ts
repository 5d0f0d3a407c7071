/** Whether a field of an event is what the specification says. */
import { type FieldKind, LOOOPY_FIELDS, type LooopyKind } from './types.ts';

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isText = (value: unknown): value is string => typeof value === 'string';

interface Field {
  readonly expected: string;
  readonly is: (value: unknown) => boolean;
}

const oneOf = (...names: readonly string[]): Field => ({
  expected: names.join(', '),
  is: (value) => isText(value) && names.includes(value),
});

const KINDS: Readonly<Record<FieldKind, Field>> = {
  text: { expected: 'a string', is: isText },
  name: { expected: 'a string that is not empty', is: (value) => isText(value) && value !== '' },
  flag: { expected: 'true or false', is: (value) => typeof value === 'boolean' },
  count: { expected: 'a whole number from 0 on', is: (value) => Number.isSafeInteger(value) && Number(value) >= 0 },
  fraction: {
    expected: 'a number from 0 to 1',
    is: (value) => typeof value === 'number' && value >= 0 && value <= 1,
  },
  object: { expected: 'an object', is: isObject },
  list: { expected: 'a list', is: Array.isArray },
  any: { expected: 'anything', is: (value) => value !== undefined },
  initiator: oneOf('user', 'agent'),
  status: oneOf('working', 'waiting-input', 'waiting-auth', 'waiting-subtask', 'completed', 'failed', 'canceled'),
  inputType: oneOf('tool-execution', 'confirmation', 'clarification', 'selection', 'custom'),
  authType: oneOf('oauth2', 'api-key', 'password', 'biometric', 'custom'),
  encoding: oneOf('utf-8', 'base64'),
  thoughtType: oneOf('planning', 'reasoning', 'reflection', 'decision', 'observation', 'strategy'),
  verbosity: oneOf('brief', 'normal', 'detailed'),
  stage: oneOf('pre-llm', 'post-llm', 'pre-tool', 'post-tool'),
};

export function isKind(kind: string): kind is LooopyKind {
  return Object.hasOwn(LOOOPY_FIELDS, kind);
}

/** Each problem as a sentence that names the field. */
export function findFieldProblems(event: Readonly<Record<string, unknown>>, kind: LooopyKind): string[] {
  const fields: Readonly<Record<string, FieldKind>> = LOOOPY_FIELDS[kind];
  const own = Object.entries(fields).flatMap(([key, type]) => problemOf(event, key, type));
  return [...own, ...problemOf(event, 'metadata?', 'object')];
}

/** What stamps an event. */
export function findStampProblems(event: Readonly<Record<string, unknown>>): string[] {
  const names = ['contextId', 'taskId'].flatMap((key) => problemOf(event, key, 'name'));
  const { timestamp } = event;
  const isTime =
    isText(timestamp) && /^[+-]?\d{4,6}-\d\d-\d\dT/.test(timestamp) && !Number.isNaN(Date.parse(timestamp));
  return isTime ? names : [...names, `timestamp: expected a time in ISO 8601, got ${show(timestamp)}`];
}

function problemOf(event: Readonly<Record<string, unknown>>, key: string, type: FieldKind): string[] {
  const isOptional = key.endsWith('?');
  const name = isOptional ? key.slice(0, -1) : key;
  const value = event[name];
  if ((isOptional && value === undefined) || KINDS[type].is(value)) return [];
  return [`${name}: expected ${KINDS[type].expected}, got ${show(value)}`];
}

const MAX_SHOWN = 120;

export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
