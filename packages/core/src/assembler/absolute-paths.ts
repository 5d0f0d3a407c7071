/** Makes the paths of an event absolute, because an agent's relative paths start from the run's folder. */
import { absolutePath } from './absolute-path.ts';
import type { LooseBody } from './stand-ins.ts';

/** Returns undefined where the event has lost its path, because it would say nothing without it. */
export function withAbsolutePaths(body: LooseBody, cwd: string): LooseBody | undefined {
  switch (body.type) {
    case 'file_read':
    case 'file_write':
    case 'file_create':
    case 'file_delete':
    case 'file_patch':
    case 'agentdoc_read': {
      const path = absolutePath(cwd, body.path);
      return path === undefined ? undefined : { ...body, path };
    }
    case 'image_output':
      return ofImage(body, cwd);
    case 'shell_start': {
      const { cwd: told, ...rest } = body;
      const folder = told === undefined ? undefined : absolutePath(cwd, told);
      return folder === undefined ? rest : { ...body, cwd: folder };
    }
    default:
      return body;
  }
}

function ofImage(body: Extract<LooseBody, { type: 'image_output' }>, cwd: string): LooseBody | undefined {
  const { filePath: told, ...rest } = body;
  const filePath = told === undefined ? undefined : absolutePath(cwd, told);
  if (filePath === undefined) {
    return body.base64 === undefined ? undefined : rest;
  }
  return { ...body, filePath };
}
