/** A CLI that gives a later call the id of one that is over: both calls are told, each with all that it did. */
import { fileURLToPath } from 'node:url';
import { type CassetteEntry, readCassette, readText, replayCassette } from '@agent-mux/core/cassette';
import type { AgentEvent } from '@agent-mux/events';
import { listFixtures } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';
import { askedAdapters } from './support/asked-adapters.ts';

const ROOT = fileURLToPath(new URL('../fixtures', import.meta.url));
/** Longer recordings have the same calls with more of an answer between them. */
const MAX_ENTRIES = 400;
const AGENTS: readonly string[] = ['claude'];
const TOLD = /^(?:tool_call_(?:start|ready)|tool_(?:result|error)|shell_(?:start|exit)|file_.*|mcp_.*)$/;

const fixtures = await listFixtures(ROOT);

describe.each(askedAdapters.filter(({ agent }) => AGENTS.includes(agent)))('a call of $agent', (adapter) => {
  it('is told also where it has the id of an earlier one', { timeout: 300_000 }, async () => {
    const changes: string[] = [];
    let count = 0;
    for (const { agent, scenario, cassette } of fixtures) {
      const { header, entries } =
        agent === adapter.agent ? await readCassette(cassette) : { header: undefined, entries: [] };
      if (header === undefined || entries.length > MAX_ENTRIES) {
        continue;
      }
      const { events } = replayCassette({ header, entries }, adapter);
      const ids = successiveIds(events, entries);
      if (ids === undefined) {
        continue;
      }
      count++;
      const renamed = entries.map((entry): CassetteEntry => {
        const text = entry.dir === 'out' || entry.dir === 'in' ? readText(entry) : undefined;
        return text === undefined
          ? entry
          : ({ t: entry.t, dir: entry.dir, text: text.replaceAll(ids[1], ids[0]) } as CassetteEntry);
      });
      const again = replayCassette({ header, entries: renamed }, adapter).events;
      if (typesOf(again) !== typesOf(events)) {
        changes.push(`${header.mode} ${scenario}: ${typesOf(events)} became ${typesOf(again)}`);
      }
    }
    expect(count).toBeGreaterThan(2);
    expect(changes).toEqual([]);
  });
});

/** The ids of two calls of which the one is over before anything is said of the other. */
function successiveIds(
  events: readonly AgentEvent[],
  entries: readonly CassetteEntry[],
): readonly [string, string] | undefined {
  const ids = events.flatMap((event) => (event.type === 'tool_call_start' ? [event.toolCallId] : []));
  const texts = entries.map((entry) => (entry.dir === 'out' || entry.dir === 'in' ? readText(entry) : ''));
  for (const [at, later] of ids.entries()) {
    const begins = texts.findIndex((text) => text.includes(later));
    const earlier = ids
      .slice(0, at)
      .find((id) => !later.includes(id) && texts.findLastIndex((text) => text.includes(id)) < begins);
    if (earlier !== undefined) {
      return [earlier, later];
    }
  }
  return undefined;
}

function typesOf(events: readonly AgentEvent[]): string {
  return events.flatMap(({ type }) => (TOLD.test(type) ? [type] : [])).join(' ');
}
