/** AG-UI's language, and what its fields must be. */
import { type FieldCheck, isObject, type Language } from '../decode.ts';
import { AGUI_FIELDS, type AguiFieldKind } from './types.ts';

const KINDS: Readonly<Record<AguiFieldKind, FieldCheck>> = {
  text: { expected: 'a string', is: (value) => typeof value === 'string' },
  content: { expected: 'a string or parts', is: (value) => typeof value === 'string' || Array.isArray(value) },
  list: { expected: 'a list', is: Array.isArray },
  object: { expected: 'an object', is: isObject },
  anything: { expected: 'a value', is: (value) => value !== undefined },
};

export const AGUI: Language<AguiFieldKind> = { name: 'AG-UI', tag: 'type', fields: AGUI_FIELDS, kinds: KINDS };
