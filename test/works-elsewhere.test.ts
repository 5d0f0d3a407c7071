/** A CLI whose work is done by another program, such as a gateway, hears that its turn is to stop before it is ended itself. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunHandle, RunOptions } from '@agent-mux/core';
import { readCassette, replayCassette } from '@agent-mux/core/cassette';
import { checkStream } from '@agent-mux/events/check';
import type { FakeAgentStep } from '@agent-mux/testkit';
import { afterAll, expect, it } from 'vitest';
import { answers, says, session, toyAdapter } from './support/toy-adapter.ts';
import { next, startToy, type ToyRunOptions, typesOf } from './support/toy-run.ts';

const scratch = mkdtempSync(join(tmpdir(), 'amux-elsewhere-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let count = 0;

/** A run of the toy whose work is done elsewhere, and the messages that its CLI received. */
function start(steps: readonly FakeAgentStep[], options: ToyRunOptions = {}) {
  const file = join(scratch, `received-${count++}`);
  const handle = startToy([{ do: 'log-input', file }, ...steps], { worksElsewhere: true, ...options });
  const received = (): string[] => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []);
  return { handle, received };
}

const begin = says({ type: 'turn_start' }, { type: 'step_start' });
const PROMPT = '{"prompt":"go"}';
const STOP = '{"interrupt":true}';

/** Passes the stop on to where the work is done, and says so; a SIGTERM before that would keep it from both. */
const passesOn: readonly FakeAgentStep[] = [
  session,
  begin,
  says({ type: 'text_delta', delta: 'At work.' }),
  { do: 'read', contains: 'interrupt' },
  { do: 'wait', ms: 300 },
  says({ type: 'message_stop' }, { type: 'step_end' }, { type: 'turn_end' }),
  { do: 'hang' },
];
const deaf: readonly FakeAgentStep[] = [
  session,
  begin,
  says({ type: 'text_delta', delta: 'At work.' }),
  { do: 'hang' },
];

interface Stop {
  readonly name: string;
  readonly exitReason: string;
  readonly run?: Partial<RunOptions>;
  readonly stop: (handle: RunHandle, controller: AbortController) => unknown;
}

/** Each way to end a run whose turn is open. */
const STOPS: readonly Stop[] = [
  { name: 'abort()', exitReason: 'aborted', stop: (handle) => handle.abort() },
  { name: 'await using', exitReason: 'aborted', stop: (handle) => handle[Symbol.asyncDispose]() },
  { name: 'its signal', exitReason: 'aborted', stop: (_, controller) => controller.abort() },
  { name: 'a time limit', exitReason: 'timeout', run: { timeout: 1_500 }, stop: () => {} },
  { name: 'a limit of silence', exitReason: 'inactivity', run: { inactivityTimeout: 800 }, stop: () => {} },
  {
    name: 'abort() of a paused run',
    exitReason: 'aborted',
    stop: async (handle) => {
      await handle.pause();
      await handle.abort();
    },
  },
];

it.each(STOPS)('$name tells it, and waits for the end of its turn', async ({ stop, run = {}, exitReason }) => {
  const controller = new AbortController();
  const { handle, received } = start(passesOn, {
    run: { gracePeriodMs: 20_000, signal: controller.signal, ...run },
  });
  const told = next(handle, 'text_delta');
  await told;
  void stop(handle, controller);
  const { events, exitReason: reason } = await handle;
  expect([reason, received()]).toEqual([exitReason, [PROMPT, STOP]]);
  expect(typesOf(events)).toContain('message_stop');
  expect(checkStream(events)).toEqual([]);
});

it('a limit of model requests tells it within the message that goes over the limit', async () => {
  const { handle, received } = start(
    [session, begin, says({ type: 'step_start' }), { do: 'read', contains: 'interrupt' }, says({ type: 'turn_end' })],
    { run: { gracePeriodMs: 20_000, maxTurns: 1 } },
  );
  expect([(await handle).exitReason, received()]).toEqual(['turn_limit', [PROMPT, STOP]]);
});

it.each(STOPS)('$name ends one that does not listen after the grace period', async ({ stop, run = {}, exitReason }) => {
  const controller = new AbortController();
  const { handle, received } = start(deaf, { run: { signal: controller.signal, ...run } });
  await next(handle, 'text_delta');
  void stop(handle, controller);
  expect([(await handle).exitReason, received()]).toEqual([exitReason, [PROMPT, STOP]]);
});

it('tells nothing to one that rests', async () => {
  const { handle, received } = start([{ do: 'read' }, session, answers('Done.'), { do: 'hang' }], {
    run: { keepOpen: true },
  });
  await next(handle, 'turn_end');
  await handle.abort();
  expect(received()).toEqual([PROMPT]);
});

it('tells nothing to one that has gone by itself', async () => {
  const { handle, received } = start([session, begin, { do: 'exit', code: 3 }]);
  await next(handle, 'turn_start');
  expect([(await handle).exitReason, received()]).toEqual(['crashed', expect.not.arrayContaining([STOP])]);
});

