/** Looopy's events as those of A2A: tasks and their states, texts and files as artifacts. */

import { drop, find, type Keyed, put } from '../model/index.ts';
import {
  A2A_EXTENSION,
  type A2aArtifact,
  type A2aEvent,
  type A2aMessage,
  type A2aMetadata,
  type A2aPart,
  type A2aState,
} from './a2a-events.ts';
import type { LooopyEvent, TaskStatus } from './looopy-events.ts';

/** The state as plain JSON. */
export interface MappingState {
  readonly tasks: Keyed<MappedTask>;
  /** The encodings of incomplete artifacts, by task and artifact. */
  readonly files: Keyed<{ readonly isText: boolean; readonly mediaType: string }>;
}

interface MappedTask {
  state: A2aState;
  /** The number of messages of the agent, complete or not. */
  texts: number;
  deltas: number;
  /** The number of other messages: questions, and how it ended. */
  messages: number;
  asks: { readonly id: string; readonly text: string; readonly metadata: A2aMetadata }[];
  /** The text that asks for a login. */
  login: string;
}

interface MappingOptions {
  /** Whether events that A2A has no word for come as metadata of a status. @defaultValue false */
  readonly extension?: boolean;
}

export function createMapping(): MappingState {
  return { tasks: {}, files: {} };
}

export interface Mapping {
  readonly state: MappingState;
  readonly options: MappingOptions;
  /** The prompt with which the task begins; undefined where it is not known. */
  readonly prompt?: string | undefined;
  readonly emit: (event: A2aEvent) => void;
}

export function mapEvent(mapping: Mapping, event: LooopyEvent): void {
  const { state } = mapping;
  if (event.kind === 'task-created') {
    put(state.tasks, event.taskId, { state: 'SUBMITTED', texts: 0, deltas: 0, messages: 0, asks: [], login: '' });
    createTask(mapping, event);
    return;
  }
  const task = find(state.tasks, event.taskId);
  if (task === undefined) {
    return;
  }
  switch (event.kind) {
    case 'task-status':
      mapStatus(mapping, task, event);
      break;
    case 'task-complete':
      tellState(mapping, task, event, { state: 'COMPLETED', text: event.content, metadata: event.metadata });
      drop(state.tasks, event.taskId);
      break;
    case 'content-delta':
    case 'content-complete':
      mapContent(mapping, task, event);
      break;
    case 'input-required':
      // A client's stream ends at a question, and here its answer would come too late.
      if (event.metadata?.['refusedBy'] !== undefined) {
        extend(mapping, task, event);
        break;
      }
      task.asks.push({
        id: event.inputId,
        text: event.prompt,
        metadata: { inputId: event.inputId, inputType: event.inputType, ...offers(event), ...event.metadata },
      });
      askAgain(mapping, task, event);
      break;
    case 'input-received':
      task.asks = task.asks.filter(({ id }) => id !== event.inputId);
      if (task.asks.length === 0 && task.state === 'INPUT_REQUIRED') {
        task.state = 'WORKING';
      }
      extend(mapping, task, event);
      askAgain(mapping, task, event);
      break;
    case 'auth-required':
      task.login = event.prompt;
      break;
    case 'file-write':
    case 'data-write':
    case 'dataset-write':
      mapArtifact(mapping, event);
      break;
    default:
      extend(mapping, task, event);
  }
}

type Of<K extends LooopyEvent['kind']> = Extract<LooopyEvent, { kind: K }>;

function createTask(
  { prompt, emit }: Mapping,
  { taskId, contextId, timestamp, metadata, parentTaskId }: Of<'task-created'>,
): void {
  const history: A2aMessage[] =
    prompt === undefined
      ? []
      : [{ messageId: `${taskId}:user`, contextId, taskId, role: 'ROLE_USER', parts: [{ text: prompt }] }];
  emit({
    task: {
      id: taskId,
      contextId,
      status: { state: 'TASK_STATE_SUBMITTED', timestamp },
      ...(history.length === 0 ? {} : { history }),
      metadata: { ...metadata, ...(parentTaskId === undefined ? {} : { parentTaskId }) },
    },
  });
}

/** The A2A state of a status of Looopy; null where another event tells it. */
const STATES: Readonly<Record<TaskStatus, A2aState | null>> = {
  working: 'WORKING',
  'waiting-input': null,
  'waiting-auth': 'AUTH_REQUIRED',
  'waiting-subtask': 'WORKING',
  completed: null,
  failed: 'FAILED',
  canceled: 'CANCELED',
};

function mapStatus(mapping: Mapping, task: MappedTask, event: Of<'task-status'>): void {
  const { status, message, metadata } = event;
  const state = STATES[status];
  if (state === null) {
    return;
  }
  // A notice while a login is awaited has a text of its own.
  const text = message ?? (state === 'AUTH_REQUIRED' && task.login !== '' ? task.login : undefined);
  tellState(mapping, task, event, { state, text, metadata });
  if (state === 'FAILED' || state === 'CANCELED') {
    drop(mapping.state.tasks, event.taskId);
  }
}

