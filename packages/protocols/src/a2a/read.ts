/** The common part of an event of either version: what it is about, its state, its parts, and what is wrong with it. */
import { isObject, show } from '../decode.ts';
import { A2A_TERMINAL } from '../tasks/index.ts';

type Fields = Readonly<Record<string, unknown>>;

interface ReadMessage {
  readonly id: unknown;
  readonly isOfAgent: boolean;
  readonly taskId: unknown;
  readonly contextId: unknown;
  readonly text: string;
}

export interface ReadEvent {
  readonly payload: 'task' | 'status' | 'artifact';
  readonly isLegacy: boolean;
  readonly taskId: string;
  readonly contextId: string;
  /** The state as version 1.0 names it, without the prefix. */
  readonly state: string;
  readonly final: unknown;
  readonly message: ReadMessage | undefined;
  readonly metadata: Fields;
  readonly artifactId: unknown;
  readonly parts: readonly unknown[];
  readonly append: boolean;
  readonly lastChunk: boolean;
}

const PAYLOADS: Readonly<Record<string, ReadEvent['payload']>> = {
  task: 'task',
  statusUpdate: 'status',
  artifactUpdate: 'artifact',
  'status-update': 'status',
  'artifact-update': 'artifact',
};

const STATES: readonly string[] = [...A2A_TERMINAL, 'SUBMITTED', 'WORKING', 'INPUT_REQUIRED', 'AUTH_REQUIRED'];
/** The name of an unknown state, which we never have. */
const NO_STATE = { legacy: 'UNKNOWN', current: 'UNSPECIFIED' } as const;

/** Whether the value is an event of a stream that belongs to no task: a message, or something of a later version. */
export function isOtherEvent(value: unknown): boolean {
  if (!isObject(value)) {
    return false;
  }
  const { kind } = value;
  if (kind !== undefined) {
    return typeof kind === 'string' && kind !== '' && !Object.hasOwn(PAYLOADS, kind);
  }
  const [name, ...more] = Object.keys(value);
  return name !== undefined && more.length === 0 && !Object.hasOwn(PAYLOADS, name) && isObject(value[name]);
}

/** Reads an event, or returns the sentences that say what is wrong; each names its field. */
export function readEvent(value: unknown): ReadEvent | readonly string[] {
  if (!isObject(value)) {
    return [`expected an object, got ${show(value)}`];
  }
  const { kind } = value;
  const isLegacy = kind !== undefined;
  const names = isLegacy ? [String(kind)] : Object.keys(value);
  const [name] = names;
  const payload = name === undefined || !Object.hasOwn(PAYLOADS, name) ? undefined : PAYLOADS[name];
  if (
    names.length !== 1 ||
    name === undefined ||
    payload === undefined ||
    name.includes('-') !== (isLegacy && payload !== 'task')
  ) {
    return [
      `expected one of task, statusUpdate and artifactUpdate, or kind of version 0.3, got ${show(isLegacy ? kind : names)}`,
    ];
  }
  const body = isLegacy ? value : value[name];
  if (!isObject(body)) {
    return [`${name}: expected an object, got ${show(body)}`];
  }
  const problems = [
    ...nameProblem(body, payload === 'task' ? 'id' : 'taskId'),
    ...nameProblem(body, 'contextId'),
    ...(payload === 'artifact' ? artifactProblems(body, isLegacy) : stateProblems(body, isLegacy)),
    ...(isLegacy && payload === 'status' && typeof body['final'] !== 'boolean'
      ? [`final: expected true or false, got ${show(body['final'])}`]
      : []),
  ];
  return problems.length > 0 ? problems : toEvent(body, payload, isLegacy);
}

function nameProblem(body: Fields, name: string): string[] {
  const value = body[name];
  return typeof value === 'string' && value !== ''
    ? []
    : [`${name}: expected a string that is not empty, got ${show(value)}`];
}

// An empty list may be left out in version 1.0.
function artifactProblems({ artifact }: Fields, isLegacy: boolean): string[] {
  if (!isObject(artifact)) {
    return [`artifact: expected an object, got ${show(artifact)}`];
  }
  const { parts } = artifact;
  const isList = Array.isArray(parts) || (parts === undefined && !isLegacy);
  const problems = [
    ...nameProblem(artifact, 'artifactId'),
    ...(isList ? [] : [`parts: expected a list, got ${show(parts)}`]),
  ];
  return problems.map((problem) => `artifact.${problem}`);
}

function stateProblems({ status }: Fields, isLegacy: boolean): string[] {
  if (!isObject(status)) {
    return [`status: expected an object, got ${show(status)}`];
  }
  return stateOf(status, isLegacy) === '' ? [`status.state: expected a state, got ${show(status['state'])}`] : [];
}

/** The state; empty where there is none. */
function stateOf({ state }: Fields, isLegacy: boolean): string {
  if (typeof state !== 'string') {
    return '';
  }
  const short = isLegacy ? state.toUpperCase().replace('-', '_') : state.replace(/^TASK_STATE_/, '');
  const written = isLegacy ? short.toLowerCase().replace('_', '-') : `TASK_STATE_${short}`;
  const isState = STATES.includes(short) || short === NO_STATE[isLegacy ? 'legacy' : 'current'];
  return isState && written === state ? short : '';
}

function toEvent(body: Fields, payload: ReadEvent['payload'], isLegacy: boolean): ReadEvent {
  const { status, artifact, metadata, final, append, lastChunk } = body;
  const of = isObject(status) ? status : {};
  const written = isObject(artifact) ? artifact : {};
  return {
    payload,
    isLegacy,
    taskId: String(payload === 'task' ? body['id'] : body['taskId']),
    contextId: String(body['contextId']),
    state: stateOf(of, isLegacy),
    final,
    message: readMessage(of['message'], isLegacy),
    metadata: isObject(metadata) ? metadata : {},
    artifactId: written['artifactId'],
    parts: Array.isArray(written['parts']) ? written['parts'] : [],
    append: append === true,
    lastChunk: lastChunk === true,
  };
}

function readMessage(message: unknown, isLegacy: boolean): ReadMessage | undefined {
  if (!isObject(message)) {
    return undefined;
  }
  const { messageId: id, role, taskId, contextId, parts } = message;
  const texts = Array.isArray(parts) ? parts.map((part: unknown) => (isObject(part) ? part['text'] : undefined)) : [];
  return {
    id,
    isOfAgent: role === (isLegacy ? 'agent' : 'ROLE_AGENT'),
    taskId,
    contextId,
    text: texts.filter((text) => typeof text === 'string').join(''),
  };
}

/** Whether a part has the one content that it must have. */
export function isPart(part: unknown, isLegacy: boolean): boolean {
  if (!isObject(part)) {
    return false;
  }
  if (!isLegacy) {
    return ['text', 'raw', 'url', 'data'].filter((name) => part[name] !== undefined).length === 1;
  }
  const { kind, text, data, file } = part;
  if (kind === 'text') {
    return typeof text === 'string';
  }
  if (kind === 'data') {
    return isObject(data);
  }
  return kind === 'file' && isObject(file) && (typeof file['bytes'] === 'string') !== (typeof file['uri'] === 'string');
}
