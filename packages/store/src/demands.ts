/** Checks the arguments of a store's methods before it does anything. */
import { ValidationError } from '@agent-mux/core';
import { hintAtName, nearestName, showValue } from '@agent-mux/events';
import { CAUSES } from '@agent-mux/events/journal';

interface Rule {
  /** The expected value, as in "It must be …". */
  readonly expected: string;
  readonly accepts: (value: unknown) => boolean;
  /** The values, where it is one of a few texts. */
  readonly choices?: readonly string[];
}

type Rules = Readonly<Record<string, Rule>>;

const rule = (expected: string, accepts: Rule['accepts']): Rule => ({ expected, accepts });
const text = rule('a string', (value) => typeof value === 'string');
const flag = rule('true or false', (value) => typeof value === 'boolean');
const moment = rule('milliseconds since the epoch', Number.isFinite);
const whole = (least: number, what: string): Rule =>
  rule(what, (value) => Number.isSafeInteger(value) && Number(value) >= least);
const oneOf = (...choices: readonly string[]): Rule => ({
  expected: `one of ${choices.map((choice) => JSON.stringify(choice)).join(', ')}`,
  accepts: (value) => typeof value === 'string' && choices.includes(value),
  choices,
});

const FILE = rule(
  'the path of a file',
  (value) => typeof value === 'string' && /^(?!:memory:|file:)[^\0]+$/.test(value),
);
const FROM = whole(0, 'a place in a tree: a whole number, 0 or more');
const SIGNAL = rule('an AbortSignal', (value) => value instanceof AbortSignal);
const LINES = rule(
  'the lines of an export, one by one',
  (value) => typeof value === 'object' && value !== null && (Symbol.iterator in value || Symbol.asyncIterator in value),
);

const OPENING: Rules = {
  sync: oneOf('normal', 'full'),
  writer: rule('the path or the URL of a file', (value) => typeof value === 'string' || value instanceof URL),
};

const FILTER: Rules = {
  runId: text,
  root: text,
  parent: text,
  contextId: text,
  name: text,
  agent: text,
  cwd: text,
  tag: text,
  state: oneOf('open', 'closed', 'lost'),
  cause: oneOf(...CAUSES, 'lost'),
  since: moment,
  before: moment,
  limit: whole(1, 'a whole number above 0'),
};

const PRUNING: Rules = {
  olderThan: moment,
  maxBytes: rule('a number of bytes, 0 or more', (value) => Number.isFinite(value) && Number(value) >= 0),
  dryRun: flag,
};

type Wrong = ConstructorParameters<typeof ValidationError>[0][number];

export function demandOpening(file: unknown, options: unknown): void {
  demand('openStore()', check('file', file, FILE), checkFields(options, OPENING));
}

export function demandFilter(filter: unknown): void {
  demand('list()', checkFields(filter, FILTER));
}

/** Checks a call that reads; `id` is that of a run. */
export function demandReading(id: unknown, options: unknown, call: 'read()' | 'readTree()'): void {
  demand(call, check(call === 'read()' ? 'runId' : 'root', id, text), checkFields(options, { from: FROM }));
}

export function demandRunTail(options: unknown): void {
  demand('tail()', checkFields(options, { from: FROM, signal: SIGNAL }));
}

/** Checks the tail of a context; only reading shows whether its `from` is right. */
export function demandContextTail(context: unknown, options: unknown): void {
  const from = rule('the `cursor` of an entry', (value) => typeof value === 'string' && /^\d+\.\d+$/.test(value));
  const wrong = isRecord(context)
    ? [...checkFields(context, { contextId: text }), ...checkGiven(context, 'contextId', text)]
    : check(
        'what',
        context,
        rule('the id of a run, or an object with `contextId`', () => false),
      );
  demand('tail()', wrong, checkFields(options, { from, signal: SIGNAL }));
}

export function demandReplay(id: unknown, options: unknown): void {
  const most = whole(1, 'a number of events above 0');
  demand('replay()', check('runId', id, text), checkFields(options, { collectEvents: flag, highWaterMark: most }));
}

export function demandExport(options: unknown): void {
  const wrong = checkFields(options, { runId: text, contextId: text });
  const isBoth = isRecord(options) && options['runId'] !== undefined && options['contextId'] !== undefined;
  const expected = 'left out where `runId` is given';
  demand(
    'export()',
    wrong,
    isBoth
      ? check(
          'contextId',
          options['contextId'],
          rule(expected, () => false),
        )
      : [],
  );
}

export function demandLines(lines: unknown): void {
  demand('import()', check('lines', lines, LINES));
}

export function demandPruning(given: unknown): void {
  const wrong = checkFields(given ?? null, PRUNING);
  const isEmpty = isRecord(given) && given['olderThan'] === undefined && given['maxBytes'] === undefined;
  const either = rule('given, or `maxBytes` must be', () => false);
  demand('prune()', wrong, isEmpty ? check('olderThan', undefined, either) : []);
}

export function demandChecking(options: unknown): void {
  demand('check()', checkFields(options, { rebuild: flag }));
}

/** Throws ValidationError with all mistakes. */
function demand(call: string, ...wrong: readonly (readonly Wrong[])[]): void {
  const all = wrong.flat();
  if (all.length > 0) {
    throw new ValidationError(all, call);
  }
}

/** Checks fields; an undefined one counts as not given. */
function checkFields(given: unknown, rules: Rules): readonly Wrong[] {
  if (given === undefined) {
    return [];
  }
  if (!isRecord(given)) {
    return check(
      'options',
      given,
      rule('an object', () => false),
    );
  }
  return Object.entries(given).flatMap(([field, value]) => {
    const known = Object.hasOwn(rules, field) ? rules[field] : undefined;
    if (known === undefined) {
      return [unknownOption(field, value, Object.keys(rules))];
    }
    return value === undefined ? [] : check(field, value, known);
  });
}

/** Checks a field even where it was not given. */
function checkGiven(given: Record<string, unknown>, field: string, known: Rule): readonly Wrong[] {
  return given[field] === undefined ? check(field, undefined, known) : [];
}

function unknownOption(field: string, received: unknown, known: readonly string[]): Wrong {
  const near = nearestName(field, known);
  const hint = near === undefined ? `; there are ${known.join(', ')}.` : `; did you mean \`${near}\`?`;
  return { field, received, expected: 'a known option', message: `\`${field}\` is no option${hint}` };
}

function check(field: string, received: unknown, { expected, accepts, choices = [] }: Rule): readonly Wrong[] {
  const what = received === undefined ? 'is missing; it must be' : `is ${showValue(received)}, but must be`;
  const message = `\`${field}\` ${what} ${expected}.${hintAtName(received, choices)}`;
  return accepts(received) ? [] : [{ field, received, expected, message }];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
