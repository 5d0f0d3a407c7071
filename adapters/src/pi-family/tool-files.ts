/** Which files a tool call that succeeded has touched. */
import { absolutePath, type EventDraft } from '@agent-mux/core';
import { deletedPaths, objectOf, textDiff, textOf } from '../shared/index.ts';
import type { NativeDetails, NativeToolInput } from './native.ts';

export interface FinishedCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: NativeToolInput;
  readonly details: NativeDetails;
  /** The folder in which a shell command began, if that is known. */
  readonly folder: string | undefined;
}

export class ToolFiles {
  readonly #cwd: () => string;
  // Neither agent says whether a file existed before it was written: it did if it has been read or written in this run.
  readonly #seen = new Set<string>();

  constructor(cwd: () => string) {
    this.#cwd = cwd;
  }

  draftsOf(call: FinishedCall): readonly EventDraft[] {
    switch (call.toolName) {
      case 'read':
        return this.#read(call);
      case 'write':
        return this.#written(call);
      case 'edit':
        return this.#edited(call);
      case 'bash':
        return deletedPaths(textOf(call.input.command) ?? '', call.folder).map((path) => ({
          type: 'file_delete',
          path,
          toolCallId: call.toolCallId,
        }));
      default:
        return [];
    }
  }

  #read(call: FinishedCall): readonly EventDraft[] {
    const path = this.#pathOf(call);
    const drafts: EventDraft[] = [];
    if (path !== undefined) {
      this.#seen.add(path);
      drafts.push({ type: 'file_read', path, toolCallId: call.toolCallId });
    }
    // The model uses a skill by reading its file.
    const skillName = skillOf(path ?? '', textOf(call.input.path) ?? '');
    return skillName === undefined ? drafts : [...drafts, { type: 'skill_invoked', skillName }];
  }

  #written(call: FinishedCall): readonly EventDraft[] {
    const path = this.#pathOf(call);
    const content = textOf(call.input.content);
    if (path === undefined || content === undefined) {
      return [];
    }
    const isNew = !this.#seen.has(path);
    this.#seen.add(path);
    const byteCount = Buffer.byteLength(content);
    return [{ type: isNew ? 'file_create' : 'file_write', path, byteCount, toolCallId: call.toolCallId }];
  }

  #edited(call: FinishedCall): readonly EventDraft[] {
    const path = this.#pathOf(call);
    const { details, toolCallId } = call;
    if (path === undefined) {
      return [];
    }
    this.#seen.add(path);
    const before = textOf(details.oldText);
    const after = textOf(details.newText);
    const diff =
      before !== undefined && after !== undefined ? textDiff(path, before, after) : numberedDiff(path, details.diff);
    return diff === undefined ? [] : [{ type: 'file_patch', path, diff, toolCallId }];
  }

  #pathOf({ input, details }: FinishedCall): string | undefined {
    const named = textOf(details.resolvedPath) ?? textOf(details.path) ?? sourceOf(details.meta) ?? textOf(input.path);
    return named === undefined ? undefined : absolutePath(this.#cwd(), named);
  }
}

/** The source of a text that was read, which omp 18.2.3 names. */
function sourceOf(meta: unknown): string | undefined {
  const source = objectOf<'type' | 'value'>(objectOf<'source'>(meta)?.source);
  return source?.type === 'path' ? textOf(source.value) : undefined;
}

function skillOf(path: string, given: string): string | undefined {
  return /^skill:\/\/([^/]+)/.exec(given)?.[1] ?? /[\\/]([^\\/]+)[\\/]SKILL\.md$/.exec(path)?.[1];
}

interface Row {
  readonly sign: string;
  readonly line: number;
  readonly text: string;
}

/** Reads a diff of pi 0.73.1, whose lines are numbered and which leaves out what lies between two changes. */
export function numberedDiff(path: string, native: unknown): string | undefined {
  const rows = (textOf(native) ?? '').split('\n').map((line): Row | undefined => {
    const match = /^([ +-]) *(\d+)[ |](.*)$/s.exec(line);
    return match === null ? undefined : { sign: match[1] ?? ' ', line: Number(match[2]), text: match[3] ?? '' };
  });
  const hunks: Row[][] = [[]];
  for (const row of rows) {
    if (row === undefined) {
      hunks.push([]);
    } else {
      hunks.at(-1)?.push(row);
    }
  }
  let shift = 0;
  const texts = hunks
    .filter((hunk) => hunk.some(({ sign }) => sign !== ' '))
    .map((hunk) => {
      const old = hunk.filter(({ sign }) => sign !== '+');
      const now = hunk.filter(({ sign }) => sign !== '-');
      // Unchanged lines have the numbers that they had before the edit.
      const from = old[0]?.line ?? 0;
      const to = old.length === 0 ? (now[0]?.line ?? 0) : from + shift;
      shift += now.length - old.length;
      const lines = hunk.map(({ sign, text }) => `${sign}${text}\n`).join('');
      return `@@ -${from},${old.length} +${to},${now.length} @@\n${lines}`;
    });
  return texts.length === 0 ? undefined : `--- ${path}\n+++ ${path}\n${texts.join('')}`;
}
