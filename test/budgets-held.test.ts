/** A budget is kept whatever a program does with the events: while it reads slowly, the agent asks no further. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type EventDraft, type RunOptions } from '@agent-mux/core';
import type { FakeAgentStep } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';
import { says, saysAtOnce, session, toyAdapter } from './support/toy-adapter.ts';

const CAPABILITIES = { supportsMaxTokens: true, maxCost: 'told' } as const;
const begin = says({ type: 'turn_start' });
const used = { inputTokens: 8, outputTokens: 2 };
const words: readonly EventDraft[] = Array.from({ length: 150 }, () => ({ type: 'text_delta', delta: 'a word ' }));

/** One model request of ten tokens and ten cents, which says a lot. */
const drafts: readonly EventDraft[] = [
  { type: 'step_start' },
  ...words,
  { type: 'message_stop' },
  { type: 'token_usage', ...used, model: 'mock' },
  { type: 'cost', mode: 'add', cost: { totalUsd: 0.1, priced: true, ...used } },
  { type: 'step_end' },
];

function start(steps: readonly FakeAgentStep[], options: Partial<RunOptions>) {
  const client = createClient({ adapters: [toyAdapter({ steps, capabilities: CAPABILITIES })] });
  return client.run({ agent: 'toy', prompt: 'go', gracePeriodMs: 300, timeout: 10_000, ...options });
}

describe('a run whose events are read slowly', () => {
  const EVERY_MS = 100;
  const requests: FakeAgentStep = { do: 'lines', count: 60, everyMs: EVERY_MS, text: JSON.stringify({ drafts }) };

  it.each<[string, Partial<RunOptions>]>([
    ['budget', { maxTokens: 25 }],
    ['budget', { maxCostUsd: 0.25 }],
    ['turn_limit', { maxTurns: 2 }],
  ])('ends as %s after the request that was too much, with %j', async (exitReason, options) => {
    const stalls = monitorEventLoopDelay({ resolution: 10 });
    stalls.enable();
    const run = start([session, begin, requests], { ...options, highWaterMark: 100 });
    for await (const { seq } of run) {
      if (seq % 100 === 50) {
        await sleep(300);
      }
    }
    const { tokenUsage, ...result } = await run;
    expect([result.exitReason, tokenUsage?.totalTokens]).toEqual([exitReason, expect.any(Number)]);
    // The third is over; a fourth may have been told before the agent stood still, and more while this process had no processor.
    const more = 1 + Math.floor(stalls.max / 1e6 / EVERY_MS);
    expect(tokenUsage?.totalTokens).toBeLessThanOrEqual(30 + 10 * more);
  });

  it('goes on to its end where it stays below its limit', async () => {
    const few: FakeAgentStep = { ...requests, count: 5 };
    const run = start([session, begin, few, says({ type: 'turn_end' })], { maxTokens: 50, highWaterMark: 100 });
    for await (const { seq } of run) {
      if (seq % 100 === 50) {
        await sleep(100);
      }
    }
    expect(await run).toMatchObject({ exitReason: 'completed', tokenUsage: { totalTokens: 50 } });
  });

  it('goes on after a pause that began while it stood still', async () => {
    const few: FakeAgentStep = { ...requests, count: 5, everyMs: 3 * EVERY_MS };
    const run = start([session, begin, few, says({ type: 'turn_end' })], { maxTokens: 50, highWaterMark: 100 });
    const events = run[Symbol.asyncIterator]();
    await events.next();
    await sleep(300);
    await run.pause();
    await sleep(100);
    await run.resume();
    while ((await events.next()).done !== true) {
      // Reads on.
    }
    expect(await run).toMatchObject({ exitReason: 'completed', tokenUsage: { totalTokens: 50 } });
  });
});

it('the agent is ended before anybody hears that a budget is over', async () => {
  const tick = JSON.stringify({ draft: { type: 'text_delta', delta: 'tick' } });
  const run = start([session, begin, { do: 'tick', everyMs: 20, text: tick }, saysAtOnce(...drafts), { do: 'hang' }], {
    maxTokens: 5,
    collectEvents: true,
  });
  run.on('token_usage', () => {
    const until = performance.now() + 2_400;
    while (performance.now() < until) {
      // A listener that takes its time.
    }
  });
  const { exitReason, events } = await run;
  const over = events.findIndex(({ type }) => type === 'token_usage');
  const later = events.slice(over).filter((event) => event.type === 'text_delta' && event.delta === 'tick');
  // In the time of the listener it would say 120.
  expect([exitReason, later.length < 30]).toEqual(['budget', true]);
});
