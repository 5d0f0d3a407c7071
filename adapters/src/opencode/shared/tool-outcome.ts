/** What a finished tool of opencode says beyond its output: exit codes, changed files, agents. It is the same in both modes. */
import type { EventDraft } from '@agent-mux/core';
import {
  deletedPaths,
  type NoteAtEnd,
  noteAtEnd,
  numberOf,
  objectOf,
  textBetween,
  textOf,
} from '../../shared/index.ts';
import type { NativeToolMetadata } from './native.ts';
import { patchedFiles } from './patched-files.ts';

export interface Finished {
  readonly toolCallId: string;
  readonly name: string;
  readonly input: unknown;
  readonly output: unknown;
  readonly metadata: unknown;
  /** The folder in which a shell command began, if that is known. */
  readonly folder: string | undefined;
}

type Input = 'filePath' | 'content' | 'command';

/** Files that a successful call has read or changed. */
export function filesOf({ toolCallId, name, input, metadata, folder }: Finished): readonly EventDraft[] {
  const given = objectOf<Input>(input);
  const told: NativeToolMetadata = objectOf(metadata) ?? {};
  if (name === 'bash') {
    // Only commands delete files.
    const paths = told.exit === 0 ? deletedPaths(textOf(given?.command) ?? '', folder) : [];
    return paths.map((deleted) => ({ type: 'file_delete', path: deleted, toolCallId }));
  }
  if (name === 'apply_patch') {
    return patchedFiles(metadata, toolCallId);
  }
  const path = textOf(told.filepath) ?? textOf(given?.filePath);
  if (path === undefined) {
    return [];
  }
  switch (name) {
    case 'read':
      return [{ type: 'file_read', path, toolCallId }];
    case 'write': {
      const byteCount = Buffer.byteLength(textOf(given?.content) ?? '');
      return [{ type: told.exists === false ? 'file_create' : 'file_write', path, byteCount, toolCallId }];
    }
    case 'edit': {
      const diff = textOf(told.diff);
      return diff === undefined || diff === '' ? [] : [{ type: 'file_patch', path, diff, toolCallId }];
    }
    default:
      return [];
  }
}

export function exitCodeOf(metadata: unknown): number | undefined {
  return numberOf(objectOf<keyof NativeToolMetadata>(metadata)?.exit);
}

function shellNote(output: string): NoteAtEnd | undefined {
  return noteAtEnd(output.trimEnd(), '\n\n<shell_metadata>\n', '\n</shell_metadata>');
}

/**
 * Why a command was cut short: it was aborted, or ran out of time. opencode reports such a call as a success without an exit code
 * (1.18.33).
 */
export function cutShort(metadata: unknown, output: unknown): string | undefined {
  const isCut = objectOf<keyof NativeToolMetadata>(metadata)?.exit === null;
  return isCut ? (shellNote(textOf(output) ?? '')?.note ?? 'The command has no exit code.') : undefined;
}

/** What a command printed, without the words that opencode adds. */
export function printedText(output: string): string {
  const printed = shellNote(output)?.before ?? output;
  return printed === '(no output)' ? '' : printed;
}

/** The report of an agent, which its output wraps in `<task …><task_result>…</task_result></task>`. */
export function reportOf(output: unknown): string {
  const text = textOf(output) ?? '';
  return (textBetween(text, '<task_result>', '</task_result>') ?? text).trim();
}
