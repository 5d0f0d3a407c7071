/** Makes a unified diff of the hunks that Claude Code reports for an edit. */
import { listOf, numberOf, objectOf, textsOf } from '../../shared/index.ts';
import type { NativeHunk } from './native.ts';

/** The diff; undefined where there is no hunk. */
export function unifiedDiff(path: string, structuredPatch: unknown): string | undefined {
  const hunks = listOf(structuredPatch).flatMap((item) => {
    const hunk: NativeHunk | undefined = objectOf(item);
    return hunk === undefined ? [] : [hunkText(hunk)];
  });
  return hunks.length === 0 ? undefined : `--- ${path}\n+++ ${path}\n${hunks.join('')}`;
}

function hunkText({ oldStart, oldLines, newStart, newLines, lines }: NativeHunk): string {
  const from = `${numberOf(oldStart) ?? 0},${numberOf(oldLines) ?? 0}`;
  const to = `${numberOf(newStart) ?? 0},${numberOf(newLines) ?? 0}`;
  return `@@ -${from} +${to} @@\n${textsOf(lines)
    .map((line) => `${line}\n`)
    .join('')}`;
}
