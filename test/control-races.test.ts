/** Control at the awkward moments: idle, leaving, paused, not yet started, between two attempts. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type EventDraft, type ResolvedOptions } from '@agent-mux/core';
import { type FakeAgentStep, fakeAgent } from '@agent-mux/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { processesOf } from './support/listing.ts';
import { answers, says, saysAtOnce, session, toyAdapter } from './support/toy-adapter.ts';
import { next, startToy, typesOf } from './support/toy-run.ts';
import { LONG_MS, watchTimers } from './support/watch-timers.ts';

const scratch = mkdtempSync(join(tmpdir(), 'amux-races-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const begin = says({ type: 'turn_start' });
const approval: EventDraft = { type: 'approval_request', key: 'a', action: 'Run', detail: 'ls', riskLevel: 'high' };
const failing = says(
  { type: 'turn_start' },
  { type: 'turn_end', outcome: { type: 'rate_limit_error', message: 'slow down' } },
);
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const states = (runId: string): string[] =>
  processesOf(runId).map((pid) => /\) (\w) /.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1] ?? '');

describe('interrupt()', () => {
  it('has nothing to stop in a run that is idle, which then ends as completed', async () => {
    const handle = startToy([session, answers('one'), { do: 'read-all' }], { run: { keepOpen: true } });
    await next(handle, 'turn_end');
    await handle.interrupt();
    expect((await handle.end()).exitReason).toBe('completed');
  });

  it('has nothing to stop in a run that is leaving', async () => {
    const handle = startToy([session, answers('one'), { do: 'read-all' }, { do: 'wait', ms: 300 }]);
    await next(handle, 'turn_end');
    await handle.interrupt();
    expect((await handle).exitReason).toBe('completed');
  });

  it('does not turn an abort into something else', async () => {
    const handle = startToy([session, begin, says({ type: 'step_start' }), { do: 'hang' }]);
    await next(handle, 'step_start');
    const aborted = handle.abort();
    await handle.interrupt();
    await aborted;
    expect(await handle).toMatchObject({ exitReason: 'aborted', error: { code: 'ABORTED' } });
  });

  it('goes ahead to a CLI that is being started, if prompts wait', async () => {
    const steps = [
      session,
      { do: 'read', contains: 'interrupt' },
      says({ type: 'turn_start' }, { type: 'turn_end', outcome: { type: 'interrupted' } }),
      { do: 'read', contains: 'more' },
      answers('two'),
      { do: 'read-all' },
    ] as const;
    // A CLI that does not answer within it is ended, and on a busy machine a start takes a while.
    const handle = startToy(steps, { run: { gracePeriodMs: 20_000 } });
    const queued = handle.queue('more');
    await Promise.resolve();
    await handle.interrupt();
    expect(await queued).toMatchObject({ delivered: 'new-turn' });
    expect(await handle).toMatchObject({ exitReason: 'completed', text: 'two' });
  });

  it('ends a CLI that is silent before its turn has begun', async () => {
    const handle = startToy([{ do: 'line', text: 'booting', to: 'stderr' }, { do: 'hang' }], {
      run: { timeout: 8_000 },
    });
    await next(handle, 'log');
    await handle.interrupt();
    expect((await handle).exitReason).toBe('interrupted');
  });

  it('has nothing to stop in a run that is idle and paused, whose next prompt then begins', async () => {
    const file = join(scratch, 'idle-and-paused');
    const steps = [{ do: 'log-input', file }, session, answers('one'), { do: 'read', contains: 'more' }] as const;
    const handle = startToy([...steps, answers('two'), { do: 'read-all' }], { run: { keepOpen: true } });
    await next(handle, 'turn_end');
    await handle.idle();
    await handle.pause();
    const queued = handle.queue('more');
    await handle.interrupt();
    expect(await queued).toMatchObject({ delivered: 'new-turn' });
    expect(await handle.end()).toMatchObject({ exitReason: 'completed', text: 'two' });
    expect(readFileSync(file, 'utf8')).not.toContain('interrupt');
  });

  it('is told before the prompt that waits for its turn, though that turn has ended in a pause', async () => {
    const file = join(scratch, 'ended-in-a-pause');
    const said = says({ type: 'turn_start' }, { type: 'text_delta', delta: 'one' }, { type: 'turn_end' });
    const steps = [{ do: 'log-input', file }, session, said, { do: 'read', contains: 'more' }] as const;
    const handle = startToy([...steps, answers('two'), { do: 'read-all' }]);
    const queued = handle.queue('more');
    handle.once('text_delta', () => void handle.pause());
    await next(handle, 'paused');
    await handle.interrupt();
    await queued;
    expect(await handle).toMatchObject({ exitReason: 'completed', text: 'two' });
    const heard = readFileSync(file, 'utf8').match(/"(?:prompt|interrupt)"/g);
    expect(heard).toEqual(['"prompt"', '"interrupt"', '"prompt"']);
  });

  it('ends a CLI that is stuck in its turn, however often it is called', async () => {
    const handle = startToy([session, begin, says({ type: 'step_start' }), { do: 'hang' }], {
      run: { keepOpen: true, gracePeriodMs: 800, timeout: 20_000 },
    });
    await next(handle, 'step_start');
    while (handle.state === 'running') {
      await handle.interrupt();
      await sleep(300);
    }
    expect((await handle).exitReason).toBe('interrupted');
  });

  it('gives each turn that it interrupts a time of its own', async () => {
    const slowly = (ms: number): readonly FakeAgentStep[] => [
      begin,
      says({ type: 'step_start' }),
      { do: 'read', contains: 'interrupt' },
      { do: 'wait', ms },
      says({ type: 'turn_end', outcome: { type: 'interrupted' } }),
    ];
    // The second turn, which the agent begins by itself, ends within its own time and long after that of the first.
    const turns: readonly FakeAgentStep[] = [...slowly(0), { do: 'wait', ms: 2_500 }, ...slowly(2_500)];
    const handle = startToy([session, ...turns, { do: 'read', contains: 'more' }, answers('two'), { do: 'read-all' }], {
      run: { keepOpen: true, gracePeriodMs: 4_000 },
    });
    for (const _turn of ['first', 'second']) {
      await next(handle, 'step_start');
      await handle.interrupt();
    }
    await handle.continue('more');
    expect(await handle.end()).toMatchObject({ exitReason: 'completed', text: 'two' });
  });

  it('waits for the answer of a CLI only while it can answer', async () => {
    const handle = startToy([
      session,
      begin,
      says({ type: 'step_start' }),
      { do: 'read', contains: 'interrupt' },
      says({ type: 'turn_end', outcome: { type: 'interrupted' } }),
      { do: 'read', contains: 'more' },
      answers('two'),
      { do: 'read-all' },
    ]);
    await next(handle, 'step_start');
    const queued = handle.queue('more');
    await handle.interrupt();
    await handle.pause();
    await sleep(600);
    await handle.resume();
    expect(await queued).toMatchObject({ delivered: 'new-turn' });
    expect((await handle).exitReason).toBe('completed');
  });
});

describe('pause()', () => {
  it('keeps a prompt that comes meanwhile for the time after it', async () => {
    const handle = startToy(
      [session, answers('one'), { do: 'read', contains: 'more' }, answers('two'), { do: 'read-all' }],
      { run: { keepOpen: true } },
    );
    await next(handle, 'turn_end');
    await handle.pause();
    const delivery = handle.continue('more');
    await handle.resume();
    expect(await delivery).toMatchObject({ delivered: 'new-turn' });
    expect(await handle.end()).toMatchObject({ exitReason: 'completed', text: 'two' });
  });

  it('keeps an end() that comes meanwhile for the time after it', async () => {
    const handle = startToy([session, answers('one'), { do: 'read-all' }], { run: { keepOpen: true } });
    await next(handle, 'turn_end');
    await handle.pause();
    const end = handle.end();
    await handle.resume();
    expect((await end).exitReason).toBe('completed');
  });

  it.each([
    { when: 'in the tick of run()', ticks: 0 },
    { when: 'while the process is being started', ticks: 1 },
  ])('stops a process that it was asked to stop $when', async ({ ticks }) => {
    const handle = startToy([session, answers('one'), { do: 'read-all' }]);
    for (let tick = 0; tick < ticks; tick++) {
      await Promise.resolve();
    }
    await handle.pause();
    await expect.poll(() => states(handle.runId), { timeout: 10_000 }).toEqual(['T']);
    await handle.resume();
    const { events, exitReason } = await handle;
    expect([exitReason, typesOf(events)]).toEqual([
      'completed',
      expect.arrayContaining(['session_start', 'paused', 'resumed']),
    ]);
  });

  it('keeps what its agent said in one go in order, however often a listener pauses it in the middle', async () => {
    const lines = { do: 'lines', count: 20, text: '{"draft":{"type":"text_delta","delta":"{n} "}}' } as const;
    const handle = startToy([session, begin, lines, says({ type: 'turn_end' }), { do: 'read-all' }]);
    const calls: Promise<void>[] = [];
    handle.on('text_delta', ({ delta }) => {
      if (Number(delta) % 7 === 3) {
        calls.push(handle.pause());
      }
    });
    handle.on('paused', () => setTimeout(() => calls.push(handle.resume()), 20));
    const { events, exitReason } = await handle;
    await Promise.all(calls);
    const said = events.flatMap((event) => (event.type === 'text_delta' ? [event.delta] : []));
    expect([exitReason, said]).toEqual(['completed', Array.from({ length: 20 }, (_, index) => `${index} `)]);
    const types = typesOf(events);
    const next = types.flatMap((type, index) => (type === 'paused' ? [types[index + 1]] : []));
    expect(next).toEqual(['resumed', 'resumed', 'resumed']);
  });

  it('stops the next attempt too when it comes between two', async () => {
    const handle = startToy([session, failing, { do: 'read-all' }], {
      run: { retryPolicy: { maxAttempts: 1, baseDelayMs: 50, maxDelayMs: 50 } },
    });
    await next(handle, 'retry');
    await handle.pause();
    await expect.poll(() => states(handle.runId), { timeout: 10_000 }).toEqual(['T']);
    await handle.resume();
    expect(await handle).toMatchObject({ exitReason: 'failed', attempts: 2 });
  });

  it('does not set free an agent that a slow reader holds back', async () => {
    const file = join(scratch, 'wrote-all');
    const handle = startToy(
      [
        session,
        begin,
        { do: 'lines', count: 20_000, text: '{"draft":{"type":"text_delta","delta":"{n} "}}' },
        { do: 'append', file, text: 'x' },
        says({ type: 'message_stop' }, { type: 'turn_end' }),
        { do: 'read-all' },
      ],
      { run: { highWaterMark: 100, collectEvents: false } },
    );
    const iterator = handle[Symbol.asyncIterator]();
    await iterator.next();
    await sleep(1_500);
    await handle.pause();
    await sleep(100);
    await handle.resume();
    await sleep(1_000);
    expect(existsSync(file)).toBe(false);
    let count = 1;
    while (!(await iterator.next()).done) {
      count++;
    }
    expect([count, (await handle).exitReason]).toEqual([20_000 + 8, 'completed']);
  });
});

describe('a reader that is behind', () => {
  const flood = (file: string): FakeAgentStep[] => [
    { do: 'lines', count: 20_000, text: '{"draft":{"type":"text_delta","delta":"{n} "}}' },
    { do: 'append', file, text: 'x' },
    says({ type: 'turn_end' }),
    { do: 'read-all' },
  ];
  const much = Array.from({ length: 300 }, (): EventDraft => ({ type: 'text_delta', delta: 'x' }));
  const limited: EventDraft = { type: 'turn_end', outcome: { type: 'rate_limit_error', message: 'slow down' } };

  it('holds back the next attempt too', async () => {
    const file = join(scratch, 'next-attempt');
    const attempts = [
      // The agent says it in one piece: what has been read is handled, the rest would be held back already.
      [says({ type: 'session_start', sessionId: 's' }, { type: 'turn_start' }, ...much, limited), { do: 'read-all' }],
      [session, begin, ...flood(file)],
    ] as const;
    let count = 0;
    const toy = toyAdapter({ steps: [] });
    const modes = toy.modes.map((mode) => ({
      ...mode,
      command: (options: ResolvedOptions) => ({
        ...fakeAgent(attempts[count++] ?? []),
        env: {},
        cwd: options.cwd,
        stdin: 'open' as const,
      }),
    }));
    const handle = createClient({ adapters: [{ ...toy, modes }] }).run({
      agent: 'toy',
      prompt: 'go',
      highWaterMark: 100,
      retryPolicy: { baseDelayMs: 10, maxDelayMs: 10 },
    });
    const iterator = handle[Symbol.asyncIterator]();
    await iterator.next();
    await next(handle, 'retry');
    await sleep(2_000);
    expect(existsSync(file)).toBe(false);
    await iterator.return?.();
    expect(await handle).toMatchObject({ exitReason: 'completed', attempts: 2 });
  });

  it('does not keep from leaving an agent that has much to say on its way', async () => {
    const handle = startToy(
      [
        // The agent says it in one piece, as above.
        says({ type: 'session_start', sessionId: 's' }, { type: 'turn_start' }, ...much, { type: 'turn_end' }),
        { do: 'lines', count: 20_000, text: 'bye {n}', to: 'stderr' },
        { do: 'read-all' },
      ],
      { run: { highWaterMark: 100, settleMs: 8_000 } },
    );
    const iterator = handle[Symbol.asyncIterator]();
    const { exitReason, exitCode, events } = await handle;
    // Until here somebody could still read on: the collector of garbage has not taken the iterator away.
    await iterator.return?.();
    expect([exitReason, exitCode, events.filter(({ type }) => type === 'log').length]).toEqual([
      'completed',
      0,
      20_000,
    ]);
  });

  it('holds back the turn after an interrupt too', async () => {
    const file = join(scratch, 'next-turn');
    const handle = startToy(
      [
        session,
        begin,
        saysAtOnce(...much),
        { do: 'read', contains: 'interrupt' },
        says({ type: 'turn_end', outcome: { type: 'interrupted' } }),
        { do: 'read', contains: 'more' },
        begin,
        ...flood(file),
      ],
      { run: { highWaterMark: 100, collectEvents: false } },
    );
    const iterator = handle[Symbol.asyncIterator]();
    await Promise.all([iterator.next(), next(handle, 'text_delta')]);
    const queued = handle.queue('more');
    await handle.interrupt();
    await queued;
    await sleep(2_000);
    expect(existsSync(file)).toBe(false);
    await iterator.return?.();
    expect((await handle).exitReason).toBe('completed');
  });
});

describe('abort()', () => {
  it('cuts short a wait for a retry that it heard of this moment', async () => {
    const handle = startToy([session, failing, { do: 'read-all' }], {
      run: { retryPolicy: { baseDelayMs: 60_000, maxDelayMs: 60_000 } },
    });
    handle.on('retry', () => void handle.abort());
    expect(await handle).toMatchObject({ exitReason: 'aborted', attempts: 1 });
  });

  it('comes too late while the listeners hear the end', async () => {
    const handle = startToy([session, answers('one'), { do: 'read-all' }]);
    const seen: string[] = [];
    handle.on('session_end', () => {
      seen.push(handle.state);
      void handle.abort();
      handle.continue('more').catch(({ code }) => seen.push(code));
    });
    const { exitReason } = await handle;
    expect([exitReason, seen]).toEqual(['completed', ['completed', 'RUN_NOT_ACTIVE']]);
  });

  it.each([
    { state: 'paused', act: (handle: ReturnType<typeof startToy>) => handle.pause() },
    { state: 'interrupted', act: (handle: ReturnType<typeof startToy>) => handle.interrupt() },
  ])('ends a run that is $state, and leaves nothing of it', async ({ act }) => {
    const handle = startToy([session, begin, says({ type: 'text_delta', delta: 'a' }), { do: 'hang' }]);
    await next(handle, 'text_delta');
    await act(handle);
    await handle.abort();
    expect([(await handle).exitReason, processesOf(handle.runId)]).toEqual(['aborted', []]);
  });
});

describe('the end', () => {
  // Time stands still while a run is paused: what is left of each must be long enough too.
  const limits = {
    timeout: 6 * LONG_MS,
    inactivityTimeout: 6 * LONG_MS,
    interactionTimeoutMs: 6 * LONG_MS,
    settleMs: 6 * LONG_MS,
    gracePeriodMs: 2 * LONG_MS,
  };

  it('leaves no timer behind, whatever was going on', async () => {
    using timers = watchTimers();
    const handle = startToy([session, begin, says(approval), { do: 'read', contains: 'interrupt' }, { do: 'hang' }], {
      run: limits,
    });
    await next(handle, 'approval_request');
    expect(timers.open).toBeGreaterThan(2);
    await handle.interrupt();
    await handle.pause();
    await handle.abort();
    const leaving = startToy([session, begin, says(approval), { do: 'read' }, says({ type: 'turn_end' })], {
      run: { ...limits, onApprovalRequest: () => 'approve' },
    });
    await leaving;
    const asked = startToy([session, begin, says(approval), { do: 'hang' }], { run: limits });
    await next(asked, 'approval_request');
    await asked.abort();
    expect(timers.open).toBe(0);
  });

  it('of a question leaves no timer behind, though the run goes on', async () => {
    const steps = [
      session,
      says({ type: 'turn_start' }, { type: 'step_start' }),
      says(approval),
      { do: 'read', contains: 'answer' },
      says({ type: 'turn_end' }),
      { do: 'read-all' },
    ] as const;
    using timers = watchTimers();
    const handle = startToy(steps, { run: { interactionTimeoutMs: 6 * LONG_MS, keepOpen: true } });
    await next(handle, 'approval_request');
    expect(timers.open).toBe(1);
    await handle.approve();
    expect(timers.open).toBe(0);
    await handle.end();
  });

  it('tells of a recording that could not be completed', async () => {
    const folder = join(scratch, 'recording');
    const handle = startToy([session, begin, says({ type: 'step_start' }), { do: 'read', contains: 'interrupt' }], {
      run: { record: folder },
    });
    await next(handle, 'step_start');
    rmSync(folder, { recursive: true });
    await handle.interrupt();
    const last = (await handle).events.at(-1);
    expect(last).toMatchObject({ type: 'debug', level: 'warn', message: expect.stringContaining('was given up') });
    const read: string[] = [];
    for await (const event of handle) {
      read.push(event.type);
    }
    expect(read.at(-1)).toBe('debug');
  });

  it('is waited for by client.close(), recordings and all', async () => {
    const folder = join(scratch, 'closed');
    const client = createClient({
      adapters: [toyAdapter({ steps: [session, begin, says({ type: 'step_start' }), { do: 'hang' }] })],
    });
    const handle = client.run({ agent: 'toy', prompt: 'go', record: folder });
    await next(handle, 'step_start');
    await client.close();
    expect([existsSync(join(folder, 'cassette.jsonl')), processesOf(handle.runId)]).toEqual([true, []]);
  });
});

describe('follow-ups', () => {
  it('do not end the host when nobody waits for them and the run ends first', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): unknown => unhandled.push(reason);
    process.on('unhandledRejection', note);
    try {
      const handle = startToy([session, begin, says({ type: 'text_delta', delta: 'a' }), { do: 'hang' }]);
      await next(handle, 'text_delta');
      for (const method of ['send', 'continue', 'queue'] as const) {
        void handle[method]('more');
      }
      await handle.abort();
      await sleep(20);
    } finally {
      process.off('unhandledRejection', note);
    }
    expect(unhandled).toEqual([]);
  });

  it('are refused as soon as the end is decided, and not when it is over', async () => {
    const handle = startToy(
      [{ do: 'ignore', signals: ['SIGTERM'] }, session, begin, says({ type: 'step_start' }), { do: 'hang' }],
      { run: { gracePeriodMs: 1_000 } },
    );
    await next(handle, 'step_start');
    const queued = handle.queue('more').catch(({ code }) => [code, handle.state]);
    const aborted = handle.abort();
    expect(await queued).toEqual(['RUN_NOT_ACTIVE', 'stopping']);
    await aborted;
  });

  it('wait for each boundary that one message passes', async () => {
    const handle = startToy([
      session,
      begin,
      says(
        { type: 'tool_call_start', toolCallId: 't', toolName: 'Bash', input: {} },
        { type: 'text_delta', delta: 'meanwhile' },
      ),
      { do: 'wait', ms: 100 },
      saysAtOnce({ type: 'tool_result', toolCallId: 't', output: 'ok' }, { type: 'message_stop' }),
      { do: 'read', contains: 'tool' },
      { do: 'read', contains: 'response' },
      says({ type: 'turn_end' }),
      { do: 'read-all' },
    ]);
    await next(handle, 'text_delta');
    const deliveries = [
      handle.steer('tool', { when: 'after-tool' }),
      handle.steer('response', { when: 'after-response' }),
    ];
    expect(await Promise.all(deliveries)).toMatchObject([{ delivered: 'steered' }, { delivered: 'steered' }]);
    expect((await handle).exitReason).toBe('completed');
  });

  it('are refused by a promise that says what is wrong with them', async () => {
    const handle = startToy([session, answers('one'), { do: 'read-all' }]);
    const wrong = [handle.queue('x', { when: 'soon' as never }), handle.steer(' '), handle.send(5 as never)];
    const codes = await Promise.all(wrong.map((promise) => promise.catch(({ code }) => code)));
    expect(codes).toEqual(['VALIDATION_ERROR', 'VALIDATION_ERROR', 'VALIDATION_ERROR']);
    await handle;
  });
});
