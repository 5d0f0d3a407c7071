/** The turns of a run on a real process: awaited, iterated, and the same from a store and from a recording. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ActivityChange, createClient, type RunHandle, type RunResult, type TurnResult } from '@agent-mux/core';
import { readCassette, replayCassette } from '@agent-mux/core/cassette';
import { isEventEntry, type JournalEntry } from '@agent-mux/events/journal';
import { openStore } from '@agent-mux/store';
import type { FakeAgentStep } from '@agent-mux/testkit';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { BUILT_WRITER } from '../packages/store/src/testing/built-writer.ts';
import { answers, says, session, toyAdapter } from './support/toy-adapter.ts';
import { next, startToy, toyClient } from './support/toy-run.ts';

const scratch = mkdtempSync(join(tmpdir(), 'amux-turns-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const reads = (text: string): FakeAgentStep => ({ do: 'read', contains: `"prompt":"${text}"` });
const readAll: FakeAgentStep = { do: 'read-all' };
/** All that it gives, of which none is waited for. */
async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of source) {
    found.push(item);
  }
  return found;
}

const keepOpen = { run: { keepOpen: true } } as const;

const used = (inputTokens: number) => says({ type: 'token_usage', inputTokens, outputTokens: 1, model: 'm' });
const costs = (totalUsd: number) =>
  says({ type: 'cost', cost: { totalUsd, inputTokens: 0, outputTokens: 0 }, mode: 'total' });

const BUSY = [
  session,
  reads('go'),
  says(
    { type: 'turn_start' },
    { type: 'tool_call_start', toolCallId: 'a', toolName: 'Write', input: {} },
    { type: 'tool_result', toolCallId: 'a', output: 'ok' },
    { type: 'file_create', path: '/w/a.ts', byteCount: 1 },
    { type: 'tool_call_start', toolCallId: 'b', toolName: 'Write', input: {} },
    { type: 'tool_error', toolCallId: 'b', error: 'no' },
    { type: 'tool_call_start', toolCallId: 'c', toolName: 'look', mcp: { server: 's', tool: 'look' }, input: {} },
    { type: 'tool_result', toolCallId: 'c', output: 'ok' },
    { type: 'file_write', path: '/w/a.ts', byteCount: 1 },
    { type: 'file_delete', path: '/w/b.ts' },
    { type: 'message_stop', text: 'one' },
  ),
  used(10),
  costs(0.25),
  says({ type: 'turn_end' }),
  reads('more'),
  says({ type: 'turn_start' }, { type: 'message_stop', text: 'two' }),
  used(20),
  costs(0.75),
  says({ type: 'turn_end', outcome: { type: 'error', code: 'AGENT_ERROR', message: 'no more' } }),
  reads('last'),
  says({ type: 'turn_start' }, { type: 'message_stop', text: 'three' }, { type: 'turn_end' }),
  readAll,
] as const;

const BUSY_TURNS = [
  {
    index: 0,
    prompt: 'go',
    text: 'one',
    usage: { inputTokens: 10, outputTokens: 1 },
    cost: { totalUsd: 0.25 },
    models: [{ model: 'm', usage: { inputTokens: 10, outputTokens: 1 } }],
    tools: [
      { name: 'Write', calls: 2, failed: 1 },
      { name: 'look', server: 's', calls: 1, failed: 0 },
    ],
    files: [
      { path: '/w/a.ts', change: 'create' },
      { path: '/w/b.ts', change: 'delete' },
    ],
    outcome: 'completed',
  },
  {
    index: 1,
    prompt: 'more',
    text: 'two',
    usage: { inputTokens: 20, outputTokens: 1 },
    cost: { totalUsd: 0.5 },
    models: [{ model: 'm', usage: { inputTokens: 20, outputTokens: 1 } }],
    outcome: 'failed',
    error: { code: 'AGENT_ERROR', message: 'no more', recoverable: false },
  },
  { index: 2, prompt: 'last', text: 'three', usage: null, cost: null, tools: [], files: [], outcome: 'completed' },
];

/** A chat: each prompt is said when the agent rests after the one before. */
async function chat(handle: RunHandle): Promise<{ readonly turns: TurnResult[]; readonly result: RunResult }> {
  const turns: TurnResult[] = [];
  for await (const turn of handle.turns()) {
    turns.push(await turn.result());
    if (turn.index < 2) {
      await handle.continue(turn.index === 0 ? 'more' : 'last');
    } else {
      await handle.end();
    }
  }
  return { turns, result: await handle };
}

