/** Answers that come from several sides, too late, wrong, or that the CLI cannot take. */
import { readFileSync } from 'node:fs';
import type { EventDraft, InteractionResponse } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { says, session } from './support/toy-adapter.ts';
import { next, runToy, startToy, typesOf } from './support/toy-run.ts';

const approval = (key: string): EventDraft => ({
  type: 'approval_request',
  key,
  action: 'Run',
  detail: 'ls',
  riskLevel: 'high',
});
const question: EventDraft = { type: 'input_required', key: 'q', question: 'Which?', source: 'agent' };
const begin = says({ type: 'turn_start' });
const end = [says({ type: 'turn_end' }), { do: 'read-all' }] as const;
const asks = [session, begin, says(approval('a')), { do: 'read', contains: 'answer' }, ...end] as const;
const hangs = [session, begin, says(approval('a')), { do: 'hang' }] as const;
const approvals = (events: Parameters<typeof typesOf>[0]): string[] =>
  typesOf(events).filter((type) => type.startsWith('approval'));

describe('approve() and deny()', () => {
  it('answer the oldest approval, with what they are given', async () => {
    const handle = startToy([
      session,
      begin,
      says(question, approval('a'), approval('b')),
      { do: 'read', contains: '"key":"a","type":"deny","reason":"not that"' },
      { do: 'read', contains: '"key":"b","type":"approve","detail":"this one"' },
      { do: 'read', contains: '"key":"q"' },
      ...end,
    ]);
    handle.interaction.onPending(() => {});
    await expect.poll(() => handle.interaction.pending.length, { timeout: 10_000 }).toBe(3);
    await handle.deny('not that');
    await handle.approve('this one');
    await expect(handle.approve()).rejects.toMatchObject({ code: 'NO_PENDING_INTERACTION' });
    expect(await handle.send('Blue')).toMatchObject({ delivered: 'answer' });
    const { events, exitReason } = await handle;
    expect(exitReason).toBe('completed');
    expect(events.find(({ type }) => type === 'approval_denied')).toMatchObject({ reason: 'not that' });
  });
});

describe('several who may answer', () => {
  it('hears of a question through onPending also where a callback is set, and the first answer wins', async () => {
    const asked: string[] = [];
    const handle = startToy(asks, {
      run: {
        onApprovalRequest: ({ detail }) => {
          asked.push(detail);
          return new Promise(() => {});
        },
      },
    });
    handle.interaction.onPending(({ id }) => void handle.interaction.respond(id, { type: 'deny', reason: 'no' }));
    const { events } = await handle;
    expect([asked, approvals(events)]).toEqual([['ls'], ['approval_request', 'approval_denied']]);
  });

  it('is told of an onPending handler that fails, at once or later', async () => {
    const handle = startToy([session, begin, says(approval('a')), { do: 'wait', ms: 50 }, ...end], {
      run: { onApprovalRequest: () => 'approve' },
    });
    handle.interaction.onPending(() => {
      throw new Error('at once');
    });
    handle.interaction.onPending(async () => {
      throw new Error('later');
    });
    const { events } = await handle;
    const warnings = events.flatMap((event) => (event.type === 'debug' ? [event.message] : []));
    expect(warnings).toEqual(['An onPending handler failed: at once', 'An onPending handler failed: later']);
    expect(approvals(events)).toEqual(['approval_request', 'approval_granted']);
  });

  it('survives what is thrown and cannot be put into words', async () => {
    const fail = (): never => {
      throw Object.create(null);
    };
    const handle = startToy(asks, { run: { onApprovalRequest: fail } });
    handle.on('approval_request', fail);
    handle.on('turn_start', async () => fail());
    handle.interaction.onPending(fail);
    handle.interaction.onPending(async () => fail());
    const { events } = await handle;
    const words = 'something that cannot be told in words';
    const warnings = events.flatMap((event) => (event.type === 'debug' ? [event.message] : []));
    expect(warnings.filter((message) => message.includes(words)).length).toBe(4);
    expect(events.find(({ type }) => type === 'approval_denied')).toMatchObject({
      reason: `the callback failed: ${words}`,
    });
  });

  it.each<[string, unknown]>([
    ['a reason that is no text', { type: 'deny', reason: 5 }],
    ['an input that is no JSON', { type: 'approve', input: { at: 10n } }],
    ['a response of no type, which is no JSON either', { type: 'maybe', at: 10n }],
    ['no answers', { type: 'answers', answers: null }],
    ['an answer that is no text', { type: 'answers', answers: { q: 5 } }],
    ['no object for the input that was asked for', { type: 'approve', input: 'rm -rf /' }],
    ['nothing for the input that was asked for', { type: 'approve', input: null }],
  ])('refuses %s, and the question stays open', async (_what, response) => {
    const handle = startToy(asks, { takesInput: true, run: { timeout: 10_000 } });
    handle.interaction.onPending(() => {});
    await next(handle, 'approval_request');
    const [pending] = handle.interaction.pending;
    await expect(handle.interaction.respond(pending?.id ?? '', response as never)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    expect(handle.interaction.pending.length).toBe(1);
    await handle.deny();
    expect((await handle).exitReason).toBe('completed');
  });

  it('denies in time what a callback never answers', async () => {
    const { events } = await runToy(asks, {
      run: { onApprovalRequest: () => new Promise(() => {}), interactionTimeoutMs: 100 },
    });
    expect(approvals(events)).toEqual(['approval_request', 'approval_denied']);
  });

  it('says nothing of a callback that fails, or answers, after the run is over', async () => {
    for (const fail of [true, false]) {
      let settle: () => void = () => {};
      const late = new Promise<'approve'>((resolve, reject) => {
        settle = () => (fail ? reject(new Error('too late')) : resolve('approve'));
      });
      const handle = startToy(hangs, { run: { onApprovalRequest: () => late } });
      await next(handle, 'approval_request');
      await handle.abort();
      const { events } = await handle;
      const count = events.length;
      const heard: string[] = [];
      handle.on('debug', ({ message }) => heard.push(message));
      settle();
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect([events.length, heard]).toEqual([count, []]);
    }
  });

  it('denies a question whose callback gives no text', async () => {
    const result = await runToy([session, begin, says(question), { do: 'read', contains: 'deny' }, ...end], {
      run: { onInputRequired: () => undefined as never, timeout: 8_000 },
    });
    expect(result.exitReason).toBe('completed');
  });
});

describe('answers that cannot be taken', () => {
  it.each([undefined, null, 'approve', { type: 'yes' }, { type: 'text' }, { type: 'form', action: 'maybe' }])(
    'refuses %j, and the question stays open',
    async (response) => {
      const handle = startToy(hangs);
      const { interactionId } = await next(handle, 'approval_request');
      await expect(handle.interaction.respond(interactionId, response as InteractionResponse)).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
      });
      expect(handle.interaction.pending).toHaveLength(1);
      await handle.abort();
    },
  );

  it('answers all that it can with approveAll() and denyAll(), and says what it cannot', async () => {
    const handle = startToy([session, begin, says(question, approval('a'), approval('b')), { do: 'hang' }], {
      refuses: ['text', 'approve'],
    });
    handle.interaction.onPending(() => {});
    await expect.poll(() => handle.interaction.pending.length, { timeout: 10_000 }).toBe(3);
    await expect(handle.interaction.approveAll()).rejects.toMatchObject({ code: 'CAPABILITY_ERROR' });
    expect(handle.interaction.pending).toHaveLength(3);
    await handle.interaction.denyAll();
    expect(handle.interaction.pending).toEqual([]);
    await handle.abort();
  });

  it('denies in yolo mode what the CLI does not let it grant, and says so', async () => {
    const { events, exitReason } = await runToy(asks, {
      refuses: ['approve'],
      run: { approvalMode: 'yolo', timeout: 8_000 },
    });
    expect([exitReason, approvals(events)]).toEqual(['completed', []]);
    expect(events.filter(({ type }) => type === 'debug')).toMatchObject([{ level: 'warn' }]);
  });

  it.each(['yolo', 'deny', 'prompt'] as const)(
    'ends a run in mode %s whose CLI takes no answer, instead of waiting for ever',
    async (approvalMode) => {
      const result = await runToy(hangs, { refuses: ['approve', 'deny'], run: { approvalMode, timeout: 8_000 } });
      expect(result).toMatchObject({ exitReason: 'failed', error: { code: 'CAPABILITY_ERROR' } });
    },
  );
});

