/** The giver of an answer, and the check of one that a program names. */
import type { Giver } from '@agent-mux/events/journal';
import { checkOptions, demandCall } from '../demand-call.ts';
import type { ValidationFieldError } from '../errors.ts';
import { anything, isRecord, oneOf, type Rule } from '../field-rules.ts';

/** The program that holds the handle, which gives an answer, a prompt or a command where no other giver is named. */
export const PROGRAM: Giver = { kind: 'program' };

/** The runtime, which denies as soon as nothing is granted any more. */
export const STOPPING: Giver = { kind: 'policy', rule: 'stopping' };

const GIVER: Rule = {
  expected: "{ kind: 'user' | 'agent', id } or { kind: 'program', rule } with strings that are not empty",
  accepts: (value) => readGiver(value) !== undefined,
};
const KIND = oneOf('user', 'agent', 'program');

/** Finds everything that is wrong with the options of an answer. */
export function findGiverErrors(options: unknown): ValidationFieldError[] {
  const by = isRecord(options) ? options['by'] : undefined;
  // Where the kind has a typing error, the other fields say nothing.
  const wrongKind = isRecord(by) && typeof by['kind'] === 'string' && !KIND.accepts(by['kind']);
  return wrongKind
    ? [...checkOptions({ by: anything }, options), ...checkOptions({ 'by.kind': KIND }, { 'by.kind': by['kind'] })]
    : checkOptions({ by: GIVER }, options);
}

/** Throws ValidationError with what is wrong, and what it should be. */
export function demandGiver(options: unknown): Giver {
  demandCall('respond()', findGiverErrors(options), 'The question is still open.');
  return readGiver(isRecord(options) ? options['by'] : undefined) ?? PROGRAM;
}

function readGiver(by: unknown): Giver | undefined {
  if (!isRecord(by)) {
    return undefined;
  }
  const { kind, id, rule } = by;
  if ((kind === 'user' || kind === 'agent') && isFilled(id)) {
    return { kind, id };
  }
  return kind === 'program' && isFilled(rule) ? { kind, rule } : undefined;
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