describe('a turn', () => {
  it('is awaited when the agent rests: what it said, used, cost, called, changed, and how it ended', async () => {
    const { turns, result } = await chat(startToy(BUSY, keepOpen));
    expect(turns).toMatchObject(BUSY_TURNS);
    expect(result.turns).toEqual(turns);
    expect(result).toMatchObject({ exitReason: 'completed', text: 'three', turnCount: 3 });
  });

  it('is handed out by continue(), and iterated until the agent rests', async () => {
    const handle = startToy(BUSY, keepOpen);
    await handle.idle();
    const { delivered, turn } = await handle.continue('more');
    expect([delivered, turn.prompt, turn.index]).toEqual(['new-turn', 'more', 1]);
    const types: string[] = [];
    for await (const event of turn) {
      types.push(event.type);
    }
    expect(types).toEqual([
      'turn_start',
      'message_start',
      'text_delta',
      'message_stop',
      'token_usage',
      'cost',
      'turn_end',
    ]);
    expect(handle.state).toBe('running');
    expect(await turn).toMatchObject(BUSY_TURNS[1] as object);
    await handle.abort();
  });

  it('has all events of the run where there is one prompt', async () => {
    const handle = startToy([session, answers('Hello'), readAll]);
    const [first] = await all(handle.turns());
    const events = first === undefined ? [] : await all(first);
    expect(events).toEqual((await handle).events);
    expect(await first?.result()).toMatchObject({ prompt: 'go', text: 'Hello', outcome: 'completed' });
  });

  it('ends as the run does where the run ends with it', async () => {
    const begun = [
      session,
      reads('go'),
      answers('one'),
      reads('more'),
      says({ type: 'turn_start' }),
      { do: 'hang' },
    ] as const;
    const handle = startToy(begun, keepOpen);
    await handle.idle();
    const { turn } = await handle.continue('more');
    await next(handle, 'turn_start');
    await handle.abort();
    expect(await turn).toMatchObject({ outcome: 'aborted', error: { code: 'ABORTED' } });
    expect((await handle).turns.map(({ outcome }) => outcome)).toEqual(['completed', 'aborted']);
  });

  it('stays completed where the run is aborted after it', async () => {
    const handle = startToy([session, reads('go'), answers('one'), { do: 'hang' }], keepOpen);
    await handle.idle();
    await handle.abort();
    expect(await handle).toMatchObject({ exitReason: 'aborted', turns: [{ text: 'one', outcome: 'completed' }] });
  });

  it('says that it was interrupted while the run goes on', async () => {
    const handle = startToy(
      [
        session,
        reads('go'),
        says({ type: 'turn_start' }, { type: 'text_delta', delta: 'Hel' }),
        { do: 'read', contains: 'interrupt' },
        says({ type: 'turn_end', outcome: { type: 'interrupted' } }),
        reads('more'),
        answers('two'),
        readAll,
      ],
      keepOpen,
    );
    await next(handle, 'text_delta');
    await handle.interrupt();
    expect(await handle.idle()).toBe('idle');
    const { turn } = await handle.continue('more');
    await turn;
    const { turns, exitReason } = await handle.end();
    expect(exitReason).toBe('completed');
    expect(turns).toMatchObject([
      { text: 'Hel', outcome: 'interrupted', error: { code: 'INTERRUPTED', message: 'The turn was interrupted.' } },
      { text: 'two', outcome: 'completed' },
    ]);
  });

  it('takes in what is steered into it', async () => {
    const handle = startToy(
      [
        session,
        reads('go'),
        says({ type: 'turn_start' }, { type: 'text_delta', delta: 'a' }),
        { do: 'read', contains: 'steer' },
        says({ type: 'message_stop' }, { type: 'message_stop', text: 'b' }, { type: 'turn_end' }),
        readAll,
      ],
      keepOpen,
    );
    await next(handle, 'text_delta');
    const { delivered, turn } = await handle.steer('left');
    expect([delivered, turn.index, turn.prompt]).toEqual(['steered', 0, 'go']);
    expect(await turn).toMatchObject({ text: 'b' });
    expect((await handle.end()).turns).toHaveLength(1);
  });

  it('begins with steered words of which the CLI makes one, also where it says so after it has begun', async () => {
    const handle = startToy(
      [
        session,
        reads('go'),
        says({ type: 'turn_start' }, { type: 'text_delta', delta: 'a' }),
        { do: 'read', contains: 'steer' },
        says(
          { type: 'message_stop', text: 'a' },
          { type: 'turn_end' },
          { type: 'turn_start' },
          { type: 'steer_settled', key: 'left', delivered: 'new-turn' },
          { type: 'message_stop', text: 'b' },
          { type: 'turn_end' },
        ),
        readAll,
      ],
      { ...keepOpen, tellsSteering: true },
    );
    await next(handle, 'text_delta');
    const { turn } = await handle.steer('left');
    expect(await turn).toMatchObject({ index: 1, prompt: 'left', text: 'b' });
    const { turns, events } = await handle.end();
    expect(turns.map(({ prompt, text }) => [prompt, text])).toEqual([
      ['go', 'a'],
      ['left', 'b'],
    ]);
    const begins = events.filter(({ type }) => type === 'turn_start').map(({ seq }) => seq);
    const own = await all(turn);
    expect(own[0]?.seq ?? begins[1]).toBe(begins[1]);
  });

  it('holds what the agent begins by itself', async () => {
    const handle = startToy([session, reads('go'), answers('one'), answers('two'), readAll]);
    expect(await handle).toMatchObject({ turnCount: 2, turns: [{ prompt: 'go', text: 'two', outcome: 'completed' }] });
  });
});

