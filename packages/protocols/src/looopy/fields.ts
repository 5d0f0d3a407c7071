/** Whether a field of an event is what the specification demands. */
import { type FieldCheck, findFieldProblems as findProblems, isObject, type Language } from '../decode.ts';
import { type FieldKind, LOOOPY_FIELDS, type LooopyKind } from '../tasks/index.ts';

const isText = (value: unknown): value is string => typeof value === 'string';

const oneOf = (...names: readonly string[]): FieldCheck => ({
  expected: names.join(', '),
  is: (value) => isText(value) && names.includes(value),
});

type Base = Exclude<FieldKind, `${string}?`>;

const KINDS: Readonly<Record<Base, FieldCheck>> = {
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

const OPTIONAL = Object.fromEntries(
  Object.entries(KINDS).map(([name, { expected, is }]) => [
    `${name}?`,
    { expected, is: (value: unknown) => value === undefined || is(value) },
  ]),
) as Readonly<Record<`${Base}?`, FieldCheck>>;

const TIME: FieldCheck = {
  expected: 'a time in ISO 8601',
  is: (value) => isText(value) && /^[+-]?\d{4,6}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value)),
};

/** The stamps of an event. */
const STAMPS = { contextId: 'name', taskId: 'name', timestamp: 'time' } as const;

const kinds = { ...KINDS, ...OPTIONAL, time: TIME };

// Later versions have more of these, and their events are read all the same.
const { name: later } = KINDS;
const readKinds = { ...kinds, inputType: later, authType: later, thoughtType: later };

/** The events as readers get them. */
export const LOOOPY_LANGUAGE: Language<FieldKind | 'time'> = {
  name: 'Looopy',
  tag: 'kind',
  fields: Object.fromEntries(
    Object.entries(LOOOPY_FIELDS).map(([kind, fields]) => [
      kind,
      { ...STAMPS, ...fields, metadata: 'object?' as const },
    ]),
  ),
  kinds: readKinds,
};

/** The faults, each as a sentence that names the field; the stamps are not checked. */
export function findFieldProblems(event: Readonly<Record<string, unknown>>, kind: LooopyKind): string[] {
  const fields = { [kind]: { ...LOOOPY_FIELDS[kind], metadata: 'object?' as const } };
  return findProblems({ ...LOOOPY_LANGUAGE, fields, kinds }, { ...event, kind });
}

export function findStampProblems(event: Readonly<Record<string, unknown>>): string[] {
  return findProblems({ ...LOOOPY_LANGUAGE, fields: { stamps: STAMPS } }, { ...event, kind: 'stamps' });
}
