/** Changes of files that an agent asks to make, according to what it says about them before it asks. */
import type { FileChange } from '@agent-mux/events';
import { defined } from './defined.ts';
import { textDiff } from './text-diff.ts';

/** A new file with this content. */
export function createdFile(path: string, text: string): FileChange {
  const diff = textDiff(path, '', text);
  return { path, change: 'create', ...defined({ diff }) };
}

/** The whole of a file that may or may not exist. */
export function writtenFile(path: string, text: string): FileChange {
  return { path, change: 'write', newText: text };
}

/** A part of a file, whose place in the file is unknown. */
export function replacedPart(path: string, oldText: string, newText: string): FileChange {
  return { path, change: 'update', oldText, newText };
}

/** A change described by the agent's own unified diff, of one file. */
export function changeOfDiff(path: string, native: string): FileChange {
  const diff = native.trimStart();
  const at = diff.indexOf('\n@@ ');
  const head = at < 0 ? diff : diff.slice(0, at);
  const isNew = /^--- (?:a?\/dev\/null)/m.test(head) || /^\n@@ -0,0 /.test(diff.slice(Math.max(0, at)));
  const isGone = /^\+\+\+ (?:b?\/dev\/null)/m.test(head);
  return { path, change: isNew ? 'create' : isGone ? 'delete' : 'update', diff };
}
