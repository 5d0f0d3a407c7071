/** Paths are absolute, so that they mean the same file to whoever reads them; an unknown folder is empty, and said to be unknown. */
import type { AgentEvent } from '../events.ts';
import type { Room, Scene } from './scene.ts';

export function watchPaths({ report }: Scene): Room {
  return (event) => {
    const path = pathOf(event);
    if (path !== undefined && !isAbsolute(path)) {
      report('D-path', `${event.type}: ${JSON.stringify(path.slice(0, 80))} is no absolute path`);
    }
  };
}

function pathOf(event: AgentEvent): string | undefined {
  switch (event.type) {
    case 'file_read':
    case 'file_write':
    case 'file_create':
    case 'file_delete':
    case 'file_patch':
    case 'agentdoc_read':
      return event.path;
    case 'image_output':
      return event.filePath;
    case 'shell_start':
      return event.cwdKnown === false && event.cwd === '' ? undefined : event.cwd;
    default:
      return undefined;
  }
}

/** Of any platform: a stream is checked elsewhere than where it was made. Recordings have `<cwd>` for the folders of their machine. */
function isAbsolute(path: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:[\\/]|<\w+>)/.test(path);
}
