/** Whether a value from outside is an AgentEvent, and if not, what is wrong with it. */
import { checkFields, type EventProblem, isObject, wrong } from './check-fields.ts';
import { APPROVAL_FACTS, BASE_FIELDS, EVENT_FIELDS } from './event-fields.ts';
import type { AgentEvent } from './events.ts';
import { categoryOf } from './guards.ts';

export type EventValidation =
  | { readonly ok: true; readonly event: AgentEvent }
  | {
      readonly ok: false;
      readonly problems: string[];
      /** Set where the type is unknown but all base fields are right: the event is of a later version, and should pass. */
      readonly unknownType?: true;
    };

/** Checks a value field by field. Unknown fields are tolerated. */
export function validateEvent(value: unknown): EventValidation {
  const found = findProblems(value);
  if (isFreeOf(value, found)) {
    return { ok: true, event: value };
  }
  const problems = found.map(({ message }) => message);
  return isOfLaterVersion(value, found) ? { ok: false, problems, unknownType: true } : { ok: false, problems };
}

/** Whether the value is an event of one of the 67 types, with all its fields right. */
export function isAgentEvent(value: unknown): value is AgentEvent {
  return findProblems(value).length === 0;
}

/** Every fault of a value. `wire` allows fields that the reader rebuilds to be absent. */
export function findProblems(value: unknown, { wire = false }: { readonly wire?: boolean } = {}): EventProblem[] {
  const problems: EventProblem[] = [];
  if (!isObject(value)) {
    problems.push(wrong('', 'an event object', value, true));
    return problems;
  }
  const { type, base64, filePath } = value;
  if (typeof type !== 'string' || type === '') {
    problems.push(wrong('type', 'an event type', type, true));
  }
  checkFields(value, BASE_FIELDS, { problems, wire, prefix: '' });
  if (typeof type !== 'string' || type === '') {
    return problems;
  }
  if (!isKnownType(type)) {
    problems.push(wrong('type', 'one of the 67 event types', type, false));
    return problems;
  }
  checkFields(value, EVENT_FIELDS[type], { problems, wire, prefix: '' });
  if (type === 'image_output' && base64 === undefined && filePath === undefined) {
    problems.push({ path: 'base64', message: 'base64 or filePath: expected at least one', isWrongKind: false });
  }
  return problems;
}

/** The faults of a type's own fields; those that every event has are not checked. */
export function findFieldProblems(type: AgentEvent['type'], value: Readonly<Record<string, unknown>>): string[] {
  const problems: EventProblem[] = [];
  checkFields(value, EVENT_FIELDS[type], { problems, wire: true, prefix: '' });
  return problems.map(({ message }) => message);
}

/** The faults of an approval's facts; other fields are not checked. */
export function findApprovalProblems(value: Readonly<Record<string, unknown>>): string[] {
  const problems: EventProblem[] = [];
  checkFields(value, APPROVAL_FACTS, { problems, wire: false, prefix: '' });
  return problems.map(({ message }) => message);
}

/** Whether the only fault is that the type is unknown. */
export function isOfLaterVersion(value: unknown, problems: readonly EventProblem[]): value is AgentEvent {
  return problems.length === 1 && problems[0]?.path === 'type' && !problems[0].isWrongKind;
}

function isFreeOf(_value: unknown, problems: readonly EventProblem[]): _value is AgentEvent {
  return problems.length === 0;
}

function isKnownType(type: string): type is AgentEvent['type'] {
  return categoryOf(type) !== undefined;
}
