/** However often a run is paused before its session is known, and after: its journal is sound, and any other store takes it in. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type RunHandle } from '@agent-mux/core';
import { isEventEntry, type JournalEntry } from '@agent-mux/events/journal';
import { openStore, type Store } from '@agent-mux/store';
import { createSeededRandom, type FakeAgentStep } from '@agent-mux/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BUILT_WRITER } from '../packages/store/src/testing/built-writer.ts';
import { says, session, toyAdapter } from './support/toy-adapter.ts';
import { next } from './support/toy-run.ts';

const scratch = mkdtempSync(join(tmpdir(), 'amux-before-session-'));
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

/** It says its session, and ends its turn, when it is told to, and says first that it can be told. */
const STEPS: readonly FakeAgentStep[] = [
  {
    do: 'on',
    signal: 'SIGUSR2',
    steps: [session, says({ type: 'turn_start' }, { type: 'text_delta', delta: 'Hello.' })],
  },
  { do: 'on', signal: 'SIGHUP', steps: [says({ type: 'message_stop' }, { type: 'turn_end' })] },
  says({ type: 'log', source: 'stderr', line: 'up' }),
  { do: 'read-all' },
];

type Call = 'pause' | 'resume';

/** The run goes on at the end, so that it can be told the rest. */
async function control(run: RunHandle, random: () => number): Promise<Call[]> {
  const calls: Call[] = [];
  let isPaused = false;
  for (let count = 2 + Math.floor(random() * 6); count > 0 || isPaused; count--) {
    const call = isPaused ? 'resume' : 'pause';
    await run[call]();
    isPaused = !isPaused;
    calls.push(call);
  }
  return calls;
}

it.each([1, 2, 3, 4])('has a journal in order however often it was paused (seed %i)', async (seed) => {
  const random = createSeededRandom(seed);
  await using mux = createClient({ adapters: [toyAdapter({ steps: STEPS })], store });
  const run = mux.run({ agent: 'toy', prompt: 'go', collectEvents: true });
  await next(run, 'log');
  const before = await control(run, random);
  process.kill(Number(run.pid), 'SIGUSR2');
  await next(run, 'text_delta');
  const after = await control(run, random);
  process.kill(Number(run.pid), 'SIGHUP');
  expect((await run).exitReason).toBe('completed');
  const entries: JournalEntry[] = [];
  for await (const { entry } of store.read(run.runId)) {
    entries.push(entry);
  }
  const told = entries.flatMap((entry) =>
    isEventEntry(entry) && (entry.type === 'paused' || entry.type === 'resumed') ? [entry.type] : [],
  );
  expect(told).toEqual([...before, ...after].map((call) => `${call}d`));
  expect(await store.check()).toMatchObject({ isSound: true, problems: [] });
  expect(await other.import(store.export({ runId: run.runId }))).toMatchObject({ runs: 1 });
});
