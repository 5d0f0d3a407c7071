import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { answers, says, session } from './support/toy-adapter.ts';
import { next, runToy, startToy, typesOf } from './support/toy-run.ts';

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

describe('the end of a run', () => {
  it('gives the result once the process is gone', async () => {
    const startedAt = performance.now();
    const result = await runToy(HELLO, { run: { tags: ['a'] } });
    expect(result.durationMs).toBeGreaterThan(0);
    // The clocks of both are one, to a millisecond.
    expect(result.durationMs).toBeLessThan(performance.now() - startedAt + 2);
    expect(typesOf(result.events)).toEqual(HELLO_TYPES);
    expect(result).toMatchObject({
      exitReason: 'completed',
      text: 'Hello',
      sessionId: 'toy-session',
      turnCount: 1,
      attempts: 1,
      exitCode: 0,
      signal: null,
      error: null,
      tags: ['a'],
      mode: 'talk',
    });
  });

  it('ends a process that never leaves after its result, and still counts it as completed', async () => {
    const result = await runToy([session, answers('Hello'), { do: 'ignore', signals: ['SIGTERM'] }, { do: 'hang' }], {
      run: { settleMs: 100, gracePeriodMs: 100 },
    });
    expect(result.exitReason).toBe('completed');
  });

  it('calls an exit 0 without the native end of the run a crash', async () => {
    const result = await runToy([session, says({ type: 'turn_start' }, { type: 'text_delta', delta: 'half' })]);
    expect(result).toMatchObject({ exitReason: 'crashed', exitCode: 0, text: 'half', error: { code: 'AGENT_CRASH' } });
    expect(typesOf(result.events).slice(-4)).toEqual(['message_stop', 'turn_end', 'crash', 'session_end']);
  });

  it('says killed when somebody else ended the process by a signal', async () => {
    const result = await runToy([session, says({ type: 'turn_start' }), { do: 'die', signal: 'SIGKILL' }]);
    expect(result).toMatchObject({ exitReason: 'killed', exitCode: null, signal: 'SIGKILL' });
  });

  it('has no session events when it dies before any session', async () => {
    const result = await runToy([
      { do: 'line', text: 'no such model', to: 'stderr' },
      { do: 'exit', code: 3 },
    ]);
    expect(typesOf(result.events)).toEqual(['log', 'crash']);
    expect(result).toMatchObject({ exitReason: 'crashed', exitCode: 3, error: { stderr: 'no such model\n' } });
  });

  it('tells what came before the exit before it tells the exit', async () => {
    const count = 5_000;
    const steps = [
      session,
      says({ type: 'turn_start' }),
      { do: 'lines', count, text: '{"draft":{"type":"text_delta","delta":"{n} "}}' },
      { do: 'exit', code: 1 },
    ] as const;
    const { events } = await runToy(steps);
    expect(events.filter(({ type }) => type === 'text_delta')).toHaveLength(count);
    expect(typesOf(events).slice(-2)).toEqual(['crash', 'session_end']);
  });
});

describe('what gets lost on the way', () => {
  it('is told when a message is longer than allowed', async () => {
    const { events, exitReason } = await runToy(
      [session, { do: 'line', text: 'x'.repeat(5_000) }, answers('Hello'), { do: 'read-all' }],
      { run: { maxLineBytes: 1_024 } },
    );
    expect(events.filter(({ type }) => type === 'error')).toMatchObject([
      { code: 'PARSE_ERROR', recoverable: true, message: expect.stringContaining('5000 bytes of stdout') },
    ]);
    expect(exitReason).toBe('completed');
  });

  it('is told when the agent has closed its input', async () => {
    const handle = startToy([
      session,
      says({ type: 'turn_start' }),
      { do: 'close', stream: 'stdin' },
      says({ type: 'text_delta', delta: 'a' }),
      { do: 'wait', ms: 500 },
      says({ type: 'turn_end' }),
    ]);
    await next(handle, 'text_delta');
    await handle.steer('left');
    const { events, exitReason } = await handle;
    expect(events.filter(({ type }) => type === 'debug')).toMatchObject([
      { level: 'warn', message: expect.stringContaining('closed its input early') },
    ]);
    expect(exitReason).toBe('completed');
  });
});

