/** What a call of Claude Code would do, according to its input. */
import type { ApprovalFacts, FileChange } from '@agent-mux/events';
import { idOf, listOf, objectOf, replacedPart, textOf, writtenFile } from '../../shared/index.ts';
import type { NativeToolInput } from './native.ts';
import { isShell } from './tools.ts';

/** Reads the facts. `folder` is where a command would begin, if that is known. */
export function factsOf(toolName: string, native: unknown, folder: string | undefined): ApprovalFacts {
  const input: NativeToolInput = objectOf(native) ?? {};
  if (toolName.startsWith('mcp__')) {
    return {};
  }
  const command = isShell(toolName) || toolName === 'Monitor' ? textOf(input.command) : undefined;
  const path = idOf(input.file_path) ?? idOf(input.notebook_path) ?? idOf(input.path);
  const url = textOf(input.url);
  const changes = path === undefined ? [] : changesOf(toolName, path, input);
  return {
    ...(command === undefined ? {} : { command }),
    ...(command === undefined || folder === undefined ? {} : { cwd: folder }),
    ...(path === undefined ? {} : { paths: [path] }),
    ...(changes.length === 0 ? {} : { changes }),
    ...(url === undefined ? {} : { url }),
  };
}

function changesOf(toolName: string, path: string, input: NativeToolInput): readonly FileChange[] {
  switch (toolName) {
    case 'Write':
      return [writtenFile(path, textOf(input.content) ?? '')];
    case 'Edit':
      return [replacement(path, input)];
    case 'MultiEdit':
      return listOf(input.edits).map((edit) => replacement(path, objectOf(edit) ?? {}));
    case 'NotebookEdit': {
      // Claude Code does not send what stood in the cell before.
      const newText = textOf(input.new_source);
      return [{ path, change: 'update', ...(newText === undefined ? {} : { newText }) }];
    }
    default:
      return [];
  }
}

function replacement(path: string, { old_string, new_string }: NativeToolInput): FileChange {
  return replacedPart(path, textOf(old_string) ?? '', textOf(new_string) ?? '');
}
