/** What tools do: each table is held against the tools that the recordings of its agent show, and against what the agent says itself. */
import { fileURLToPath } from 'node:url';
import { builtInAdapters } from '@agent-mux/adapters';
import { readCassette } from '@agent-mux/core/cassette';
import { TOOL_KINDS, type ToolKind } from '@agent-mux/events';
import { listFixtures, type NormalEvent, readGolden } from '@agent-mux/testkit';
import { beforeAll, describe, expect, it } from 'vitest';

type Table = Readonly<Record<string, ToolKind>>;

interface Recording {
  readonly agent: string;
  readonly name: string;
  readonly cassette: string;
  readonly events: readonly NormalEvent[];
}

const ROOT = fileURLToPath(new URL('../fixtures', import.meta.url));
/** All fixtures are read, also on a machine that others use. */
const READING = 300_000;
const OF_CALL: ReadonlySet<unknown> = new Set(['tool_call_start', 'tool_call_ready', 'tool_result', 'tool_error']);
const OF_MCP: ReadonlySet<unknown> = new Set(['mcp_tool_call_start', 'mcp_tool_result', 'mcp_tool_error']);
/** Tools that the recordings made up, and one of the program's own: they are in no table. */
const IN_NO_TABLE: ReadonlySet<unknown> = new Set(['NoSuchTool', 'nosuchtool', 'price_of']);

const agents = builtInAdapters.map(({ agent }) => agent);
const tables = new Map<string, Table>();
const recordings: Recording[] = [];

beforeAll(async () => {
  for (const agent of agents) {
    const module: { TOOL_KINDS: Table } = await import(`../adapters/src/${agent}/shared/tool-kinds.ts`);
    tables.set(agent, module.TOOL_KINDS);
  }
  for (const fixture of await listFixtures(ROOT)) {
    const { agent, scenario, mode, cassette } = fixture;
    const events = (await readGolden(fixture)) ?? [];
    recordings.push({ agent, name: `${scenario}.${mode ?? 'first'}`, cassette, events });
  }
}, READING);

describe.each(agents)('the tools of %s', (agent) => {
  const own = () => recordings.filter((recording) => recording.agent === agent);

  it('that its recordings show are all in its table, and have its kind', () => {
    const wrong = own().flatMap(({ name, events }) => findWrong(name, events, tables.get(agent) ?? {}));
    expect([...new Set(wrong)]).toEqual([]);
  });

  it('have one kind on all events of a call', () => {
    const split = own().flatMap(({ name, events }) => {
      const kinds = new Map<unknown, unknown>();
      return events
        .filter(({ type }) => OF_CALL.has(type) || OF_MCP.has(type))
        .flatMap(({ toolCallId, toolKind }) => {
          const before = kinds.get(toolCallId) ?? toolKind;
          kinds.set(toolCallId, toolKind);
          return before === toolKind ? [] : [`${name}: ${String(toolCallId)}`];
        });
    });
    expect(split).toEqual([]);
  });

  it('are of kinds that there are', () => {
    expect(Object.values(tables.get(agent) ?? {}).filter((kind) => !TOOL_KINDS.includes(kind))).toEqual([]);
  });
});

it('Claude Code names its tools when it begins: each is in its table', { timeout: READING }, async () => {
  const named = new Set<string>();
  for (const { cassette } of recordings.filter(({ agent }) => agent === 'claude')) {
    for (const message of await messagesOf(cassette, '"subtype":"init"')) {
      const { tools } = message;
      for (const tool of Array.isArray(tools) ? tools : []) {
        named.add(String(tool));
      }
    }
  }
  const known = new Set(Object.keys(tables.get('claude') ?? {}));
  expect(named.size).toBeGreaterThan(20);
  expect([...named].filter((tool) => !tool.startsWith('mcp__') && !known.has(tool) && tool !== 'price_of')).toEqual([]);
});

it('what an agent says over the Agent Client Protocol itself is what its table says', {
  timeout: READING,
}, async () => {
  const said = new Map<string, string>();
  for (const { agent, cassette, events } of recordings) {
    // An event of a file or a shell names the call as well, but not the tool.
    const named = events.filter(({ toolName }) => typeof toolName === 'string');
    const names = new Map(named.map(({ toolCallId, toolName }) => [toolCallId, toolName]));
    for (const { kind, toolCallId } of await callsOf(cassette)) {
      const name = names.get(toolCallId);
      if (typeof kind === 'string' && kind !== 'other' && typeof name === 'string') {
        said.set(`${agent} ${name} ${kind}`, tables.get(agent)?.[name] ?? 'other');
      }
    }
  }
  const different = [...said].filter(([line, kind]) => !line.endsWith(` ${kind}`));
  expect(said.size).toBeGreaterThan(15);
  expect(different).toEqual([]);
});

function findWrong(name: string, events: readonly NormalEvent[], table: Table): string[] {
  return events.flatMap(({ type, toolName, toolKind }) => {
    if (OF_MCP.has(type)) {
      return toolKind === 'mcp' ? [] : [`${name}: ${String(toolName)} of a server`];
    }
    if (!OF_CALL.has(type)) {
      return [];
    }
    const expected = Object.hasOwn(table, String(toolName)) ? table[String(toolName)] : undefined;
    const isKnown = expected === undefined ? IN_NO_TABLE.has(toolName) : true;
    return isKnown && toolKind === (expected ?? 'other') ? [] : [`${name}: ${String(toolName)} ${String(toolKind)}`];
  });
}

type Message = Readonly<Record<string, unknown>>;

/** The messages of the agent that hold a word, which is looked for first since most messages are none of them. */
async function messagesOf(cassette: string, word: string): Promise<Message[]> {
  const { entries } = await readCassette(cassette);
  return entries.flatMap((entry) => {
    if (!('text' in entry) || entry.dir !== 'out' || !entry.text.includes(word)) {
      return [];
    }
    try {
      return [JSON.parse(entry.text) as Message];
    } catch {
      // Because a piece of a message is none.
      return [];
    }
  });
}

async function callsOf(cassette: string): Promise<Message[]> {
  const messages = await messagesOf(cassette, '"sessionUpdate":"tool_call"');
  return messages.flatMap(({ params }) => {
    const update = (params as { update?: Message } | undefined)?.update;
    return update === undefined ? [] : [update];
  });
}
