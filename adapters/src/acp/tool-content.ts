/** What a tool call carries besides its name: its text, images and changed files. */
import type { EventDraft } from '@agent-mux/core';
import { defined, imageIn, listOf, objectOf, textDiff, textOf } from '../shared/index.ts';
import type { NativeContent, NativeToolContent } from './native.ts';
import type { AcpCall, ToolIdentity } from './quirks.ts';

/** All text of a call, in order. */
export function textIn(content: unknown): string {
  return listOf(content)
    .flatMap((item) => textOf(contentOf(item)?.text) ?? [])
    .join('\n');
}

/** The file events of a call that succeeded. */
export function fileDrafts(call: AcpCall, { kind, edits = 'patch' }: ToolIdentity): readonly EventDraft[] {
  const { toolCallId } = call;
  const drafts = listOf(call.content).flatMap((item) => changeOf(item, call, edits));
  if (drafts.length > 0 || kind !== 'read') {
    return drafts;
  }
  return pathsOf(call).map((path) => ({ type: 'file_read', path, toolCallId }));
}

/** The changes that the call would make, as unified diffs. */
export function diffsIn({ content }: AcpCall): readonly string[] {
  return listOf(content).flatMap((item) => {
    const native: NativeToolContent | undefined = objectOf(item);
    const path = native?.type === 'diff' ? textOf(native.path) : undefined;
    return path === undefined
      ? []
      : (textDiff(path, textOf(native?.oldText) ?? '', textOf(native?.newText) ?? '') ?? []);
  });
}

export function imageDrafts({ toolCallId, content }: AcpCall): readonly EventDraft[] {
  return listOf(content).flatMap((item) => imageOf(contentOf(item), toolCallId) ?? []);
}

/** A block that is an image. */
export function imageOf(block: NativeContent | undefined, toolCallId?: string): EventDraft | undefined {
  const image = imageIn(block);
  return image && { type: 'image_output', ...image, ...defined({ toolCallId }) };
}

/** Files that the call names as its subject. */
export function pathsOf({ locations }: AcpCall): readonly string[] {
  return listOf(locations).flatMap((item) => textOf(objectOf<'path'>(item)?.path) ?? []);
}

function contentOf(item: unknown): NativeContent | undefined {
  const native: NativeToolContent | undefined = objectOf(item);
  return native?.type === 'content' ? objectOf(native.content) : undefined;
}

function changeOf(item: unknown, call: AcpCall, edits: 'write' | 'patch'): readonly EventDraft[] {
  const { toolCallId } = call;
  const native: NativeToolContent | undefined = objectOf(item);
  const path = native?.type === 'diff' ? textOf(native.path) : undefined;
  const after = textOf(native?.newText);
  if (path === undefined || after === undefined) {
    return [];
  }
  const before = textOf(native?.oldText) ?? '';
  const { kind = before === '' ? 'add' : 'modify' } = objectOf<'kind'>(native?._meta) ?? {};
  if (kind === 'delete') {
    return [{ type: 'file_delete', path, toolCallId }];
  }
  if (kind === 'add' || edits === 'write') {
    const type = kind === 'add' ? 'file_create' : 'file_write';
    // Gemini CLI 0.61.0 sends no input of a call, so what it wrote stands in the result alone.
    const content = objectOf(call.rawInput) === undefined ? { content: after } : {};
    return [{ type, path, byteCount: Buffer.byteLength(after), ...content, toolCallId }];
  }
  const diff = textDiff(path, before, after);
  return diff === undefined ? [] : [{ type: 'file_patch', path, diff, toolCallId }];
}
