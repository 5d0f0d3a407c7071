/** The kinds of fields that an event can have: what is accepted, in words and as a test. */

/** How one field is checked. */
export interface FieldCheck {
  readonly expected: string;
  readonly optional: boolean;
  /** Whether the value has the right type at all. */
  readonly isKind: (value: unknown) => boolean;
  /** Whether a value of the right type is also in range; absent where every value is. */
  readonly isInRange?: (value: unknown) => boolean;
  /** The fields of a record. */
  readonly fields?: FieldChecks;
  /** The check of each item of a list. */
  readonly items?: FieldCheck;
  /** Set where the wire leaves the field out and the reader rebuilds it. */
  readonly derived?: true;
}

export type FieldChecks = Readonly<Record<string, FieldCheck>>;

/**
 * A check that the compiler compares with the interface of the event: one that accepts more or less than `T`, or is optional where the
 * interface is not, does not fit.
 */
export interface Field<T, Optional extends boolean = false> extends FieldCheck {
  readonly optional: Optional;
  /** No value has it; the declaration makes `T` invariant. */
  readonly typed?: (value: T) => T;
}

/** The field specifications that an interface asks for, except the keys that its table covers elsewhere. */
export type FieldsOf<E, Covered extends PropertyKey = never> = {
  readonly [K in Exclude<keyof E, Covered>]-?: Record<never, never> extends Pick<E, K>
    ? Field<Required<E>[K], true>
    : Field<E[K]>;
};

const isString = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number';
const isAtLeast = (least: number) => (value: unknown) => Number.isSafeInteger(value) && Number(value) >= least;

export const TEXT: Field<string> = { expected: 'a string', optional: false, isKind: isString };
export const FILLED: Field<string> = {
  expected: 'a string that is not empty',
  optional: false,
  isKind: isString,
  isInRange: (value) => value !== '',
};
/** The check of `accumulated` and its like, which live events have and the wire does not. */
export const DERIVED: Field<string> = { ...TEXT, derived: true };
export const RUN_ID: Field<string> = {
  expected: 'a ULID',
  optional: false,
  isKind: isString,
  isInRange: (value) => /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(String(value)),
};
export const FLAG: Field<boolean> = {
  expected: 'true or false',
  optional: false,
  isKind: (value) => typeof value === 'boolean',
};
/** An index or a count. */
export const COUNT: Field<number> = {
  expected: 'an integer from 0',
  optional: false,
  isKind: isNumber,
  isInRange: isAtLeast(0),
};
export const FROM_ONE: Field<number> = {
  expected: 'an integer from 1',
  optional: false,
  isKind: isNumber,
  isInRange: isAtLeast(1),
};
export const INTEGER: Field<number> = {
  expected: 'an integer',
  optional: false,
  isKind: isNumber,
  isInRange: Number.isSafeInteger,
};
/** A duration in milliseconds, or money. */
export const AMOUNT: Field<number> = {
  expected: 'a number from 0',
  optional: false,
  isKind: isNumber,
  isInRange: (value) => Number.isFinite(value) && Number(value) >= 0,
};
export const PERCENT: Field<number> = {
  expected: 'a number from 0 to 100',
  optional: false,
  isKind: isNumber,
  isInRange: (value) => Number(value) >= 0 && Number(value) <= 100,
};
/** Accepts any JSON value, but requires one. */
export const ANYTHING: Field<unknown> = {
  expected: 'a value',
  optional: false,
  isKind: () => true,
};

export function oneOf<const T extends string | boolean>(...values: readonly T[]): Field<T> {
  const known: ReadonlySet<unknown> = new Set(values);
  return {
    expected: values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`,
    optional: false,
    isKind: (value) => known.has(value),
  };
}

export function optional<T>(field: Field<T>): Field<T, true> {
  return { ...field, optional: true };
}

export function record<T extends object>(expected: string, fields: FieldsOf<T> & FieldChecks): Field<T> {
  return {
    expected,
    optional: false,
    isKind: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    fields,
  };
}

export function listOf<T>(expected: string, items: Field<T>): Field<readonly T[]> {
  return { expected, optional: false, isKind: Array.isArray, items: { ...items, optional: false } };
}
