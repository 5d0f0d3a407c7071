/** A run that is read back from its store is the run that was: the same entries, events and result, however it ended. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type RunHandle, type RunOptions, type RunResult, type StoredRunHandle } from '@agent-mux/core';
import { encodeEvent } from '@agent-mux/events';
import { encodeEntry } from '@agent-mux/events/journal';
import { openStore, type Store } from '@agent-mux/store';
import type { FakeAgentStep } from '@agent-mux/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILT_WRITER } from '../packages/store/src/testing/built-writer.ts';
import { answers, says, session, toyAdapter } from './support/toy-adapter.ts';
import { next } from './support/toy-run.ts';

const scratch = mkdtempSync(join(tmpdir(), 'amux-replayed-'));
let store: Store;
beforeAll(async () => {
  store = await openStore(join(scratch, 'runs', 'runs.db'), BUILT_WRITER);
});
afterAll(async () => {
  await store.close();
  rmSync(scratch, { recursive: true, force: true });
});

async function gather<T, U>(items: AsyncIterable<T>, take: (item: T) => U): Promise<U[]> {
  const all: U[] = [];
  for await (const item of items) {
    all.push(take(item));
  }
  return all;
}

interface Seen {
  readonly entries: readonly string[];
  readonly events: readonly string[];
  readonly heard: readonly string[];
  readonly result: RunResult;
  readonly state: string;
}

async function watch(handle: RunHandle): Promise<Seen> {
  const heard: string[] = [];
  for (const type of ['session_start', 'text_delta', 'message_stop', 'session_end'] as const) {
    handle.on(type, (event) => heard.push(encodeEvent(event)));
  }
  const [entries, events, result] = await Promise.all([
    gather(handle.entries(), encodeEntry),
    gather(handle, encodeEvent),
    handle.result(),
  ]);
  return { entries, events, heard, result, state: handle.state };
}

/** Live, and from the store. */
async function twice(
  handle: RunHandle,
): Promise<{ readonly live: Seen; readonly again: Seen; readonly replay: StoredRunHandle }> {
  const live = await watch(handle);
  const replay = store.replay(handle.runId, { collectEvents: true });
  return { live, again: await watch(replay), replay };
}

const turnStart = says({ type: 'turn_start' }, { type: 'step_start' });
const turnEnd = says({ type: 'step_end' }, { type: 'turn_end' });
const approval = says({ type: 'approval_request', key: 'a', action: 'Run', detail: 'ls', riskLevel: 'high' });
const readAll: FakeAgentStep = { do: 'read-all' };

const ENDS: readonly {
  name: string;
  cause: string;
  steps: readonly FakeAgentStep[];
  run?: Partial<RunOptions>;
  text?: string;
  act?: (handle: RunHandle) => Promise<void>;
}[] = [
  { name: 'completes', cause: 'completed', steps: [session, answers('one'), readAll] },
  {
    name: 'is asked, and answers',
    cause: 'completed',
    steps: [
      session,
      turnStart,
      approval,
      { do: 'read' },
      { do: 'read' },
      turnEnd,
      { do: 'read' },
      answers('two'),
      readAll,
    ],
    async act(handle) {
      const { interactionId } = await next(handle, 'approval_request');
      void handle.queue('more');
      handle.publish('title', { text: 'A title' });
      await handle.interaction.respond(interactionId, { type: 'approve' });
    },
  },
  {
    name: 'is aborted',
    cause: 'aborted',
    steps: [session, turnStart, says({ type: 'text_delta', delta: 'half' }), readAll],
    async act(handle) {
      await next(handle, 'text_delta');
      await handle.abort();
    },
  },
  {
    name: 'is asked again by its CLI after a text',
    cause: 'completed',
    text: 'before',
    steps: [
      session,
      turnStart,
      says(
        { type: 'text_delta', delta: 'before' },
        { type: 'message_stop' },
        { type: 'retry', attempt: 1, maxAttempts: 3, reason: 'overloaded', delayMs: 1 },
      ),
      turnEnd,
      readAll,
    ],
  },
  { name: 'takes too long', cause: 'timeout', steps: [session, turnStart, readAll], run: { timeout: 500 } },
  {
    name: 'crashes',
    cause: 'crash',
    steps: [session, turnStart, says({ type: 'text_delta', delta: 'half' }), { do: 'exit', code: 3, abrupt: true }],
  },
];

