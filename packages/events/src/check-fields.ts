/** Checks a value from outside by a table of fields. */
import type { FieldCheck, FieldChecks } from './field-kinds.ts';

/** One fault of a value. */
export interface EventProblem {
  /** The path of the field, such as `delta` or `cost.totalUsd`; empty where the value is no object at all. */
  readonly path: string;
  readonly message: string;
  /** Whether the value has the wrong type altogether; otherwise it is only out of range. */
  readonly isWrongKind: boolean;
}

export interface Inspection {
  readonly problems: EventProblem[];
  readonly wire: boolean;
  readonly prefix: string;
}

/** Adds every fault of the fields that the table names; others are tolerated. */
export function checkFields(
  value: Readonly<Record<string, unknown>>,
  fields: FieldChecks,
  inspection: Inspection,
): void {
  const { problems, wire, prefix } = inspection;
  for (const name in fields) {
    const field = fields[name];
    if (field === undefined) {
      continue;
    }
    const found = value[name];
    if (found === undefined && (field.optional || (wire && field.derived === true))) {
      continue;
    }
    if (found === undefined && !(name in value)) {
      problems.push(wrong(prefix + name, field.expected, found, true));
    } else {
      checkValue(found, field, prefix + name, inspection);
    }
  }
}

function checkValue(found: unknown, field: FieldCheck, path: string, inspection: Inspection): void {
  const { problems, wire } = inspection;
  if (!field.isKind(found)) {
    problems.push(wrong(path, field.expected, found, true));
  } else if (field.isInRange !== undefined && !field.isInRange(found)) {
    problems.push(wrong(path, field.expected, found, false));
  } else if (field.fields !== undefined && isObject(found)) {
    checkFields(found, field.fields, { problems, wire, prefix: `${path}.` });
  } else if (field.items !== undefined && Array.isArray(found)) {
    for (const [index, item] of found.entries()) {
      checkValue(item, field.items, `${path}[${index}]`, inspection);
    }
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function wrong(path: string, expected: string, found: unknown, isWrongKind: boolean): EventProblem {
  const subject = path === '' ? '' : `${path}: `;
  return { path, message: `${subject}expected ${expected}, got ${describe(found)}`, isWrongKind };
}

function describe(value: unknown): string {
  if (value === undefined) {
    return 'nothing';
  }
  if (typeof value === 'string') {
    return value.length > 40 ? `${JSON.stringify(value.slice(0, 40))}…` : JSON.stringify(value);
  }
  if (Array.isArray(value)) {
    return 'an array';
  }
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
