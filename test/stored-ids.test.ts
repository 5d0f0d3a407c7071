/** Runs with an id that the store has, and what is asked of a store where there is none. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AgentMuxClient, createClient } from '@agent-mux/core';
import { openStore, type Store } from '@agent-mux/store';
import { afterAll, describe, expect, it } from 'vitest';
import { BUILT_WRITER } from '../packages/store/src/testing/built-writer.ts';
import { talker, toy, treeClient } from './support/calling-toys.ts';
import { toyAdapter } from './support/toy-adapter.ts';

const scratch = mkdtempSync(join(tmpdir(), 'amux-stored-ids-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const [LEAD, KID] = ['01KAXYZ0000000000000000001', '01KAXYZ0000000000000000002'];
const started = join(scratch, 'started');
const open = (): Promise<Store> => openStore(join(scratch, 'runs', 'runs.db'), BUILT_WRITER);
const clientOf = (store: Store): AgentMuxClient =>
  treeClient(
    { a: talker('A'), b: talker('B'), other: [{ do: 'log-input', file: started }, ...talker('C')] },
    { store },
  );

async function linesOf(store: Store): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of store.export()) {
    lines.push(line);
  }
  return lines;
}

describe('a run with an id that the store has', () => {
  it('ends with VALIDATION_ERROR before its agent starts, and leaves the store as it was', async () => {
    const store = await open();
    const mux = clientOf(store);
    const lead = mux.run(toy('a', { runId: LEAD, keepOpen: true }));
    expect((await mux.call(lead, toy('b', { runId: KID }))).stored).toBe('whole');
    await lead.end();
    const before = await linesOf(store);
    const elsewhere = await open();
    for (const client of [mux, clientOf(elsewhere)]) {
      for (const runId of [LEAD, KID]) {
        const result = await client.run(toy('other', { runId, storeRequired: runId === KID }));
        expect(result.error).toMatchObject({
          code: 'VALIDATION_ERROR',
          message: expect.stringMatching(
            new RegExp(`${runId} is in the store already.*\\. Give the run another id\\.$`),
          ),
        });
        expect(result).toMatchObject({ exitReason: 'failed', text: '', stored: 'partial' });
      }
      const caller = client.run(toy('a', { keepOpen: true }));
      expect(await client.call(caller, toy('other', { runId: KID }))).toMatchObject({
        error: { code: 'VALIDATION_ERROR' },
      });
      await caller.abort();
      await client.close();
    }
    expect(existsSync(started)).toBe(false);
    expect((await linesOf(store)).slice(0, before.length)).toEqual(before);
    expect(await store.list({ limit: 100 })).toHaveLength(4);
    expect(await store.check()).toMatchObject({ isSound: true });
    await Promise.all([store.close(), elsewhere.close()]);
  }, 60_000);
});

describe('`storeRequired`', () => {
  it('is refused where the client has no store', () => {
    const client = createClient({ adapters: [toyAdapter({ steps: [] })] });
    expect(() => client.run({ agent: 'toy', prompt: 'go', storeRequired: true })).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR', message: expect.stringContaining('`store`') }),
    );
    expect(client.check({ agent: 'toy', prompt: 'go', storeRequired: false })).toBeUndefined();
  });
});
