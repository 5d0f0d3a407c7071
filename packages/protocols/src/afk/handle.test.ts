/** The handle of AFK: one reader, four sinks in order, and the trace that gives the events back. */
import type { JournalEntry } from '@agent-mux/events/journal';
import { describe, expect, it, vi } from 'vitest';
import { message } from '../../../events/src/testing/journal.ts';
import { projectAll } from '../project.ts';
import { CORNER_JOURNALS } from '../testing/corner-journals.ts';
import {
  closes,
  cost,
  FIRST,
  LEFT,
  opens,
  SESSION,
  turn,
  usage,
  whole,
  writeJournal,
} from '../testing/write-journal.ts';
import { type AfkHandleOptions, type AfkRun, toAfkHandle } from './handle.ts';
import { afk } from './project/index.ts';
import { replayTrace } from './trace.ts';
import type { AfkEvent, AfkTraceRecord } from './types.ts';

const HELLO = writeJournal(whole(...turn(0, ...message('Hello'), usage(7), cost(0.5))));

function runOf(entries: readonly JournalEntry[]): AfkRun {
  const nothing = async (): Promise<void> => {};
  return {
    entries: () => entries,
    interaction: { pending: [], respond: nothing },
    interrupt: nothing,
    abort: nothing,
    pause: nothing,
    resume: nothing,
  };
}

async function read(events: AsyncIterable<AfkEvent>): Promise<AfkEvent[]> {
  const all: AfkEvent[] = [];
  for await (const event of events) {
    all.push(event);
  }
  return all;
}

const noSleep = { sleep: () => Promise.resolve() };
const hold = (entries: readonly JournalEntry[], options: AfkHandleOptions = {}) =>
  toAfkHandle(runOf(entries), { ...noSleep, ...options });

