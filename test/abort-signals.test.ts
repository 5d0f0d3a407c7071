/** Signals that abort runs: many runs of one signal, and reasons that cannot be read. */
import { createClient } from '@agent-mux/core';
import { expect, it } from 'vitest';
import { answers, says, session, toyAdapter } from './support/toy-adapter.ts';
import { next, runToy, startToy } from './support/toy-run.ts';

const steps = [session, says({ type: 'turn_start' }, { type: 'step_start' }), { do: 'hang' } as const];

it('aborts all runs of one signal, without a warning of Node', async () => {
  const warnings: Error[] = [];
  const warn = (warning: Error): unknown => warnings.push(warning);
  process.on('warning', warn);
  const controller = new AbortController();
  const client = createClient({ adapters: [toyAdapter({ steps })] });
  const { signal } = controller;
  const runs = Array.from({ length: 14 }, () =>
    client.run({ agent: 'toy', prompt: 'go', gracePeriodMs: 300, signal, binary: process.execPath }),
  );
  await new Promise(setImmediate);
  controller.abort('enough');
  const results = await Promise.all(runs);
  process.off('warning', warn);
  expect(results.map(({ exitReason }) => exitReason)).toEqual(runs.map(() => 'aborted'));
  expect(warnings).toEqual([]);
});

it('ends its listening with the last run of a signal, and listens again for the next one', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const calls: string[] = [];
  for (const name of ['addEventListener', 'removeEventListener'] as const) {
    const listen = signal[name].bind(signal);
    signal[name] = (...given: Parameters<AbortSignal['addEventListener']>) => {
      calls.push(name);
      listen(...given);
    };
  }
  for (let round = 0; round < 2; round++) {
    await Promise.all([0, 1].map(() => runToy([session, answers('x'), { do: 'read-all' }], { run: { signal } })));
    await new Promise(setImmediate);
  }
  const [added, removed] = ['addEventListener', 'removeEventListener'];
  expect(calls).toEqual([added, removed, added, removed]);
  const last = startToy(steps, { run: { signal } });
  await next(last, 'step_start');
  controller.abort();
  expect((await last).exitReason).toBe('aborted');
});

const unreadable = (): Error =>
  Object.defineProperty(new Error(), 'message', {
    get() {
      throw new Error('No word of it.');
    },
  });

it.each(['abort()', 'a signal'])('aborts for a reason that cannot be read: %s', async (how) => {
  const controller = new AbortController();
  const handle = startToy(steps, { run: { signal: controller.signal } });
  await next(handle, 'step_start');
  if (how === 'abort()') {
    await handle.abort(unreadable() as never);
  } else {
    controller.abort(unreadable());
  }
  const { exitReason, error } = await handle;
  expect([exitReason, error?.message]).toEqual(['aborted', 'The run was aborted.']);
});
