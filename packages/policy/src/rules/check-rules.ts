/** Checks the rules of a policy, which may come from a file. */
import { hintAtName, nearestName, showValue, TOOL_KINDS } from '@agent-mux/events';
import { readGlobs } from '../paths/index.ts';
import { steersPrograms, whyNoBeginning } from '../shell/index.ts';
import { readHostPattern } from './hosts.ts';
import type { PolicyFieldError } from './policy-error.ts';
import { RULE_LISTS, type RuleList } from './rules.ts';

type Fields = Readonly<Record<string, (value: unknown, field: string, list: RuleList) => PolicyFieldError[]>>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isFilled = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const MCP_FIELDS: Fields = {
  server: (value, field) => demand(isFilled(value), { field, value, expected: 'a non-empty string' }),
  tool: (value, field) => demand(isFilled(value), { field, value, expected: 'a non-empty string' }),
};

const KINDS: readonly unknown[] = TOOL_KINDS;

/** The fields of a rule. */
export const RULE_FIELDS: Fields = {
  name: (value, field) => demand(isFilled(value), { field, value, expected: 'a non-empty string' }),
  kind: (value, field) =>
    each(value, field, (one, at) => {
      const expected = `one of ${TOOL_KINDS.join(', ')}`;
      return demand(KINDS.includes(one), { field: at, value: one, expected, choices: TOOL_KINDS });
    }),
  path: (value, field) =>
    each(value, field, (one, at) =>
      demand(typeof one === 'string' && readGlobs(one) !== undefined, {
        ...{ field: at, value: one },
        expected: 'a glob such as "src/**", "/etc/*" or "~/.ssh", with `*`, `**`, `?` and `{a,b}` and without `[…]`',
      }),
    ),
  command: (value, field, list) => each(value, field, (one, at) => checkCommand(one, at, list)),
  exact: (value, field) => demand(typeof value === 'boolean', { field, value, expected: 'true or false' }),
  host: (value, field) =>
    each(value, field, (one, at) =>
      demand(typeof one === 'string' && readHostPattern(one) !== undefined, {
        ...{ field: at, value: one },
        expected: 'a host such as "example.com" or "*.example.com", without scheme, port and path',
      }),
    ),
  mcp: (value, field, list) => {
    if (!isRecord(value)) {
      return demand(false, { field, value, expected: 'an object: { server, tool? }' });
    }
    const lacks = value['server'] === undefined ? [missing(`${field}.server`, 'a non-empty string')] : [];
    return [...checkFields(MCP_FIELDS, value, `${field}.`, list), ...lacks];
  },
};

/** The fields that say what a rule is about. */
const ABOUT = ['kind', 'path', 'command', 'host', 'mcp'];

const POLICY_FIELDS: Fields = {
  // The field serves editors, in a file.
  $schema: (value, field) => demand(typeof value === 'string', { field, value, expected: 'a string' }),
  ...Object.fromEntries(
    RULE_LISTS.map((list) => [list, (value: unknown, field: string) => checkList(value, field, list)] as const),
  ),
  otherwise: (value, field) =>
    demand(value === 'ask' || value === 'deny', {
      ...{ field, value, expected: '"ask" or "deny": what no rule is about is never allowed' },
      choices: ['ask', 'deny'],
    }),
  roots: (value, field) =>
    Array.isArray(value)
      ? value.flatMap((root: unknown, at) =>
          demand(typeof root === 'string' && /^(?:\/|~(?:\/|$))[^\0]*$/.test(root), {
            ...{ field: `${field}[${at}]`, value: root, expected: 'an absolute path, or one below `~`' },
          }),
        )
      : demand(false, { field, value, expected: 'an array of folders' }),
};

/** Everything that is wrong with the rules. */
export function checkRules(rules: unknown): PolicyFieldError[] {
  return isRecord(rules)
    ? checkFields(POLICY_FIELDS, rules, '', 'allow')
    : demand(false, { field: 'rules', value: rules, expected: 'an object: { allow, ask, deny, otherwise }' });
}

function checkList(value: unknown, field: string, list: RuleList): PolicyFieldError[] {
  if (!Array.isArray(value)) {
    return demand(false, { field, value, expected: 'an array of rules' });
  }
  return Array.from(value as unknown[]).flatMap((rule, at) => checkRule(rule, `${field}[${at}]`, list));
}

