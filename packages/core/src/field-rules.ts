/** Rules for single options: each says what is expected, and finds what is wrong with a value. */
import { type Stats, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { hintAtName, nearestName, showValue } from '@agent-mux/events';
import { LONGEST_TIMER_MS } from './clock.ts';
import type { ValidationFieldError } from './errors.ts';

export interface Rule {
  /** The text that completes "must be …". */
  readonly expected: string;
  readonly accepts: (value: unknown) => boolean;
  /** The texts that are accepted, where the rule is a choice of a few: an error names the nearest one. */
  readonly choices?: readonly string[];
  /** A field of a shape may be left out. */
  readonly isOptional?: true;
  /** Whether the value may be a secret, which no error tells. What is inside of it is private too, unless its own rule says no. */
  readonly isPrivate?: boolean;
  /** Checks what is inside the value; it is only called with a value that is accepted. */
  readonly inner?: (value: unknown, field: string, isPrivate?: boolean) => ValidationFieldError[];
}

export type Rules<T> = { readonly [K in keyof Required<T>]: Rule };

export const rule = (expected: string, accepts: (value: unknown) => boolean): Rule => ({ expected, accepts });

export const anything: Rule = rule('anything', () => true);

/** Returns a rule for a value that is known to be wrong. */
export const nothingBut = (expected: string): Rule => rule(expected, () => false);

export const maybe = (fieldRule: Rule): Rule => ({ ...fieldRule, isOptional: true });

/** Returns a rule whose errors tell the kind and the length of a value, and nothing else: it may be a secret. */
export const secretive = (fieldRule: Rule): Rule => ({ ...fieldRule, isPrivate: true });

/** Returns a rule for a value that is no secret although others beside it are, such as the name of an MCP server. */
export const open = (fieldRule: Rule): Rule => ({ ...fieldRule, isPrivate: false });

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Whether the value is an object that says what it says by fields of its own. A Map, a Headers or a promise has none, and would be read as
 * if nothing were given.
 */
export const hasFields = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && (isPlain(value) || Object.keys(value).length > 0);

/** Whether it is an object as a literal makes one, and no instance of a class. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  // Another realm, such as that of a test, has an Object of its own.
  return typeof prototype !== 'object' || prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The value in words; an instance of a class by its name. */
function describeValue(value: unknown): string {
  if (!isRecord(value) || hasFields(value)) {
    return showValue(value);
  }
  const name = Object.prototype.toString.call(value).slice('[object '.length, -1);
  return name === 'Object' ? 'an instance of a class without fields' : `a ${name}`;
}

/** What a text has that a rule may refuse, in words that reveal nothing of it. */
const ODDITIES: readonly (readonly [sign: RegExp, words: string])[] = [
  [/\0/, 'a zero byte'],
  [/[\r\n\u2028\u2029]/, 'a line break'],
  [/[^\P{Cc}\0\r\n]/u, 'a control character'],
  [/^-/, 'a dash at its beginning'],
  [/[^\S\r\n]/, 'a blank'],
];

/** The kind and the length of a value, and nothing of what it says. */
export function describePrivately(value: unknown): string {
  if (typeof value === 'number') {
    return 'a number';
  }
  if (typeof value !== 'string' || value === '') {
    return describeValue(value);
  }
  const odd = ODDITIES.flatMap(([sign, words]) => (sign.test(value) ? [words] : []));
  const length = `a string of ${value.length} character${value.length === 1 ? '' : 's'}`;
  return odd.length === 0 ? length : `${length} with ${odd.join(', ')}`;
}

/** The name of a field as an error tells it. Who writes a whole setting where its name belongs has its value in it. */
export function tellName(name: string): string {
  const beginning = /^[\w.$-]*/.exec(name)?.[0] ?? '';
  return beginning === name ? name : `${beginning}…`;
}

/** Whether the value can be written as JSON. */
export function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    // It contains itself, or a number that JSON has no form for.
    return false;
  }
}

export const boolean: Rule = rule('true or false', (value) => typeof value === 'boolean');
export const text: Rule = rule('a string', (value) => typeof value === 'string');
export const filledText: Rule = rule('a non-empty string', (value) => typeof value === 'string' && value.trim() !== '');
export const callback: Rule = rule('a function', (value) => typeof value === 'function');

export const oneOf = (...choices: readonly (string | boolean)[]): Rule => ({
  expected: `one of ${choices.map((choice) => JSON.stringify(choice)).join(', ')}`,
  accepts: (value) => choices.includes(value as string),
  choices: choices.filter((choice) => typeof choice === 'string'),
});

export const integer = (min: number, max: number = Number.MAX_SAFE_INTEGER): Rule =>
  rule(
    max === Number.MAX_SAFE_INTEGER ? `an integer of at least ${min}` : `an integer from ${min} to ${max}`,
    (value) => Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max,
  );

export const milliseconds: Rule = integer(0, LONGEST_TIMER_MS);

export const number = (min: number, max: number): Rule =>
  rule(`a number from ${min} to ${max}`, (value) => typeof value === 'number' && value >= min && value <= max);

export const matching = (pattern: RegExp, expected: string): Rule =>
  rule(expected, (value) => typeof value === 'string' && pattern.test(value));

export const listOf = (item: Rule): Rule => ({
  expected: `an array, each ${item.expected}`,
  accepts: Array.isArray,
  // A hole counts as an entry too.
  inner: (value, field, isPrivate) =>
    Array.from(value as unknown[]).flatMap((entry, index) => check(item, entry, `${field}[${index}]`, isPrivate)),
});

export const texts: Rule = listOf(filledText);

