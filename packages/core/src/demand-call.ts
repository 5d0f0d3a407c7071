/** Checks what a call is given, such as one of a handle: all that is wrong at once, before it does anything. */
import { ValidationError, type ValidationFieldError } from './errors.ts';
import { check, checkFields, isRecord, missing, type Rule } from './field-rules.ts';

const AN_OBJECT: Rule = { expected: 'an object', accepts: isRecord };

/** What is wrong with options that may be left out; each that is not known is named. */
export function checkOptions(rules: Readonly<Record<string, Rule>>, options: unknown): ValidationFieldError[] {
  if (options === undefined) {
    return [];
  }
  return isRecord(options) ? checkFields(rules, options) : check(AN_OBJECT, options, 'options');
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
