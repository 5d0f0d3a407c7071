import {
  CapabilityError,
  createClient,
  type EventDraft,
  type PendingInteraction,
  type RunHandle,
  type RunResult,
} from '@agent-mux/core';
import type { FakeAgentStep } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';
import { answers, says, session, toyAdapter } from './support/toy-adapter.ts';
import { next, runToy, startToy, typesOf } from './support/toy-run.ts';

const approval = (key: string): EventDraft => ({
  type: 'approval_request',
  key,
  action: 'Run a command',
  detail: 'rm -rf build',
  toolName: 'Bash',
  riskLevel: 'high',
});

const question: EventDraft = { type: 'input_required', key: 'q', question: 'Which colour?', source: 'agent' };

const begin = says({ type: 'turn_start' });
const end = [says({ type: 'turn_end' }), { do: 'read-all' }] as const;
const ASKS = [session, begin, says(approval('a')), { do: 'read', contains: 'answer' }, ...end] as const;
/** An event behind the question tells a test that it is open, without a look at what is pending. */
const ASKS_ALOUD = [
  session,
  begin,
  says(approval('a'), { type: 'debug', level: 'info', message: 'asked' }),
  { do: 'read', contains: 'answer' },
  ...end,
] as const;

describe('who answers', () => {
  it('denies when nobody listens: to await a run is not to answer', async () => {
    const { events, exitReason } = await runToy(ASKS, { run: { interactionGraceMs: 50 } });
    expect(exitReason).toBe('completed');
    expect(events.find(({ type }) => type === 'approval_denied')).toMatchObject({ reason: 'nobody is listening' });
  });

  it.each<[string, (handle: RunHandle) => AsyncIterable<unknown>]>([
    ['the run', (handle) => handle.entries({ observes: true })],
    ['its tree', (handle) => handle.tree.entries({ observes: true })],
  ])('denies where somebody only looks on at %s, who hears all the same', async (_what, look) => {
    const handle = startToy(ASKS, { run: { interactionGraceMs: 50 } });
    const seen: string[] = [];
    for await (const entry of look(handle)) {
      seen.push(JSON.stringify(entry));
    }
    expect((await handle).exitReason).toBe('completed');
    expect(seen.filter((line) => line.includes('"approval_denied"')).join()).toContain('nobody is listening');
  });

  it.each<[string, (handle: RunHandle) => unknown]>([
    ['has read what is pending', ({ interaction }) => interaction.pending.length],
    ['has a handler for what is pending', ({ interaction }) => interaction.onPending(() => {})],
    ['listens', (handle) => handle.on('approval_request', () => {})],
    ['iterates', (handle) => handle[Symbol.asyncIterator]()],
    ['iterates over the entries', (handle) => handle.entries()],
    ['iterates over the tree', (handle) => handle.tree.entries()],
  ])('leaves a question open to whoever %s', async (_what, attend) => {
    const handle = startToy(ASKS_ALOUD, { run: { interactionGraceMs: 1 } });
    const kept = [attend(handle)];
    await next(handle, 'debug');
    // Longer than the grace: whoever did not count has lost the question by now.
    await new Promise((resolve) => setTimeout(resolve, 50));
    await handle.approve();
    // An iterator that nobody can reach any more reads nothing, and the collector of garbage comes when it likes.
    expect(kept).toHaveLength(1);
    expect(typesOf((await handle).events)).toContain('approval_granted');
  });

  it('waits for somebody who comes a little later, and shows the question to a handler that does', async () => {
    const handle = startToy(ASKS_ALOUD, { run: { interactionGraceMs: 1_000 } });
    await next(handle, 'debug');
    const shown = new Promise<string>((resolve) => {
      handle.interaction.onPending(({ id }) => resolve(id));
    });
    await handle.interaction.respond(await shown, { type: 'approve' });
    expect(typesOf((await handle).events)).toContain('approval_granted');
  });

  it.each([
    { answer: 'approve', event: 'approval_granted' },
    { answer: 'deny', event: 'approval_denied' },
  ] as const)('asks the callback, which says $answer', async ({ answer, event }) => {
    const asked: string[] = [];
    const { events } = await runToy(ASKS, {
      run: {
        onApprovalRequest: (request) => {
          asked.push(request.detail);
          return answer;
        },
      },
    });
    expect(asked).toEqual(['rm -rf build']);
    expect(typesOf(events)).toContain(event);
  });

  it('(onApprovalRequest with another answer) denies, and says what it was', async () => {
    const handle = startToy(ASKS, { run: { onApprovalRequest: () => true as never } });
    const { reason } = await next(handle, 'approval_denied');
    expect(reason).toBe('onApprovalRequest returned true, which is none of "approve", "deny" and "ask"');
    await handle;
  });

  it('denies when the callback fails', async () => {
    const { events } = await runToy(ASKS, {
      run: { onApprovalRequest: () => Promise.reject(new Error('no network')) },
    });
    expect(events.find(({ type }) => type === 'approval_denied')).toMatchObject({
      reason: 'the callback failed: no network',
    });
  });

  it('denies when nobody answers in time', async () => {
    const handle = startToy(ASKS, { run: { interactionTimeoutMs: 100 } });
    handle.interaction.onPending(() => {});
    const { events } = await handle;
    expect(events.find(({ type }) => type === 'approval_denied')).toMatchObject({
      reason: 'nobody answered within 100 ms',
    });
  });

  it.each(['prompt', 'deny'] as const)(
    'lets a listener answer while it hears the question, in mode %s',
    async (mode) => {
      const handle = startToy(ASKS, { run: { approvalMode: mode } });
      const open: number[] = [];
      const answers: Promise<string>[] = [];
      const codeOf = (answer: Promise<void>): Promise<string> =>
        answer.then(
          () => 'taken',
          ({ code }) => code,
        );
      handle.on('approval_request', ({ interactionId }) => {
        open.push(handle.interaction.pending.length);
        // The first answer counts.
        answers.push(codeOf(handle.approve()), codeOf(handle.interaction.respond(interactionId, { type: 'deny' })));
        open.push(handle.interaction.pending.length);
      });
      const { events } = await handle;
      const codes = await Promise.all(answers);
      expect([open, codes, typesOf(events).filter((type) => type.startsWith('approval_'))]).toEqual(
        mode === 'prompt'
          ? [
              [1, 0],
              ['taken', 'NO_PENDING_INTERACTION'],
              ['approval_request', 'approval_granted'],
            ]
          : [
              [0, 0],
              ['NO_PENDING_INTERACTION', 'NO_PENDING_INTERACTION'],
              ['approval_request', 'approval_denied'],
            ],
      );
    },
  );

  it('shows an open question to its handler, with what is needed to answer it', async () => {
    const handle = startToy(ASKS);
    const seen: PendingInteraction[] = [];
    handle.interaction.onPending((interaction) => {
      seen.push(interaction);
      void handle.approve();
    });
    const { events } = await handle;
    expect(seen).toMatchObject([
      {
        id: `${handle.runId}-i0`,
        type: 'approval',
        description: 'Run a command: rm -rf build',
        detail: { kind: 'approval', action: 'Run a command', riskLevel: 'high' },
        scopes: ['once'],
      },
    ]);
    expect(typesOf(events)).toContain('approval_granted');
    expect(handle.interaction.pending).toEqual([]);
  });

  it('lets an attached iterator answer', async () => {
    const handle = startToy(ASKS);
    for await (const event of handle) {
      if (event.type === 'approval_request') {
        await handle.interaction.respond(event.interactionId, { type: 'approve' });
      }
    }
    expect(typesOf((await handle).events)).toContain('approval_granted');
  });

  it('takes the first answer and refuses the second', async () => {
    const handle = startToy(ASKS);
    const { interactionId } = await next(handle, 'approval_request');
    const first = handle.interaction.respond(interactionId, { type: 'approve' });
    const second = handle.interaction.respond(interactionId, { type: 'deny' });
    await first;
    await expect(second).rejects.toMatchObject({ code: 'NO_PENDING_INTERACTION' });
    expect(typesOf((await handle).events)).not.toContain('approval_denied');
  });

  it('keeps a question open when the agent cannot take the answer', async () => {
    const handle = startToy(ASKS);
    const { interactionId } = await next(handle, 'approval_request');
    await expect(handle.interaction.respond(interactionId, { type: 'form', action: 'accept' })).rejects.toMatchObject({
      code: 'CAPABILITY_ERROR',
    });
    expect(handle.interaction.pending).toHaveLength(1);
    await handle.interaction.denyAll('enough');
    await handle;
  });

  it('says whether another input is taken, and refuses one where it is not', async () => {
    const handle = startToy(ASKS);
    const { interactionId } = await next(handle, 'approval_request');
    expect(handle.interaction.pending.map(({ acceptsUpdatedInput }) => acceptsUpdatedInput)).toEqual([false]);
    const answer = handle.interaction.respond(interactionId, { type: 'approve', input: { command: 'ls' } });
    await expect(answer).rejects.toMatchObject({
      code: 'CAPABILITY_ERROR',
      message: expect.stringMatching(
        /^toy takes no other input for ".+": approve it as it is, or deny it and say what to do instead\. It is still open\.$/,
      ),
    });
    expect(handle.interaction.pending).toHaveLength(1);
    await handle.interaction.respond(interactionId, { type: 'approve' });
    expect(typesOf((await handle).events)).toContain('approval_granted');
  });

  it('grants no further than the CLI offers, and takes no scope that there is not', async () => {
    const handle = startToy(ASKS);
    const { interactionId } = await next(handle, 'approval_request');
    const respond = (response: unknown): Promise<void> => handle.interaction.respond(interactionId, response as never);
    await expect(respond({ type: 'approve', scope: 'session' })).rejects.toMatchObject({
      code: 'CAPABILITY_ERROR',
      message: expect.stringMatching(
        /^toy cannot grant ".+" for the session: its scopes are once\. It is still open\.$/,
      ),
    });
    await expect(respond({ type: 'approve', scope: 'forever' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(handle.interaction.pending).toHaveLength(1);
    await respond({ type: 'approve', scope: 'once' });
    expect(typesOf((await handle).events)).toContain('approval_granted');
  });

  it('hands another input to a CLI that takes one', async () => {
    const taken: FakeAgentStep = { do: 'read', contains: '"input":{"command":"ls"}' };
    const handle = startToy(
      ASKS.map((step) => (step.do === 'read' ? taken : step)),
      { takesInput: true },
    );
    const { interactionId } = await next(handle, 'approval_request');
    expect(handle.interaction.pending.map(({ acceptsUpdatedInput }) => acceptsUpdatedInput)).toEqual([true]);
    await handle.interaction.respond(interactionId, { type: 'approve', input: { command: 'ls' } });
    expect(typesOf((await handle).events)).toContain('approval_granted');
  });

  it('answers several that are open at once, in any order', async () => {
    const handle = startToy([
      session,
      begin,
      says(approval('a'), approval('b'), approval('c')),
      { do: 'read', contains: 'answer' },
      { do: 'read', contains: 'answer' },
      { do: 'read', contains: 'answer' },
      ...end,
    ]);
    const ids: string[] = [];
    handle.on('approval_request', ({ interactionId }) => {
      ids.push(interactionId);
    });
    await new Promise<void>((resolve) => {
      handle.on('approval_request', () => ids.length === 3 && resolve());
    });
    const [a = '', b = '', c = ''] = ids;
    await handle.interaction.respond(c, { type: 'approve' });
    await handle.interaction.respond(b, { type: 'deny', reason: 'not that one' });
    await handle.interaction.respond(a, { type: 'approve' });
    const { events } = await handle;
    expect(events.flatMap((event) => (event.type === 'approval_denied' ? [event.interactionId] : []))).toEqual([b]);
    expect(events.filter(({ type }) => type === 'approval_granted')).toHaveLength(2);
  });

  it('leaves no trace of approvals in yolo mode, and asks nobody', async () => {
    const { events, exitReason } = await runToy(ASKS, {
      run: { approvalMode: 'yolo', onApprovalRequest: () => expect.unreachable() },
    });
    expect(exitReason).toBe('completed');
    expect(typesOf(events).filter((type) => type.startsWith('approval'))).toEqual([]);
  });

  it.each([
    ['yolo', 'grants everything'],
    ['deny', 'denies what the CLI asks'],
  ] as const)('says at its start that nobody asks the callback in %s mode', async (approvalMode, does) => {
    const onApprovalRequest = () => 'deny' as const;
    const said = ({ events }: RunResult): unknown[] =>
      events.flatMap((event) => (event.type === 'debug' && event.level === 'warn' ? [event.message] : []));
    const warned = await runToy(ASKS, { run: { approvalMode, onApprovalRequest } });
    expect(said(warned)).toEqual([
      `onApprovalRequest: it is never asked, since approvalMode '${approvalMode}' ${does}. Give approvalMode 'prompt' to let it decide.`,
    ]);
    const byDefault = createClient({ adapters: [toyAdapter({ steps: ASKS })], approvalMode }).run({
      ...{ agent: 'toy', prompt: 'go', collectEvents: true, onApprovalRequest },
    });
    expect(said(await byDefault)).toEqual(said(warned));
    expect(said(await runToy(ASKS, { run: { approvalMode } }))).toEqual([]);
    expect(said(await runToy(ASKS, { run: { onApprovalRequest } }))).toEqual([]);
  });

  it('says at its start that nobody asks for words in deny mode, which it denies as well', async () => {
    const warningsOf = async (approvalMode: 'prompt' | 'yolo' | 'deny'): Promise<unknown[]> => {
      const { events } = await runToy(ASKS, {
        run: { approvalMode, onInputRequired: () => 'red', onApprovalRequest: () => 'approve' },
      });
      return events.flatMap((event) =>
        event.type === 'debug' && /^onInputRequired: it is never asked, since/.test(event.message) ? [event.level] : [],
      );
    };
    expect(await Promise.all((['prompt', 'yolo', 'deny'] as const).map(warningsOf))).toEqual([[], [], ['warn']]);
  });

  it('requests and denies in one go in deny mode, and asks nobody', async () => {
    const { events } = await runToy(ASKS, {
      run: { approvalMode: 'deny', onApprovalRequest: () => expect.unreachable() },
    });
    expect(typesOf(events).filter((type) => type.startsWith('approval'))).toEqual([
      'approval_request',
      'approval_denied',
    ]);
  });

  it('denies what is open when the run is aborted', async () => {
    const handle = startToy([session, begin, says(approval('a')), { do: 'hang' }]);
    await next(handle, 'approval_request');
    await handle.abort();
    const { events } = await handle;
    expect(typesOf(events).slice(-4)).toEqual(['approval_denied', 'turn_end', 'aborted', 'session_end']);
    expect(handle.interaction.pending).toEqual([]);
  });

  it('answers a question by callback, by send() and by respond()', async () => {
    const steps = [session, begin, says(question), { do: 'read', contains: 'Blue' }, ...end] as const;
    const byCallback = await runToy(steps, { run: { onInputRequired: () => 'Blue' } });
    expect(byCallback.exitReason).toBe('completed');

    const handle = startToy(steps);
    await next(handle, 'input_required');
    expect(await handle.send('Blue')).toMatchObject({ delivered: 'answer' });
    expect((await handle).exitReason).toBe('completed');
  });
});

describe('follow-ups', () => {
  const TALK = [
    session,
    { do: 'read', contains: 'go' },
    answers('one'),
    { do: 'read', contains: 'more' },
    answers('two'),
    { do: 'read-all' },
  ] as const;

  it.each(['continue', 'queue', 'send'] as const)(
    '%s() starts a new turn when the running one is over',
    async (method) => {
      const handle = startToy(TALK);
      expect(await handle[method]('more')).toMatchObject({ delivered: 'new-turn' });
      expect(await handle).toMatchObject({ exitReason: 'completed', text: 'two', turnCount: 2 });
    },
  );

  it('keeps a run open for follow-ups until end()', async () => {
    const handle = startToy(TALK, { run: { keepOpen: true } });
    await next(handle, 'turn_end');
    expect(await handle.continue('more')).toMatchObject({ delivered: 'new-turn' });
    expect(await handle.end()).toMatchObject({ exitReason: 'completed', turnCount: 2 });
  });

  it('steers into the running turn', async () => {
    const handle = startToy([
      session,
      begin,
      says({ type: 'text_delta', delta: 'a' }),
      { do: 'read', contains: 'steer' },
      answers('b'),
      { do: 'read-all' },
    ]);
    await next(handle, 'text_delta');
    expect(await handle.steer('left')).toMatchObject({ delivered: 'steered' });
    expect((await handle).text).toBe('b');
  });

  it.each(['steered', 'new-turn'] as const)(
    'says of words for the running turn what the CLI does: %s',
    async (delivered) => {
      const handle = startToy(
        [
          session,
          begin,
          says({ type: 'text_delta', delta: 'a' }),
          { do: 'read', contains: 'steer' },
          says({ type: 'debug', level: 'info', message: 'heard' }),
          { do: 'wait', ms: 100 },
          says({ type: 'steer_settled', key: 'left', delivered }, { type: 'turn_end' }),
          { do: 'read-all' },
        ],
        { tellsSteering: true },
      );
      await next(handle, 'text_delta');
      const delivery = handle.steer('left');
      const first = await Promise.race([delivery, next(handle, 'debug')]);
      expect(first).toMatchObject({ type: 'debug', message: 'heard' });
      expect(await delivery).toMatchObject({ delivered });
      await handle;
    },
  );

  it('makes the next turn of what the CLI does not take, before all that was given for it, in its order', async () => {
    const handle = startToy(
      [
        session,
        begin,
        says({ type: 'text_delta', delta: 'a' }),
        { do: 'read', contains: '"steer":"two"' },
        says(
          { type: 'steer_settled', key: 'one', delivered: 'refused' },
          { type: 'steer_settled', key: 'two', delivered: 'refused' },
          { type: 'turn_end' },
        ),
        ...['one', 'two', 'queued'].flatMap((text) => [
          { do: 'read', contains: `"prompt":"${text}"` } as const,
          answers(text),
        ]),
        { do: 'read-all' },
      ],
      { tellsSteering: true },
    );
    await next(handle, 'text_delta');
    const deliveries = [handle.queue('queued'), handle.steer('one'), handle.steer('two')];
    expect(await Promise.all(deliveries)).toMatchObject(Array.from(deliveries, () => ({ delivered: 'new-turn' })));
    expect(await handle).toMatchObject({ text: 'queued', turnCount: 4 });
  });

  it('refuses what was steered when the run ends and nobody has said what became of it', async () => {
    const handle = startToy(
      [
        session,
        begin,
        says({ type: 'text_delta', delta: 'a' }),
        { do: 'read', contains: 'steer' },
        says({ type: 'steer_settled', key: 'another', delivered: 'steered' }),
        // No word of ours.
        says({ type: 'steer_settled', key: 'left', delivered: 'perhaps' as never }, { type: 'turn_end' }),
        { do: 'read-all' },
      ],
      { tellsSteering: true, run: { collectEvents: true } },
    );
    await next(handle, 'text_delta');
    await expect(handle.steer('left')).rejects.toMatchObject({ code: 'RUN_NOT_ACTIVE' });
    expect((await handle).events.filter(({ type }) => type === 'error')).toMatchObject([
      { code: 'PARSE_ERROR', message: expect.stringContaining('steer_settled: delivered: expected one of') },
    ]);
  });

  it('starts a new turn where the agent cannot be steered', async () => {
    const steps = [
      session,
      begin,
      says({ type: 'text_delta', delta: 'a' }),
      { do: 'wait', ms: 100 },
      says({ type: 'turn_end' }),
      { do: 'read', contains: '"prompt":"more"' },
      answers('two'),
      { do: 'read-all' },
    ] as const;
    const handle = startToy(steps, { capabilities: { supportsSteering: false } });
    await next(handle, 'text_delta');
    expect(await handle.steer('more')).toMatchObject({ delivered: 'new-turn' });
    expect(await handle).toMatchObject({ exitReason: 'completed', text: 'two' });
  });

  it('starts a new turn where none runs that it could steer', async () => {
    const handle = startToy([
      session,
      { do: 'read', contains: 'go' },
      { do: 'wait', ms: 100 },
      answers('one'),
      { do: 'read', contains: '"prompt":"more"' },
      answers('two'),
      { do: 'read-all' },
    ]);
    await next(handle, 'session_start');
    expect(await handle.steer('more')).toMatchObject({ delivered: 'new-turn' });
    expect((await handle).text).toBe('two');
  });

  it('hands over in the order in which they came', async () => {
    const handle = startToy([
      session,
      { do: 'read', contains: 'go' },
      answers('one'),
      { do: 'read', contains: 'first' },
      answers('two'),
      { do: 'read', contains: 'second' },
      answers('three'),
      { do: 'read-all' },
    ]);
    await Promise.all([handle.queue('first'), handle.continue('second')]);
    expect(await handle).toMatchObject({ text: 'three', turnCount: 3 });
  });

  it('waits for the boundary that it was asked for', async () => {
    const handle = startToy([
      session,
      begin,
      says({ type: 'tool_call_start', toolCallId: 't', toolName: 'Bash', input: {} }),
      { do: 'wait', ms: 100 },
      says({ type: 'tool_result', toolCallId: 't', output: 'ok' }),
      { do: 'read', contains: 'steer' },
      ...end,
    ]);
    await next(handle, 'tool_call_ready');
    const delivery = handle.steer('now', { when: 'after-tool' });
    await next(handle, 'tool_result');
    expect(await delivery).toMatchObject({ delivered: 'steered' });
    await handle;
  });

  it('says of words for a boundary what the CLI does there', async () => {
    const handle = startToy(
      [
        session,
        begin,
        says({ type: 'tool_call_start', toolCallId: 't', toolName: 'Bash', input: {} }),
        { do: 'wait', ms: 100 },
        says({ type: 'tool_result', toolCallId: 't', output: 'ok' }),
        { do: 'read', contains: 'steer' },
        says({ type: 'steer_settled', key: 'now', delivered: 'new-turn' }),
        ...end,
      ],
      { tellsSteering: true },
    );
    await next(handle, 'tool_call_ready');
    expect(await handle.queue('now', { when: 'after-tool' })).toMatchObject({ delivered: 'new-turn' });
    await handle;
  });

  it('refuses a follow-up when the run is over, and names keepOpen', async () => {
    const handle = startToy([session, answers('one'), { do: 'read-all' }]);
    await handle;
    await expect(handle.continue('more')).rejects.toThrow(/keepOpen/);
    await expect(handle.continue('more')).rejects.toMatchObject({ code: 'RUN_NOT_ACTIVE' });
  });

  it('refuses a follow-up where the mode takes none', async () => {
    const handle = startToy([session, answers('one')], { oneShot: true, capabilities: { supportsMultiTurn: false } });
    await expect(handle.queue('more')).rejects.toBeInstanceOf(CapabilityError);
    expect((await handle).exitReason).toBe('completed');
  });

  it('drops what waits when the run is aborted', async () => {
    const handle = startToy([session, begin, says({ type: 'text_delta', delta: 'a' }), { do: 'hang' }]);
    await next(handle, 'text_delta');
    const refused = expect(handle.queue('more')).rejects.toMatchObject({ code: 'RUN_NOT_ACTIVE' });
    await handle.abort();
    await refused;
  });
});

describe('retries', () => {
  const failing = says(
    { type: 'turn_start' },
    { type: 'text_delta', delta: 'half' },
    { type: 'turn_end', outcome: { type: 'rate_limit_error', message: 'slow down' } },
  );
  const policy = { retryPolicy: { maxAttempts: 2, baseDelayMs: 20, maxDelayMs: 40 } };

  it('repeats a failed attempt and abandons what it said', async () => {
    const { events, ...result } = await runToy([session, failing, { do: 'read-all' }], { run: policy });
    expect(result).toMatchObject({ exitReason: 'failed', error: { code: 'RATE_LIMITED' }, attempts: 3, turnCount: 3 });
    expect(
      events.flatMap((event) => (event.type === 'retry' ? [[event.attempt, event.maxAttempts, event.reason]] : [])),
    ).toEqual([
      [1, 2, 'RATE_LIMITED'],
      [2, 2, 'RATE_LIMITED'],
    ]);
    expect(typesOf(events).filter((type) => type.startsWith('session'))).toEqual(['session_start', 'session_end']);
  });

  it('never repeats without a policy', async () => {
    expect((await runToy([session, failing, { do: 'read-all' }])).attempts).toBe(1);
  });

  it('never repeats once a tool was ready', async () => {
    const tool = says(
      { type: 'turn_start' },
      { type: 'tool_call_start', toolCallId: 't', toolName: 'Bash', input: {} },
      { type: 'tool_result', toolCallId: 't', output: '' },
    );
    expect((await runToy([session, tool, failing, { do: 'read-all' }], { run: policy })).attempts).toBe(1);
  });

  it('never repeats once a question was answered, or a prompt was sent after the first', async () => {
    const asks = says({ type: 'turn_start' }, approval('a'));
    const answered = await runToy([session, asks, { do: 'read', contains: 'answer' }, failing, { do: 'read-all' }], {
      run: { ...policy, onApprovalRequest: () => 'approve' },
    });
    const sent = startToy([session, answers('one'), { do: 'read', contains: 'more' }, failing, { do: 'read-all' }], {
      run: policy,
    });
    await sent.continue('more');
    expect([answered.attempts, (await sent).attempts]).toEqual([1, 1]);
  });

  it('never repeats after its own timeouts', async () => {
    const { attempts, exitReason } = await runToy([session, begin, { do: 'hang' }], {
      run: { ...policy, timeout: 300 },
    });
    expect({ attempts, exitReason }).toEqual({ attempts: 1, exitReason: 'timeout' });
  });

  it('is aborted in the wait between two attempts', async () => {
    const handle = startToy([session, failing, { do: 'read-all' }], {
      run: { retryPolicy: { baseDelayMs: 60_000, maxDelayMs: 60_000 } },
    });
    await next(handle, 'retry');
    await handle.abort();
    expect(await handle).toMatchObject({ exitReason: 'aborted', attempts: 1 });
  });
});

describe('limits of model requests', () => {
  it('counts the steps of the main lane where the agent does not', async () => {
    const step = says({ type: 'step_start' }, { type: 'text_delta', delta: '.' }, { type: 'message_stop' });
    const { events, ...result } = await runToy([session, begin, step, step, step, step, { do: 'hang' }], {
      run: { maxTurns: 2 },
    });
    expect(result).toMatchObject({ exitReason: 'turn_limit', error: { code: 'TURN_LIMIT' } });
    expect(events.find(({ type }) => type === 'turn_limit')).toMatchObject({ maxTurns: 2 });
  });
});
