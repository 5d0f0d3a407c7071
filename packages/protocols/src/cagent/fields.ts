/** Cagent's language, and what its fields must be. */
import { type FieldCheck, isObject, type Language } from '../decode.ts';
import { CAGENT_FIELDS, type FieldKind } from './types.ts';

const isText = (value: unknown): value is string => typeof value === 'string';
const isName = (value: unknown): value is string => isText(value) && value !== '';
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

const KINDS: Readonly<Record<FieldKind, FieldCheck>> = {
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

export const CAGENT: Language<FieldKind> = { name: 'cagent', tag: 'type', fields: CAGENT_FIELDS, kinds: KINDS };
