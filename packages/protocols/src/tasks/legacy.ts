/** An event of version 1.0 in the form of version 0.3. */
import {
  A2A_TERMINAL,
  type A2aEvent,
  type A2aLegacyEvent,
  type A2aLegacyMessage,
  type A2aLegacyPart,
  type A2aLegacyState,
  type A2aLegacyStatus,
  type A2aMessage,
  type A2aPart,
  type A2aState,
  type A2aStatus,
} from './a2a-events.ts';

export function toLegacy(event: A2aEvent): A2aLegacyEvent {
  if ('task' in event) {
    const { id, contextId, status, history, metadata } = event.task;
    return {
      kind: 'task',
      id,
      contextId,
      status: toLegacyStatus(status),
      ...(history === undefined ? {} : { history: history.map(toLegacyMessage) }),
      ...(metadata === undefined ? {} : { metadata }),
    };
  }
  if ('statusUpdate' in event) {
    const { taskId, contextId, status, metadata } = event.statusUpdate;
    const state = shortState(status.state);
    return {
      kind: 'status-update',
      taskId,
      contextId,
      status: toLegacyStatus(status),
      final: A2A_TERMINAL.includes(state) || state === 'INPUT_REQUIRED',
      ...(metadata === undefined ? {} : { metadata }),
    };
  }
  return toLegacyUpdate(event.artifactUpdate);
}

type ArtifactUpdate = Extract<A2aEvent, { artifactUpdate: unknown }>['artifactUpdate'];

function toLegacyUpdate({ taskId, contextId, artifact: given, append, lastChunk }: ArtifactUpdate): A2aLegacyEvent {
  const { artifactId, name, description, metadata } = given;
  const parts = given.parts.map(toLegacyPart);
  // Most events are the next piece of a text, and each spread costs as much as all of that.
  if (append === true && lastChunk === undefined && name === undefined && metadata === undefined) {
    const artifact = description === undefined ? { artifactId, parts } : { artifactId, description, parts };
    return { kind: 'artifact-update', taskId, contextId, artifact, append };
  }
  return {
    kind: 'artifact-update',
    taskId,
    contextId,
    artifact: {
      artifactId,
      ...(name === undefined ? null : { name }),
      ...(description === undefined ? null : { description }),
      parts,
      ...(metadata === undefined ? null : { metadata }),
    },
    ...(append === undefined ? null : { append }),
    ...(lastChunk === undefined ? null : { lastChunk }),
  };
}

function shortState(state: A2aStatus['state']): A2aState {
  return state.slice('TASK_STATE_'.length) as A2aState;
}

function toLegacyStatus({ state, message, timestamp }: A2aStatus): A2aLegacyStatus {
  return {
    state: shortState(state).toLowerCase().replace('_', '-') as A2aLegacyState,
    ...(message === undefined ? {} : { message: toLegacyMessage(message) }),
    timestamp,
  };
}

function toLegacyMessage({ role, parts, ...rest }: A2aMessage): A2aLegacyMessage {
  return { kind: 'message', ...rest, role: role === 'ROLE_USER' ? 'user' : 'agent', parts: parts.map(toLegacyPart) };
}

function toLegacyPart({ text, raw, url, data, filename, mediaType }: A2aPart): A2aLegacyPart {
  // Most parts have a text and nothing else.
  if (text !== undefined && filename === undefined && mediaType === undefined) {
    return { kind: 'text', text };
  }
  const described = {
    ...(filename === undefined ? {} : { name: filename }),
    ...(mediaType === undefined ? {} : { mimeType: mediaType }),
  };
  if (raw !== undefined) {
    return { kind: 'file', file: { bytes: raw, ...described } };
  }
  if (url !== undefined) {
    return { kind: 'file', file: { uri: url, ...described } };
  }
  // A text and a record have no name and no type of their own in version 0.3.
  const metadata = Object.keys(described).length === 0 ? {} : { metadata: described };
  if (text !== undefined) {
    return { kind: 'text', text, ...metadata };
  }
  return { kind: 'data', data: data as Readonly<Record<string, unknown>>, ...metadata };
}
