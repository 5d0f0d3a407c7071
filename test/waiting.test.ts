/** Whose time it is: the limits of a run count the agent's time, and not ours. */
import type { EventDraft } from '@agent-mux/core';
import type { FakeAgentStep } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';
import { answers, says, session } from './support/toy-adapter.ts';
import { next, runToy, startToy, typesOf } from './support/toy-run.ts';

const begin = says({ type: 'turn_start' });
const end = [says({ type: 'turn_end' }), { do: 'read-all' }] as const;
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const approval: EventDraft = { type: 'approval_request', key: 'a', action: 'Run', detail: 'ls', riskLevel: 'high' };
const asks = [session, begin, says(approval), { do: 'read', contains: 'answer' }, ...end] as const;

describe('inactivityTimeout', () => {
  it('does not run while the CLI takes its time to leave', async () => {
    const result = await runToy([session, answers('x'), { do: 'read-all' }, { do: 'wait', ms: 2_500 }], {
      run: { inactivityTimeout: 1_500, settleMs: 5_000 },
    });
    expect([result.exitReason, result.exitCode]).toEqual(['completed', 0]);
  });

  const [line, rest] = [
    says({ type: 'text_delta', delta: 'x'.repeat(4_000) }),
    [says({ type: 'message_stop' }), ...end],
  ];
  const text = line.do === 'write' ? line.text : '';
  const pieces = Array.from({ length: 6 }, (_, index) =>
    text.slice(index * 700, index === 5 ? undefined : (index + 1) * 700),
  );

  it.each<[string, readonly FakeAgentStep[]]>([
    [
      'stdout',
      pieces.flatMap((piece) => [
        { do: 'write', text: piece },
        { do: 'wait', ms: 800 },
      ]),
    ],
    [
      'stderr',
      [
        ...pieces.flatMap(
          (piece) =>
            [
              { do: 'write', text: piece, to: 'stderr' },
              { do: 'wait', ms: 800 },
            ] as const,
        ),
        line,
      ],
    ],
  ])('does not run while bytes of %s come that are no whole line yet', async (_stream, slowly) => {
    const result = await runToy([session, begin, ...slowly, ...rest], { run: { inactivityTimeout: 2_500 } });
    expect([result.exitReason, result.text.length]).toEqual(['completed', 4_000]);
  });

  it('does not run between two attempts', async () => {
    const failing = says(
      { type: 'turn_start' },
      { type: 'turn_end', outcome: { type: 'rate_limit_error', message: 'slow down' } },
    );
    const result = await runToy([session, failing, { do: 'read-all' }], {
      run: { inactivityTimeout: 1_500, retryPolicy: { maxAttempts: 1, baseDelayMs: 2_200, maxDelayMs: 2_200 } },
    });
    expect([result.exitReason, result.attempts]).toEqual(['failed', 2]);
  });

  it('does not run while the agent waits for a prompt, and begins anew with it', async () => {
    const handle = startToy(
      [
        session,
        answers('one'),
        { do: 'read', contains: 'more' },
        { do: 'wait', ms: 400 },
        answers('two'),
        { do: 'read-all' },
      ],
      { run: { keepOpen: true, inactivityTimeout: 1_500 } },
    );
    await next(handle, 'turn_end');
    await sleep(2_200);
    await handle.continue('more');
    await next(handle, 'turn_end');
    expect((await handle.end()).exitReason).toBe('completed');
  });

  it('does not run while the agent waits for an answer', async () => {
    const handle = startToy(asks, { run: { inactivityTimeout: 1_500 } });
    await next(handle, 'approval_request');
    await sleep(2_200);
    await handle.approve();
    expect((await handle).exitReason).toBe('completed');
  });

  it.each([
    { what: 'output that is held back until it is whole', run: { stream: false } as const, lane: {} },
    { what: 'the activity of a subagent that is not shown', run: {}, lane: { lane: 's' } },
  ])('takes $what for activity', async ({ run, lane }) => {
    const delta = JSON.stringify({ draft: { type: 'text_delta', delta: 'x', ...lane } });
    const result = await runToy(
      [
        session,
        begin,
        says({ type: 'subagent_spawn', subagentId: 's', agentName: 'helper', prompt: 'p' }),
        { do: 'lines', count: 25, text: delta, everyMs: 100 },
        says({ type: 'subagent_result', subagentId: 's', summary: 'done' }),
        ...end,
      ],
      { run: { inactivityTimeout: 1_500, ...run } },
    );
    expect(result.exitReason).toBe('completed');
  });
});

