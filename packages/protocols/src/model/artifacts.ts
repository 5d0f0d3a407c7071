/** What the agent leaves behind: files that it wrote, and images that it showed, each with its version. */
import type { AgentEvent } from '@agent-mux/events';
import { find, put } from './keyed.ts';
import type { Run } from './runs.ts';

export interface Artifact {
  /** The id: `file:<absolute path>`, or `image:<number from 1 on>` of the run. */
  readonly id: string;
  /** The version, from 1 on. */
  readonly version: number;
}

/** The artifact that an event makes or changes; null where it makes none. */
export function takeArtifact(run: Run, event: AgentEvent): Artifact | null {
  switch (event.type) {
    case 'file_write':
    case 'file_create':
    case 'file_delete':
    case 'file_patch':
      return nextVersion(run, `file:${event.path}`);
    case 'image_output':
      run.images += 1;
      return nextVersion(run, `image:${run.images}`);
    default:
      return null;
  }
}

function nextVersion(run: Run, id: string): Artifact {
  const version = (find(run.artifacts, id) ?? 0) + 1;
  put(run.artifacts, id, version);
  return { id, version };
}
