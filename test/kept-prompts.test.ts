/** Words that the store is still taking when the agent begins a turn by itself: they are one prompt, which is handed over once. */
import { createClient, type RunHandle, type RunStore, type Stored } from '@agent-mux/core';
import type { AgentEvent } from '@agent-mux/events';
import { checkEntries, isEventEntry, type JournalEntry } from '@agent-mux/events/journal';
import type { FakeAgentStep } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';
import { FollowUps } from '../packages/core/src/run/follow-ups.ts';
import { answers, says, session, toyAdapter } from './support/toy-adapter.ts';

/** A store that keeps the start at once, and what comes then when the test says so. */
class LateStore implements RunStore {
  readonly #waiting: ((stored: Stored) => void)[] = [];
  #barriers = 0;
  #isFree = false;

  open(): ReturnType<RunStore['open']> {
    return { append: () => {}, barrier: () => this.#barrier(), isBehind: false, finish: async () => 'whole' };
  }

  release(): void {
    this.#isFree = true;
    for (const resolve of this.#waiting.splice(0)) {
      resolve('stored');
    }
  }

  #barrier(): Promise<Stored> | undefined {
    this.#barriers++;
    return this.#isFree || this.#barriers === 1 ? undefined : new Promise((resolve) => this.#waiting.push(resolve));
  }
}

const begin = says({ type: 'turn_start' });
const end = says({ type: 'turn_end' });
const tool = says(
  { type: 'tool_call_start', toolCallId: 't', toolName: 'Bash', input: { command: 'ls' } },
  { type: 'tool_call_ready', toolCallId: 't', toolName: 'Bash', input: { command: 'ls' } },
  { type: 'tool_result', toolCallId: 't', output: 'done' },
);
const hears: FakeAgentStep = { do: 'read', contains: 'more' };
const readAll: FakeAgentStep = { do: 'read-all' };

/** Plays it with words that wait for a tool, until the store is let go at the nth event of a type. */
async function play(steps: readonly FakeAgentStep[], type: AgentEvent['type'], nth: number, tellsSteering = false) {
  const store = new LateStore();
  const adapter = toyAdapter({ steps: [session, answers('one'), ...steps], tellsSteering });
  const handle: RunHandle = createClient({ adapters: [adapter], store }).run({
    ...{ agent: 'toy', prompt: 'go', gracePeriodMs: 300, settleMs: 1_000, timeout: 20_000 },
  });
  let count = 0;
  handle.on(type, () => {
    count++;
    if (count === nth) {
      setTimeout(() => store.release(), 20);
    }
  });
  const entries: JournalEntry[] = [];
  const gathered = (async () => {
    for await (const entry of handle.entries()) {
      entries.push(entry);
    }
  })();
  const { delivered } = await handle.queue('more', { when: 'after-tool' });
  const { exitReason, turns } = await handle;
  await gathered;
  expect([exitReason, checkEntries(entries)]).toEqual(['completed', []]);
  const told = entries.flatMap((entry) => {
    if (isEventEntry(entry)) {
      return entry.type === 'turn_start' || entry.type === 'tool_result' ? [entry.type] : [];
    }
    const id = 'id' in entry ? entry.id.replace(/.*-/, '') : '';
    switch (entry.entry) {
      case 'input':
        return entry.input === 'prompt' ? [`${id} ${entry.as}`] : [];
      case 'delivered':
        return [`${id} is ${entry.delivered}`];
      default:
        return [];
    }
  });
  return { delivered, told, turns: turns.map(({ prompt }) => prompt) };
}

const FIRST = ['p1 first', 'p1 is new-turn', 'turn_start', 'p2 new-turn', 'turn_start'];

describe('words that wait for a tool, while the store takes them for the next turn', () => {
  it('join a turn of the agent itself at its tool, as the prompt that stands in the journal', async () => {
    expect(await play([begin, tool, hears, end, readAll], 'tool_result', 1)).toEqual({
      delivered: 'steered',
      told: [...FIRST, 'tool_result', 'p2 is steered'],
      turns: ['go'],
    });
  });

  it('join it as that prompt also where the store has taken them before the tool', async () => {
    expect(await play([begin, { do: 'wait', ms: 300 }, tool, hears, end, readAll], 'turn_start', 2)).toEqual({
      delivered: 'steered',
      told: [...FIRST, 'tool_result', 'p2 is steered'],
      turns: ['go'],
    });
  });

  it('begin the next turn where it is over meanwhile, and are not told to have begun it', async () => {
    expect(await play([begin, end, hears, answers('two'), readAll], 'turn_end', 2)).toEqual({
      delivered: 'new-turn',
      told: [...FIRST, 'p2 is new-turn', 'turn_start'],
      turns: ['go', 'more'],
    });
  });

  it('begin the next turn as that prompt also where the agent refuses them at its tool', async () => {
    const refuses = says({ type: 'steer_settled', key: 'more', delivered: 'refused' });
    const steps = [begin, tool, hears, refuses, end, hears, answers('two'), readAll];
    expect(await play(steps, 'tool_result', 1, true)).toEqual({
      delivered: 'new-turn',
      told: [...FIRST, 'tool_result', 'p2 is new-turn', 'turn_start'],
      turns: ['go', 'more'],
    });
  });
});

it('ends its run, and not the host, where handing them over fails once the store has them', async () => {
  const unheard: unknown[] = [];
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', (reason) => void unheard.push(reason));
  const isFirst = Object.getOwnPropertyDescriptor(FollowUps.prototype, 'isFirst') as PropertyDescriptor;
  const fail = (): never => {
    throw new Error('planted');
  };
  Object.defineProperty(FollowUps.prototype, 'isFirst', { ...isFirst, value: fail });
  try {
    const store = new LateStore();
    const adapter = toyAdapter({ steps: [session, answers('one'), readAll] });
    const handle = createClient({ adapters: [adapter], store }).run({
      ...{ agent: 'toy', prompt: 'go', gracePeriodMs: 300, timeout: 5_000 },
    });
    handle.on('turn_end', () => setTimeout(() => store.release(), 20));
    await expect(handle.queue('more')).rejects.toMatchObject({ code: 'RUN_NOT_ACTIVE' });
    expect((await handle).error).toMatchObject({ code: 'INTERNAL', message: expect.stringContaining('planted') });
    expect(unheard).toEqual([]);
  } finally {
    Object.defineProperty(FollowUps.prototype, 'isFirst', isFirst);
    process.removeAllListeners('unhandledRejection');
    for (const other of others) {
      process.on('unhandledRejection', other);
    }
  }
});
