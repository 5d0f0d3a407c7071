/** Validates the arguments of the calls of a session manager, in either of their forms. */
import { resolve } from 'node:path';
import { demandCall } from '../demand-call.ts';
import type { ValidationFieldError } from '../errors.ts';
import {
  absolutePath,
  callback,
  check,
  checkFields,
  filledText,
  hasFields,
  integer,
  matching,
  type Rule,
  rule,
  stringMap,
} from '../field-rules.ts';
import { given } from '../given.ts';
import type { SessionListOptions, SessionLookup } from './session-manager.ts';

const moment: Rule = rule('a valid Date', (value) => value instanceof Date && !Number.isNaN(value.getTime()));

/** A CLI names a file or a folder after the id. */
const storedId = matching(/^(?=.*\S).{1,255}$/su, 'an id of 1 to 255 characters');

const AN_OBJECT: Rule = rule('an object', hasFields);
const LOOKUP_RULES = { agent: filledText, env: stringMap, onProblem: callback };
const ITERATE_RULES = { ...LOOKUP_RULES, cwd: absolutePath, since: moment, until: moment };
const LIST_RULES = { ...ITERATE_RULES, limit: integer(1) };

const RULES = { list: LIST_RULES, iterate: ITERATE_RULES };

/** Reads the arguments of `list(options)` or `list(agent, options)`, and of `iterate` likewise. */
export function readCall(call: 'list' | 'iterate', first: unknown, second: unknown): SessionListOptions {
  // Options in the second place say that the first one is an agent, so that no options are passed over.
  const isNamed = typeof first === 'string' || second !== undefined;
  const [agents, options] = isNamed ? [[first], second] : [[], first];
  const wanted = demandOptions(`sessions.${call}()`, RULES[call], { agents, options });
  // The CLIs write it so: whoever asks may have joined it from parts, with `..` or a slash at its end.
  return { ...wanted, ...given({ cwd: wanted.cwd && resolve(wanted.cwd) }) };
}

/** Reads the arguments of `get(id, options)` or `get(agent, id, options)`. */
export function readGetCall(
  first: unknown,
  second: unknown,
  third: unknown,
): SessionLookup & { readonly sessionId: string } {
  const isNamed = typeof second === 'string' || third !== undefined;
  const [agents, sessionId, options] = isNamed ? [[first], second, third] : [[], first, second];
  const wrong = check(storedId, sessionId, 'sessionId');
  return { ...demandOptions('sessions.get()', LOOKUP_RULES, { agents, options, wrong }), sessionId: String(sessionId) };
}

interface Wanted {
  /** The name of one agent, or none. */
  readonly agents: readonly unknown[];
  readonly options: unknown;
  readonly wrong?: readonly ValidationFieldError[];
}

function demandOptions(
  call: string,
  rules: Readonly<Record<string, Rule>>,
  { agents, options, wrong = [] }: Wanted,
): SessionListOptions {
  const record: unknown = options ?? {};
  const notAtAll = check(AN_OBJECT, record, 'options');
  demandCall(call, [
    ...wrong,
    ...agents.flatMap((agent) => check(filledText, agent, 'agent')),
    ...(notAtAll.length > 0 ? notAtAll : checkFields(rules, Object(record))),
  ]);
  return { ...Object(record), ...given({ agent: agents[0] }) };
}
