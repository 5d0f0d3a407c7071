/** What a reader of a tree of toy runs has seen. */
import type { RunHandle } from '@agent-mux/core';
import { checkTree, isEventEntry, type JournalEntry, type TreeEntry } from '@agent-mux/events/journal';
import { expect } from 'vitest';

/** All of a tree, which must be in order and whole. */
export async function readTree({ tree }: RunHandle): Promise<readonly TreeEntry[]> {
  const entries: TreeEntry[] = [];
  for await (const entry of tree) {
    entries.push(entry);
  }
  expect(checkTree(entries)).toEqual([]);
  expect(tree.ledger.open).toEqual([]);
  return entries;
}

/** Each entry is two words: whose it is, and what. */
export function wordsOf(entries: readonly TreeEntry[]): readonly string[] {
  return entries.map(({ run, entry }) => `${run.name} ${wordOf(entry)}`);
}

function wordOf(entry: JournalEntry): string {
  if (isEventEntry(entry)) {
    return entry.type;
  }
  if (entry.entry === 'input') {
    return `> ${entry.input}`;
  }
  return entry.entry === 'close' ? `close ${entry.cause}` : entry.entry;
}
