/** Which files a call that succeeded has touched. */
import type { EventDraft } from '@agent-mux/core';
import { deletedPaths, listOf, numberOf, objectOf, textOf } from '../../shared/index.ts';
import { type Call, isShell } from './calls.ts';
import type { NativeData, NativeFileEdit, NativeToolResult } from './native.ts';

export function fileDrafts(call: Call, data: NativeData): readonly EventDraft[] {
  const { id: toolCallId, name, input } = call;
  if (isShell(name)) {
    const exitCode = numberOf(objectOf<'exitCode'>(data.shellExecution)?.exitCode);
    const paths = exitCode === 0 ? deletedPaths(textOf(input.command) ?? '', call.folder) : [];
    return paths.map((path) => ({ type: 'file_delete', path, toolCallId }));
  }
  if (name === 'view') {
    const path = textOf(input.path);
    const telemetry = objectOf<'properties'>(data.toolTelemetry);
    const isFolder = objectOf<'viewType'>(telemetry?.properties)?.viewType === 'directory';
    return path === undefined || isFolder ? [] : [{ type: 'file_read', path, toolCallId }];
  }
  const result: NativeToolResult | undefined = objectOf(data.result);
  const diffs = splitDiff(textOf(result?.detailedContent) ?? '');
  return listOf(data.fileEdits).flatMap((item): readonly EventDraft[] => {
    const edit: NativeFileEdit | undefined = objectOf(item);
    const path = textOf(edit?.path);
    return path === undefined ? [] : editDrafts({ path, kind: edit?.kind, diff: diffOf(diffs, path), call });
  });
}

interface Edit {
  readonly path: string;
  readonly kind: unknown;
  readonly diff: string;
  readonly call: Call;
}

function editDrafts({ path, kind, diff, call }: Edit): readonly EventDraft[] {
  const { id: toolCallId, input } = call;
  const text = textOf(input.file_text);
  switch (kind) {
    case 'create':
      return [{ type: 'file_create', path, byteCount: Buffer.byteLength(text ?? addedText(diff)), toolCallId }];
    case 'delete':
      return [{ type: 'file_delete', path, toolCallId }];
    default:
      // `create` may also overwrite a file, and then the input has the whole of it.
      return text === undefined
        ? [{ type: 'file_patch', path, diff, toolCallId }]
        : [{ type: 'file_write', path, byteCount: Buffer.byteLength(text), toolCallId }];
  }
}

/** Splits a diff over several files into its parts. */
function splitDiff(diff: string): readonly string[] {
  return diff.split(/^(?=diff --git )/m).filter((part) => part.startsWith('diff --git '));
}

function diffOf(diffs: readonly string[], path: string): string {
  return diffs.find((part) => part.slice(0, part.indexOf('\n')).endsWith(path)) ?? diffs.join('');
}

/** The text of a new file. The names of the files stand before the first hunk: behind it, a line with `+++` is one of the text. */
function addedText(diff: string): string {
  const [, ...lines] = diff.slice(diff.search(/^@@ /m)).split('\n');
  const added = lines.filter((line) => line.startsWith('+')).map((line) => `${line.slice(1)}\n`);
  const text = added.join('');
  return lines.some((line) => line.startsWith('\\')) ? text.slice(0, -1) : text;
}
