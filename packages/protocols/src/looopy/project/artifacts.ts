/** Artifacts: files, records and datasets, each write with its version. */
import type { EventOf } from '@agent-mux/events';
import { callKey, find, type Moment, put } from '../../model/index.ts';
import { show } from '../../show.ts';
import type { AnyEvent, Metadata } from '../../tasks/index.ts';
import type { Task, Tell } from './state.ts';
import { say, taskOf } from './tasks.ts';

type FileEvent = EventOf<'file_create' | 'file_write' | 'file_delete' | 'file_patch' | 'image_output'>;

/** Tells what the agent has made or changed, each time as a new version. */
export function tellFile(tell: Tell, { actor, artifact }: Moment, event: FileEvent): void {
  if (artifact === null) {
    return;
  }
  const task = taskOf(tell, actor);
  const metadata = { ...callOf(tell, event), version: artifact.version };
  const whole = { index: 0, complete: true } as const;
  // Each of several runs counts its own images; a file is the same one, whoever writes it.
  const image = event.runId === tell.state.model.root ? artifact.id : `${event.runId}/${artifact.id}`;
  switch (event.type) {
    case 'file_patch': {
      const file = {
        artifactId: `${artifact.id}#diff`,
        name: event.path,
        mimeType: 'text/x-diff',
        encoding: 'utf-8',
      } as const;
      writeArtifact(tell, task, { kind: 'file-write', ...file, data: event.diff, ...whole, metadata });
      break;
    }
    case 'image_output': {
      const { mimeType, base64, filePath } = event;
      const name = filePath === undefined ? {} : { name: filePath };
      if (base64 === undefined) {
        const data = { op: 'image', mimeType, ...(filePath === undefined ? {} : { path: filePath }) };
        writeArtifact(tell, task, { kind: 'data-write', artifactId: image, ...name, data, metadata });
      } else {
        const file = { artifactId: image, ...name, mimeType, encoding: 'base64', data: base64 } as const;
        writeArtifact(tell, task, { kind: 'file-write', ...file, ...whole, metadata });
      }
      break;
    }
    default: {
      const size = 'byteCount' in event ? { byteCount: event.byteCount } : {};
      const data = { path: event.path, op: event.type.slice('file_'.length), ...size };
      writeArtifact(tell, task, { kind: 'data-write', artifactId: artifact.id, name: event.path, data, metadata });
    }
  }
}

function callOf({ state: { model } }: Tell, { runId, toolCallId }: FileEvent): Metadata {
  if (toolCallId === undefined) {
    return {};
  }
  return { toolCallId: runId === model.root ? toolCallId : callKey(runId, toolCallId) };
}

type ArtifactEvent = Extract<AnyEvent, { kind: 'file-write' | 'data-write' | 'dataset-write' }>;

/** Tells an artifact with its version; returns a problem where the chunk is not the next one. */
export function writeArtifact(tell: Tell, task: Task, said: ArtifactEvent): string | undefined {
  const { state } = tell;
  const { artifactId, kind } = said;
  const known = find(state.artifacts, artifactId);
  const index = said.kind === 'data-write' ? 0 : said.index;
  if (known !== undefined && known.kind !== kind) {
    return `${artifactId} is a ${known.kind}`;
  }
  if (index !== 0 && index !== known?.next) {
    return `chunk ${index} of ${artifactId} is not the next one`;
  }
  if (index > 0 && hasDescription(said)) {
    return `chunk ${index} of ${artifactId} describes it again`;
  }
  const base = index === 0 ? said.metadata?.['baseVersion'] : undefined;
  const version = known?.version ?? 0;
  if (base !== undefined && base !== version) {
    return `it is written on top of version ${show(base)} of ${artifactId}, which is at version ${version}`;
  }
  const stage = known ?? put(state.artifacts, artifactId, { kind, next: 0, version: 0 });
  if (index === 0) {
    stage.version = versionOf(said, stage.version);
  }
  stage.next = said.kind === 'data-write' || said.complete ? 0 : index + 1;
  if (!task.artifacts.includes(artifactId)) {
    task.artifacts.push(artifactId);
  }
  say(tell, task, { ...said, metadata: { ...said.metadata, version: stage.version } });
  return undefined;
}

function versionOf({ metadata }: ArtifactEvent, last: number): number {
  const told = metadata?.['version'];
  return typeof told === 'number' && told > last ? told : last + 1;
}

function hasDescription(said: ArtifactEvent): boolean {
  return ['name', 'description', 'mimeType', 'encoding', 'schema'].some((name) => name in said);
}
