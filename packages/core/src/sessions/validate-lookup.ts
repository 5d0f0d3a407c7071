/** Validates what the calls of a session manager are given, in either of their forms. */
import { resolve } from 'node:path';
import { ValidationError, type ValidationFieldError } from '../errors.ts';
import {
  absolutePath,
  callback,
  check,
  checkFields,
  filledText,
  integer,
  matching,
  type Rule,
  stringMap,
} from '../field-rules.ts';
import { given } from '../given.ts';
import type { SessionIterateOptions, SessionListOptions, SessionLookup } from './session-manager.ts';

const moment: Rule = {
  expected: 'a valid Date',
  accepts: (value) => value instanceof Date && !Number.isNaN(value.getTime()),
};

/** A CLI names a file or a folder after it. */
const storedId = matching(/^(?=.*\S).{1,255}$/su, 'an id of 1 to 255 characters');

const LOOKUP_RULES = { agent: filledText, env: stringMap, onProblem: callback };
const ITERATE_RULES = { ...LOOKUP_RULES, cwd: absolutePath, since: moment, until: moment };
const LIST_RULES = { ...ITERATE_RULES, limit: integer(1) };

/** `list(options)` and `list(agent, options)`. */
export function readListCall(first: unknown, second: unknown): SessionListOptions {
  return readCall('sessions.list()', LIST_RULES, first, second);
}

export function readIterateCall(first: unknown, second: unknown): SessionIterateOptions {
  return readCall('sessions.iterate()', ITERATE_RULES, first, second);
}

/** `get(id, options)` and `get(agent, id, options)`. */
export function readGetCall(
  first: unknown,
  second: unknown,
  third: unknown,
): SessionLookup & { readonly sessionId: string } {
  const hasAgent = typeof second === 'string';
  const sessionId = hasAgent ? second : first;
  const options: unknown = (hasAgent ? third : second) ?? {};
  const errors = [
    ...check(storedId, sessionId, 'sessionId'),
    ...(hasAgent ? check(filledText, first, 'agent') : []),
    ...findErrors(LOOKUP_RULES, options),
  ];
  if (errors.length > 0) {
    throw new ValidationError(errors, 'sessions.get()');
  }
  return { ...Object(options), ...(hasAgent ? { agent: first } : {}), sessionId };
}

function readCall<T>(subject: string, rules: Readonly<Record<string, Rule>>, first: unknown, second: unknown): T {
  const hasAgent = typeof first === 'string';
  const options: unknown = (hasAgent ? second : first) ?? {};
  const errors = [...(hasAgent ? check(filledText, first, 'agent') : []), ...findErrors(rules, options)];
  if (errors.length > 0) {
    throw new ValidationError(errors, subject);
  }
  const { cwd } = Object(options) as { readonly cwd?: string };
  // As the CLIs write it: whoever asks may have joined it from parts, with `..` or a slash at its end.
  return { ...Object(options), ...(hasAgent ? { agent: first } : {}), ...given({ cwd: cwd && resolve(cwd) }) };
}

function findErrors(rules: Readonly<Record<string, Rule>>, options: unknown): ValidationFieldError[] {
  const whole: Rule = { expected: 'an object', accepts: (value) => typeof value === 'object' && value !== null };
  const errors = check(whole, options, 'options');
  return errors.length > 0 ? errors : checkFields(rules, Object(options));
}
