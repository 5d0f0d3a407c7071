/**
 * Checks what a call is given, such as one of a handle: every fault is reported at once, before the call does anything.
 */
import { ValidationError, type ValidationFieldError } from './errors.ts';
import { check, checkFields, hasFields, missing, type Rule, rule, secretive } from './field-rules.ts';

/** The faults of options that may be left out; each unknown one is named. */
export function checkOptions(rules: Readonly<Record<string, Rule>>, options: unknown): ValidationFieldError[] {
  return options === undefined ? [] : checkGiven(rules, options);
}

/** The faults of options that must be there, some of them by name. */
export function checkGiven(
  rules: Readonly<Record<string, Rule>>,
  options: unknown,
  required: readonly string[] = [],
): ValidationFieldError[] {
  return hasFields(options)
    ? checkFields(rules, options, '', required)
    : check(secretive(rule('an object', hasFields)), options, 'options');
}

/** The faults of an argument that must be there. */
export function checkArgument(rule: Rule, value: unknown, name: string): ValidationFieldError[] {
  return value === undefined ? [missing(name, rule.expected)] : check(rule, value, name);
}

/**
 * Throws ValidationError where something is wrong. The message names the `call`, such as `queue()`, and ends with
 * `stays`, a sentence about what did not change.
 */
export function demandCall(call: string, wrong: readonly ValidationFieldError[], stays?: string): void {
  if (wrong.length > 0) {
    throw new ValidationError(wrong, call, stays === undefined ? {} : { stays });
  }
}
