/** What a projection says of a live run or tree it says of the stored one too, and of one that was exported and taken in elsewhere. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunHandle } from '@agent-mux/core';
import { type EntrySource, project } from '@agent-mux/protocols';
import { openStore, type Store } from '@agent-mux/store';
import type { FakeAgentStep } from '@agent-mux/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILT_WRITER } from '../packages/store/src/testing/built-writer.ts';
import { talker, toy, treeClient } from './support/calling-toys.ts';
import { type NamedProjection, PROJECTIONS } from './support/projections.ts';
import { growTree, RANDOM_SCRIPTS } from './support/random-trees.ts';
import { says, session } from './support/toy-adapter.ts';

const scratch = mkdtempSync(join(tmpdir(), 'amux-protocols-'));
let store: Store;
let other: Store;
beforeAll(async () => {
  store = await openStore(join(scratch, 'one', 'runs.db'), BUILT_WRITER);
  other = await openStore(join(scratch, 'other', 'runs.db'), BUILT_WRITER);
});
afterAll(async () => {
  await Promise.all([store.close(), other.close()]);
  rmSync(scratch, { recursive: true, force: true });
});

/** It asks who called it, and answers once it has been told. */
const ASKS: readonly FakeAgentStep[] = [
  session,
  says({ type: 'turn_start' }, { type: 'input_required', key: 'q', question: 'Which?', source: 'agent' }),
  { do: 'read', contains: 'this' },
  says({ type: 'text_delta', delta: 'ok' }, { type: 'message_stop' }, { type: 'turn_end' }),
  { do: 'read-all' },
];

type Said = Readonly<Record<string, readonly string[]>>;

/** The lines of every projection. The checker of each must be satisfied. */
async function sayAll(source: () => EntrySource): Promise<Said> {
  const said = await Promise.all(PROJECTIONS.map(async (each) => [each.name, await say(source(), each)] as const));
  return Object.fromEntries(said);
}

async function say(source: EntrySource, { subject }: NamedProjection): Promise<string[]> {
  const outputs: unknown[] = [];
  for await (const output of project(source, subject.projection)) {
    outputs.push(output);
  }
  expect(subject.check(outputs)).toEqual([]);
  return outputs.map((output) => JSON.stringify(output));
}

async function importElsewhere(runId: string): Promise<void> {
  await other.import(store.export({ runId }));
}

describe('every projection says the same', () => {
  it('X-12: of a run that is live, stored and imported', async () => {
    const mux = treeClient({ a: talker('A') }, { store });
    const run = mux.run(toy('a', { keepOpen: true }));
    const live = sayAll(() => run);
    await new Promise((resolve) => run.once('turn_end', resolve));
    await run.end();
    await mux.close();
    const { runId } = run;
    await importElsewhere(runId);
    const wanted = await live;
    expect(wanted['cagent']?.length).toBeGreaterThan(3);
    expect(await sayAll(() => store.replay(runId))).toEqual(wanted);
    expect(await sayAll(() => store.read(runId))).toEqual(wanted);
    expect(await sayAll(() => other.replay(runId))).toEqual(wanted);
  });

  it('X-12: of a called run that asks, alone: live, stored and replayed', async () => {
    const mux = treeClient({ a: talker('A'), b: ASKS }, { store });
    const caller = mux.run(toy('a', { keepOpen: true }));
    const called = mux.call(caller, toy('b'));
    called.interaction.onPending(({ id }) => void called.interaction.respond(id, { type: 'text', text: 'this' }));
    const wanted = await sayAll(() => called);
    expect(wanted['looopy']?.join('')).toContain('"waiting-input"');
    await caller.end();
    await mux.close();
    expect(await sayAll(() => store.replay(called.runId))).toEqual(wanted);
    expect(await sayAll(() => store.read(called.runId))).toEqual(wanted);
  });

  it.each([1, 2, 3])('X-12: of a tree that has grown by chance, live, stored and imported (seed %i)', async (seed) => {
    const mux = treeClient(RANDOM_SCRIPTS, { store });
    const runs = await growTree(mux, seed, 6);
    const [root] = runs as [RunHandle];
    const live = sayAll(() => root.tree);
    await root.tree.result();
    const wanted = await live;
    await mux.close();
    const { runId } = root;
    await importElsewhere(runId);
    expect(await sayAll(() => store.readTree(runId))).toEqual(wanted);
    expect(await sayAll(() => store.replay(runId).tree)).toEqual(wanted);
    expect(await sayAll(() => other.readTree(runId))).toEqual(wanted);
  });
});
