/** Which files a tool call has touched, according to its structured result, or to its input where there is none. */
import type { EventDraft } from '@agent-mux/core';
import { deletedPaths, objectOf, textOf } from '../../shared/index.ts';
import type { NativeToolInput, NativeToolResult } from './native.ts';
import { hasSucceeded, saysGoesOn } from './shell-end.ts';
import { unifiedDiff } from './unified-diff.ts';

export interface FinishedCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: NativeToolInput;
  /** The folder in which a shell command began, if that is known. */
  readonly folder: string | undefined;
  /** The structured result; absent in a subagent. */
  readonly result: NativeToolResult | undefined;
  /** The text that the model was given. */
  readonly text: string;
}

/** The file events of a call that succeeded. */
export function fileDrafts(call: FinishedCall): readonly EventDraft[] {
  switch (call.toolName) {
    case 'Read':
      return readDrafts(call);
    case 'Write':
      return writeDrafts(call);
    case 'Edit':
    case 'MultiEdit':
    case 'NotebookEdit':
      return editDrafts(call);
    case 'Bash': {
      const { toolCallId, input, folder, result, text } = call;
      const isDone = result === undefined ? !saysGoesOn(text) : hasSucceeded(result);
      return isDone
        ? deletedPaths(textOf(input.command) ?? '', folder).map((path) => ({ type: 'file_delete', path, toolCallId }))
        : [];
    }
    default:
      return [];
  }
}

function readDrafts({ toolCallId, input, result }: FinishedCall): readonly EventDraft[] {
  const file = objectOf<'filePath'>(result?.file);
  const path = textOf(file?.filePath) ?? textOf(input.file_path);
  return path === undefined ? [] : [{ type: 'file_read', path, toolCallId }];
}

function writeDrafts({ toolCallId, input, result, text }: FinishedCall): readonly EventDraft[] {
  const path = textOf(result?.filePath) ?? textOf(input.file_path);
  const content = textOf(result?.content) ?? textOf(input.content);
  if (path === undefined || content === undefined) {
    return [];
  }
  const isNew = result === undefined ? /\bcreated\b/.test(text) : result.type === 'create';
  return [{ type: isNew ? 'file_create' : 'file_write', path, byteCount: Buffer.byteLength(content), toolCallId }];
}

function editDrafts({ toolCallId, result }: FinishedCall): readonly EventDraft[] {
  const notebook = textOf(result?.notebook_path);
  if (notebook !== undefined) {
    // Notebooks come without hunks, and what was written is the whole file.
    const updated = textOf(result?.updated_file);
    return updated === undefined
      ? []
      : [{ type: 'file_write', path: notebook, byteCount: Buffer.byteLength(updated), toolCallId }];
  }
  const path = textOf(result?.filePath);
  const diff = path === undefined ? undefined : unifiedDiff(path, result?.structuredPatch);
  return path === undefined || diff === undefined ? [] : [{ type: 'file_patch', path, diff, toolCallId }];
}
