/** A grant that is kept before it is given, and who is recorded as the giver of an answer. */
import { describe, expect, it } from 'vitest';
import type { Dialect, Interaction, InteractionResponse } from '../adapter/dialect.ts';
import { createManualClock } from '../run/testing/manual-clock.ts';
import { AnswerPolicy } from './answer-policy.ts';
import { Channel } from './channel.ts';
import { demandGiver } from './demand-giver.ts';
import { fitAnswer } from './fit-answer.ts';
import type { ShownAnswer } from './given-answer.ts';
import { AN_APPROVAL } from './testing/an-approval.ts';

const APPROVAL: Interaction = { kind: 'approval', detail: 'ls' };
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function setUp() {
  const log: unknown[] = [];
  const shown: InteractionResponse[] = [];
  const refusal: { reason?: string } = {};
  const suspension = { isOn: false };
  const ends: ((withdraw: (reason: string) => void) => void)[] = [];
  const dialectWith = (pending: ReadonlyMap<string, Interaction>): Dialect =>
    ({ state: { pending }, respond: () => ({ write: ['answer'] }) }) as unknown as Dialect;
  const pending = new Map([['q', APPROVAL]]);
  const dialect = dialectWith(pending);
  const channel = new Channel({
    ...{ runId: 'run', agent: 'agent', cwd: '/w', clock: createManualClock(), onWarning: () => {} },
    refusal: () => refusal.reason,
    isSuspended: () => suspension.isOn,
    onAnswer: ({ response, by }) => {
      shown.push(response);
      log.push({ given: response.type, by });
    },
    keep: ({ key, interactionId, response, by }: ShownAnswer) => {
      log.push({ kept: response.type, key, interactionId, by });
      return new Promise((resolve) => ends.push(resolve));
    },
    say: ({ write }) => log.push(...write),
    guard: (call) => call(),
  });
  channel.attach(dialect);
  const { interactionId: id } = channel.told.open('q', AN_APPROVAL);
  channel.take('q');
  const answer = (response: InteractionResponse) => {
    const answered = channel.respond(id, response, { by: { kind: 'user', id: 'u' } }).then(
      () => 'given',
      ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
    );
    return answered;
  };
  const keepDone = (): void => ends.shift()?.((reason) => log.push({ withdrawn: reason }));
  return { log, shown, refusal, suspension, pending, channel, answer, keepDone, dialectWith };
}

const BY = { kind: 'user', id: 'u' };
const KEPT = { kept: 'approve', key: 'q', interactionId: 'run-i0', by: BY };

