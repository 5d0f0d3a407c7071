/** Entries with one field altered: a field that no output shows is lost. */

import type { JournalEntry } from '@agent-mux/events/journal';
import { BASE_FIELDS, EVENT_FIELDS } from '../../packages/events/src/event-fields.ts';
import type { FieldChecks } from '../../packages/events/src/field-kinds.ts';
import { ENTRY_FIELDS, INPUT_FIELDS } from '../../packages/events/src/journal/entry-fields.ts';

export type Fields = readonly (readonly [path: string, check: FieldChecks[string]])[];

/** The row of an entry on a page, such as `text_delta`, `open` or `input answer`. */
export function rowOf(entry: JournalEntry): string {
  if ('type' in entry) {
    return entry.type;
  }
  return entry.entry === 'input' ? `input ${entry.input}` : entry.entry;
}

/** The fields by row, with those of its records such as `facts.stderr`. `format` has only one value, so that nothing can be lost. */
export const FIELDS: ReadonlyMap<string, Fields> = new Map<string, Fields>([
  ...Object.entries(EVENT_FIELDS).map(([type, fields]): [string, Fields] => [type, flatten(fields)]),
  ...Object.entries(ENTRY_FIELDS).map(([kind, fields]): [string, Fields] => [kind, flatten(fields)]),
  ...Object.entries(INPUT_FIELDS).map(([kind, fields]): [string, Fields] => [`input ${kind}`, flatten(fields)]),
]);

/** The fields of every event, without its run and its lane, which every projection needs. */
export const STAMPS: Fields = flatten(BASE_FIELDS).filter(([path]) => path !== 'runId' && path !== 'lane');

function flatten(fields: FieldChecks, before = ''): Fields {
  return Object.entries(fields)
    .filter(([name]) => name !== 'format')
    .flatMap(
      ([name, check]): Fields =>
        check.fields === undefined ? [[`${before}${name}`, check]] : flatten(check.fields, `${before}${name}.`),
    );
}

/** Values of every kind that a field has: at least one fits each. */
const VALUES: readonly unknown[] = [
  '~',
  '01JZ8M3QK5V7W9X2Y4Z6A8B0ZZ',
  1,
  7,
  true,
  false,
  null,
  ['~'],
  ['session'],
  [{ id: '~', question: '~' }],
  [{ pid: 1, command: '~' }],
  { '~': 1 },
  { kind: 'user', id: '~' },
  { type: 'text', text: '~' },
];

/** One alteration: another value for a field, or its removal. */
export interface Alteration {
  readonly path: string;
  /** The value; undefined where the field is removed. */
  readonly value: unknown;
}

/** The alterations of this field: each other value where it has a few, and the removal where it is optional. */
export function alterationsOf(entry: JournalEntry, [path, check]: Fields[number]): readonly Alteration[] {
  const names = path.split('.');
  // A missing record has no fields either.
  if (!isRecord(valueAt(entry, names.slice(0, -1)))) {
    return [];
  }
  const current = valueAt(entry, names);
  const own = typeof current === 'string' ? [`${current}~`] : typeof current === 'number' ? [current + 1] : [];
  const listed = check.expected.startsWith('one of ') ? check.expected.slice('one of '.length).split(', ') : [];
  const fitting = [...own, ...listed, ...VALUES].filter(
    (value) =>
      check.isKind(value) && (check.isInRange?.(value) ?? true) && JSON.stringify(value) !== JSON.stringify(current),
  );
  const tried = fitting.slice(0, listed.length > 0 ? 3 : 1);
  const gone = check.optional && current !== undefined ? [undefined] : [];
  return [...tried, ...gone].map((value) => ({ path, value }));
}

/** The entry with all of these alterations. */
export function alter(entry: JournalEntry, alterations: readonly Alteration[]): JournalEntry {
  return alterations.reduce<unknown>(
    (altered, { path, value }) => withValue(altered, path.split('.'), value),
    entry,
  ) as JournalEntry;
}

function valueAt(entry: JournalEntry, names: readonly string[]): unknown {
  return names.reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), entry);
}

function withValue(owner: unknown, [name = '', ...rest]: readonly string[], value: unknown): Record<string, unknown> {
  const { [name]: current, ...others } = owner as Record<string, unknown>;
  if (rest.length > 0) {
    return { ...others, [name]: withValue(current, rest, value) };
  }
  return value === undefined ? others : { ...others, [name]: value };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
