/** A CLI that names a second call like one that has ended: the second one is itself, and its id has the suffix `#2`. */
import { type Cassette, type CassetteEntry, readText } from '@agent-mux/core/cassette';
import type { AgentEvent } from '@agent-mux/events';
import { replayFixture } from '@agent-mux/testkit/conformance';
import { describe, expect, it } from 'vitest';
import { askedAdapters } from './support/asked-adapters.ts';
import { fixturesOf } from './support/read-once.ts';

/** Those whose second call is told otherwise, by agent and mode. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'gemini acp': 'An id names the tool.',
};
/** Their subagents have ids of their own, which no call has. */
const OWN_IDS: ReadonlySet<string> = new Set(['codex', 'omp']);
const BEGINS: ReadonlySet<string> = new Set(['tool_call_start', 'mcp_tool_call_start', 'subagent_spawn']);
const MEASURED: ReadonlySet<string> = new Set(['timestamp', 'runId', 'durationMs', 'raw']);

/** A tool call, or a subagent by the id of the call that dispatched it. */
interface Call {
  readonly id: string;
  readonly isAgent: boolean;
  readonly name: string;
  readonly first: AgentEvent;
  last: AgentEvent;
}

describe('a call with the id of one that has ended', () => {
  it.each(askedAdapters)('is told as itself by $agent', { timeout: 300_000 }, async (adapter) => {
    let tried = 0;
    const wrong: string[] = [];
    for (const fixture of await fixturesOf(adapter)) {
      const { cassette } = await fixture.load();
      const { events } = await fixture.replay();
      const pair = `${adapter.agent} ${cassette.header.mode}` in OTHERWISE ? undefined : findPair(cassette, events);
      if (pair === undefined) {
        continue;
      }
      tried++;
      const [{ id, isAgent }, second] = pair;
      // Calls and subagents are counted by themselves.
      const anew = isAgent === second.isAgent ? `${id}#2` : id;
      const expected = events.map((event) => tell(event, (text) => (text === second.id ? anew : text)));
      const told = replayFixture(renameIn(cassette, second.id, id), adapter).events.map((event) => tell(event));
      const at = expected.findIndex((event, index) => event !== told[index]);
      if (at >= 0 || told.length > expected.length) {
        wrong.push(`${fixture.title}: ${told[at]} instead of ${expected[at]}`);
      }
    }
    expect(wrong).toEqual([]);
    // Hermes has no recording of two calls.
    expect(tried > 0 || adapter.agent === 'hermes').toBe(true);
  });
});

/** The first two calls, with different tools if there are such, of which one has ended before anything is said of the other. */
function findPair({ entries }: Cassette, events: readonly AgentEvent[]): readonly [Call, Call] | undefined {
  const calls = callsIn(events);
  const lines = entries.flatMap((entry) => (entry.dir === 'out' ? [readText(entry)] : []));
  const pairs = calls.flatMap((first) =>
    calls
      .filter((second) => first.last.seq < second.first.seq && areApart(lines, first.id, second.id))
      .map((second) => [first, second] as const),
  );
  return pairs.find(([first, second]) => first.name !== second.name) ?? pairs[0];
}

function callsIn(events: readonly AgentEvent[]): readonly Call[] {
  const calls = new Map<string, Call>();
  for (const event of events) {
    const isAgent = 'subagentId' in event && !OWN_IDS.has(event.agent);
    const id = isAgent ? event.subagentId : 'toolCallId' in event ? event.toolCallId : undefined;
    const known = id === undefined ? undefined : calls.get(id);
    if (known !== undefined) {
      known.last = event;
    } else if (id !== undefined) {
      const name = 'toolName' in event ? String(event.toolName) : '';
      calls.set(id, { id, isAgent, name, first: event, last: event });
    }
  }
  return [...calls.values()].filter(({ first }) => BEGINS.has(first.type));
}

/** Whether no line is about the first one alone once the second one was named: some CLIs repeat all calls at the end. */
function areApart(lines: readonly string[], first: string, second: string): boolean {
  const from = lines.findIndex((line) => patternOf(second).test(line));
  return from >= 0 && lines.slice(from).every((line) => !patternOf(first).test(line) || patternOf(second).test(line));
}

function renameIn(cassette: Cassette, from: string, to: string): Cassette {
  const entries = cassette.entries.map((entry): CassetteEntry => {
    if (entry.dir === 'host' || entry.dir === 'exit') {
      return entry;
    }
    const text = readText(entry);
    const renamed = text.replace(patternOf(from), () => inJson(to));
    const { base64: _, ...rest } = entry;
    return renamed === text ? entry : { ...rest, text: renamed };
  });
  return { ...cassette, entries };
}

function tell(event: AgentEvent, change: (text: string) => string = (text) => text): string {
  return JSON.stringify(event, (key, value: unknown) =>
    MEASURED.has(key) ? undefined : typeof value === 'string' ? change(value) : value,
  );
}

const inJson = (id: string): string => JSON.stringify(id).slice(1, -1);
const patternOf = (id: string): RegExp =>
  new RegExp(`(?<![\\w-])${inJson(id).replaceAll(/\W/g, '\\$&')}(?![\\w-])`, 'g');