describe('what an answer sets off', () => {
  it('lets an agent go that waited for nothing else', async () => {
    const handle = startToy(
      [session, begin, says(question, { type: 'turn_end' }), { do: 'read', contains: 'Blue' }, { do: 'read-all' }],
      { run: { timeout: 8_000 } },
    );
    await Promise.all([next(handle, 'input_required'), next(handle, 'turn_end')]);
    await handle.send('Blue');
    expect((await handle).exitReason).toBe('completed');
  });

  const failing = says({ type: 'turn_end', outcome: { type: 'rate_limit_error', message: 'slow down' } });
  const policy = { retryPolicy: { maxAttempts: 1, baseDelayMs: 20, maxDelayMs: 20 } };

  it('does not keep an attempt from being repeated when it answered nothing', async () => {
    const handle = startToy(
      [session, begin, says({ type: 'step_start' }), { do: 'wait', ms: 50 }, failing, { do: 'read-all' }],
      {
        run: policy,
      },
    );
    await next(handle, 'step_start');
    await expect(handle.interaction.respond('nothing', { type: 'approve' })).rejects.toMatchObject({
      code: 'NO_PENDING_INTERACTION',
    });
    expect((await handle).attempts).toBe(2);
  });

  it('keeps an attempt from being repeated also when yolo mode gave it', async () => {
    const { attempts } = await runToy(
      [session, begin, says(approval('a')), { do: 'read', contains: 'answer' }, failing, { do: 'read-all' }],
      { run: { ...policy, approvalMode: 'yolo' } },
    );
    expect(attempts).toBe(1);
  });
});

// docs/answers.md says what each answer becomes for each kind of question that a recording holds, and test/docs.test.ts holds it to be true.
it('to a question that was not asked reaches no CLI', () => {
  const page = readFileSync(new URL('../docs/answers.md', import.meta.url), 'utf8');
  const said = page.split('\n').filter((line) => line.startsWith('| an answer to no question'));
  const refused = page
    .split('\n')
    .filter((line) => /^- (?:Does not fit|Not taken): .*an answer to no question/.test(line));
  const kinds = page.split('\n').filter((line) => line.startsWith('### '));
  expect([said, refused.length]).toEqual([[], kinds.length]);
});
