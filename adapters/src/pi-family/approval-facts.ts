/** What a call of pi or one of its forks would do, according to its input. */
import type { ApprovalFacts, FileChange } from '@agent-mux/events';
import { idOf, listOf, objectOf, replacedPart, textOf, writtenFile } from '../shared/index.ts';
import type { NativeToolInput } from './native.ts';

type EditInput = 'edits' | 'oldText' | 'newText';

/** The facts of a call. `folder` is where a command begins whose call names none. */
export function factsOf(toolName: string, native: unknown, folder: string): ApprovalFacts {
  const input: NativeToolInput & { readonly [name in EditInput]?: unknown } = objectOf(native) ?? {};
  if (toolName === 'bash') {
    const command = textOf(input.command);
    return command === undefined ? {} : { command, cwd: idOf(input.cwd) ?? folder };
  }
  const path = idOf(input.path);
  if (path === undefined) {
    return {};
  }
  switch (toolName) {
    case 'write':
      return { paths: [path], changes: [writtenFile(path, textOf(input.content) ?? '')] };
    case 'edit': {
      const edits = input.edits === undefined ? [input] : listOf(input.edits);
      return { paths: [path], changes: edits.map((edit) => replacement(path, objectOf(edit) ?? {})) };
    }
    default:
      return { paths: [path] };
  }
}

function replacement(path: string, edit: { readonly [name in EditInput]?: unknown }): FileChange {
  return replacedPart(path, textOf(edit.oldText) ?? '', textOf(edit.newText) ?? '');
}