it('tells a turn that did not heed its interrupt no second time', async () => {
  const { handle, received } = start(deaf);
  await next(handle, 'text_delta');
  await handle.interrupt();
  expect([(await handle).exitReason, received()]).toEqual(['interrupted', [PROMPT, STOP]]);
});

/** Ways to interrupt a turn and then to end the run, while the turn is still open. */
const INTERRUPTED: readonly { readonly name: string; readonly stop: (handle: RunHandle) => unknown }[] = [
  {
    name: 'one after the other',
    stop: async (handle) => {
      await handle.interrupt();
      await handle.abort();
    },
  },
  {
    name: 'with a pause between them',
    stop: async (handle) => {
      await handle.interrupt();
      await handle.pause();
      await handle.abort();
    },
  },
];

it.each(INTERRUPTED)(
  'interrupt() and abort() $name say it once, and wait for the end of the turn',
  async ({ stop }) => {
    const { handle, received } = start(passesOn, { run: { gracePeriodMs: 20_000 } });
    await next(handle, 'text_delta');
    void stop(handle);
    const { events, exitReason } = await handle;
    expect([exitReason, received()]).toEqual(['aborted', [PROMPT, STOP]]);
    expect(typesOf(events)).toContain('message_stop');
  },
);

it('interrupt() and abort() within one event say it once, though the first had not been written yet', async () => {
  const { handle, received } = start(passesOn, { run: { gracePeriodMs: 20_000 } });
  handle.once('text_delta', () => {
    void handle.interrupt();
    void handle.abort();
  });
  expect([(await handle).exitReason, received()]).toEqual(['aborted', [PROMPT, STOP]]);
});

it('tells the turn after one that was interrupted', async () => {
  const first: readonly FakeAgentStep[] = [
    session,
    begin,
    says({ type: 'text_delta', delta: 'First.' }),
    { do: 'read', contains: 'interrupt' },
    says({ type: 'step_end' }, { type: 'turn_end' }),
    { do: 'read', contains: 'again' },
  ];
  const { handle, received } = start([...first, ...passesOn.slice(1)], {
    run: { gracePeriodMs: 20_000, keepOpen: true },
  });
  await next(handle, 'text_delta');
  void handle.interrupt();
  await next(handle, 'turn_end');
  void handle.send('again');
  await next(handle, 'text_delta');
  await handle.abort();
  expect([(await handle).exitReason, received()]).toEqual(['aborted', [PROMPT, STOP, '{"prompt":"again"}', STOP]]);
});

it('a recording of a turn that was interrupted demands that it is said once', async () => {
  const dir = join(scratch, 'interrupted');
  const { handle } = start(passesOn, { run: { gracePeriodMs: 20_000, record: dir } });
  await next(handle, 'text_delta');
  await handle.interrupt();
  await handle.abort();
  await handle;
  const { unmatched, unwanted } = replayCassette(
    await readCassette(dir),
    toyAdapter({ steps: [], worksElsewhere: true }),
  );
  expect([...unmatched, ...unwanted].filter((deed) => !deed.startsWith('the command line'))).toEqual([]);
});

it('waits for no turn of a CLI that hears nothing any more', async () => {
  const shut: readonly FakeAgentStep[] = [
    session,
    begin,
    { do: 'close', stream: 'stdin' },
    says({ type: 'text_delta', delta: 'Deaf.' }),
    { do: 'hang' },
  ];
  const handle = startToy(shut, { worksElsewhere: true, run: { gracePeriodMs: 60_000 } });
  await next(handle, 'text_delta');
  await handle.abort();
  expect((await handle).exitReason).toBe('aborted');
});

it('tells nothing to a CLI that does the work itself', async () => {
  const file = join(scratch, 'received-by-itself');
  const handle = startToy([{ do: 'log-input', file }, { do: 'read' }, ...deaf]);
  await next(handle, 'text_delta');
  await handle.abort();
  expect(readFileSync(file, 'utf8')).toBe(`${PROMPT}\n`);
});

it('a recording demands the last words, and fails where they are not said', async () => {
  const dir = join(scratch, 'recording');
  const { handle } = start(passesOn, { run: { gracePeriodMs: 20_000, record: dir } });
  await next(handle, 'text_delta');
  await handle.abort();
  const { events } = await handle;
  const cassette = await readCassette(dir);
  const replay = (entries: typeof cassette.entries, worksElsewhere?: true) => {
    const toy = { steps: [], ...(worksElsewhere === undefined ? {} : { worksElsewhere }) };
    const { unmatched, unwanted, events: told } = replayCassette({ ...cassette, entries }, toyAdapter(toy));
    // Its command line has the steps of the fake agent.
    const isSaid = (deed: string): boolean => !deed.startsWith('the command line');
    return [unmatched.filter(isSaid), unwanted.filter(isSaid), typesOf(told)];
  };
  const unsaid = cassette.entries.filter((entry) => !('text' in entry && entry.text === STOP));
  expect(replay(cassette.entries, true)).toEqual([[], [], typesOf(events)]);
  expect(replay(cassette.entries)).toEqual([[], [STOP], typesOf(events)]);
  expect(replay(unsaid, true)).toEqual([[STOP], [], typesOf(events)]);
});
