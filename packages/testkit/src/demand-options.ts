/** Checks what the testing doors are given, all at once, before anything is started or written. */
import { ValidationError, type ValidationFieldError } from '@agent-mux/core';
import { nearestName, showValue } from '@agent-mux/events';

export interface OptionRule {
  /** Completes "must be …". */
  readonly expected: string;
  readonly accepts: (value: unknown) => boolean;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const TEXT: OptionRule = {
  expected: 'a string that is not empty',
  accepts: (value) => typeof value === 'string' && value !== '',
};
export const FLAG: OptionRule = { expected: 'true or false', accepts: (value) => typeof value === 'boolean' };
export const CALLBACK: OptionRule = { expected: 'a function', accepts: (value) => typeof value === 'function' };
export const OBJECT: OptionRule = { expected: 'an object', accepts: isObject };

/** Throws ValidationError in the name of the call. What is undefined is not given; of `required` that is wrong. */
export function demandOptions(
  call: string,
  options: unknown,
  rules: Readonly<Record<string, OptionRule>>,
  required: readonly string[] = [],
): void {
  const wrong = isObject(options)
    ? [
        ...Object.entries(options).flatMap(([field, value]) => checkOption(field, value, rules)),
        ...required
          .filter((field) => options[field] === undefined)
          .map((field) => missing(field, rules[field]?.expected ?? 'given')),
      ]
    : [misfit('options', options, OBJECT.expected)];
  if (wrong.length > 0) {
    throw new ValidationError(wrong, call);
  }
}

function checkOption(
  field: string,
  received: unknown,
  rules: Readonly<Record<string, OptionRule>>,
): ValidationFieldError[] {
  const rule = Object.hasOwn(rules, field) ? rules[field] : undefined;
  if (rule === undefined) {
    const names = Object.keys(rules);
    const near = nearestName(field, names);
    const hint = near === undefined ? `; there are ${names.join(', ')}.` : `; did you mean \`${near}\`?`;
    return [{ field, received, expected: 'a known option', message: `\`${field}\` is no option${hint}` }];
  }
  return received === undefined || rule.accepts(received) ? [] : [misfit(field, received, rule.expected)];
}

function misfit(field: string, received: unknown, expected: string): ValidationFieldError {
  return { field, received, expected, message: `\`${field}\` is ${showValue(received)}, but must be ${expected}.` };
}

function missing(field: string, expected: string): ValidationFieldError {
  return { field, received: undefined, expected, message: `\`${field}\` is missing; it must be ${expected}.` };
}
