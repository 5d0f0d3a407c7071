import type { AgentEvent } from '@agent-mux/events';
import type { JournalEntry } from '@agent-mux/events/journal';
import { describe, expect, it } from 'vitest';
import type { Run } from '../run/index.ts';
import { TreeJournal } from './tree-journal.ts';

const entry = (seq: number): JournalEntry =>
  ({ type: 'paused', runId: 'r', agent: 'a', timestamp: 0, seq }) satisfies AgentEvent;

describe('the entries of a tree whose past cannot be read from its file', () => {
  it('are refused to whoever reads, each time, and count nobody as a reader', async () => {
    const journal = {
      length: 150,
      *readAll() {
        for (let seq = 0; seq < 150; seq++) {
          yield entry(seq);
        }
        throw new Error('the disk is gone');
      },
    };
    const root = { life: { parts: { journal } }, prepared: { highWaterMark: 100 } } as unknown as Run;
    const tree = new TreeJournal({
      root: () => root,
      onPressure: () => undefined,
      onWarning: () => undefined,
    });
    const iterator = tree.read();
    await expect(iterator.next()).rejects.toThrow('the disk is gone');
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
    for (let seq = 150; seq < 1_000; seq++) {
      tree.append(entry(seq));
    }
    // The next reader is not given a list with a gap.
    await expect(tree.read().next()).rejects.toThrow('the disk is gone');
    expect([tree.isFull, tree.isRead]).toEqual([false, false]);
  });
});