describe('a grant', () => {
  it('waits for the CLI that is stopped in place, though it is kept already', async () => {
    const { log, suspension, channel, answer, keepDone } = setUp();
    const answered = answer({ type: 'approve' });
    await settle();
    suspension.isOn = true;
    keepDone();
    expect(await answered).toBe('given');
    channel.release();
    expect([log, channel.wasAnswered]).toEqual([[KEPT], false]);
    suspension.isOn = false;
    channel.release();
    channel.release();
    expect([log, channel.wasAnswered]).toEqual([[KEPT, { given: 'approve', by: BY }, 'answer'], true]);
  });

  it.each<[string, (scene: ReturnType<typeof setUp>) => void, string]>([
    [
      'the run is stopped',
      ({ refusal, channel }) => {
        refusal.reason = 'the run is being ended (aborted)';
        channel.dropAll();
      },
      'the run is being ended (aborted)',
    ],
    ['the process is gone', ({ channel }) => channel.close(), 'the agent asks no more'],
    ['the agent asks no more', ({ pending }) => pending.clear(), 'the agent asks no more'],
    [
      'another attempt begins',
      ({ channel, dialectWith }) => channel.attach(dialectWith(new Map([['q', APPROVAL]]))),
      'the agent asks no more',
    ],
  ])('is withdrawn where it waited for a CLI that was stopped in place, and %s', async (_, end, reason) => {
    const scene = setUp();
    const { log, suspension, channel, answer, keepDone } = scene;
    suspension.isOn = true;
    const answered = answer({ type: 'approve' });
    await settle();
    keepDone();
    await answered;
    end(scene);
    suspension.isOn = false;
    channel.release();
    expect([log, channel.wasAnswered]).toEqual([[KEPT, { withdrawn: reason }], false]);
  });

  it('is withdrawn at once where all questions are dropped, though the CLI still stands still', async () => {
    const { log, refusal, suspension, channel, answer, keepDone } = setUp();
    suspension.isOn = true;
    const answered = answer({ type: 'approve' });
    await settle();
    keepDone();
    await answered;
    refusal.reason = 'the run is over';
    channel.dropAll();
    expect(log).toEqual([KEPT, { withdrawn: 'the run is over' }]);
  });

  it('that is refused after it was kept harms no program that does not wait for it', async () => {
    const { log, refusal, channel, keepDone } = setUp();
    const lost: unknown[] = [];
    const lose = (reason: unknown): void => void lost.push(reason);
    process.on('unhandledRejection', lose);
    try {
      void channel.respond('run-i0', { type: 'approve' });
      refusal.reason = 'the run is over';
      keepDone();
      await settle();
    } finally {
      process.off('unhandledRejection', lose);
    }
    expect([log.at(-1), lost]).toEqual([{ withdrawn: 'the run is over' }, []]);
  });

  it('is given once it is kept, and nobody else answers meanwhile', async () => {
    const { log, channel, answer, keepDone } = setUp();
    const answered = answer({ type: 'approve' });
    await settle();
    expect([log, channel.pending, channel.wasAnswered]).toEqual([[KEPT], [], false]);
    expect(await answer({ type: 'deny' })).toContain('NO_PENDING_INTERACTION: There is no open interaction');
    keepDone();
    expect(await answered).toBe('given');
    expect(log).toEqual([KEPT, { given: 'approve', by: BY }, 'answer']);
    expect(channel.wasAnswered).toBe(true);
  });

  it.each<[string, (made: ReturnType<typeof setUp>) => void, string]>([
    ['the run was stopped', ({ refusal }) => Object.assign(refusal, { reason: 'the run is over' }), 'the run is over'],
    ['the question was withdrawn', ({ pending }) => pending.clear(), 'the agent asks no more'],
    [
      'another attempt has begun',
      ({ channel, pending, dialectWith }) => channel.attach(dialectWith(new Map(pending))),
      'the agent asks no more',
    ],
    ['the process has gone', ({ channel }) => channel.close(), 'the agent asks no more'],
    [
      'the agent asked again under its key',
      ({ channel }) => channel.told.open('q', AN_APPROVAL),
      'the agent asked again under the same key',
    ],
    // A CLI may keep the key of a question that an interrupt has denied until it has read the denial.
    ['it was denied in the stream', ({ channel }) => channel.told.settle('q'), 'the agent asks no more'],
  ])('is withdrawn where %s meanwhile', async (_what, meanwhile, reason) => {
    const made = setUp();
    const answered = made.answer({ type: 'approve' });
    await settle();
    meanwhile(made);
    made.keepDone();
    expect(await answered).toBe(`NO_PENDING_INTERACTION: "run-i0" cannot be answered any more: ${reason}.`);
    expect(made.log).toEqual([KEPT, { withdrawn: reason }]);
  });

  it.each<[InteractionResponse, boolean]>([
    [{ type: 'approve' }, true],
    [{ type: 'text', text: 'a' }, true],
    [{ type: 'answers', answers: {} }, true],
    [{ type: 'form', action: 'accept' }, true],
    [{ type: 'form', action: 'decline' }, false],
    [{ type: 'form', action: 'cancel' }, false],
    [{ type: 'deny' }, false],
  ])('is what is kept, and no denial: %j', async (response, isKept) => {
    const { log, answer } = setUp();
    const answered = answer(response);
    await settle();
    if (isKept) {
      expect(log).toEqual([{ ...KEPT, kept: response.type }]);
    } else {
      expect([await answered, log]).toEqual(['given', [{ given: response.type, by: BY }, 'answer']]);
    }
  });
});