describe('interactionTimeoutMs', () => {
  it('stands still while the run is paused', async () => {
    const handle = startToy(asks, { run: { interactionTimeoutMs: 600 } });
    await next(handle, 'approval_request');
    await handle.pause();
    await sleep(1_000);
    await handle.resume();
    await handle.approve();
    expect(typesOf((await handle).events)).toContain('approval_granted');
  });

  it('stands still while a slow reader holds the agent back', async () => {
    const handle = startToy(
      [
        session,
        begin,
        // All in one piece, so that the question is read before the agent is held back.
        says(...Array.from({ length: 200 }, (): EventDraft => ({ type: 'text_delta', delta: 'x' })), approval),
        { do: 'read', contains: 'answer' },
        ...end,
      ],
      { run: { interactionTimeoutMs: 500, highWaterMark: 100 } },
    );
    for await (const event of handle) {
      if (event.type === 'turn_start') {
        await sleep(1_500);
      } else if (event.type === 'approval_request') {
        await handle.approve();
      }
    }
    expect(typesOf((await handle).events)).toContain('approval_granted');
  });
});

describe('timeout', () => {
  it('leaves alone what is done and only has to leave', async () => {
    const result = await runToy([session, answers('x'), { do: 'read-all' }, { do: 'wait', ms: 3_500 }], {
      run: { timeout: 3_000, settleMs: 5_000 },
    });
    expect(result.exitReason).toBe('completed');
  });

  it('ends a run that is paused', async () => {
    const handle = startToy([session, begin, says({ type: 'text_delta', delta: 'x' }), { do: 'hang' }], {
      run: { timeout: 4_000 },
    });
    await next(handle, 'text_delta');
    await handle.pause();
    expect((await handle).exitReason).toBe('timeout');
  });

  it('spans attempts', async () => {
    const failing = says(
      { type: 'turn_start' },
      { type: 'turn_end', outcome: { type: 'rate_limit_error', message: 'slow down' } },
    );
    const result = await runToy([session, failing, { do: 'read-all' }], {
      run: { timeout: 3_000, retryPolicy: { maxAttempts: 5, baseDelayMs: 60_000, maxDelayMs: 60_000 } },
    });
    expect([result.exitReason, result.attempts]).toEqual(['timeout', 1]);
  });
});

describe('maxTurns', () => {
  it.each([
    { steps: 2, exitReason: 'completed' },
    { steps: 3, exitReason: 'turn_limit' },
  ])('of 2 lets 2 model requests pass, and not the third: $steps', async ({ steps, exitReason }) => {
    const step = says({ type: 'step_start' }, { type: 'text_delta', delta: '.' }, { type: 'message_stop' });
    const all = Array.from({ length: steps }, () => step);
    expect((await runToy([session, begin, ...all, ...end], { run: { maxTurns: 2 } })).exitReason).toBe(exitReason);
  });

  it('counts the model requests also where their output is held back', async () => {
    const step = says({ type: 'step_start' }, { type: 'text_delta', delta: '.' }, { type: 'message_stop' });
    const result = await runToy([session, begin, step, step, step, { do: 'hang' }], {
      run: { maxTurns: 2, stream: false, timeout: 5_000 },
    });
    expect(result.exitReason).toBe('turn_limit');
  });
});
