/** Spans of real processes: of live runs and trees, the same from the store, and what tracing does to a run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentTool, type EventDraft, type RunHandle } from '@agent-mux/core';
import { checkSpanRecords, spanRecords, trace } from '@agent-mux/otel';
import { type EntrySource, project, projectAll } from '@agent-mux/protocols';
import { openStore, type Store } from '@agent-mux/store';
import type { FakeAgentStep } from '@agent-mux/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { millisOf, named, outlineOf, type ReadableSpan, startTracing } from '../packages/otel/src/testing/tracing.ts';
import { BUILT_WRITER } from '../packages/store/src/testing/built-writer.ts';
import { talker, toy, treeClient } from './support/calling-toys.ts';
import { growTree, RANDOM_SCRIPTS } from './support/random-trees.ts';
import { answers, says, session } from './support/toy-adapter.ts';

const scratch = mkdtempSync(join(tmpdir(), 'amux-otel-'));
let store: Store;
beforeAll(async () => {
  store = await openStore(join(scratch, 'runs.db'), BUILT_WRITER);
});
afterAll(async () => {
  await store.close();
  rmSync(scratch, { recursive: true, force: true });
});

/** All that a reader of traces sees, without the ids, which are new each time. */
function seen(spans: readonly ReadableSpan[]): string[] {
  const lines = spans.map(({ name, startTime, endTime, attributes, events, status, links }) =>
    JSON.stringify([name, startTime, endTime, attributes, events, status, links.length]),
  );
  return [...lines.sort(), ...outlineOf(spans).sort()];
}

async function traced(source: EntrySource): Promise<ReadableSpan[]> {
  const { tracer, ended } = startTracing();
  await trace(source, tracer, { content: true });
  return ended();
}

async function read<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const each of source) {
    all.push(each);
  }
  return all;
}

const helping = { toolCallId: 'call-1', toolName: 'helper', input: { prompt: 'help me' } };
const calls: readonly EventDraft[] = [
  { type: 'tool_call_start', ...helping },
  { type: 'host_tool_call', key: 'k', ...helping },
];
/** It calls the tool of the host, hears what came of it, and ends its turn. */
const ASKS: readonly FakeAgentStep[] = [
  session,
  says({ type: 'turn_start' }, { type: 'step_start' }, ...calls),
  { do: 'read', contains: '"output","text":"B"' },
  says(
    { type: 'tool_result', toolCallId: 'call-1', output: 'heard' },
    { type: 'step_end' },
    { type: 'step_start' },
    { type: 'text_delta', delta: 'Done' },
    { type: 'message_stop' },
    { type: 'step_end' },
    { type: 'turn_end' },
  ),
  { do: 'read-all' },
];

