/** From the call that stops a run or interrupts its turn nothing is granted any more: what the CLI received says so. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventDraft, RunHandle, RunOptions } from '@agent-mux/core';
import { checkStream } from '@agent-mux/events/check';
import type { FakeAgentStep } from '@agent-mux/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { answers, says, session } from './support/toy-adapter.ts';
import { next, startToy, type ToyRunOptions, typesOf } from './support/toy-run.ts';

const scratch = mkdtempSync(join(tmpdir(), 'amux-stopping-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let count = 0;

/** A toy run, and what its CLI received. */
function startLogged(steps: readonly FakeAgentStep[], options: ToyRunOptions = {}) {
  const file = join(scratch, `received-${count++}`);
  const handle = startToy([{ do: 'log-input', file }, ...steps], options);
  return { handle, received: () => (existsSync(file) ? readFileSync(file, 'utf8') : '') };
}

const approval = (key: string): EventDraft => ({
  type: 'approval_request',
  key,
  action: 'Run a command',
  detail: `make ${key}`,
  riskLevel: 'high',
});
const begin = says({ type: 'turn_start' });
const ignoresTerm: FakeAgentStep = { do: 'ignore', signals: ['SIGTERM'] };
const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'taken',
    ({ code }) => code,
  );
const approvalsOf = (types: readonly string[]): string[] => types.filter((type) => type.startsWith('approval_'));

interface Stop {
  readonly name: string;
  readonly run?: Partial<RunOptions>;
  /** What the agent does after its question. */
  readonly more?: readonly FakeAgentStep[];
  readonly stop: (handle: RunHandle) => void;
}

const controllers = new Map<RunHandle, AbortController>();
const nextStep = says({ type: 'step_start' });

/** Each way to stop a run whose question is open. */
const STOPS: readonly Stop[] = [
  { name: 'abort()', stop: (handle) => void handle.abort() },
  { name: 'await using', stop: (handle) => void handle[Symbol.asyncDispose]() },
  { name: 'interrupt()', stop: (handle) => void handle.interrupt() },
  { name: 'the signal of its options', stop: (handle) => controllers.get(handle)?.abort() },
  { name: 'timeout', run: { timeout: 1_500 }, stop: () => {} },
  {
    name: 'a limit of model requests',
    run: { maxTurns: 1 },
    more: [{ do: 'wait', ms: 500 }, nextStep, nextStep],
    stop: () => {},
  },
];

/** Each answer that somebody could give to an approval. */
const ANSWERS: readonly { name: string; answer(handle: RunHandle, id: string): Promise<unknown> }[] = [
  { name: 'approve()', answer: (handle) => handle.approve() },
  { name: 'deny()', answer: (handle) => handle.deny() },
  { name: 'respond()', answer: (handle, id) => handle.interaction.respond(id, { type: 'approve' }) },
  { name: 'approveAll()', answer: (handle) => handle.interaction.approveAll() },
  { name: 'denyAll()', answer: (handle) => handle.interaction.denyAll() },
];

describe.each(STOPS)('after $name', ({ run = {}, more = [], stop }) => {
  it.each(ANSWERS)(
    '$name is refused, the question is denied at once, and no grant enters the pipe',
    async ({ answer }) => {
      const controller = new AbortController();
      const { handle, received } = startLogged(
        [ignoresTerm, session, begin, says(approval('a')), ...more, { do: 'hang' }],
        { run: { gracePeriodMs: 300, signal: controller.signal, ...run } },
      );
      controllers.set(handle, controller);
      const denied = next(handle, 'approval_denied');
      const { interactionId } = await next(handle, 'approval_request');
      const types: string[] = [];
      for (const type of ['approval_denied', 'turn_end'] as const) {
        handle.on(type, () => types.push(type));
      }
      stop(handle);
      await denied;
      // The turn is still open: the denial did not wait for the end of the process.
      expect(types).toEqual(['approval_denied']);
      expect([await codeOf(answer(handle, interactionId)), handle.interaction.pending]).toEqual([
        'NO_PENDING_INTERACTION',
        [],
      ]);
      const { events } = await handle;
      expect(checkStream(events)).toEqual([]);
      expect(approvalsOf(typesOf(events))).toEqual(['approval_request', 'approval_denied']);
      expect(received()).not.toContain('approve');
    },
  );
});

