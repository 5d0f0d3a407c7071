/** The language of UI message streams, and what its fields must be. */
import type { FieldCheck, Language } from '../decode.ts';
import { UI_FIELDS, type UiFieldKind } from './types.ts';

const KINDS: Readonly<Record<UiFieldKind, FieldCheck>> = {
  text: { expected: 'a string', is: (value) => typeof value === 'string' },
  anything: { expected: 'a value', is: (value) => value !== undefined },
};

export const UI: Language<UiFieldKind> = {
  name: 'the UI message stream',
  tag: 'type',
  fields: UI_FIELDS,
  kinds: KINDS,
  fieldsOf: (type) => (type.startsWith('data-') ? { data: 'anything' } : undefined),
};