describe('a stored run', () => {
  it.each(ENDS)('is what it was live, where it $name', async ({ cause, steps, run, text, act }) => {
    const client = createClient({ adapters: [toyAdapter({ steps })], store });
    const handle = client.run({
      agent: 'toy',
      prompt: 'go',
      collectEvents: true,
      gracePeriodMs: 300,
      settleMs: 1_000,
      ...run,
    });
    const acted = act?.(handle);
    const { live, again, replay } = await twice(handle);
    await acted;
    expect(again).toEqual(live);
    if (text !== undefined) {
      expect(again.result.text).toBe(text);
    }
    expect([replay.cause, replay.agent, replay.mode]).toEqual([cause, handle.agent, handle.mode]);
    expect(live.entries.length).toBeGreaterThan(3);
  });

  it('cannot be steered, and reads on', async () => {
    const client = createClient({ adapters: [toyAdapter({ steps: [session, answers('one'), readAll] })], store });
    const { runId } = await client.run({ agent: 'toy', prompt: 'go' });
    const replay = store.replay(runId);
    for (const steer of [
      () => replay.send('x'),
      () => replay.continue('x'),
      () => replay.queue('x'),
      () => replay.steer('x'),
      () => replay.approve(),
      () => replay.deny(),
      () => replay.interrupt(),
      () => replay.pause(),
      () => replay.resume(),
      () => replay.end(),
      () => replay.interaction.respond('i', { type: 'approve' }),
      () => replay.interaction.approveAll(),
      () => replay.interaction.denyAll(),
    ]) {
      await expect(steer()).rejects.toMatchObject({ code: 'RUN_NOT_ACTIVE' });
    }
    expect(() => replay.publish('title', {})).toThrow(expect.objectContaining({ code: 'RUN_NOT_ACTIVE' }));
    expect(await replay).toMatchObject({ text: 'one', exitReason: 'completed' });
    expect(() => store.replay(`${runId.slice(0, -4)}ZZZZ`)).toThrow(expect.objectContaining({ code: 'RUN_NOT_FOUND' }));
  });

  it('whose host has gone is given to where it was, and ends as lost', async () => {
    const client = createClient({ adapters: [toyAdapter({ steps: [session, answers('one'), readAll] })], store });
    const handle = client.run({ agent: 'toy', prompt: 'go' });
    await handle;
    const lines = await gather(store.export({ runId: handle.runId }), (line) => line);
    await using other = await openStore(join(scratch, 'other', 'runs.db'), BUILT_WRITER);
    // Without the line before them, which says how many there are.
    await other.import(lines.slice(1, -1));
    const replay = other.replay(handle.runId);
    const seen = await watch(replay);
    expect(seen.entries).toEqual(lines.slice(1, -1));
    expect(replay.cause).toBe('lost');
    expect(seen.result).toMatchObject({
      exitReason: 'failed',
      text: 'one',
      stored: 'partial',
      error: { code: 'INTERNAL' },
    });
  });
});

describe('the replay of a run that is under way and silent', () => {
  it.each(['abort', Symbol.asyncDispose] as const)('ends by %s, and the run goes on', async (stop) => {
    const steps: readonly FakeAgentStep[] = [
      session,
      says({ type: 'turn_start' }, { type: 'text_delta', delta: 'Hello.' }),
      { do: 'hang' },
    ];
    await using mux = createClient({ adapters: [toyAdapter({ steps })], store });
    const run = mux.run({ agent: 'toy', prompt: 'go', gracePeriodMs: 300 });
    await next(run, 'text_delta');
    const replay = store.replay(run.runId);
    const [read] = [gather(replay, ({ type }) => type), await next(replay, 'text_delta')];
    await replay[stop]();
    expect((await read).at(-1)).toBe('text_delta');
    expect((await replay).error?.message).toContain('The reading was aborted.');
    expect(run.state).toBe('running');
  });
});