describe('who gives an answer', () => {
  it('is the program, or whom it names', () => {
    expect([demandGiver({}), demandGiver({ by: undefined })]).toEqual([{ kind: 'program' }, { kind: 'program' }]);
    for (const kind of ['user', 'agent'] as const) {
      expect(demandGiver({ by: { kind, id: 'x', more: 1 } })).toEqual({ kind, id: 'x' });
    }
    expect(demandGiver({ by: { kind: 'program', rule: 'tests', id: 'x' } })).toEqual({
      kind: 'program',
      rule: 'tests',
    });
  });

  it.each([
    [{ by: { kind: 'program', id: 'x' } }, '`by` is an object'],
    [{ by: { kind: 'program' } }, '`by` is an object'],
    [{ by: { kind: 'program', rule: '' } }, '`by` is an object'],
    [{ by: { kind: 'program', rule: 1 } }, '`by` is an object'],
    [{ by: { kind: 'user', rule: 'x' } }, '`by` is an object'],
    [{ by: { kind: 'user' } }, '`by` is an object'],
    [{ by: { kind: 'user', id: '' } }, '`by` is an object'],
    [{ by: { kind: 'agent', id: 1 } }, '`by` is an object'],
    [{ by: { id: 'x' } }, '`by` is an object'],
    [{ by: 'me' }, '`by` is "me"'],
    [{ by: null }, '`by` is null'],
  ])('is refused where it is nobody: %j', (options, shown) => {
    expect(() => demandGiver(options)).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        message: `respond(): ${shown}, but must be { kind: 'user' | 'agent', id } or { kind: 'program', rule } with strings that are not empty. The question is still open.`,
      }),
    );
  });

  it.each([
    ['me', '`options` is a string of 2 characters, but must be an object.'],
    [null, '`options` is null, but must be an object.'],
    [[], '`options` is an array, but must be an object.'],
    [{ by: { kind: 'user', id: 'x' }, scope: 'once' }, '`scope` is no option.'],
    [{ bye: { kind: 'user', id: 'x' } }, '`bye` is no option; did you mean `by`?'],
    [
      { by: { kind: 'usr', id: 'x' } },
      '`by.kind` is "usr", but must be one of "user", "agent", "program". Did you mean "user"?',
    ],
  ])('is the only option: %j', (options, shown) => {
    expect(() => demandGiver(options)).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        message: `respond(): ${shown} The question is still open.`,
      }),
    );
  });
});

it('refuses in the name of the call', () => {
  const questions = [{ id: 'color', question: 'Which?' }];
  expect(() => fitAnswer({ questions }, { type: 'answers', answers: { size: 'S' } })).toThrow(/^respond\(\): "size"/);
});

describe('an answer', () => {
  it('is the one that was given, though its object is changed while the grant is kept', async () => {
    const { channel, answer, shown, keepDone } = setUp();
    const response = { type: 'form' as const, action: 'accept' as const, content: { size: 'S', more: ['a'] } };
    const answered = answer(response);
    response.content.size = 'XL';
    response.content.more.push('b');
    keepDone();
    expect(await answered).toBe('given');
    expect(shown).toEqual([{ type: 'form', action: 'accept', content: { size: 'S', more: ['a'] } }]);
    expect(channel.pending).toEqual([]);
  });
});

describe('a policy', () => {
  function watch(graceMs: number, timeoutMs: number, reply: string | object = { write: [] }) {
    const clock = createManualClock();
    const log: unknown[] = [];
    const pending = new Map([['q', APPROVAL]]);
    const channel = new Channel({
      ...{
        runId: 'run',
        agent: 'agent',
        cwd: '/w',
        clock,
        refusal: () => undefined,
        isSuspended: () => false,
        say: () => {},
        guard: (call) => call(),
        onWarning: () => {},
      },
      onAnswer: ({ response, by }) => log.push({ response, by }),
    });
    channel.attach({ state: { pending }, respond: () => reply } as unknown as Dialect);
    channel.told.open('q', AN_APPROVAL);
    const policy = new AnswerPolicy({
      ...{ channel, time: clock, approvalMode: 'prompt' },
      cwd: '/work',
      ...{
        interactionTimeoutMs: timeoutMs,
        interactionGraceMs: graceMs,
        isLeaving: () => false,
        isHeard: () => false,
      },
      onWarning: () => {},
      onStuck: (message) => log.push(message),
    });
    return { clock, channel, policy, pending, log };
  }

  it('waits for nothing any more once the question has gone', () => {
    const { clock, channel, policy, pending } = watch(10, 20);
    policy.ask('q');
    expect(clock.size).toBe(2);
    pending.clear();
    channel.prune();
    expect(clock.size).toBe(0);
  });

  it('has no limit where none is set', () => {
    const { clock, policy } = watch(10, 0);
    policy.ask('q');
    expect(clock.size).toBe(1);
  });

  it('answers in the name of its rule', () => {
    const refused = watch(10, 0);
    refused.policy.refuse('q', 'it is over');
    expect(refused.log).toEqual([
      { response: { type: 'deny', reason: 'it is over' }, by: { kind: 'policy', rule: 'stopping' } },
    ]);
    const granted = watch(10, 0);
    granted.policy.approveSilently('q');
    expect(granted.log).toEqual([{ response: { type: 'approve' }, by: { kind: 'policy', rule: 'approval-mode' } }]);
  });

  it('says that a question is stuck which takes no answer at all', () => {
    const { policy, log } = watch(10, 0, 'unsupported');
    policy.approveSilently('q');
    expect(log).toEqual([expect.stringContaining('The agent takes neither a grant nor a denial.')]);
  });
});
