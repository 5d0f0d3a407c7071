/** Who reads a run, and how fast: iterators, listeners, the result that is awaited. */
import type { AgentEvent } from '@agent-mux/events';
import { checkStream } from '@agent-mux/events/check';
import { describe, expect, it } from 'vitest';
import { answers, says, session } from './support/toy-adapter.ts';
import { startToy, typesOf } from './support/toy-run.ts';

const HELLO = [session, answers('Hello'), { do: 'read-all' }] as const;
const HELLO_TYPES = [
  'session_start',
  'turn_start',
  'step_start',
  'message_start',
  'text_delta',
  'message_stop',
  'step_end',
  'turn_end',
  'session_end',
];

describe('consumers', () => {
  it('sees the same events in all five shapes', async () => {
    const controller = new AbortController();
    const handle = startToy(HELLO, { run: { signal: controller.signal } });
    const heard: AgentEvent[] = [];
    for (const type of new Set(HELLO_TYPES)) {
      handle.on(type as AgentEvent['type'], (event) => heard.push(event));
    }
    const read = async (): Promise<AgentEvent[]> => {
      const events: AgentEvent[] = [];
      for await (const event of handle) {
        events.push(event);
      }
      return events;
    };
    const [first, second, result] = await Promise.all([read(), read(), handle]);
    expect(typesOf(first)).toEqual(HELLO_TYPES);
    expect(second).toEqual(first);
    expect(heard).toEqual(first);
    expect(result.events).toEqual(first);
  });

  it('delivers nothing in the tick of run()', async () => {
    const handle = startToy(HELLO, { notes: ['a note'] });
    const seen: string[] = [];
    handle.on('debug', ({ message }) => seen.push(message));
    expect(seen).toEqual([]);
    await handle;
    expect(seen).toEqual(['a note']);
  });

  it('starts a late iterator at the oldest retained event', async () => {
    const handle = startToy(HELLO);
    await handle;
    const events: AgentEvent[] = [];
    for await (const event of handle) {
      events.push(event);
    }
    expect(typesOf(events)).toEqual(HELLO_TYPES);
  });

  it('answers several pending next() calls in order, and ends them at return()', async () => {
    const handle = startToy(HELLO);
    const iterator = handle[Symbol.asyncIterator]();
    const [first, second] = await Promise.all([iterator.next(), iterator.next()]);
    expect([first.value?.type, second.value?.type]).toEqual(['session_start', 'turn_start']);
    await handle;
    while (!(await iterator.next()).done) {
      // It goes to the end, where nothing is left to wait for.
    }
    await iterator.return?.();
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
  });

  it('settles a pending next() when its iterator returns', async () => {
    const handle = startToy([session, says({ type: 'step_start' }), { do: 'read-all' }]);
    const iterator = handle[Symbol.asyncIterator]();
    for (let count = 0; count < 3; count++) {
      await iterator.next();
    }
    const pending = iterator.next();
    await iterator.return?.();
    expect(await pending).toEqual({ done: true, value: undefined });
    await handle.abort();
  });

  it('goes on when an iterator breaks off', async () => {
    const handle = startToy(HELLO);
    for await (const event of handle) {
      if (event.type === 'session_start') {
        break;
      }
    }
    expect((await handle).exitReason).toBe('completed');
  });

  it('loses nothing to an iterator that reads slowly', async () => {
    const count = 20_000;
    const handle = startToy(
      [
        session,
        says({ type: 'turn_start' }),
        { do: 'lines', count, text: '{"draft":{"type":"text_delta","delta":"{n} "}}' },
        says({ type: 'message_stop' }, { type: 'turn_end' }),
        { do: 'read-all' },
      ],
      { run: { collectEvents: false, highWaterMark: 100 } },
    );
    let text = '';
    let seq = 0;
    for await (const event of handle) {
      expect(event.seq).toBe(seq++);
      if (event.type === 'text_delta') {
        text += event.delta;
        if (event.seq % 1_000 === 0) {
          await new Promise((resolve) => setImmediate(resolve));
        }
      }
    }
    expect(text).toBe(Array.from({ length: count }, (_, n) => `${n} `).join(''));
  });

  it('calls a listener for one event only where it was attached once, and none that was taken off', async () => {
    const handle = startToy([session, says({ type: 'turn_start' }), answers('a'), answers('b'), { do: 'read-all' }]);
    const once: string[] = [];
    const first: string[] = [];
    const never: string[] = [];
    const leave = ({ delta }: { readonly delta: string }): void => {
      first.push(delta);
      handle.off('text_delta', leave);
    };
    const gone = ({ delta }: { readonly delta: string }): void => void never.push(delta);
    handle.once('text_delta', ({ delta }) => once.push(delta));
    handle.on('text_delta', leave).once('text_delta', gone).off('text_delta', gone);
    await handle;
    expect([once, first, never]).toEqual([['a'], ['a'], []]);
  });

  it('holds the agent back for an event in hand, also when its reader awaits the result; the timeout ends that', async () => {
    const handle = startToy(
      [
        session,
        says({ type: 'turn_start' }),
        { do: 'lines', count: 20_000, text: '{"draft":{"type":"text_delta","delta":"{n} "}}' },
        says({ type: 'message_stop' }, { type: 'turn_end' }),
        { do: 'read-all' },
      ],
      { run: { highWaterMark: 100, collectEvents: false, timeout: 4_000 } },
    );
    for await (const event of handle) {
      if (event.type === 'message_start') {
        expect((await handle).exitReason).toBe('timeout');
      }
    }
  });

  it('ends a run that nobody reads, and keeps all of it for whoever comes late', async () => {
    const handle = startToy(
      [
        session,
        says({ type: 'turn_start' }),
        { do: 'lines', count: 20_000, text: '{"draft":{"type":"text_delta","delta":"{n} "}}' },
        says({ type: 'message_stop' }, { type: 'turn_end' }),
        { do: 'read-all' },
      ],
      { run: { highWaterMark: 100, collectEvents: false, timeout: 60_000 } },
    );
    await expect.poll(() => handle.state, { timeout: 30_000 }).toBe('completed');
    const events: AgentEvent[] = [];
    for await (const event of handle) {
      events.push(event);
    }
    expect(checkStream(events)).toEqual([]);
    expect(events.filter(({ type }) => type === 'text_delta')).toHaveLength(20_000);
    expect(events.filter((event) => event.type === 'debug' && event.message.includes('nobody reads'))).toHaveLength(1);
  });

  it('reports a listener that throws once, and calls the others', async () => {
    const handle = startToy([session, says({ type: 'turn_start' }), answers('a'), answers('b'), { do: 'read-all' }]);
    const heard: string[] = [];
    handle.on('text_delta', () => {
      throw new Error('broken');
    });
    handle.on('text_delta', ({ delta }) => heard.push(delta));
    const { events } = await handle;
    expect(heard).toEqual(['a', 'b']);
    const warnings = events.filter((event) => event.type === 'debug' && event.message.includes('broken'));
    expect(warnings).toHaveLength(1);
  });

  it('keeps only what late readers are promised', async () => {
    const handle = startToy(
      [
        session,
        says({ type: 'turn_start' }),
        { do: 'lines', count: 10_000, text: '{"draft":{"type":"text_delta","delta":"x"}}' },
        says({ type: 'turn_end' }),
        { do: 'read-all' },
      ],
      { run: { collectEvents: false, highWaterMark: 100 } },
    );
    expect((await handle).events).toEqual([]);
    const { value } = await handle[Symbol.asyncIterator]().next();
    expect(value?.seq).toBeGreaterThan(8_000);
  });
});

it('hands on an error that is thrown into an iterator, and leaves', async () => {
  const handle = startToy([session, says({ type: 'turn_start' }, { type: 'turn_end' }), { do: 'read-all' }]);
  async function* pass(): AsyncGenerator<AgentEvent> {
    yield* handle;
  }
  const events = pass();
  await events.next();
  await expect(events.throw(new Error('boom'))).rejects.toThrow('boom');
  expect(await events.next()).toMatchObject({ done: true });
  await expect(handle[Symbol.asyncIterator]().throw?.('a word')).rejects.toBe('a word');
  expect(await handle).toMatchObject({ exitReason: 'completed' });
});
