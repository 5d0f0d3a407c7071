/** Whether an event has what the protocol demands. */
import { isObject, show } from '../decode.ts';
import { isCount, isName, isText } from '../given.ts';
import { AGENTIC_FIELDS, type AgenticEvent, type FieldKind } from './types.ts';

type Check = { readonly expected: string; readonly is: (value: unknown) => boolean };

const KINDS: Readonly<Record<FieldKind, Check>> = {
  text: { expected: 'a string', is: isText },
  name: { expected: 'a string that is not empty', is: isName },
  object: { expected: 'an object', is: isObject },
  flag: { expected: 'true or false', is: (value) => typeof value === 'boolean' },
  some: { expected: 'a value', is: (value) => value !== undefined },
  usage: {
    expected: '{ input_tokens, output_tokens, elapsed_time }, numbers from 0 on',
    is: (value) =>
      isObject(value) &&
      isCount(value['input_tokens']) &&
      isCount(value['output_tokens']) &&
      Number(value['elapsed_time']) >= 0,
  },
  messages: {
    expected: 'a list of { role, content }',
    is: (value) =>
      Array.isArray(value) &&
      value.every((message) => isObject(message) && isName(message['role']) && isText(message['content'])),
  },
};

const BASE: Readonly<Record<string, Check>> = {
  name: KINDS.name,
  depth: { expected: 'a whole number from 0 on', is: isCount },
};

export function isAgenticType(type: string): type is AgenticEvent['type'] {
  return Object.hasOwn(AGENTIC_FIELDS, type);
}

/** The faults of the name and the depth, each as a sentence that names the field. */
export function findBaseProblems(event: Readonly<Record<string, unknown>>): string[] {
  const { name, agent } = event;
  return [
    ...find(event, BASE),
    ...(agent === undefined || agent === name ? [] : [`agent: expected ${show(name)}, got ${show(agent)}`]),
  ];
}

/** The faults of a type's payload. */
export function findPayloadProblems(type: AgenticEvent['type'], payload: unknown): string[] {
  if (!isObject(payload)) {
    return [`payload: expected an object, got ${show(payload)}`];
  }
  const fields: Readonly<Record<string, FieldKind>> = AGENTIC_FIELDS[type];
  const checks = Object.fromEntries(Object.entries(fields).map(([field, kind]) => [field, KINDS[kind]]));
  return find(payload, checks).map((problem) => `payload.${problem}`);
}

function find(object: Readonly<Record<string, unknown>>, checks: Readonly<Record<string, Check>>): string[] {
  return Object.entries(checks).flatMap(([field, { expected, is }]) =>
    is(object[field]) ? [] : [`${field}: expected ${expected}, got ${show(object[field])}`],
  );
}