describe('control', () => {
  const TALKING = [
    session,
    says({ type: 'turn_start' }, { type: 'text_delta', delta: 'Hel' }),
    { do: 'read', contains: 'interrupt' },
    says({ type: 'turn_end', outcome: { type: 'interrupted' } }),
  ] as const;

  it('interrupts the turn by protocol and ends the run', async () => {
    const handle = startToy([...TALKING, { do: 'read-all' }]);
    await next(handle, 'text_delta');
    await handle.interrupt();
    const result = await handle;
    expect(result).toMatchObject({ exitReason: 'interrupted', text: 'Hel', error: { code: 'INTERRUPTED' } });
    expect(typesOf(result.events).slice(-4)).toEqual(['message_stop', 'turn_end', 'interrupted', 'session_end']);
  });

  it('goes on after an interrupt with a prompt that waits', async () => {
    const handle = startToy([...TALKING, { do: 'read', contains: 'again' }, answers('Yes'), { do: 'read-all' }]);
    await next(handle, 'text_delta');
    const queued = handle.queue('again');
    await handle.interrupt();
    expect(await queued).toMatchObject({ delivered: 'new-turn' });
    const result = await handle;
    expect(result).toMatchObject({ exitReason: 'completed', text: 'Yes', turnCount: 2 });
    expect(typesOf(result.events)).not.toContain('interrupted');
  });

  it('ends a CLI that does not answer to an interrupt', async () => {
    const handle = startToy([
      { do: 'ignore', signals: ['SIGTERM', 'SIGINT'] },
      session,
      says({ type: 'turn_start' }, { type: 'step_start' }),
      { do: 'hang' },
    ]);
    await next(handle, 'step_start');
    await handle.interrupt();
    expect((await handle).exitReason).toBe('interrupted');
  });

  it('aborts once, however often it is asked', async () => {
    const handle = startToy(TALKING);
    await next(handle, 'text_delta');
    await Promise.all([handle.abort(), handle.abort()]);
    const result = await handle;
    await handle.abort();
    expect(result.exitReason).toBe('aborted');
    expect(typesOf(result.events).slice(-4)).toEqual(['message_stop', 'turn_end', 'aborted', 'session_end']);
    expect(handle.state).toBe('aborted');
  });

  it('aborts before the process exists', async () => {
    const handle = startToy(HELLO);
    await handle.abort();
    const result = await handle;
    expect(typesOf(result.events)).toEqual(['aborted']);
    expect(result).toMatchObject({ exitReason: 'aborted', exitCode: null });
  });

  it('does nothing when it is aborted after its end', async () => {
    const handle = startToy(HELLO);
    const { exitReason } = await handle;
    await handle.abort();
    expect(exitReason).toBe('completed');
    expect(handle.state).toBe('completed');
  });

  it('is aborted by the signal of its options, also by one that fired before', async () => {
    const controller = new AbortController();
    const handle = startToy(TALKING, { run: { signal: controller.signal } });
    await next(handle, 'text_delta');
    controller.abort();
    expect((await handle).exitReason).toBe('aborted');
    expect((await startToy(HELLO, { run: { signal: AbortSignal.abort() } })).exitReason).toBe('aborted');
  });

  it('lets go of the signal of its options when it is over', async () => {
    const controller = new AbortController();
    await startToy(HELLO, { run: { signal: controller.signal } });
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  it('is aborted when its scope is left', async () => {
    const handle = startToy(TALKING);
    {
      await using scoped = handle;
      await next(scoped, 'text_delta');
    }
    expect((await handle).exitReason).toBe('aborted');
  });

  it('has no events between paused and resumed, and loses none', async () => {
    const handle = startToy([
      session,
      says({ type: 'turn_start' }),
      { do: 'lines', count: 300, text: '{"draft":{"type":"text_delta","delta":"{n} "}}', everyMs: 1 },
      says({ type: 'message_stop' }, { type: 'turn_end' }),
      { do: 'read-all' },
    ]);
    await next(handle, 'text_delta');
    await handle.pause();
    expect(handle.state).toBe('paused');
    await new Promise((resolve) => setTimeout(resolve, 150));
    await handle.resume();
    const { events, text } = await handle;
    const paused = events.findIndex(({ type }) => type === 'paused');
    expect(events[paused + 1]?.type).toBe('resumed');
    expect(text).toBe(Array.from({ length: 300 }, (_, n) => `${n} `).join(''));
  });

  it('refuses what its state does not allow', async () => {
    const handle = startToy(TALKING);
    await next(handle, 'text_delta');
    await expect(handle.resume()).rejects.toMatchObject({ code: 'INVALID_STATE_TRANSITION' });
    await handle.pause();
    await expect(handle.pause()).rejects.toMatchObject({ code: 'INVALID_STATE_TRANSITION' });
    await handle.abort();
    await expect(handle.pause()).rejects.toMatchObject({ code: 'RUN_NOT_ACTIVE' });
    await expect(handle.interrupt()).rejects.toMatchObject({ code: 'RUN_NOT_ACTIVE' });
  });
});

describe('time limits', () => {
  const SILENT = [session, says({ type: 'turn_start' }, { type: 'text_delta', delta: 'a' }), { do: 'hang' }] as const;

  it.each([
    { name: 'timeout', run: { timeout: 400 }, exitReason: 'timeout', kind: 'run' },
    { name: 'inactivityTimeout', run: { inactivityTimeout: 400 }, exitReason: 'inactivity', kind: 'inactivity' },
  ])('ends a run at its $name', async ({ run, exitReason, kind }) => {
    const result = await runToy(SILENT, { run });
    expect(result.exitReason).toBe(exitReason);
    expect(result.events.find(({ type }) => type === 'timeout')).toMatchObject({ kind });
  });

  it('stands still while the run is paused', async () => {
    const handle = startToy(
      [
        session,
        says({ type: 'turn_start' }, { type: 'step_start' }),
        { do: 'wait', ms: 300 },
        answers('late'),
        { do: 'read-all' },
      ],
      {
        run: { inactivityTimeout: 1_500 },
      },
    );
    await next(handle, 'step_start');
    await handle.pause();
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await handle.resume();
    expect((await handle).exitReason).toBe('completed');
  });

  it('stands still while a slow reader holds the agent back', async () => {
    const handle = startToy(
      [
        session,
        says({ type: 'turn_start' }),
        { do: 'lines', count: 50_000, text: '{"draft":{"type":"text_delta","delta":"{n} "}}' },
        says({ type: 'message_stop' }, { type: 'turn_end' }),
        { do: 'read-all' },
      ],
      { run: { inactivityTimeout: 1_500, highWaterMark: 100, collectEvents: false } },
    );
    let count = 0;
    for await (const event of handle) {
      if (event.type === 'text_delta' && count++ === 200) {
        await new Promise((resolve) => setTimeout(resolve, 2_500));
      }
    }
    expect(count).toBe(50_000);
    expect((await handle).exitReason).toBe('completed');
  });
});

it('keeps its time limit over all attempts, though each of them has come to its end', async () => {
  const failing = says(
    { type: 'turn_start' },
    { type: 'turn_end', outcome: { type: 'rate_limit_error', message: 'slow down' } },
  );
  const retryPolicy = { maxAttempts: 100, baseDelayMs: 50, maxDelayMs: 50 };
  const { exitReason, attempts } = await runToy([session, failing, { do: 'read-all' }], {
    run: { retryPolicy, timeout: 2_000 },
  });
  expect(exitReason).toBe('timeout');
  expect(attempts).toBeGreaterThan(1);
});
