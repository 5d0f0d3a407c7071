/** Says whether a value from outside is an AgentEvent, and if not, what is wrong with it. */
import { checkFields, type EventProblem, isObject, wrong } from './check-fields.ts';
import { APPROVAL_FACTS, BASE_FIELDS, EVENT_FIELDS } from './event-fields.ts';
import type { AgentEvent } from './events.ts';
import { categoryOf } from './guards.ts';

export type EventValidation =
  | { readonly ok: true; readonly event: AgentEvent }
  | {
      readonly ok: false;
      readonly problems: string[];
      /** The type is not one of ours but all that every event has is right: an event of a later version. Let it pass. */
      readonly unknownType?: true;
    };

/** Checks a value field by field. Fields that we do not know are tolerated. */
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

/** All that is wrong with a value. `wire`: what the reader rebuilds may be absent. */
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

/** What is wrong with the fields that are a type's own; those that every event has are not looked at. */
export function findFieldProblems(type: AgentEvent['type'], value: Readonly<Record<string, unknown>>): string[] {
  const problems: EventProblem[] = [];
  checkFields(value, EVENT_FIELDS[type], { problems, wire: true, prefix: '' });
  return problems.map(({ message }) => message);
}

/** What is wrong with what is said of an approval; other fields are not looked at. */
export function findApprovalProblems(value: Readonly<Record<string, unknown>>): string[] {
  const problems: EventProblem[] = [];
  checkFields(value, APPROVAL_FACTS, { problems, wire: false, prefix: '' });
  return problems.map(({ message }) => message);
}

/** Whether all that is wrong is that the type is not one of ours. */
export function isOfLaterVersion(value: unknown, problems: readonly EventProblem[]): value is AgentEvent {
  return problems.length === 1 && problems[0]?.path === 'type' && !problems[0].isWrongKind;
}

function isFreeOf(_value: unknown, problems: readonly EventProblem[]): _value is AgentEvent {
  return problems.length === 0;
}

function isKnownType(type: string): type is AgentEvent['type'] {
  return categoryOf(type) !== undefined;
}
