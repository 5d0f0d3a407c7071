/** Whether an event has what the contract demands. */
import { isObject, show } from '../decode.ts';
import { findToolProblem, isCount, isName, isText } from '../given.ts';
import { AFK_TYPES, type AfkType } from './types.ts';

export function isAfkType(type: string): type is AfkType {
  return (AFK_TYPES as readonly string[]).includes(type);
}

const isBoolean = (value: unknown): boolean => typeof value === 'boolean';

interface Field {
  readonly expected: string;
  readonly is: (value: unknown) => boolean;
  readonly isOptional?: true;
  /** Whether later versions may have more of these values. */
  readonly isOpen?: true;
}

const NAME: Field = { expected: 'a string that is not empty', is: isName };
const TEXT: Field = { expected: 'a string', is: isText };
const FLAG: Field = { expected: 'true or false', is: isBoolean };
const COUNT: Field = { expected: 'a whole number from 0 on', is: isCount };
const KNOWN: Field = { ...NAME, isOptional: true };
const oneOf = (...values: readonly string[]): Field => ({
  expected: values.join(', '),
  is: (value) => isText(value) && values.includes(value),
  isOpen: true,
});

/** Fields that may be absent for a tool. */
const OF_TOOL: Readonly<Record<'tool_kind' | 'mcp', Field>> = {
  tool_kind: { expected: 'a kind of tool', is: (kind) => findToolProblem(kind, undefined) === undefined },
  mcp: { expected: '{ server, tool }', is: (mcp) => findToolProblem(undefined, mcp) === undefined },
};

const BASE: Readonly<Record<string, Field>> = {
  type: NAME,
  run_id: NAME,
  thread_id: NAME,
  state: NAME,
  schema_version: NAME,
  step: { ...COUNT, isOptional: true },
  message: { ...TEXT, isOptional: true },
  data: { expected: 'an object', is: isObject, isOptional: true },
};

/** The data of each type; null where it has none. */
const DATA: Readonly<Record<AfkType, Readonly<Record<string, Field>> | null>> = {
  run_started: { agent_name: NAME, resumed: FLAG },
  step_started: null,
  policy_decision: {
    event_type: NAME,
    action: oneOf('allow', 'deny', 'defer', 'request_approval', 'request_user_input'),
    reason: TEXT,
    policy_id: { expected: 'a string or null', is: (value) => value === null || isText(value) },
    matched_rules: { expected: 'a list of strings', is: (value) => Array.isArray(value) && value.every(isText) },
    ...OF_TOOL,
  },
  llm_called: { model: KNOWN, provider: KNOWN },
  llm_completed: {
    tool_call_count: COUNT,
    finish_reason: oneOf('tool_calls', 'stop', 'length', 'error', 'cancelled'),
  },
  tool_batch_started: {
    tool_call_count: { expected: 'a whole number from 1 on', is: (value) => isCount(value) && value > 0 },
  },
  tool_completed: { tool_name: TEXT, success: FLAG, ...OF_TOOL },
  subagent_started: { subagent_name: NAME },
  subagent_completed: { subagent_name: NAME, success: FLAG, error: { ...TEXT, isOptional: true } },
  run_paused: null,
  run_resumed: null,
  run_cancelled: null,
  run_interrupted: null,
  run_failed: null,
  run_completed: null,
  warning: {},
};

/** The faults of the fields that all events have, each as a sentence that names the field. */
export function findBaseProblems(event: Readonly<Record<string, unknown>>): string[] {
  return find(event, BASE);
}

/** The faults of an event's data, once its base is right. */
export function findDataProblems(type: AfkType, data: unknown): string[] {
  const fields = DATA[type];
  if (fields === null) {
    return data === undefined ? [] : [`data: expected none, got ${show(data)}`];
  }
  return find(isObject(data) ? data : {}, fields).map((problem) => `data.${problem}`);
}

/**
 * The faults that matter to a reader: required data is there and has the right type; values and fields of a later version pass, and so does
 * data where the contract has none.
 */
export function findMissingData(type: AfkType, data: unknown): string[] {
  const fields = Object.entries(DATA[type] ?? {}).filter(
    ([name, { isOptional }]) => isOptional !== true && !(name in OF_TOOL),
  );
  if (fields.length === 0) {
    return [];
  }
  if (!isObject(data)) {
    return [`data: expected an object with ${fields.map(([name]) => name).join(', ')}, got ${show(data)}`];
  }
  const wanted = fields.map(([name, field]) => [name, field.isOpen === true ? NAME : field] as const);
  return find(data, Object.fromEntries(wanted)).map((problem) => `data.${problem}`);
}

function find(object: Readonly<Record<string, unknown>>, fields: Readonly<Record<string, Field>>): string[] {
  return Object.entries(fields).flatMap(([name, { expected, is, isOptional }]) => {
    const value = object[name];
    return is(value) || (isOptional === true && value === undefined)
      ? []
      : [`${name}: expected ${expected}, got ${show(value)}`];
  });
}