interface Told {
  readonly state: A2aState;
  readonly text?: string | undefined;
  readonly metadata?: A2aMetadata | undefined;
}

function tellState(
  { emit }: Mapping,
  task: MappedTask,
  { taskId, contextId, timestamp }: LooopyEvent,
  { state, text, metadata }: Told,
): void {
  task.state = state;
  let message: A2aMessage | undefined;
  if (text !== undefined) {
    task.messages += 1;
    message = {
      messageId: `${taskId}:status:${task.messages}`,
      contextId,
      taskId,
      role: 'ROLE_AGENT',
      parts: [{ text }],
    };
  }
  emit({
    statusUpdate: {
      taskId,
      contextId,
      status: { state: `TASK_STATE_${state}`, ...(message === undefined ? {} : { message }), timestamp },
      ...(metadata === undefined ? {} : { metadata }),
    },
  });
}

/** Tells an extension, which changes no state: an open question stays open. */
function extend(mapping: Mapping, task: MappedTask, event: LooopyEvent): void {
  if (mapping.options.extension !== true) {
    return;
  }
  const [asked] = task.state === 'INPUT_REQUIRED' ? task.asks : [];
  const metadata = { ...asked?.metadata, [A2A_EXTENSION]: event };
  tellState(mapping, task, event, { state: task.state, text: asked?.text, metadata });
}

function offers({ options, schema, requireUser }: Of<'input-required'>): A2aMetadata {
  return {
    ...(options === undefined ? {} : { options }),
    ...(schema === undefined ? {} : { schema }),
    ...(requireUser === undefined ? {} : { requireUser }),
  };
}

/** Asks the oldest of several waiting questions again. */
function askAgain(mapping: Mapping, task: MappedTask, event: LooopyEvent): void {
  const [first] = task.asks;
  if (first !== undefined) {
    tellState(mapping, task, event, { state: 'INPUT_REQUIRED', text: first.text, metadata: first.metadata });
  }
}

/** Tells each message as an artifact that grows. */
function mapContent({ emit }: Mapping, task: MappedTask, event: Of<'content-delta' | 'content-complete'>): void {
  const { taskId, contextId } = event;
  if (event.kind === 'content-delta') {
    if (event.index === 0) {
      task.texts += 1;
    }
    task.deltas = event.index + 1;
    const artifact = { artifactId: `${taskId}:text:${task.texts}`, parts: [{ text: event.delta }] };
    if (event.index === 0) {
      emit({ artifactUpdate: { taskId, contextId, artifact } });
    } else {
      emit({ artifactUpdate: { taskId, contextId, artifact, append: true } });
    }
    return;
  }
  if (task.deltas === 0) {
    return;
  }
  task.deltas = 0;
  // An artifact has at least one part, even where nothing is left to say.
  const artifact = { artifactId: `${taskId}:text:${task.texts}`, parts: [{ text: '' }] };
  emit({ artifactUpdate: { taskId, contextId, artifact, append: true, lastChunk: true } });
}

function mapArtifact({ state, emit }: Mapping, event: Of<'file-write' | 'data-write' | 'dataset-write'>): void {
  const { taskId, contextId, artifactId, name, description, metadata } = event;
  const index = event.kind === 'data-write' ? 0 : event.index;
  const isLast = event.kind === 'data-write' || event.complete;
  const artifact: A2aArtifact = {
    artifactId,
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    parts: [partOf(state, event)],
    ...(metadata === undefined ? {} : { metadata }),
  };
  const how = { ...(index === 0 ? {} : { append: true as const }), ...(isLast ? { lastChunk: true as const } : {}) };
  emit({ artifactUpdate: { taskId, contextId, artifact, ...how } });
}

function partOf(state: MappingState, event: Of<'file-write' | 'data-write' | 'dataset-write'>): A2aPart {
  if (event.kind === 'dataset-write') {
    return { data: { rows: event.rows } };
  }
  if (event.kind === 'data-write') {
    const { op, path, mimeType } = event.data;
    const isImage = op === 'image' && typeof path === 'string' && typeof mimeType === 'string';
    return isImage ? { url: `file://${encodeURI(path)}`, mediaType: mimeType } : { data: event.data };
  }
  const key = `${event.taskId}/${event.artifactId}`;
  // Only the first chunk says how the file is encoded.
  const known = event.index === 0 ? undefined : find(state.files, key);
  const { isText, mediaType } = known ?? { isText: event.encoding !== 'base64', mediaType: event.mimeType ?? '' };
  if (event.complete) {
    drop(state.files, key);
  } else {
    put(state.files, key, { isText, mediaType });
  }
  const type = mediaType === '' ? {} : { mediaType };
  const file = event.name === undefined ? {} : { filename: event.name };
  return isText ? { text: event.data, ...file, ...type } : { raw: event.data, ...file, ...type };
}
