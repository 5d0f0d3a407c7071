/** What such runtimes get wrong about what a CLI really says, and about what was the user's: one test each, under the number that the fault has in our list. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtInAdapters } from '@agent-mux/adapters';
import { createClient, type Mode } from '@agent-mux/core';
import type { AgentEvent } from '@agent-mux/events';
import { loadFixtures, replayFixture } from '@agent-mux/testkit/conformance';
import { afterAll, describe, expect, it } from 'vitest';
import { says, session } from './support/toy-adapter.ts';
import { startToy } from './support/toy-run.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'amux-truth-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const MODES = builtInAdapters.flatMap((adapter) =>
  adapter.modes.map((mode) => ({ adapter, mode, name: `${adapter.agent} ${mode.name}` })),
);

function dialectOf(mode: Mode): ReturnType<Mode['dialect']> {
  const options = {
    prompt: 'go',
    cwd: '/w',
    stream: 'auto',
    approvalMode: 'yolo',
    systemPromptMode: 'append',
    noSession: false,
    includeSubagents: false,
    keepOpen: false,
  } as const;
  return mode.dialect(options, { runId: 'r', dir: scratch, binary: '/cli', newId: () => 'id', input: { text: 'go' } });
}

/** Lines that no CLI was ever heard to print, such as one would invent. */
const INVENTED = [
  { type: 'tool_call', tool: 'Bash', input: { command: 'ls' } },
  { type: 'agent_tool_use', name: 'Bash', args: 'ls' },
  { event: 'tool_start', data: { name: 'shell', command: 'ls' } },
  { type: 'final_answer', text: 'Done.', cost_usd: 0.01, result: 'Done.' },
  { jsonrpc: '2.0', method: 'agent/toolCall', params: { name: 'shell', arguments: { command: 'ls' } } },
];
/** What says that a line was not understood. */
const ASIDE: ReadonlySet<string> = new Set(['debug', 'log', 'error', 'unknown_native']);

describe('adapters', () => {
  it.each(MODES)('19: make nothing of a line that no recording has: $name', ({ mode }) => {
    const made = INVENTED.flatMap(
      (line) => dialectOf(mode).parseEvent(JSON.stringify(line), { source: 'stdout' }).drafts,
    );
    expect(made.map(({ type }) => type).filter((type) => !ASIDE.has(type))).toEqual([]);
  });

  it('19: have a recording of each version that they say they were tested with', async () => {
    for (const adapter of builtInAdapters) {
      const versions = new Set((await loadFixtures(join(ROOT, 'fixtures'), adapter)).map(({ version }) => version));
      expect([adapter.agent, (adapter.testedVersions ?? []).filter((version) => !versions.has(version))]).toEqual([
        adapter.agent,
        [],
      ]);
    }
  });

  it.each(builtInAdapters)(
    '21: tell no text twice that came in pieces and again as a whole: $agent',
    async (adapter) => {
      const fixtures = await loadFixtures(join(ROOT, 'fixtures'), adapter);
      for (const fixture of fixtures.filter(({ scenario }) =>
        /^(?:text|multi-turn|thinking|tool-shell|file-create)/.test(scenario),
      )) {
        const { cassette } = await fixture.load();
        const { events } = replayFixture(cassette, adapter);
        const texts = events.flatMap((event) =>
          event.type === 'message_stop' && event.text.length > 8 ? [event.text] : [],
        );
        expect([fixture.title, texts.filter((text) => isDoubled(text))]).toEqual([fixture.title, []]);
        expect([fixture.title, streamed(events)]).toEqual([
          fixture.title,
          events.flatMap((event) => (event.type === 'message_stop' ? [event.text] : [])),
        ]);
      }
    },
  );
});

function isDoubled(text: string): boolean {
  const half = text.length / 2;
  return Number.isInteger(half) && text.slice(0, half) === text.slice(half);
}

