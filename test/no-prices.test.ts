/** A model whose settings have no prices costs nothing on the wire: its tokens have no price then, and are not free. */
import { builtInAdapters } from '@agent-mux/adapters';
import { type CassetteEntry, replayCassette } from '@agent-mux/core/cassette';
import type { AgentEvent, CostRecord } from '@agent-mux/events';
import { cutEntries } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';
import { fixturesOf } from './support/read-once.ts';
import { USAGE_FACTS } from './usage/facts.ts';

/** Where the CLIs tell money: a number, or an object with the whole and its parts. */
const MONEY = /^(?:cost|costUsd)$/;

/** What the CLI says is the same, and all money in it is 0. */
function withoutMoney(entry: CassetteEntry): CassetteEntry {
  if (entry.dir !== 'out' || entry.text === undefined || !entry.text.startsWith('{')) {
    return entry;
  }
  const { text, base64: _none, ...rest } = entry;
  try {
    return { ...rest, text: JSON.stringify(JSON.parse(text), (key, value) => (MONEY.test(key) ? free(value) : value)) };
  } catch {
    // Because the line was cut.
    return entry;
  }
}

function free(value: unknown): unknown {
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, typeof each === 'number' ? 0 : each]))
    : 0;
}

function costsIn(event: AgentEvent): readonly CostRecord[] {
  return 'cost' in event && typeof event.cost === 'object' ? [event.cost] : [];
}

const telling = USAGE_FACTS.filter(({ money }) => money === 'prices of the model');

describe('a model without prices', () => {
  it.each(telling)('is not free for $agent in $mode', { timeout: 60_000 }, async ({ agent, mode }) => {
    const adapter = builtInAdapters.find((each) => each.agent === agent) ?? expect.fail(agent);
    const fixtures = (await fixturesOf(adapter)).filter(({ modeName }) => modeName === mode);
    const counted: CostRecord[] = [];
    for (const fixture of fixtures) {
      const { cassette } = await fixture.load();
      const entries = cutEntries(cassette.entries, cassette.header.framing, 'line').map(withoutMoney);
      const { events } = replayCassette({ ...cassette, entries }, adapter);
      counted.push(...events.flatMap(costsIn).filter((cost) => cost.inputTokens + cost.outputTokens > 0));
    }
    expect(counted.length).toBeGreaterThan(0);
    expect(counted.filter(({ totalUsd, priced }) => totalUsd !== 0 || priced !== false)).toEqual([]);
  });
});
