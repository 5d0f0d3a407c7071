/** Values from outside are unknown until somebody has checked them, and a wrong one is named by its field. */
import { hintAtName, TOOL_KINDS } from '@agent-mux/events';
import { type DecodeOptions, type FieldCheck, isObject, show } from './decode.ts';

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function isName(value: unknown): value is string {
  return isText(value) && value !== '';
}

/** A whole number from 0 on. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** What is wrong with our additional facts about a tool; undefined where nothing is. */
export function findToolProblem(toolKind: unknown, mcp: unknown): string | undefined {
  if (toolKind !== undefined && !(TOOL_KINDS as readonly unknown[]).includes(toolKind)) {
    return `the tool is of the kind ${show(toolKind)}`;
  }
  const isTool = mcp === undefined || (isObject(mcp) && isText(mcp['server']) && isText(mcp['tool']));
  return isTool ? undefined : `the tool of an MCP server is ${show(mcp)}`;
}

/** Refuses all wrong or unknown options of a projection in one TypeError. One that is not given has its default. */
export function demandOptions(projection: string, options: unknown, known: Readonly<Record<string, FieldCheck>>): void {
  const what = `project with ${projection}`;
  if (!isObject(options)) {
    throw refuse(what, 'options', 'an object', options);
  }
  const problems = Object.entries(options).flatMap(([name, given]) => {
    const field = Object.hasOwn(known, name) ? known[name] : undefined;
    if (field === undefined) {
      const names = Object.keys(known);
      return [`${name}: there is no such option.${hintAtName(name, names) || ` There are ${names.join(', ')}.`}`];
    }
    return given === undefined || field.is(given) ? [] : [wrongField(name, field, given)];
  });
  if (problems.length > 0) {
    throw new TypeError(`Cannot ${what}: ${problems.join('; ')}`);
  }
}

function wrongField(name: string, { expected, choices = [] }: FieldCheck, given: unknown): string {
  const hint = hintAtName(given, choices);
  return `${name}: expected ${expected}, got ${show(given)}${hint === '' ? '' : `.${hint}`}`;
}

export const FLAG: FieldCheck = { expected: 'true or false', is: (value) => typeof value === 'boolean' };

export function oneOf(...values: readonly unknown[]): FieldCheck {
  return {
    expected: values.map((value) => String(value)).join(', '),
    is: (value) => values.includes(value),
    choices: values.filter(isText),
  };
}

/** Makes the error; `what` was attempted, as in `Cannot …`. */
export function refuse(what: string, field: string, expected: string, got: unknown): TypeError {
  return new TypeError(`Cannot ${what}: ${field}: expected ${expected}, got ${show(got)}`);
}

/** Whether JSON gives the value back unchanged: it contains no undefined, no bigint, no special number, and not itself. */
export function isPlainJson(value: unknown, within: readonly unknown[] = []): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') {
    return true;
  }
  if (typeof value === 'number') {
    return Number.isFinite(value);
  }
  if (typeof value !== 'object' || within.includes(value)) {
    return false;
  }
  const path = [...within, value];
  return Object.values(value).every((each) => isPlainJson(each, path));
}

/** Reads a line, or takes a parsed value. Its TypeError is thrown, or passed to `onInvalid`, and then the result is undefined. */
export function readGiven<T>(
  what: string,
  line: unknown,
  demand: (value: unknown) => T,
  { onInvalid }: DecodeOptions,
): T | undefined {
  try {
    return demand(typeof line === 'string' ? parse(what, line) : line);
  } catch (error) {
    if (onInvalid === undefined || !(error instanceof TypeError)) {
      throw error;
    }
    onInvalid(error);
    return undefined;
  }
}

function parse(what: string, line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new TypeError(`Cannot ${what}: the line is not JSON: ${show(line)}`, { cause });
  }
}
