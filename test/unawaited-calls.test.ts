/** Calls that nobody waits for, and calls that must not wait: neither costs a program its host or its time. */
import { setTimeout as delay } from 'node:timers/promises';
import { createClient, type RunHandle } from '@agent-mux/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answers, says, session, toyAdapter } from './support/toy-adapter.ts';
import { next, startToy } from './support/toy-run.ts';

const unheard: unknown[] = [];
const note = (reason: unknown): void => {
  unheard.push(reason);
};
// A rejection that nobody hears would end a host, and the test must see it first.
let others: NodeJS.UnhandledRejectionListener[] = [];
beforeEach(() => {
  unheard.length = 0;
  others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', note);
});
afterEach(() => {
  process.removeAllListeners('unhandledRejection');
  for (const other of others) {
    process.on('unhandledRejection', other);
  }
});

const begin = says({ type: 'turn_start' });
const asks = says({ type: 'approval_request', key: 'k', action: 'run', detail: 'rm', riskLevel: 'high' });
const asksWords = says({ type: 'input_required', key: 'k', question: 'Which?', source: 'agent' });

describe('an answer that is being kept while the run is stopped', () => {
  it.each<[string, typeof asks, (handle: RunHandle) => unknown]>([
    ['approve', asks, (handle) => handle.approve()],
    ['deny', asks, (handle) => handle.deny('no')],
    ['approveAll', asks, (handle) => handle.interaction.approveAll()],
    ['denyAll', asks, (handle) => handle.interaction.denyAll()],
    ['respond', asks, ({ interaction }) => interaction.respond(interaction.pending[0]?.id ?? '', { type: 'approve' })],
    ['send', asksWords, (handle) => handle.send('red')],
    ['continue', asks, (handle) => handle.continue('more')],
  ])('%s() needs nobody who waits for it', async (_name, question, call) => {
    let isSlow = false;
    const store = {
      open: () => ({
        isBehind: false,
        append: () => {},
        barrier: () => (isSlow ? delay(300) : undefined),
        finish: async () => 'whole' as const,
      }),
    };
    const client = createClient({
      adapters: [toyAdapter({ steps: [{ do: 'read' }, session, begin, question, { do: 'hang' }] })],
      store: store as never,
    });
    const handle = client.run({ agent: 'toy', prompt: 'go', binary: process.execPath, approvalMode: 'prompt' });
    const ask = (): void => {
      isSlow = true;
      void call(handle);
      setTimeout(() => void handle.abort(), 50);
    };
    handle.on('approval_request', ask);
    handle.on('input_required', ask);
    expect((await handle).exitReason).toBe('aborted');
    await delay(400);
    expect(unheard).toEqual([]);
  });
});

it.each(['send', 'continue', 'queue', 'steer'] as const)(
  '%s() is refused once the run was told to end',
  async (name) => {
    const handle = startToy([
      session,
      begin,
      says({ type: 'text_delta', delta: 'one' }),
      { do: 'read', contains: 'never' },
    ]);
    await next(handle, 'text_delta');
    const ended = handle.end();
    await expect(handle[name]('late')).rejects.toMatchObject({
      code: 'RUN_NOT_ACTIVE',
      message: expect.stringContaining('was told to end'),
    });
    await handle.abort();
    expect((await ended).turns.map(({ prompt }) => prompt)).toHaveLength(1);
  },
);

describe('an iterator over a turn', () => {
  const steps = [session, begin, says({ type: 'text_delta', delta: 'one' }), { do: 'hang' }] as const;

  it.each(['return', 'throw'] as const)('is left at once by %s(), though its next event is awaited', async (how) => {
    const handle = startToy(steps);
    await next(handle, 'text_delta');
    const [turn] = [await handle.turns().next()];
    const iterator = turn.value?.[Symbol.asyncIterator]();
    let pending: Promise<unknown> | undefined;
    const left = await (async () => {
      for (;;) {
        pending = iterator?.next();
        if ((await Promise.race([pending, delay(300, 'silent')])) === 'silent') {
          return Promise.race([iterator?.[how]?.().catch((error: unknown) => error), delay(2_000, 'it waits')]);
        }
      }
    })();
    expect(left).toEqual(how === 'return' ? { done: true, value: undefined } : undefined);
    expect(await pending).toEqual({ done: true, value: undefined });
    expect(await iterator?.next()).toEqual({ done: true, value: undefined });
    await handle.abort();
  });

  it('gives calls that do not wait for each other one event each, in order, and ends with its turn', async () => {
    const handle = startToy([
      session,
      answers('one'),
      { do: 'read', contains: 'more' },
      answers('two'),
      { do: 'read-all' },
    ]);
    void handle.queue('more');
    const { value: turn } = await handle.turns().next();
    const iterator = turn?.[Symbol.asyncIterator]();
    const steps = await Promise.all(Array.from({ length: 20 }, () => iterator?.next()));
    const types = steps.flatMap((step) => (step?.done === true ? [] : [step?.value.type]));
    const read: unknown[] = [];
    for await (const event of turn ?? []) {
      read.push(event.type);
    }
    expect(types).toEqual(read);
    expect(types).toContain('text_delta');
    expect(types.filter((type) => type === 'turn_end')).toHaveLength(1);
    await handle;
  });
});
