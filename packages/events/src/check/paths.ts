/** Paths are absolute, so that they mean the same file to whoever reads them; an unknown folder is empty, and said to be unknown. */
import type { AgentEvent, EventOf } from '../events.ts';
import type { CheckState, Watch } from './check-state.ts';

const NONE: readonly undefined[] = [];

export function watchPaths({ report }: CheckState): Watch {
  return (event) => {
    for (const path of pathsOf(event)) {
      if (path !== undefined && !isAbsolute(path)) {
        report('D-path', `${event.type}: ${JSON.stringify(path.slice(0, 80))} is no absolute path`);
      }
    }
  };
}

function pathsOf(event: AgentEvent): readonly (string | undefined)[] {
  switch (event.type) {
    case 'file_read':
    case 'file_write':
    case 'file_create':
    case 'file_delete':
    case 'file_patch':
    case 'agentdoc_read':
      return [event.path];
    case 'image_output':
      return [event.filePath];
    case 'shell_start':
      return event.cwdKnown === false && event.cwd === '' ? NONE : [event.cwd];
    case 'approval_request':
      return pathsOfApproval(event);
    default:
      return NONE;
  }
}

function pathsOfApproval({
  cwd,
  paths = [],
  changes = [],
}: EventOf<'approval_request'>): readonly (string | undefined)[] {
  return [cwd, ...paths, ...changes.flatMap(({ path, movedTo }) => [path, movedTo])];
}

/** Of any platform: a stream is checked elsewhere than where it was made. Recordings have `<cwd>` for the folders of their machine. */
function isAbsolute(path: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:[\\/]|<\w+>)/.test(path);
}
