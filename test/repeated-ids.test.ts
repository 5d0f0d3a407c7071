/** An agent that names the messages of each turn alike: both answers are told, and the last one is the result. */
import { type Cassette, type CassetteEntry, readText } from '@agent-mux/core/cassette';
import { replayFixture } from '@agent-mux/testkit/conformance';
import { describe, expect, it } from 'vitest';
import { askedAdapters } from './support/asked-adapters.ts';
import { chunk, end, OVER, playAcp, reads, speakers, update } from './support/play-acp.ts';
import { fixturesOf } from './support/read-once.ts';

/** The fields by which the CLIs name messages, and the objects whose `id` is such a name. */
const FIELDS: ReadonlySet<string> = new Set(['messageId', 'itemId', 'responseId']);
const NAMED: ReadonlySet<string> = new Set(['message', 'item']);

/** The modes that take a second prompt and name messages; the lines of the others name none. */
const MODES = ['claude bidi', 'codex app-server', 'copilot sdk', 'omp rpc', 'opencode acp', 'pi rpc'];

const isPrompt = (entry: CassetteEntry): boolean => entry.dir === 'host' && entry.action === 'prompt';

/** The ids of messages in these lines, in the order in which they come. */
function namesIn(entries: readonly CassetteEntry[]): readonly string[] {
  const names = new Set<string>();
  for (const entry of entries) {
    if (entry.dir === 'out') {
      change(readText(entry), (id) => {
        names.add(id);
        return id;
      });
    }
  }
  return [...names];
}

function change(line: string, rename: (id: string) => string): string {
  const walk = (value: unknown, name: string): unknown => {
    if (typeof value !== 'object' || value === null) {
      return value;
    }
    if (Array.isArray(value)) {
      return value.map((each) => walk(each, ''));
    }
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => {
        const isName = typeof each === 'string' && (FIELDS.has(key) || (key === 'id' && NAMED.has(name)));
        return [key, isName ? rename(each) : walk(each, key)];
      }),
    );
  };
  try {
    return JSON.stringify(walk(JSON.parse(line), ''));
  } catch {
    return line;
  }
}

/** The recording with the messages of its second turn named like those of its first; undefined where there are none. */
function repeat({ header, entries }: Cassette): Cassette | undefined {
  const [, second, third = entries.length] = entries.flatMap((entry, at) => (isPrompt(entry) ? [at] : []));
  if (second === undefined) {
    return undefined;
  }
  const before = namesIn(entries.slice(0, second));
  const after = namesIn(entries.slice(second, third)).filter((id) => !before.includes(id));
  if (before.length === 0 || after.length === 0) {
    return undefined;
  }
  const names = new Map(after.map((id, at) => [id, before[at] ?? id]));
  const renamed = entries.slice(second).map((entry) => {
    if (entry.dir !== 'out') {
      return entry;
    }
    const { base64: _, ...rest } = entry;
    return { ...rest, text: change(readText(entry), (id) => names.get(id) ?? id) };
  });
  return { header, entries: [...entries.slice(0, second), ...renamed] };
}

describe('the messages of a second turn that are named like those of the first', () => {
  it.each(askedAdapters)('are told all the same by $agent', { timeout: 300_000 }, async (adapter) => {
    const tried = new Set<string>();
    const wrong: unknown[] = [];
    for (const fixture of await fixturesOf(adapter)) {
      const { cassette } = await fixture.load();
      const { result } = await fixture.replay();
      const repeated = result.turns.length < 2 ? undefined : repeat(cassette);
      if (repeated === undefined || result.turns.slice(0, 2).some(({ text }) => text === '')) {
        continue;
      }
      tried.add(`${adapter.agent} ${fixture.modeName}`);
      const again = replayFixture(repeated, adapter).result;
      const [here, there] = [again, result].map(({ text, turns }) => [text, ...turns.map((turn) => turn.text)]);
      if (JSON.stringify(here) !== JSON.stringify(there)) {
        wrong.push({ fixture: fixture.title, here, there });
      }
    }
    expect(wrong).toEqual([]);
    expect([...tried]).toEqual(MODES.filter((mode) => mode.startsWith(`${adapter.agent} `)));
  });

  // Hand-written: no agent that was recorded counts its messages anew in each turn.
  it.each(speakers)('are told all the same by $agent, where they are counted anew', async ({ adapter, mode }) => {
    const said = (number: number) => [
      update({ sessionUpdate: 'agent_thought_chunk', messageId: 'm0', content: { type: 'text', text: 'Hm.' } }),
      chunk('m0', `First ${number}.`),
      ...(number === 1
        ? []
        : [update({ sessionUpdate: 'tool_call', toolCallId: 'c', title: 'look', kind: 'read', status: 'completed' })]),
      chunk('m1', `Answer ${number}`),
      chunk('m1', ' is this.'),
    ];
    const { result } = await playAcp(
      adapter,
      mode,
      (id) => [...said(1), end(id), reads('again'), ...said(2), end(id + 1), OVER],
      { followUp: 'again' },
    );
    expect(result.turns.map(({ text }) => text)).toEqual(['Answer 1 is this.', 'Answer 2 is this.']);
    expect(result.text).toBe('Answer 2 is this.');
    expect(result.diagnostics.repaired).toBe(0);
  });
});