/** The text of each message as its deltas tell it. */
function streamed(events: readonly AgentEvent[]): string[] {
  const open = new Map<string | undefined, string>();
  return events.flatMap((event) => {
    if (event.type === 'text_delta') {
      open.set(event.lane, (open.get(event.lane) ?? '') + event.delta);
    } else if (event.type === 'message_stop') {
      const text = open.get(event.lane) ?? '';
      open.delete(event.lane);
      return [text];
    }
    return [];
  });
}

describe('around it', () => {
  it('26: leaves no gap between what was kept and what comes, for readers and listeners that come late and lag', async () => {
    const count = 3_000;
    const handle = startToy(
      [
        session,
        says({ type: 'turn_start' }),
        { do: 'lines', count, text: '{"draft":{"type":"text_delta","delta":"{n} "}}' },
        says({ type: 'message_stop' }, { type: 'turn_end' }),
        { do: 'read-all' },
      ],
      { run: { highWaterMark: 200, collectEvents: true } },
    );
    const seen: number[][] = [];
    const replayed: number[] = [];
    const readers: Promise<void>[] = [];
    for await (const { seq } of handle) {
      if (seq % 700 === 350) {
        readers.push(readAll(handle, seen));
      }
      if (seq === 1_000) {
        handle.on('text_delta', (event) => replayed.push(event.seq), { replay: true });
      }
    }
    await Promise.all(readers);
    const { events } = await handle;
    const all = events.map(({ seq }) => seq);
    expect(seen.length).toBeGreaterThan(3);
    for (const seqs of seen) {
      expect(seqs).toEqual(all.slice(all.indexOf(seqs[0] ?? -1)));
    }
    expect(replayed).toEqual(events.flatMap((event) => (event.type === 'text_delta' ? [event.seq] : [])));
  });

  it('27: leaves a corrupt file of the user as it is, and says which one it is', async () => {
    const home = join(scratch, 'home');
    const cwd = join(scratch, 'work');
    const project = join(home, '.claude/projects', cwd.replaceAll(/[^A-Za-z0-9]/g, '-'));
    const files = {
      [join(project, '05fe561b-712b-45c8-a292-5d9c8d437019.jsonl')]: '{"type":"user","message":{"role":"us',
      [join(home, '.codex/sessions/2026/11/22/rollout-2026-11-22T00-00-00-01a1fd1c-edc0-7572-b05e-82a0881363fe.jsonl')]:
        '\u0000\u0001 not JSON',
      [join(home, '.codex/config.toml')]: 'model = "unfinished',
      [join(home, '.gemini/settings.json')]: '{"a":',
    };
    mkdirSync(cwd, { recursive: true });
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, text);
    }
    await using client = createClient({ adapters: builtInAdapters });
    for (const agent of ['claude', 'codex', 'gemini'] as const) {
      await client.sessions.list(agent, { cwd, env: { HOME: home } }).catch((error: unknown) => {
        expect(String(error)).toContain(home);
      });
    }
    expect(Object.keys(files).map((path) => readFileSync(path, 'utf8'))).toEqual(Object.values(files));
  });

  it('28: mocks nothing of ours, and meets the real CLI of each agent that can be installed', () => {
    const tests = ['packages', 'adapters', 'test', 'examples'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.test\.[tj]s$/.test(name) && !name.includes('node_modules'))
        .map((name) => join(ROOT, folder, name)),
    );
    expect(tests.length).toBeGreaterThan(100);
    const mocking = new RegExp(['vi', '(?:mock|doMock|stubGlobal|spyOn)\\('].join('\\.'));
    expect(tests.filter((path) => mocking.test(readFileSync(path, 'utf8')))).toEqual([]);
    const live = readdirSync(join(ROOT, 'test/real')).join(' ');
    const played = builtInAdapters.map(({ agent }) => agent).filter((agent) => live.includes(agent));
    expect(played.sort()).toEqual(['claude', 'codex', 'copilot', 'gemini', 'omp', 'openclaw', 'opencode', 'pi']);
  });
});

async function readAll(handle: ReturnType<typeof startToy>, seen: number[][]): Promise<void> {
  const seqs: number[] = [];
  seen.push(seqs);
  for await (const { seq } of handle) {
    seqs.push(seq);
    if (seq % 100 === 0) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