/** What the CLI received that answers the question, in its order. */
const answersIn = (text: string): unknown[] =>
  text
    .split('\n')
    .filter((line) => line.includes('"answer"'))
    .map((line) => (JSON.parse(line) as { answer: unknown }).answer);

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('once a run is stopped', () => {
  it('a listener that aborts and grants in one go has aborted', async () => {
    const { handle, received } = startLogged([session, begin, says(approval('a')), { do: 'hang' }]);
    const codes: Promise<unknown>[] = [];
    handle.on('approval_request', () => {
      void handle.abort();
      codes.push(codeOf(handle.approve()));
    });
    const { events } = await handle;
    expect([await Promise.all(codes), approvalsOf(typesOf(events))]).toEqual([
      ['NO_PENDING_INTERACTION'],
      ['approval_request', 'approval_denied'],
    ]);
    expect(answersIn(received())).toEqual([]);
  });

  it.each(['approve', 'deny'] as const)('a callback that says %s later is dropped', async (answer) => {
    let decide = (_answer: typeof answer): void => {};
    const decision = new Promise<typeof answer>((resolve) => {
      decide = resolve;
    });
    const { handle, received } = startLogged([ignoresTerm, session, begin, says(approval('a')), { do: 'hang' }], {
      run: { onApprovalRequest: () => decision },
    });
    await next(handle, 'approval_request');
    void handle.abort();
    decide(answer);
    const { events } = await handle;
    expect([approvalsOf(typesOf(events)), answersIn(received())]).toEqual([
      ['approval_request', 'approval_denied'],
      [],
    ]);
  });

  // It begins to wind up at the signal, and asks once more on the way.
  const asksAtTheSignal = (draft: EventDraft): readonly FakeAgentStep[] => [
    { do: 'on', signal: 'SIGTERM', steps: [says(draft)] },
    session,
    begin,
    says({ type: 'step_start' }),
    { do: 'hang' },
  ];

  it.each(['prompt', 'yolo', 'deny'] as const)(
    'what is asked afterwards is shown to nobody (%s)',
    async (approvalMode) => {
      const { handle, received } = startLogged(asksAtTheSignal(approval('late')), { run: { approvalMode } });
      const shown: string[] = [];
      handle.interaction.onPending(({ id }) => shown.push(id));
      await next(handle, 'step_start');
      await handle.abort();
      const { events } = await handle;
      expect(checkStream(events)).toEqual([]);
      expect([shown, approvalsOf(typesOf(events)), answersIn(received())]).toEqual([
        [],
        approvalMode === 'yolo' ? [] : ['approval_request', 'approval_denied'],
        [],
      ]);
    },
  );

  it('a tool of the program that is called afterwards is not run', async () => {
    const call: EventDraft = { type: 'host_tool_call', key: 'h', toolCallId: 't', toolName: 'price', input: {} };
    const ran: unknown[] = [];
    const run = (input: unknown): string => {
      ran.push(input);
      return 'ran';
    };
    const tools = [{ name: 'price', description: 'The price.', inputSchema: { type: 'object' }, run }];
    const { handle, received } = startLogged(asksAtTheSignal(call), { run: { tools } });
    await next(handle, 'step_start');
    await handle.abort();
    expect([ran, received().includes('"result"')]).toEqual([[], false]);
  });

  it('a prompt that was not handed over never is, also to a process that is being started', async () => {
    const file = join(scratch, 'unborn');
    const handle = startToy([{ do: 'ignore', signals: ['SIGTERM'] }, { do: 'log-input', file }, { do: 'hang' }]);
    // The prompt is on its way, the process is not there yet.
    await Promise.resolve();
    await Promise.resolve();
    expect(handle.pid).toBeUndefined();
    await handle.abort();
    expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toBe('');
  });

  it('a run that was paused tells at once that it goes on, and what becomes of its question', async () => {
    const { handle, received } = startLogged([ignoresTerm, session, begin, says(approval('a')), { do: 'hang' }]);
    await next(handle, 'approval_request');
    await handle.pause();
    const types: string[] = [];
    for (const type of ['resumed', 'approval_denied', 'turn_end'] as const) {
      handle.on(type, () => types.push(type));
    }
    const over = handle.abort();
    expect([types, await codeOf(handle.approve())]).toEqual([['resumed', 'approval_denied'], 'NO_PENDING_INTERACTION']);
    await over;
    expect([checkStream((await handle).events), answersIn(received())]).toEqual([[], []]);
  });
});

