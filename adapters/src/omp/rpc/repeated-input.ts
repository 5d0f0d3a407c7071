/** Whether a question of omp, which names no call, can be about a call: it repeats part of the input. */
import { objectOf, textOf } from '../../shared/index.ts';
import type { NativeToolInput } from '../shared/native.ts';

/** Matches the line before each file of a patch in omp's own form. */
const PATCHED_FILE: RegExp = /^\[(.+)#[0-9a-f]+\]$/i;
/** Matches the reason of a policy, which stands before the rest (the source of omp 18.2.3). */
const REASON = /^Reason: .*\n/;
/** The length of what a question repeats in full. */
const MAX_SHOWN = 2_000;

/**
 * Whether the words of a question, which are all lines after the name of the tool, are those that omp 18.2.3 writes for this input.
 * Commands and texts of files have lines of their own, so that only the whole says where they end.
 */
export function repeatsInput(toolName: string, native: unknown, said: string): boolean {
  const { command, path, content, input: patch }: NativeToolInput = objectOf(native) ?? {};
  const words = said.replace(REASON, '');
  switch (toolName) {
    case 'bash':
      return words === `Command: ${shown(command)}`;
    case 'write':
      return words === `Path: ${shown(path)}\nContent:\n${shown(content)}`;
    case 'edit':
      return repeatsFiles(path === undefined ? filesOf(textOf(patch) ?? '') : [path], words);
    default:
      return true;
  }
}

/** Whether the words name these files. A patch of another form has none that we know, and may be of any. */
function repeatsFiles(files: readonly unknown[], words: string): boolean {
  return files.length === 0 || words === [...new Set(files)].map((file) => `File: ${shown(file)}`).join('\n');
}

/** The files of a patch. */
export function filesOf(patch: string): readonly string[] {
  return patch.split('\n').flatMap((line) => PATCHED_FILE.exec(line)?.[1] ?? []);
}

function shown(value: unknown): string {
  const text = textOf(value) ?? '';
  const more = text.length - MAX_SHOWN;
  return more > 0 ? `${text.slice(0, MAX_SHOWN)}[…${more}ch elided…]` : text;
}
