/** Live trees as agentic's events: the ledger of the protocol, and that of the tree itself. */

import type { TreeEntry } from '@agent-mux/events/journal';
import { project, projectAll } from '@agent-mux/protocols';
import { afk, checkAfk, toAfkHandle } from '@agent-mux/protocols/afk';
import { type AgenticEvent, agentic, checkAgentic, createLedger } from '@agent-mux/protocols/agentic';
import { describe, expect, it } from 'vitest';
import { talker, toy, treeClient } from '../support/calling-toys.ts';
import { growTree, RANDOM_SCRIPTS } from '../support/random-trees.ts';

async function read<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const each of source) {
    all.push(each);
  }
  return all;
}

describe('the ledger of agentic', () => {
  it.each([11, 12, 13, 14])(
    'G-5 G-20: is settled in the end, whoever fails or takes over in the tree (seed %i)',
    async (seed) => {
      const mux = treeClient(RANDOM_SCRIPTS);
      const [root] = await growTree(mux, seed, 7);
      if (root === undefined) {
        throw new Error('The tree has no root');
      }
      const entries = await read<TreeEntry>(root.tree);
      await mux.close();
      const outputs = projectAll(entries, agentic());
      expect(checkAgentic(outputs)).toEqual([]);
      const ledger = createLedger();
      for (const output of outputs) {
        ledger.take(output);
      }
      expect([root.tree.ledger.isSettled, ledger.isSettled, ledger.open]).toEqual([true, true, []]);
      // Whoever has said anything in the tree has ended its turn.
      const spoke = new Set(outputs.map(({ invocation }) => invocation));
      const ended = new Set(outputs.filter(isEnd).map(({ invocation }) => invocation));
      expect(ended).toEqual(spoke);
    },
    60_000,
  );

  it('G-3 G-9: is settled with the last event alone, where one run calls another', async () => {
    const mux = treeClient({ a: talker('A'), b: talker('B') });
    const root = mux.run(toy('a', { name: 'caller' }));
    const child = mux.call(root, toy('b', { name: 'called' }));
    const outputs = read<AgenticEvent>(project(root.tree, agentic()));
    await Promise.all([root, child]);
    await mux.close();
    const all = await outputs;
    const ledger = createLedger();
    const settled = all.map((output) => {
      ledger.take(output);
      return ledger.isSettled;
    });
    expect(settled.indexOf(true)).toBe(all.length - 1);
    expect(all.map(({ name, depth, type }) => `${name}@${depth} ${type}`)).toEqual(
      expect.arrayContaining([
        'caller@0 subagent_call',
        // It is ended with its caller where it has not ended before.
        expect.stringMatching(/^called@1 turn_(end|cancelled)$/),
        'caller@0 subagent_result',
      ]),
    );
  });
});

describe('the handle of AFK', () => {
  it('A-9 A-11: holds a live tree, and gives what the projection says of it', async () => {
    const mux = treeClient({ a: talker('A'), b: talker('B') });
    const root = mux.run(toy('a'));
    const handle = toAfkHandle(root, { source: root.tree });
    const child = mux.call(root, toy('b', { name: 'called' }));
    const events = await read(handle.events);
    await child;
    await mux.close();
    expect(checkAfk(events)).toEqual([]);
    expect(events).toEqual(projectAll(await read<TreeEntry>(root.tree), afk()));
    expect(await handle.awaitResult()).toMatchObject({ state: 'completed', final_text: 'A' });
  });

  it('A-32: cancels a live run', async () => {
    const mux = treeClient(RANDOM_SCRIPTS);
    const handle = toAfkHandle(mux.run(toy('hangs')));
    const types: string[] = [];
    for await (const { type } of handle.events) {
      types.push(type);
      if (type === 'llm_called') {
        void handle.cancel();
      }
    }
    await mux.close();
    expect(types.at(-1)).toBe('run_cancelled');
    expect(await handle.awaitResult()).toBeNull();
  });
});

function isEnd({ type }: AgenticEvent): boolean {
  return type === 'turn_end' || type === 'turn_cancelled';
}