describe('once a turn is interrupted', () => {
  const denial = (key: string): unknown => ({ key, type: 'deny', reason: 'the turn was interrupted' });

  it('what is asked before it ends is denied, and what the next turn asks is answered', async () => {
    const { handle, received } = startLogged([
      session,
      begin,
      says(approval('a')),
      { do: 'read', contains: '"interrupt"' },
      { do: 'read', contains: '"answer"' },
      says(approval('b')),
      { do: 'read', contains: '"answer"' },
      says({ type: 'turn_end', outcome: { type: 'interrupted' } }),
      { do: 'read', contains: '"prompt":"more"' },
      begin,
      says(approval('c')),
      { do: 'read', contains: '"answer"' },
      says({ type: 'turn_end' }),
      { do: 'read-all' },
    ]);
    const shown: string[] = [];
    handle.interaction.onPending(({ id }) => {
      shown.push(id);
      if (shown.length === 2) {
        void handle.approve();
      }
    });
    await next(handle, 'approval_request');
    const queued = handle.queue('more');
    await handle.interrupt();
    await queued;
    const { events } = await handle;
    expect([shown, approvalsOf(typesOf(events)), answersIn(received())]).toEqual([
      [`${handle.runId}-i0`, `${handle.runId}-i2`],
      [
        'approval_request',
        'approval_denied',
        'approval_request',
        'approval_denied',
        'approval_request',
        'approval_granted',
      ],
      [denial('a'), denial('b'), { key: 'c', type: 'approve' }],
    ]);
  });

  it('the turn that the agent begins by itself afterwards is answered too', async () => {
    const { handle, received } = startLogged(
      [
        session,
        begin,
        says({ type: 'step_start' }),
        { do: 'read', contains: '"interrupt"' },
        says({ type: 'turn_end', outcome: { type: 'interrupted' } }),
        begin,
        says(approval('own')),
        { do: 'read', contains: '"answer"' },
        says({ type: 'turn_end' }),
        { do: 'read-all' },
      ],
      { run: { keepOpen: true, onApprovalRequest: () => 'approve' } },
    );
    await next(handle, 'step_start');
    await handle.interrupt();
    await next(handle, 'approval_granted');
    await handle.end();
    expect(answersIn(received())).toEqual([{ key: 'own', type: 'approve' }]);
  });

  it('yolo grants nothing, and tells the agent so', async () => {
    const { handle, received } = startLogged(
      [
        session,
        begin,
        says({ type: 'step_start' }),
        { do: 'read', contains: '"interrupt"' },
        says(approval('late')),
        { do: 'read', contains: '"answer"' },
        says({ type: 'turn_end', outcome: { type: 'interrupted' } }),
        { do: 'read-all' },
      ],
      { run: { approvalMode: 'yolo' } },
    );
    await next(handle, 'step_start');
    await handle.interrupt();
    expect([approvalsOf(typesOf((await handle).events)), answersIn(received())]).toEqual([[], [denial('late')]]);
  });

  it.each<[string, readonly FakeAgentStep[]]>([
    ['says nothing', []],
    ['warns on stderr', [{ do: 'line', text: 'warning: slow disk', to: 'stderr' }]],
    ['tells its session', [session]],
  ])('a CLI that stands still before its turn has begun, and %s, is ended', async (_, steps) => {
    const up: FakeAgentStep = { do: 'line', text: 'booting', to: 'stderr' };
    const handle = startToy([up, { do: 'read', contains: 'interrupt' }, ...steps, { do: 'hang' }], {
      run: { gracePeriodMs: 300 },
    });
    await next(handle, 'log');
    await handle.interrupt();
    expect((await handle).exitReason).toBe('interrupted');
  });

  it('words for the running turn are the next one', async () => {
    const { handle, received } = startLogged([
      session,
      begin,
      says({ type: 'step_start' }),
      { do: 'read', contains: '"interrupt"' },
      says({ type: 'turn_end', outcome: { type: 'interrupted' } }),
      { do: 'read', contains: '"prompt":"more"' },
      answers('two'),
      { do: 'read-all' },
    ]);
    await next(handle, 'step_start');
    void handle.interrupt();
    expect(await handle.steer('more')).toMatchObject({ delivered: 'new-turn' });
    expect([(await handle).text, received().includes('steer')]).toEqual(['two', false]);
  });
});