export const stringMap: Rule = mapOf(() => text);

/**
 * An object of strings. `ruleOf` returns the rule for the value of a name, or one that names what is wrong with the
 * name.
 */
function mapOf(ruleOf: (name: string) => Rule): Rule {
  return {
    expected: 'an object of strings',
    accepts: hasFields,
    inner: (value, field, isPrivate) =>
      Object.entries(value as object).flatMap(([name, entry]) =>
        entry === undefined ? [] : check(ruleOf(name), entry, `${field}.${tellName(name)}`, isPrivate),
      ),
  };
}

/** An object of strings like that of `mapOf`, with one rule for names and one for values. */
export function namedTexts(names: { readonly pattern: RegExp; readonly expected: string }, values: Rule): Rule {
  return mapOf((name) => (names.pattern.test(name) ? values : nothingBut(names.expected)));
}

function statOf(path: unknown): Stats | undefined {
  try {
    return typeof path === 'string' && isAbsolute(path) ? statSync(path, { throwIfNoEntry: false }) : undefined;
  } catch {
    // The reason why the path cannot be read makes no difference: it is below a file, too long, not permitted, or no
    // path.
    return undefined;
  }
}

export const folder: Rule = rule(
  'an absolute path of an existing folder',
  (value) => statOf(value)?.isDirectory() ?? false,
);

export const file: Rule = rule('an absolute path of an existing file', (value) => statOf(value)?.isFile() ?? false);

export const absolutePath: Rule = rule('an absolute path', (value) => typeof value === 'string' && isAbsolute(value));

/** An object whose fields have rules; unknown fields are errors. */
export const objectOf = <T>(
  rules: Rules<T>,
  {
    required = [],
    extra,
  }: {
    required?: readonly (keyof T & string)[];
    extra?: (value: Record<string, unknown>, field: string) => ValidationFieldError[];
  } = {},
): Rule => ({
  expected: 'an object',
  accepts: hasFields,
  inner: (value, field, isPrivate) => {
    const record = value as Record<string, unknown>;
    return [
      ...checkFields(isPrivate === true ? keepPrivate(rules) : rules, record, `${field}.`, required),
      ...(extra?.(record, field) ?? []),
    ];
  },
});

/** Returns the rules of fields that are private unless their own rules say something else. */
function keepPrivate(rules: Readonly<Record<string, Rule>>): Readonly<Record<string, Rule>> {
  return Object.fromEntries(Object.entries(rules).map(([name, each]) => [name, { isPrivate: true, ...each }]));
}

export function check(fieldRule: Rule, value: unknown, field: string, isWithinPrivate = false): ValidationFieldError[] {
  const isPrivate = fieldRule.isPrivate ?? isWithinPrivate;
  if (!fieldRule.accepts(value)) {
    const words = isPrivate ? describePrivately(value) : describeValue(value);
    return [
      {
        field,
        message: `\`${field}\` is ${words}, but must be ${fieldRule.expected}.${hintAtName(value, fieldRule.choices ?? [])}${hintAtPromise(value)}`,
        received: isPrivate ? words : value,
        expected: fieldRule.expected,
      },
    ];
  }
  return fieldRule.inner?.(value, field, isPrivate) ?? [];
}

function hintAtPromise(value: unknown): string {
  return value instanceof Promise ? ' Is an `await` missing?' : '';
}

/**
 * Checks the fields of an object, and that the required ones are there; `undefined` counts as absent, null is an error.
 */
export function checkFields(
  rules: Readonly<Record<string, Rule>>,
  record: Record<string, unknown>,
  prefix = '',
  required: readonly string[] = [],
): ValidationFieldError[] {
  const wrong = Object.entries(record).flatMap(([name, value]) => {
    const fieldRule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (fieldRule === undefined) {
      return [unknownField(`${prefix}${tellName(name)}`, value, Object.keys(rules))];
    }
    return value === undefined ? [] : check(fieldRule, value, `${prefix}${name}`);
  });
  const absent = required.filter((name) => record[name] === undefined);
  return [...wrong, ...absent.map((name) => missing(`${prefix}${name}`, rules[name]?.expected ?? 'given'))];
}

/**
 * Checks a value that somebody else has made: a field with a rule must be there unless it is optional, and every other
 * field is allowed.
 */
export function checkShape(
  rules: Readonly<Record<string, Rule>>,
  record: Readonly<Record<string, unknown>>,
  prefix = '',
): ValidationFieldError[] {
  return Object.entries(rules).flatMap(([name, fieldRule]) => {
    const value = record[name];
    if (value !== undefined) {
      return check(fieldRule, value, `${prefix}${name}`);
    }
    return fieldRule.isOptional ? [] : [missing(`${prefix}${name}`, fieldRule.expected)];
  });
}

export function missing(field: string, expected: string): ValidationFieldError {
  return { field, message: `\`${field}\` is missing; it must be ${expected}.`, received: undefined, expected };
}

export function conflict(fields: readonly string[], why: string): ValidationFieldError {
  const names = fields.map((field) => `\`${field}\``).join(' and ');
  return { field: fields.join(', '), message: `${names} ${why}`, received: undefined, expected: 'only one of them' };
}

function unknownField(field: string, received: unknown, known: readonly string[]): ValidationFieldError {
  const near = nearestName(field.slice(field.lastIndexOf('.') + 1), known);
  return {
    field,
    message: `\`${field}\` is no option${near === undefined ? '.' : `; did you mean \`${near}\`?`}`,
    // Nobody knows what such an option is for; `apiKey` is one.
    received: describePrivately(received),
    expected: 'a known option',
  };
}
