/** Checks what a call is given, such as one of a handle: all that is wrong at once, before it does anything. */
import { ValidationError, type ValidationFieldError } from './errors.ts';
import { check, checkFields, isRecord, missing, type Rule, rule } from './field-rules.ts';

/** What is wrong with options that may be left out; each that is not known is named. */
export function checkOptions(rules: Readonly<Record<string, Rule>>, options: unknown): ValidationFieldError[] {
  return options === undefined ? [] : checkGiven(rules, options);
}

/** What is wrong with options that must be there, some of them by name. */
export function checkGiven(
  rules: Readonly<Record<string, Rule>>,
  options: unknown,
  required: readonly string[] = [],
): ValidationFieldError[] {
  return isRecord(options)
    ? checkFields(rules, options, '', required)
    : check(rule('an object', isRecord), options, 'options');
}

/** What is wrong with an argument that must be there. */
export function checkArgument(rule: Rule, value: unknown, name: string): ValidationFieldError[] {
  return value === undefined ? [missing(name, rule.expected)] : check(rule, value, name);
}

/** Throws ValidationError where something is wrong. `call` is for the message, as in `queue()`; `stays` what is as it was. */
export function demandCall(call: string, wrong: readonly ValidationFieldError[], stays?: string): void {
  if (wrong.length > 0) {
    throw new ValidationError(wrong, call, stays === undefined ? {} : { stays });
  }
}
