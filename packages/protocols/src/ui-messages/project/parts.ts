/** Text, reasoning, files, sources and subagents. */
import type { AgentEvent, EventOf } from '@agent-mux/events';
import { isObject } from '../../decode.ts';
import { type Actor, find, type Moment, put } from '../../model/index.ts';
import { ensureStep, startStream, subagentOf, type Tell, tellData } from './state.ts';
import { endText, endThought } from './stream.ts';

export function tellText(tell: Tell, { entry, run, actor, block }: Moment): void {
  if (!('type' in entry)) {
    return;
  }
  const { state, emit } = tell;
  const { latest } = state;
  if (entry.type === 'text_delta' && latest !== null && latest.block === block && latest.runId === run.runId) {
    emit({ type: 'text-delta', id: latest.id, delta: entry.delta });
    return;
  }
  const id = `${run.runId}:m${block ?? 0}`;
  const subagent = subagentOf(state.model, actor);
  if (subagent !== undefined) {
    if (entry.type === 'text_delta') {
      tellData(tell, 'text-delta', { subagent, delta: entry.delta }, { id, transient: true });
    } else if (entry.type === 'message_stop') {
      tellData(tell, 'text', { subagent, text: entry.text }, { id });
    }
    return;
  }
  if (entry.type === 'message_stop') {
    endText(tell, id);
    return;
  }
  if (find(state.texts, id) === undefined) {
    ensureStep(tell);
    put(state.texts, id, true);
    emit({ type: 'text-start', id });
  }
  state.latest = { runId: run.runId, block: block ?? 0, id };
  if (entry.type === 'text_delta') {
    emit({ type: 'text-delta', id, delta: entry.delta });
  }
}

export function tellThinking(tell: Tell, { entry, run, actor, block }: Moment): void {
  if (!('type' in entry)) {
    return;
  }
  const { state, emit } = tell;
  const id = `${run.runId}:r${block ?? 0}`;
  const subagent = subagentOf(state.model, actor);
  if (subagent !== undefined) {
    if (entry.type === 'thinking_delta') {
      tellData(tell, 'reasoning-delta', { subagent, delta: entry.delta }, { id, transient: true });
    } else if (entry.type === 'thinking_stop') {
      tellData(tell, 'reasoning', { subagent, text: entry.thinking }, { id });
    }
    return;
  }
  if (entry.type === 'thinking_stop') {
    endThought(tell, id);
    return;
  }
  if (find(state.thoughts, id) === undefined) {
    ensureStep(tell);
    put(state.thoughts, id, true);
    emit({ type: 'reasoning-start', id });
  }
  if (entry.type === 'thinking_delta') {
    emit({ type: 'reasoning-delta', id, delta: entry.delta });
  }
}

/** Tells an image as a `data:` URL where its bytes are known, else as the `file:` URL of its path. */
export function tellImage(tell: Tell, { actor }: Moment, event: EventOf<'image_output'>): void {
  const { mimeType: mediaType, base64, filePath } = event;
  const path = filePath?.split('/').map(encodeURIComponent).join('/');
  const url = base64 === undefined ? `file://${path ?? ''}` : `data:${mediaType};base64,${base64}`;
  const subagent = subagentOf(tell.state.model, actor);
  startStream(tell);
  tell.emit({
    type: 'file',
    url,
    mediaType,
    ...(subagent === undefined ? {} : { providerMetadata: { amux: { subagent } } }),
  });
}

type FileEvent = Extract<AgentEvent, { type: 'file_write' | 'file_create' | 'file_delete' | 'file_patch' }>;

/** Tells what the agent did to a file; the last event of each file stays in the message. */
export function tellFile(tell: Tell, { artifact, actor }: Moment, event: FileEvent): void {
  if (artifact === null) {
    return;
  }
  const { id, version } = artifact;
  const subagent = subagentOf(tell.state.model, actor);
  const diff = 'diff' in event && event.diffKnown !== false ? { diff: event.diff } : {};
  const of = subagent === undefined ? {} : { subagent };
  const operation = event.type.slice('file_'.length);
  tellData(tell, 'file', { path: event.path, operation, version, ...diff, ...of }, { id });
}

/** Tells a note of the host. One of the kind `source` with a `url` is a source, which may have a `title`. */
export function tellNote(tell: Tell, { entry }: Moment): void {
  if (!('entry' in entry) || entry.entry !== 'note') {
    return;
  }
  const { kind, data } = entry;
  const { url, title } = isObject(data) ? data : {};
  if (kind !== 'source' || typeof url !== 'string') {
    tellData(tell, 'note', { kind, data });
    return;
  }
  startStream(tell);
  const named = typeof title === 'string' ? { title } : {};
  tell.emit({ type: 'source-url', sourceId: url, url, ...named });
}

export type SubagentState =
  | { readonly state: 'running' }
  | { readonly state: 'done'; readonly result?: string }
  | { readonly state: 'failed'; readonly error: string };

/** Tells a lane or a child run, whose last state stays in the message. */
export function tellSubagent(tell: Tell, actor: Actor, end: SubagentState): void {
  const { id, name, parent, prompt } = actor;
  const { model } = tell.state;
  const caller = parent === null ? undefined : find(model.actors, parent);
  const parentId = caller === undefined ? undefined : subagentOf(model, caller);
  const data = {
    name,
    ...(parentId === undefined ? {} : { parent: parentId }),
    ...(prompt === '' ? {} : { prompt }),
    ...end,
  };
  tellData(tell, 'subagent', data, { id });
}
