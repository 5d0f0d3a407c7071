/** Checks the arguments of the testing functions, all at once, before anything is started or written. */
import { ValidationError, type ValidationFieldError } from '@agent-mux/core';
import { nearestName, showValue } from '@agent-mux/events';

export interface OptionRule {
  /** The text that completes "must be …". */
  readonly expected: string;
  readonly accepts: (value: unknown) => boolean;
}

export type OptionRules = Readonly<Record<string, OptionRule>>;

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const TEXT: OptionRule = {
  expected: 'a string that is not empty',
  accepts: (value) => typeof value === 'string' && value !== '',
};
export const FLAG: OptionRule = { expected: 'true or false', accepts: (value) => typeof value === 'boolean' };
export const CALLBACK: OptionRule = { expected: 'a function', accepts: (value) => typeof value === 'function' };
export const LIST: OptionRule = { expected: 'a list', accepts: (value) => Array.isArray(value) };
export const ANYTHING: OptionRule = { expected: 'given', accepts: () => true };
export const OBJECT: OptionRule = { expected: 'an object', accepts: isObject };

/** Throws ValidationError in the name of the call. An undefined option counts as not given, which is wrong for `required` ones. */
export function demandOptions(
  call: string,
  options: unknown,
  rules: OptionRules,
  required: readonly string[] = [],
): void {
  const wrong = findWrong(options, rules, required);
  if (wrong.length > 0) {
    throw new ValidationError(wrong, call);
  }
}

/** Everything that is wrong with an object. `at` is its place in the arguments. */
export function findWrong(
  given: unknown,
  rules: OptionRules,
  required: readonly string[] = [],
  at = '',
): ValidationFieldError[] {
  if (!isObject(given)) {
    return [misfit(at === '' ? 'options' : at, given, OBJECT.expected)];
  }
  const place = (field: string): string => (at === '' ? field : `${at}.${field}`);
  return [
    ...Object.entries(given).flatMap(([field, value]) => checkOption(field, value, rules, place(field))),
    ...required
      .filter((field) => given[field] === undefined)
      .map((field) => missing(place(field), rules[field]?.expected ?? 'given')),
  ];
}

function checkOption(name: string, received: unknown, rules: OptionRules, field: string): ValidationFieldError[] {
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
  if (rule === undefined) {
    const names = Object.keys(rules);
    const near = nearestName(name, names);
    const hint = near === undefined ? `; there are ${names.join(', ')}.` : `; did you mean \`${near}\`?`;
    return [{ field, received, expected: 'a known option', message: `\`${field}\` is no option${hint}` }];
  }
  return received === undefined || rule.accepts(received) ? [] : [misfit(field, received, rule.expected)];
}

export function misfit(field: string, received: unknown, expected: string): ValidationFieldError {
  return { field, received, expected, message: `\`${field}\` is ${showValue(received)}, but must be ${expected}.` };
}

function missing(field: string, expected: string): ValidationFieldError {
  return { field, received: undefined, expected, message: `\`${field}\` is missing; it must be ${expected}.` };
}
