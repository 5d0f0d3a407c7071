/** Validates the options of run() and createClient(): all errors are found at once, before anything starts. */
import type { ClientDefaults, RunOptions } from '../adapter/index.ts';
import { checkGiven, demandCall } from '../demand-call.ts';
import type { ValidationFieldError } from '../errors.ts';
import { anything, boolean, checkFields, filledText, isRecord, missing, oneOf, type Rule } from '../field-rules.ts';
import type { ClientOptions } from './client-options.ts';
import { findConflicts, findDelayConflict } from './option-conflicts.ts';
import { CLIENT_RULES, RUN_RULES } from './option-rules.ts';
import { ownClientOptions } from './own-options.ts';

/** Returns a copy, which the caller cannot change. Throws ValidationError with every fault. */
export function validateClientOptions(options: ClientOptions): ClientOptions {
  demandCall('createClient()', [...checkGiven(CLIENT_RULES, options), ...findDelayConflict(Object(options), {})]);
  return ownClientOptions(options);
}

/** A method of the client that starts a run. */
export type StartingCall = 'run()' | 'prompt()' | 'call()' | 'handoff()';

const RULES_OF_CALL: Readonly<Record<StartingCall, Readonly<Record<string, Rule>>>> = {
  'run()': RUN_RULES,
  // Nobody could end a run that stays open.
  'prompt()': { ...RUN_RULES, keepOpen: oneOf(false) },
  'call()': { ...RUN_RULES, parentCall: filledText },
  'handoff()': { ...RUN_RULES, now: boolean },
};

/** Finds everything that is wrong with the options of a run. The `defaults` of the client are valid. */
export function findRunErrors(
  options: unknown,
  defaults: ClientDefaults,
  call: StartingCall = 'run()',
): ValidationFieldError[] {
  const record: Record<string, unknown> = isRecord(options) ? options : {};
  return [
    ...checkGiven(RULES_OF_CALL[call], options),
    ...findDelayConflict(record, defaults),
    ...findConflicts(record),
    ...(isRecord(options) && record['prompt'] === undefined ? [missing('prompt', RUN_RULES.prompt.expected)] : []),
  ];
}

/** What is in a place on the disk may change until the run begins: these are looked at then. */
const PLACES = ['cwd', 'binary', 'attachments'] satisfies (keyof RunOptions)[];

/**
 * Finds what is wrong with options that are given before the prompt is known: their names, and their values as far as
 * those will not change.
 */
export function findCalledRunErrors(options: Record<string, unknown>, prefix: string): ValidationFieldError[] {
  const { prompt: _, ...known } = RUN_RULES;
  return checkFields({ ...known, ...Object.fromEntries(PLACES.map((name) => [name, anything])) }, options, prefix);
}
