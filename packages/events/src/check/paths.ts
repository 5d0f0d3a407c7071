/** Paths are absolute, so that every reader finds the same file; an unknown folder is empty, and marked as unknown. */
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

/**
 * Whether a path is absolute on any platform, because a stream may be checked on another one. Recordings have `<cwd>` for the folders of
 * their machine.
 */
function isAbsolute(path: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:[\\/]|<\w+>)/.test(path);
}