describe('the spans of a live run', () => {
  it('O-15: have the times of its entries, and are those of the stored run', async () => {
    const mux = treeClient({ a: talker('A') }, { store });
    const { tracer, ended } = startTracing();
    const run = mux.run(toy('a'));
    await trace(run, tracer, { content: true });
    await mux.close();
    const live = ended();
    expect(outlineOf(live)).toEqual(['invoke_agent a', '  chat']);
    const root = named(live, 'invoke_agent a');
    const entries = await read(store.read(run.runId));
    const times = [root.startTime, root.endTime].map(millisOf);
    expect(times).toEqual([entries[0]?.entry.timestamp, entries.at(-1)?.entry.timestamp]);
    expect(root.attributes).toMatchObject({
      'gen_ai.conversation.id': 'toy-session',
      'agent_mux.cause': 'completed',
      'gen_ai.output.messages': JSON.stringify([
        { role: 'assistant', parts: [{ type: 'text', content: 'A' }], finish_reason: 'stop' },
      ]),
    });
    for (const source of [store.replay(run.runId), store.read(run.runId), entries]) {
      expect(seen(await traced(source))).toEqual(seen(live));
    }
  });

  it('O-13: are nested in the call of the tool that has started them', async () => {
    const mux = treeClient({ a: ASKS, b: talker('B') }, { store });
    const tool = agentTool(mux, {
      name: 'helper',
      description: 'Helps.',
      run: toy('b', { prompt: undefined as never }),
    });
    const { tracer, ended } = startTracing();
    const run = mux.run(toy('a', { tools: [tool] }));
    await trace(run, tracer, { content: true });
    expect((await run).text).toBe('Done');
    await mux.close();
    expect(outlineOf(ended())).toEqual([
      'invoke_agent a',
      '  chat',
      '  execute_tool helper',
      '    invoke_agent b',
      '      chat',
      '  chat',
    ]);
    expect(new Set(ended().map((span) => span.spanContext().traceId)).size).toBe(1);
    expect(seen(await traced(store.replay(run.runId)))).toEqual(seen(ended()));
    // One that is not at the top stands for itself.
    const child = String(named(ended(), 'invoke_agent b').attributes['agent_mux.run.id']);
    expect(outlineOf(await traced(store.replay(child)))).toEqual(['invoke_agent b', '  chat']);
  });

  it.each([31, 32, 33])('O-3 O-13 O-14: are in order for a tree that has grown by chance (seed %i)', async (seed) => {
    const mux = treeClient(RANDOM_SCRIPTS, { store });
    const runs = await growTree(mux, seed, 6);
    const [root] = runs as [RunHandle];
    const live = await traced(root);
    const records = await read(project(root.tree, spanRecords({ content: true })));
    await mux.close();
    expect(checkSpanRecords(records)).toEqual([]);
    const agents = live.filter(({ attributes }) => attributes['gen_ai.operation.name'] === 'invoke_agent');
    const ids = agents.flatMap(({ attributes }) =>
      attributes['agent_mux.lane'] === undefined ? [attributes['agent_mux.run.id']] : [],
    );
    expect(new Set(ids)).toEqual(new Set(runs.map(({ runId }) => runId)));
    expect(seen(await traced(store.replay(root.runId)))).toEqual(seen(live));
    expect(seen(await traced(store.readTree(root.runId)))).toEqual(seen(live));
    expect(projectAll(await read(store.readTree(root.runId)), spanRecords({ content: true }))).toEqual(records);
  });

  it('O-8: tell of a crash', async () => {
    const mux = treeClient(RANDOM_SCRIPTS);
    const { tracer, ended } = startTracing();
    await trace(mux.run(toy('crashes')), tracer);
    await mux.close();
    const root = named(ended(), 'invoke_agent crashes');
    expect(root.status).toEqual({ code: 2, message: 'AGENT_CRASH' });
    expect(root.attributes).toMatchObject({ 'agent_mux.cause': 'crash', 'error.type': 'AGENT_CRASH' });
  });
});

describe('a run that is traced', () => {
  it('O-18: completes though the tracer throws', async () => {
    const mux = treeClient({ a: talker('A') });
    const run = mux.run(toy('a'));
    const broken = {
      startSpan: () => {
        throw new Error('no span');
      },
      startActiveSpan: () => undefined as never,
    };
    await trace(run, broken);
    expect(await run).toMatchObject({ exitReason: 'completed', text: 'A' });
    await mux.close();
  });

  it('O-21: is asked of nobody because it is traced', async () => {
    const asks = { type: 'approval_request', key: 'a', action: 'Run', detail: 'ls', riskLevel: 'high' } as const;
    const begin = says({ type: 'turn_start' }, asks);
    const mux = treeClient({
      a: [session, begin, { do: 'read', contains: 'answer' }, says({ type: 'turn_end' }), { do: 'read-all' }],
    });
    const { tracer, ended } = startTracing();
    const run = mux.run(toy('a', { interactionGraceMs: 50 }));
    await trace(run, tracer);
    const denied = (await run).events.find(({ type }) => type === 'approval_denied');
    expect(denied).toMatchObject({ reason: 'nobody is listening' });
    expect(ended().length).toBeGreaterThan(0);
    await mux.close();
  });

  it('O-21: goes on where the trace is given up, and nobody else reads it', async () => {
    const steps: readonly FakeAgentStep[] = [session, { do: 'read' }, answers('A'), { do: 'read' }, answers('B')];
    const mux = treeClient({ a: [...steps, { do: 'read-all' }] });
    const { tracer, ended } = startTracing();
    const stop = new AbortController();
    const run = mux.run(toy('a', { keepOpen: true }));
    const isOver = new Promise((resolve) => run.once('turn_end', resolve));
    let tracing = Promise.resolve();
    const hasBegun = new Promise<void>((resolve) => {
      const watched: typeof tracer = {
        startSpan(name, ...rest) {
          if (name === 'chat') {
            resolve();
          }
          return tracer.startSpan(name, ...rest);
        },
        startActiveSpan: () => undefined as never,
      };
      tracing = trace(run, watched, { signal: stop.signal });
    });
    await Promise.all([isOver, hasBegun]);
    stop.abort();
    await tracing;
    expect(named(ended(), 'invoke_agent a').attributes['agent_mux.unfinished']).toBe(true);
    const spans = ended().length;
    await run.continue('again');
    await run.end();
    expect(await run).toMatchObject({ exitReason: 'completed', text: 'B', turnCount: 2 });
    expect(ended()).toHaveLength(spans);
    await mux.close();
  });
});