function checkRule(rule: unknown, field: string, list: RuleList): PolicyFieldError[] {
  if (!isRecord(rule)) {
    return demand(false, { field, value: rule, expected: 'an object such as { kind: "read" }' });
  }
  const errors = checkFields(RULE_FIELDS, rule, `${field}.`, list);
  const given = ABOUT.filter((name) => rule[name] !== undefined);
  if (given.length === 0) {
    errors.push(missing(field, `about something: give it ${ABOUT.map((name) => `\`${name}\``).join(', ')}`));
  }
  const alone = given.filter((name) => name === 'command' || name === 'host' || name === 'mcp');
  if (alone.length > 1) {
    const names = alone.map((name) => `\`${name}\``).join(' and ');
    errors.push(wrong(field, rule, `${names} are never true of one approval; make two rules of it`, 'one of them'));
  }
  if (rule['exact'] !== undefined && rule['command'] === undefined) {
    errors.push(missing(`${field}.command`, 'given with `exact`'));
  }
  return errors;
}

function checkCommand(value: unknown, field: string, list: RuleList): PolicyFieldError[] {
  const expected = 'plain words such as "npm test"';
  if (!isFilled(value)) {
    return demand(false, { field, value, expected });
  }
  if (/["'\\`$;&|<>(){}~#?[\]\r\n\0]/.test(value)) {
    const message = `has signs that a shell would read. A rule has the first words of one command, with \`*\` for any signs of a word.`;
    return [wrong(field, value, message, expected)];
  }
  if (list !== 'allow') {
    return [];
  }
  const words = value.trim().split(/\s+/);
  const program = words.findIndex((word) => !/^\w+=/.test(word));
  const steering = words
    .slice(0, program === -1 ? undefined : program)
    .find((word) => steersPrograms(word.split('=')[0] ?? ''));
  const why =
    steering === undefined
      ? program === -1
        ? 'names no program'
        : words[program]?.includes('*') === true
          ? 'names any program'
          : whyNoBeginning(words.slice(program))
      : `\`${steering}\` tells programs what to load or run`;
  return why === undefined
    ? []
    : [
        wrong(
          field,
          value,
          `cannot be allowed by its beginning: ${why}. Leave it to be asked about.`,
          'another command',
        ),
      ];
}

function checkFields(
  fields: Fields,
  record: Record<string, unknown>,
  prefix: string,
  list: RuleList,
): PolicyFieldError[] {
  return Object.entries(record).flatMap(([name, value]) => {
    const check = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (check === undefined) {
      const near = nearestName(name, Object.keys(fields));
      const field = `${prefix}${name}`;
      const hint = near === undefined ? `; there are ${Object.keys(fields).join(', ')}` : `; did you mean \`${near}\`?`;
      return [
        {
          field,
          message: `\`${field}\` is no field${hint}${near === undefined ? '.' : ''}`,
          received: value,
          expected: 'a known field',
        },
      ];
    }
    return value === undefined ? [] : check(value, `${prefix}${name}`, list);
  });
}

function each(
  value: unknown,
  field: string,
  check: (one: unknown, field: string) => PolicyFieldError[],
): PolicyFieldError[] {
  if (!Array.isArray(value)) {
    return check(value, field);
  }
  const empty = value.length === 0 ? [missing(field, 'a value or a list of at least one')] : [];
  return [...empty, ...Array.from(value as unknown[]).flatMap((one, at) => check(one, `${field}[${at}]`))];
}

interface Demanded {
  readonly field: string;
  readonly value: unknown;
  readonly expected: string;
  /** The values, where it is one of a few texts. */
  readonly choices?: readonly string[];
}

function demand(isMet: boolean, { field, value, expected, choices = [] }: Demanded): PolicyFieldError[] {
  const message = `\`${field}\` is ${showValue(value)}, but must be ${expected}.${hintAtName(value, choices)}`;
  return isMet ? [] : [{ field, message, received: value, expected }];
}

function missing(field: string, expected: string): PolicyFieldError {
  return { field, message: `\`${field}\` is missing; it must be ${expected}.`, received: undefined, expected };
}

function wrong(field: string, received: unknown, why: string, expected: string): PolicyFieldError {
  return {
    field,
    message: `\`${field}\`: ${isRecord(received) ? '' : `${showValue(received)} `}${why}${/\.$/.test(why) ? '' : '.'}`,
    received,
    expected,
  };
}