describe('a key that the agent uses again while its question is open', () => {
  it('opens another question: no answer to the first settles the second', async () => {
    const { handle, received } = startLogged([
      session,
      begin,
      says(approval('a')),
      { do: 'wait', ms: 50 },
      says({ ...approval('a'), detail: 'rm -rf /' } as EventDraft),
      { do: 'read', contains: '"answer"' },
      says({ type: 'turn_end' }),
      { do: 'read-all' },
    ]);
    const ids: string[] = [];
    await new Promise<void>((resolve) => {
      handle.on('approval_request', ({ interactionId }) => {
        ids.push(interactionId);
        if (ids.length === 2) {
          resolve();
        }
      });
    });
    const [first = '', second = ''] = ids;
    expect(new Set(ids).size).toBe(2);
    expect(handle.interaction.pending.map(({ id, input }) => [id, input])).toEqual([[second, { command: 'rm -rf /' }]]);
    expect(await codeOf(handle.interaction.respond(first, { type: 'approve' }))).toBe('NO_PENDING_INTERACTION');
    await handle.interaction.respond(second, { type: 'deny' });
    const { events } = await handle;
    expect(checkStream(events)).toEqual([]);
    expect(
      events.flatMap((event) => (event.type === 'approval_denied' ? [[event.interactionId, event.reason]] : [])),
    ).toEqual([
      [first, 'the agent asked again under the same key'],
      [second, 'no reason was given'],
    ]);
    expect(answersIn(received())).toEqual([{ key: 'a', type: 'deny' }]);
  });

  it('asks a callback about each, and takes only what it says of the second', async () => {
    const asked: string[] = [];
    const { handle, received } = startLogged(
      [
        session,
        begin,
        says(approval('a')),
        { do: 'wait', ms: 50 },
        says({ ...approval('a'), detail: 'rm -rf /' } as EventDraft),
        { do: 'read', contains: '"answer"' },
        says({ type: 'turn_end' }),
        { do: 'read-all' },
      ],
      {
        run: {
          // The grant of the first comes when the second is open.
          onApprovalRequest: async ({ detail }) => {
            asked.push(detail);
            await sleep(detail === 'rm -rf /' ? 600 : 200);
            return detail === 'rm -rf /' ? 'deny' : 'approve';
          },
        },
      },
    );
    await handle;
    expect([asked, answersIn(received())]).toEqual([['make a', 'rm -rf /'], [{ key: 'a', type: 'deny' }]]);
  });
});
