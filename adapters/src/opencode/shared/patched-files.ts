/** The files of opencode's tool `apply_patch`, which models like GPT-5 are offered instead of `edit` and `write` (1.18.33). */
import type { EventDraft } from '@agent-mux/core';
import type { ApprovalFacts, FileChange } from '@agent-mux/events';
import { defined, listOf, objectOf, textOf } from '../../shared/index.ts';
import type { NativePatchedFile } from './native.ts';

interface PatchedFile {
  readonly path: string;
  readonly type: string | undefined;
  readonly patch: string | undefined;
  /** Where a moved file ends. */
  readonly movedTo: string | undefined;
}

/** The file events of a patch that was applied. */
export function patchedFiles(metadata: unknown, toolCallId: string): readonly EventDraft[] {
  return filesIn(metadata).flatMap(({ path, type, patch, movedTo }): readonly EventDraft[] => {
    switch (type) {
      case 'add':
        // A patch is told without the indent that its lines share, so the size of the file is not in it (1.18.33).
        return [{ type: 'file_create', path, toolCallId }];
      case 'delete':
        return [{ type: 'file_delete', path, toolCallId }];
      default: {
        const changed: EventDraft = {
          type: 'file_patch',
          path: movedTo ?? path,
          ...(patch === undefined || patch === '' ? {} : { diff: patch }),
          toolCallId,
        };
        return movedTo === undefined ? [changed] : [{ type: 'file_delete', path, toolCallId }, changed];
      }
    }
  });
}

/** What a patch that is asked about would do; undefined where the question is about something else. */
export function patchFacts(rawInput: unknown): ApprovalFacts | undefined {
  const files = filesIn(rawInput);
  if (files.length < listOf(objectOf<'files'>(rawInput)?.files).length) {
    // Whoever grants the files that have a name would grant the others too.
    return { toolKind: 'edit' };
  }
  const changes = files.map(changeOf);
  const paths = changes.flatMap(({ path, movedTo }) => (movedTo === undefined ? [path] : [path, movedTo]));
  const [first, ...others] = new Set(changes.map(({ change }) => change));
  if (first === undefined) {
    return undefined;
  }
  // A patch that does more than one thing is an edit.
  const toolKind = others.length === 0 && (first === 'delete' || first === 'move') ? first : 'edit';
  return { toolKind, paths: [...new Set(paths)], changes };
}

function changeOf({ path, type, patch: diff, movedTo }: PatchedFile): FileChange {
  const told = defined({ diff });
  switch (type) {
    case 'add':
      return { path, change: 'create', ...told };
    case 'delete':
      return { path, change: 'delete', ...told };
    default:
      return { path, change: movedTo === undefined ? 'update' : 'move', ...defined({ movedTo }), ...told };
  }
}

function filesIn(native: unknown): readonly PatchedFile[] {
  return listOf(objectOf<'files'>(native)?.files).flatMap((item) => {
    const file: NativePatchedFile | undefined = objectOf(item);
    const path = textOf(file?.filePath);
    return path === undefined
      ? []
      : [{ path, type: textOf(file?.type), patch: textOf(file?.patch), movedTo: textOf(file?.movePath) }];
  });
}
