/** What is wrong with one record by itself. */
import { ERROR_TYPE, GEN_AI, GEN_AI_CONTENT, KINDS, type Operation, OWN, OWN_PREFIX, STATUS } from './names.ts';
import type { SpanRecord } from './records.ts';

const KNOWN: ReadonlySet<string> = new Set([...Object.values(GEN_AI), ...Object.values(GEN_AI_CONTENT), ERROR_TYPE]);

/** The faults of any value, each as a sentence. */
export function findFormProblems(value: unknown): string[] {
  if (!isObject(value)) {
    return [`${show(value)} is no record`];
  }
  const { record, span, time, attributes, name } = value;
  const problems: string[] = [];
  const demand = (holds: boolean, what: string): void => {
    if (!holds) {
      problems.push(`${show(value)} has no ${what}`);
    }
  };
  demand(record === 'start' || record === 'event' || record === 'end', 'record that is start, event or end');
  demand(isName(span), 'span');
  demand(Number.isFinite(time), 'time');
  demand(isObject(attributes), 'attributes');
  if (record === 'start') {
    demand(value['parent'] === null || isName(value['parent']), 'parent');
    demand(value['kind'] === 'internal' || value['kind'] === 'client', 'kind');
    demand(value['links'] === undefined || isNames(value['links']), 'list of links');
  }
  if (record === 'end') {
    demand(isStatus(value['status']), 'status');
  }
  demand(record === 'end' ? name === undefined || isName(name) : isName(name), 'name');
  return problems;
}

export function findAttributeProblems({ attributes }: SpanRecord): string[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    if (!KNOWN.has(name) && !name.startsWith(OWN_PREFIX)) {
      return [`${name} is no name that is used here`];
    }
    const isValue = ['string', 'boolean'].includes(typeof value) || Number.isFinite(value) || isTexts(value);
    return isValue ? [] : [`${name} has the value ${show(value)}`];
  });
}

export function findNameProblem({
  name,
  kind,
  attributes,
}: Extract<SpanRecord, { record: 'start' }>): string | undefined {
  const operation = attributes[GEN_AI.operation];
  if (typeof operation !== 'string' || !Object.hasOwn(KINDS, operation)) {
    return `${name} has the operation ${show(operation)}`;
  }
  if (kind !== KINDS[operation as Operation]) {
    return `${name} is of the kind ${kind}`;
  }
  return name === operation || name.startsWith(`${operation} `) ? undefined : `${name} is not called ${operation}`;
}

export function findStatusProblem(
  { status, attributes }: Extract<SpanRecord, { record: 'end' }>,
  start: Extract<SpanRecord, { record: 'start' }>,
): string | undefined {
  const type = attributes[ERROR_TYPE];
  if ((status.code === 'error') !== isName(type)) {
    return `${start.name} has the status ${status.code} and ${show(type)}`;
  }
  const isRun = start.attributes[GEN_AI.operation] === 'invoke_agent' && start.attributes[OWN.lane] === undefined;
  if (!isRun) {
    return undefined;
  }
  const cause = attributes[OWN.cause];
  if (typeof cause !== 'string' || !Object.hasOwn(STATUS, cause)) {
    return `${start.name} ended with ${show(cause)}`;
  }
  const wanted = STATUS[cause as keyof typeof STATUS];
  return wanted === status.code ? undefined : `${start.name} ended with ${cause} and has the status ${status.code}`;
}

function isStatus(value: unknown): boolean {
  if (!isObject(value)) {
    return false;
  }
  return value['code'] === 'unset' || (value['code'] === 'error' && isName(value['message']));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isNames(value: unknown): boolean {
  return Array.isArray(value) && value.every(isName);
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
