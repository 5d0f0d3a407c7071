/** Why a run was aborted: kept where it was said, in its event and in its result. */
import type { JournalEntry } from '@agent-mux/events/journal';
import { expect, it } from 'vitest';
import { says, session } from './support/toy-adapter.ts';
import { next, startToy } from './support/toy-run.ts';

const steps = [session, says({ type: 'turn_start' }, { type: 'step_start' }), { do: 'hang' } as const];

it.each([
  ['abort()', 'too dear', 'too dear'],
  ['an error of the signal', new Error('too slow'), 'too slow'],
  ['a signal without a word', undefined, undefined],
])('%s keeps its reason', async (how, given, reason) => {
  const controller = new AbortController();
  const handle = startToy(steps, { run: { signal: controller.signal } });
  const entries: JournalEntry[] = [];
  const reading = (async () => {
    for await (const entry of handle.entries()) {
      entries.push(entry);
    }
  })();
  await next(handle, 'step_start');
  if (how === 'abort()') {
    void handle.abort(String(given));
  } else {
    controller.abort(given);
  }
  const { error } = await handle;
  await reading;
  const asked = entries.find((entry) => 'entry' in entry && entry.entry === 'input' && entry.input === 'control');
  const told = entries.find((entry) => 'type' in entry && entry.type === 'aborted');
  const kept = reason === undefined ? {} : { reason };
  expect(asked).toMatchObject({ action: 'abort', ...kept });
  expect([asked, told].map((entry) => Object.hasOwn(entry ?? {}, 'reason'))).toEqual(
    Array(2).fill(reason !== undefined),
  );
  expect(told).toMatchObject(kept);
  expect(error?.message).toBe(reason === undefined ? 'The run was aborted.' : `The run was aborted: ${reason}`);
});

it.each([
  [new Error('boom'), 'boom'],
  [5, '5'],
  [{ a: 1 }, '{"a":1}'],
  [new Error(''), undefined],
  ['', undefined],
  [new Event('click'), undefined],
])('abort(%o) and a signal with it are read alike: %s', async (given, reason) => {
  const message = reason === undefined ? 'The run was aborted.' : `The run was aborted: ${reason}`;
  const direct = startToy(steps, {});
  const controller = new AbortController();
  const signalled = startToy(steps, { run: { signal: controller.signal } });
  await Promise.all([next(direct, 'step_start'), next(signalled, 'step_start')]);
  controller.abort(given);
  // A program in JavaScript may give anything.
  await Reflect.apply(direct.abort, direct, [given]);
  expect([(await direct).error?.message, (await signalled).error?.message]).toEqual([message, message]);
});

it.each([{ reason: 'the whole tree' }, {}])('a tree is aborted with %j', async (given) => {
  const handle = startToy(steps, {});
  await next(handle, 'step_start');
  const rest = handle.tree.abort(given);
  const { exitReason, error } = await handle;
  await rest;
  expect([exitReason, error?.message]).toEqual([
    'aborted',
    given.reason === undefined ? 'The run was aborted.' : `The run was aborted: ${given.reason}`,
  ]);
});

it('a run of a tree is aborted by its id, with a reason, and none by an id that the tree does not have', async () => {
  const handle = startToy(steps, {});
  await next(handle, 'step_start');
  await expect(handle.tree.abort('too dear')).rejects.toMatchObject({ code: 'RUN_NOT_ACTIVE' });
  await handle.tree.abort({ runId: handle.runId, reason: 'too dear' });
  expect((await handle).error?.message).toBe('The run was aborted: too dear');
});
