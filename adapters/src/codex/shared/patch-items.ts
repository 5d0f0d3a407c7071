/** `fileChange` items: a patch, while it is written if Codex reports that, and the files that it has changed. */
import type { EventDraft } from '@agent-mux/core';
import type { FileChange } from '@agent-mux/events';
import { createdFile, defined, laned, listOf, objectOf, textOf } from '../../shared/index.ts';
import type { Calls } from './calls.ts';
import type { NativeChange, NativeItem } from './native.ts';
import { named, TOOL_NAMES } from './tool-names.ts';

export class PatchItems {
  readonly #calls: Calls;
  // The text so far of each patch that is being written.
  readonly #written = new Map<string, string>();

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** Takes `item/fileChange/patchUpdated`, which repeats all changes so far and comes only with features.apply_patch_streaming_events. */
  updated(id: string, changes: unknown, lane: string | undefined): readonly EventDraft[] {
    const before = this.#written.get(id);
    const text = patchText(changes);
    this.#written.set(id, text);
    const drafts: EventDraft[] = [];
    if (before === undefined) {
      drafts.push(laned(lane, { type: 'tool_call_start', toolCallId: id, ...named(TOOL_NAMES.fileChange) }));
    }
    const delta = text.startsWith(before ?? '') ? text.slice((before ?? '').length) : '';
    if (delta !== '') {
      drafts.push(laned(lane, { type: 'tool_input_delta', toolCallId: id, delta }));
    }
    return drafts;
  }

  started(id: string, item: NativeItem, lane: string | undefined): readonly EventDraft[] {
    this.#written.delete(id);
    this.#calls.begin({ id, lane, kind: 'patch', changes: item.changes });
    const call = { toolCallId: id, ...named(TOOL_NAMES.fileChange), input: { changes: item.changes } };
    return [laned(lane, { type: 'tool_call_start', ...call })];
  }

  completed(id: string, item: NativeItem, lane: string | undefined): readonly EventDraft[] {
    const drafts: EventDraft[] = this.#calls.get(id) === undefined ? [...this.started(id, item, lane)] : [];
    if (item.status === 'completed') {
      const output = listOf(item.changes).map(summaryOf).join('\n');
      drafts.push(laned(lane, { type: 'tool_result', toolCallId: id, output }));
      for (const change of listOf(item.changes)) {
        drafts.push(...fileDrafts(objectOf(change) ?? {}).map((draft) => laned(lane, { ...draft, toolCallId: id })));
      }
    } else {
      const error = item.status === 'declined' ? 'The patch was declined.' : 'The patch could not be applied.';
      drafts.push(laned(lane, { type: 'tool_error', toolCallId: id, error }));
    }
    this.#calls.end(id);
    return drafts;
  }
}

type FileDraft = Extract<EventDraft, { type: 'file_create' | 'file_delete' | 'file_patch' }>;

function fileDrafts({ path: native, kind, diff: nativeDiff }: NativeChange): readonly FileDraft[] {
  const path = textOf(native);
  // `codex exec` names the files and not what was changed (0.169.0).
  const diff = textOf(nativeDiff);
  if (path === undefined) {
    return [];
  }
  const { type, movedTo } = kindOf(kind);
  switch (type) {
    case 'add':
      return [{ type: 'file_create', path, ...(diff === undefined ? {} : { byteCount: Buffer.byteLength(diff) }) }];
    case 'delete':
      return [{ type: 'file_delete', path }];
    default:
      return [{ type: 'file_patch', path, ...(diff === undefined ? {} : { diff: unifiedDiff(path, diff, movedTo) }) }];
  }
}

// Codex sends the hunks alone, and names the new place of a moved file in a line of its own.
function unifiedDiff(path: string, hunks: string, movedTo: string | undefined): string {
  const trailer = `\n\nMoved to: ${movedTo}`;
  const body = movedTo !== undefined && hunks.endsWith(trailer) ? hunks.slice(0, -trailer.length) : hunks;
  return `--- ${path}\n+++ ${movedTo ?? path}\n${body}`;
}

function kindOf(kind: unknown): { readonly type: string; readonly movedTo: string | undefined } {
  const native = objectOf<'type' | 'move_path'>(kind);
  return { type: textOf(native?.type) ?? textOf(kind) ?? 'update', movedTo: textOf(native?.move_path) };
}

/** What a patch would do to each file; undefined where one of the files has no name. */
export function changesOf(native: unknown): readonly FileChange[] | undefined {
  const changes = listOf(native).map((item) => changeOf(objectOf(item) ?? {}));
  return changes.length > 0 && changes.every((change) => change !== undefined) ? changes : undefined;
}

function changeOf({ path: nativePath, kind, diff: nativeDiff }: NativeChange): FileChange | undefined {
  const path = textOf(nativePath);
  const diff = textOf(nativeDiff);
  if (path === undefined) {
    return undefined;
  }
  const { type, movedTo } = kindOf(kind);
  switch (type) {
    case 'add':
      return createdFile(path, diff ?? '');
    case 'delete':
      return { path, change: 'delete', ...defined({ oldText: diff }) };
    default:
      return {
        path,
        change: movedTo === undefined ? 'update' : 'move',
        ...defined({ movedTo }),
        ...(diff === undefined ? {} : { diff: unifiedDiff(path, diff, movedTo) }),
      };
  }
}

function summaryOf(change: unknown): string {
  const native: NativeChange = objectOf(change) ?? {};
  const { type, movedTo } = kindOf(native.kind);
  const to = movedTo === undefined ? '' : ` -> ${movedTo}`;
  return `${type} ${textOf(native.path) ?? ''}${to}`;
}

function patchText(changes: unknown): string {
  return listOf(changes)
    .map((change) => `${summaryOf(change)}\n${textOf(objectOf<'diff'>(change)?.diff) ?? ''}`)
    .join('\n');
}