describe('the handle of AFK', () => {
  it('A-9: hands each event to the queue, notify, the trace and telemetry, before the next one goes anywhere', async () => {
    const told: string[] = [];
    const later = async (word: string): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      told.push(word);
    };
    const handle = hold(HELLO, {
      notify: ({ type }) => later(`notify ${type}`),
      append: ({ payload }) => later(`append ${payload.type}`),
      telemetry: {
        event: (name, { type }) => later(`${name} ${type}`),
        counter: (name, by, { type }) => later(`${name} ${by} ${type}`),
      },
    });
    const { events } = handle;
    const seen: string[] = [];
    for await (const { type } of events) {
      seen.push(type);
      // The queue has it before anybody else.
      expect(told.filter((word) => word.endsWith(` ${type}`))).toEqual([]);
    }
    expect(seen).toEqual(projectAll(HELLO, afk()).map(({ type }) => type));
    expect(told).toEqual(
      seen.flatMap((type) => [
        `notify ${type}`,
        `append ${type}`,
        `agent.run.event ${type}`,
        `agent.run.events.total 1 ${type}`,
      ]),
    );
  });

  it('A-11: is read by one consumer, and closes with the run, however it ends', async () => {
    for (const cause of ['completed', 'interrupted', 'aborted', 'crash'] as const) {
      const handle = hold(writeJournal([opens(), FIRST, closes(cause)]));
      expect(await read(handle.events)).toHaveLength(2);
      expect(() => handle.events).toThrow(/supports a single consumer/);
    }
  });

  it('R-13: refuses a thread that is none before anything is read', () => {
    const entries = vi.fn(() => HELLO);
    expect(() => toAfkHandle({ ...runOf(HELLO), entries }, { thread: '' })).toThrow('thread: expected a string');
    expect(entries).not.toHaveBeenCalled();
  });

  it('A-11: closes after the end of a source that fails, and throws its error', async () => {
    const broken = (async function* fail() {
      yield* HELLO.slice(0, 3);
      throw new Error('The disk is gone');
    })();
    const handle = hold([], { source: broken });
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { type } of handle.events) {
        seen.push(type);
      }
    })();
    await expect(reading).rejects.toThrow('The disk is gone');
    expect(seen.at(-1)).toBe('run_failed');
    await expect(handle.awaitResult()).rejects.toThrow('The disk is gone');
  });

  it('A-16: closes after the terminal event was appended', async () => {
    let keep: (() => void) | undefined;
    const append = async ({ payload }: AfkTraceRecord): Promise<void> => {
      if (payload.type !== 'run_completed') {
        return;
      }
      await new Promise<void>((resolve) => {
        keep = resolve;
      });
    };
    const handle = hold(HELLO, { append });
    const { events } = handle;
    let isClosed = false;
    const reading = read(events).then((all) => {
      isClosed = true;
      return all;
    });
    await vi.waitFor(() => expect(keep).toBeDefined());
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(isClosed).toBe(false);
    keep?.();
    expect((await reading).at(-1)?.type).toBe('run_completed');
  });

  it('A-12 A-13: gives the events back from its trace alone, through JSON', async () => {
    for (const { name, entries } of CORNER_JOURNALS) {
      const records: AfkTraceRecord[] = [];
      const live = await read(hold(entries, { append: (record) => void records.push(record), userId: 'ada' }).events);
      expect(replayTrace(JSON.parse(JSON.stringify(records))), name).toEqual(live);
      expect(records.map(({ seq }) => seq)).toEqual(live.map((_, seq) => seq));
      for (const { payload } of records) {
        expect(Object.keys(payload)).toEqual(['schema_version', 'type', 'state', 'step', 'message', 'data']);
      }
      expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
      expect(records.every((record) => record.type === 'trace' && record.user_id === 'ada')).toBe(true);
    }
  });

  it('A-29: replays a record once that was appended twice, passes over what is no trace, and names what is wrong', async () => {
    const records: AfkTraceRecord[] = [];
    const live = await read(hold(HELLO, { append: (record) => void records.push(record, record) }).events);
    expect(replayTrace([{ type: 'message', payload: {} }, ...records])).toEqual(live);
    const [first] = records;
    expect(() => replayTrace([{ ...first, thread_id: undefined }])).toThrow(/place 0 of a trace: thread_id/);
    expect(() => replayTrace([first, { type: 'trace' }])).toThrow(/place 1 of a trace: payload: expected an object/);
  });

  it('A-28: appends again what the trace did not take, 50 and 100 ms later', async () => {
    const waits: number[] = [];
    let tries = 0;
    const append = vi.fn(() => {
      tries += 1;
      if (tries <= 2) {
        throw new Error('busy');
      }
    });
    const handle = hold(HELLO, { append, sleep: async (ms) => void waits.push(ms) });
    const events = await read(handle.events);
    expect(waits).toEqual([50, 100]);
    expect(append).toHaveBeenCalledTimes(events.length + 2);
    expect(events.some(({ type }) => type === 'warning')).toBe(false);
  });

  it.each<[string, AfkHandleOptions, string]>([
    ['notify', { notify: () => Promise.reject(new Error('no')) }, 'running'],
    [
      'trace',
      {
        append: () => {
          throw new Error('no');
        },
      },
      'degraded',
    ],
    [
      'telemetry',
      {
        telemetry: {
          event: () => {
            throw new Error('no');
          },
          counter: () => {
            throw new Error('no');
          },
        },
      },
      'running',
    ],
  ])('A-10 A-28 A-15: tells once that %s has failed, and goes on', async (sink, failing, state) => {
    const all: string[] = [];
    const handle = hold(HELLO, {
      notify: () => void all.push('notify'),
      append: () => void all.push('append'),
      telemetry: { counter: () => void all.push('counter') },
      ...failing,
    });
    const events = await read(handle.events);
    const wanted = projectAll(HELLO, afk());
    expect(events.filter(({ type }) => type !== 'warning').map(({ type }) => type)).toEqual(
      wanted.map(({ type }) => type),
    );
    const warnings = events.filter(({ type }) => type === 'warning');
    expect(warnings).toMatchObject([{ data: { source: sink }, state, message: expect.stringMatching(/: no$/) }]);
    expect(events[1]).toBe(warnings[0]);
    expect(new Set(events.slice(1, -1).map((event) => event.state))).toEqual(new Set([state]));
    expect(events.at(-1)).toEqual(wanted.at(-1));
    // The other sinks have all of them.
    const others = ['notify', 'append', 'counter'].filter((name) => all.includes(name));
    expect(others).toHaveLength(2);
    for (const other of others) {
      expect(all.filter((each) => each === other)).toHaveLength(events.length);
    }
    expect(await handle.awaitResult()).toMatchObject({ state: 'completed' });
  });

  it('A-8 A-28: tells nothing after the end, also where a sink fails with it', async () => {
    const notify = ({ type }: AfkEvent): void => {
      if (type === 'run_completed') {
        throw new Error('late');
      }
    };
    expect((await read(hold(HELLO, { notify }).events)).at(-1)?.type).toBe('run_completed');
  });

  it('A-33: gives the result, and null of what was cancelled; nobody needs to read the events', async () => {
    expect(await hold(HELLO).awaitResult()).toEqual({
      run_id: '01JZ8M3QK5V7W9X2Y4Z6A8B0CD',
      thread_id: '01JZ8M3QK5V7W9X2Y4Z6A8B0CD',
      state: 'completed',
      final_text: 'Hello',
      usage: { input_tokens: 7, output_tokens: 5, total_cost_usd: 0.5 },
    });
    const aborted = writeJournal([opens(), FIRST, SESSION, { type: 'aborted' }, LEFT, closes('aborted')]);
    expect(await hold(aborted).awaitResult()).toBeNull();
    expect(await hold(writeJournal([opens(), FIRST, closes('crash')])).awaitResult()).toMatchObject({
      state: 'failed',
      message: 'It ended with crash.',
    });
  });

  it('A-33: lets the run go on where its reader leaves', async () => {
    const handle = hold(HELLO);
    for await (const { type } of handle.events) {
      expect(type).toBe('run_started');
      break;
    }
    expect(await handle.awaitResult()).toMatchObject({ final_text: 'Hello' });
  });
});