describe('the turns of a run', () => {
  it('are the same from a store', async () => {
    const store = await openStore(join(scratch, 'runs.db'), BUILT_WRITER);
    const client = createClient({ adapters: [toyAdapter({ steps: BUSY })], store });
    const handle = client.run({ agent: 'toy', prompt: 'go', keepOpen: true });
    const live = await chat(handle);
    const stored = store.replay(handle.runId);
    const turns: TurnResult[] = [];
    const counts: number[] = [];
    for await (const turn of stored.turns()) {
      counts.push((await all(turn)).length);
      turns.push(await turn.result());
    }
    expect(turns).toEqual(live.turns);
    expect((await stored).turns).toEqual(live.turns);
    expect(stored.activity).toBe('over');
    expect(counts.every((count) => count > 2)).toBe(true);
    await store.close();
  });

  it('are the same from a recording', async () => {
    const record = join(scratch, 'recorded');
    const { result } = await chat(startToy(BUSY, { run: { keepOpen: true, record } }));
    const replay = replayCassette(await readCassette(record), toyAdapter({ steps: [] }));
    expect(replay.result.turns).toEqual(result.turns);
    expect(result.turns).toMatchObject(BUSY_TURNS);
  });

  it('stand in the journal where the agent has rested', async () => {
    const handle = startToy(BUSY, keepOpen);
    const entries: JournalEntry[] = [];
    const reading = (async () => {
      for await (const entry of handle.entries()) {
        entries.push(entry);
      }
    })();
    await chat(handle);
    await reading;
    const others = entries.filter((entry) => !isEventEntry(entry));
    expect(others.filter((entry) => 'entry' in entry && entry.entry === 'turn')).toMatchObject([
      { id: `${handle.runId}-p1`, outcome: 'completed' },
      { id: `${handle.runId}-p2`, outcome: 'failed', error: { code: 'AGENT_ERROR' } },
      { id: `${handle.runId}-p3`, outcome: 'completed' },
    ]);
  });
});

describe('what a run is doing', () => {
  it('is told by its activity, an event of the handle, and by idle()', async () => {
    const handle = startToy(
      [
        session,
        reads('go'),
        says({ type: 'turn_start' }, { type: 'step_start' }),
        { do: 'read', contains: 'steer' },
        says({ type: 'input_required', key: 'q', question: 'Which?', source: 'agent' }),
        { do: 'read', contains: 'Blue' },
        says({ type: 'turn_end' }),
        readAll,
      ],
      keepOpen,
    );
    const seen: string[] = [];
    const onActivity = ({ activity, previous, runId }: ActivityChange): void => {
      seen.push(`${previous} > ${activity}`);
      expect(runId).toBe(handle.runId);
    };
    expect(handle.on('activity', onActivity)).toBe(handle);
    expect(handle.activity).toBe('starting');
    await next(handle, 'turn_start');
    await vi.waitFor(() => expect(handle.activity).toBe('working'));
    const asked = next(handle, 'input_required');
    await handle.steer('ask');
    await asked;
    await vi.waitFor(() => expect(seen.at(-1)).toBe('working > asking'));
    await handle.send('Blue');
    expect(await handle.idle()).toBe('idle');
    expect(handle.activity).toBe('idle');
    const { events } = await handle.end();
    await handle.idle();
    expect(handle.activity).toBe('over');
    expect(seen).toEqual([
      'starting > working',
      'working > asking',
      'asking > working',
      'working > idle',
      'idle > over',
    ]);
    expect(events.some(({ type }) => (type as string) === 'activity')).toBe(false);
  });

  it('calls a listener of it no more once it is taken off, and once only after once()', async () => {
    const handle = startToy([session, answers('a'), readAll], keepOpen);
    let calls = 0;
    let once = 0;
    const count = (): void => {
      calls++;
    };
    handle.on('activity', count).off('activity', count);
    handle.once('activity', () => {
      once++;
      throw new Error('broken');
    });
    await handle.idle();
    const { events } = await handle.end();
    expect([calls, once]).toEqual([0, 1]);
    expect(events).toContainEqual(
      expect.objectContaining({ message: expect.stringMatching(/^A listener of activity failed: broken\. It stays/) }),
    );
  });
});

describe('prompt()', () => {
  const toy = { agent: 'toy', prompt: 'go' } as const;

  it('resolves with the text', async () => {
    expect(await toyClient([session, answers('Hello'), readAll]).prompt(toy)).toBe('Hello');
  });

  it('rejects with the code of a run that does not complete, and with what is wrong with its options', async () => {
    const outcome = { type: 'auth_error', message: 'Log in.', guidance: 'Do it.' } as const;
    const client = toyClient([session, says({ type: 'turn_start' }, { type: 'turn_end', outcome }), readAll]);
    await expect(client.prompt(toy)).rejects.toMatchObject({
      name: 'AgentMuxError',
      code: 'AUTH_ERROR',
      cause: { exitReason: 'failed' },
    });
    await expect(client.prompt({ ...toy, keepOpen: true })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('prompt(): `keepOpen`'),
    });
  });
});
