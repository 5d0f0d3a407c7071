/** Whether a field of an event is what the specification says. */
import type { FieldKind } from './types.ts';

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isName = (value: unknown): value is string => isText(value) && value !== '';
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

const KINDS: Readonly<Record<FieldKind, { readonly expected: string; readonly is: (value: unknown) => boolean }>> = {
  text: { expected: 'a string', is: isText },
  name: { expected: 'a string that is not empty', is: isName },
  status: {
    expected: 'start, started or completed',
    is: (value) => value === 'start' || value === 'started' || value === 'completed',
  },
  call: {
    expected: '{ id, type: "function", function: { name, arguments } }',
    is: (value) =>
      isObject(value) &&
      isName(value['id']) &&
      value['type'] === 'function' &&
      isObject(value['function']) &&
      isText(value['function']['name']) &&
      isText(value['function']['arguments']),
  },
  usage: {
    expected:
      '{ input_tokens, output_tokens, context_length, context_limit, cost }, whole numbers from 0 on and a price',
    is: (value) =>
      isObject(value) &&
      isCount(value['input_tokens']) &&
      isCount(value['output_tokens']) &&
      isCount(value['context_length']) &&
      isCount(value['context_limit']) &&
      typeof value['cost'] === 'number' &&
      value['cost'] >= 0,
  },
};

/** Each problem as a sentence that names the field. */
export function findFieldProblems(
  event: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, FieldKind>>,
): string[] {
  return Object.entries(fields).flatMap(([name, kind]) => {
    const { expected, is } = KINDS[kind];
    return is(event[name]) ? [] : [`${name}: expected ${expected}, got ${show(event[name])}`];
  });
}

const MAX_SHOWN = 120;

export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
