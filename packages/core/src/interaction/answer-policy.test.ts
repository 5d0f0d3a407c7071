/** Who answers: the rules by which a question gets its answer, with a clock that only moves when the test moves it. */
import { describe, expect, it, vi } from 'vitest';
import type { Dialect, Interaction, InteractionResponse } from '../adapter/dialect.ts';
import { AgentMuxError } from '../errors.ts';
import { createManualClock } from '../run/testing/manual-clock.ts';
import { AnswerPolicy, type AnswerPolicyOptions } from './answer-policy.ts';
import { Channel } from './channel.ts';
import type { GivenAnswer } from './given-answer.ts';
import { AN_APPROVAL } from './testing/an-approval.ts';
import type { QuestionEvent } from './told-questions.ts';

type Reply = ReturnType<Dialect['respond']>;
const APPROVAL: Interaction = { kind: 'approval', detail: 'ls' };
const WORDS: Interaction = { kind: 'input', detail: 'Which?' };
const STAMP = { runId: 'run', agent: 'agent', timestamp: 0, seq: 0, interactionId: 'run-i0' };
const EVENTS: Readonly<Record<Interaction['kind'], QuestionEvent>> = {
  approval: { type: 'approval_request', action: 'Run', detail: 'ls', riskLevel: 'high', ...STAMP },
  input: { type: 'input_required', question: 'Which?', source: 'agent', ...STAMP },
};

interface Setting extends Partial<AnswerPolicyOptions> {
  readonly asked?: Interaction;
  readonly reply?: (answer: InteractionResponse) => Reply;
  /** Whether an event has announced the question. @defaultValue true */
  readonly isTold?: boolean;
}

function setUp({ asked = APPROVAL, reply = () => ({ write: [] }), isTold = true, ...more }: Setting = {}) {
  const clock = createManualClock();
  const given: GivenAnswer[] = [];
  const notes: string[] = [];
  const pending = new Map([['q', asked]]);
  const dialect = {
    state: { sessionId: null, busy: true, turn: true, clean: false, pending },
    respond: (_key: string, answer: InteractionResponse) => reply(answer),
  } as unknown as Dialect;
  const channel = new Channel({
    ...{ runId: 'run', agent: 'agent', cwd: '/w', clock, refusal: () => undefined, say: () => {} },
    guard: (call) => call(),
    isSuspended: () => false,
    onAnswer: (answer) => given.push(answer),
    onWarning: (message) => notes.push(`warning: ${message}`),
  });
  channel.attach(dialect);
  channel.told.open('q', AN_APPROVAL);
  if (isTold) {
    channel.told.note(EVENTS[asked.kind]);
  }
  const policy = new AnswerPolicy({
    ...{ channel, time: clock, approvalMode: 'prompt' },
    cwd: '/work',
    ...{
      interactionTimeoutMs: 0,
      interactionGraceMs: 10,
      isLeaving: () => false,
      isHeard: () => false,
    },
    onWarning: (message) => notes.push(`warning: ${message}`),
    onStuck: (message) => notes.push(`stuck: ${message}`),
    ...more,
  });
  return { clock, given, notes, channel, policy, pending };
}

const denial = (reason: string, rule: string) => ({
  ...{ key: 'q', interactionId: 'run-i0', response: { type: 'deny', reason }, by: { kind: 'policy', rule } },
});
const silent = (response: object, rule: string) => ({ key: 'q', response, by: { kind: 'policy', rule } });

describe('a question', () => {
  it('that nobody can answer is denied after the grace, and not before', () => {
    const { clock, given, policy } = setUp();
    policy.ask('q');
    clock.pass(9);
    expect(given).toEqual([]);
    clock.pass(1);
    expect(given).toEqual([denial('nobody is listening', 'nobody-listens')]);
  });

  it('that somebody begins to listen to in the grace is theirs', () => {
    const { clock, given, channel, policy } = setUp();
    policy.ask('q');
    const seen = vi.fn();
    channel.onPending(seen);
    clock.pass(60_000);
    expect([given, seen.mock.calls.length]).toEqual([[], 1]);
  });

  it.each<[string, Setting]>([
    ['in mode deny', { approvalMode: 'deny' }],
    ['of a run that ends', { isLeaving: () => true }],
  ])('%s is denied at once, whoever listens', (_what, setting) => {
    const callback = vi.fn();
    const { given, policy } = setUp({ ...setting, isHeard: () => true, onApprovalRequest: callback });
    policy.ask('q');
    expect(given).toEqual([
      setting.approvalMode === 'deny'
        ? denial('approvalMode is deny', 'approval-mode')
        : denial('the run is ending', 'stopping'),
    ]);
    expect(callback).not.toHaveBeenCalled();
  });

  it.each<[string, Interaction, string]>([
    ['an approval', APPROVAL, 'approval_request'],
    ['words', WORDS, 'input_required'],
  ])('for %s waits for whoever hears its event, for as long as it takes', (_what, asked, heard) => {
    const { clock, given, policy } = setUp({ asked, isHeard: (type) => type === heard });
    policy.ask('q');
    clock.pass(60_000);
    expect(given).toEqual([]);
    const deaf = setUp({ asked, isHeard: (type) => type !== heard });
    deaf.policy.ask('q');
    deaf.clock.pass(10);
    expect(deaf.given).toHaveLength(1);
  });

  it.each([1, 100])('that is not answered within %i ms is denied then, and not before', (interactionTimeoutMs) => {
    const { clock, given, policy } = setUp({ isHeard: () => true, interactionTimeoutMs });
    policy.ask('q');
    clock.pass(interactionTimeoutMs - 1);
    expect(given).toEqual([]);
    clock.pass(1);
    expect(given).toEqual([denial(`nobody answered within ${interactionTimeoutMs} ms`, 'timeout')]);
  });

  it('that was answered has no timer left', async () => {
    const { clock, given, channel, policy } = setUp({ isHeard: () => true, interactionTimeoutMs: 100 });
    policy.ask('q');
    await channel.respond('run-i0', { type: 'approve' });
    clock.pass(1_000);
    expect(given.map(({ response }) => response)).toEqual([{ type: 'approve' }]);
  });

  it('is asked once, and not at all where the dialect has it no longer', () => {
    const { given, policy, pending } = setUp({ approvalMode: 'deny' });
    pending.delete('q');
    policy.ask('q');
    expect(given).toEqual([]);
  });
});

describe('a callback', () => {
  const program = (response: object, rule: object = {}) => ({
    ...{ key: 'q', interactionId: 'run-i0', response, by: { kind: 'program', ...rule } },
  });
  const says = (answer: unknown): Setting => ({ onApprovalRequest: async () => answer as 'approve' });

  it.each<[string, Setting, object]>([
    ['grants', { onApprovalRequest: async () => 'approve' as const }, program({ type: 'approve' })],
    ['denies', { onApprovalRequest: async () => 'deny' as const }, program({ type: 'deny' })],
    ['says words', { asked: WORDS, onInputRequired: async () => 'Red' }, program({ type: 'text', text: 'Red' })],
    [
      'grants nothing with another word',
      { onApprovalRequest: async () => 'yes' as unknown as 'approve' },
      program({
        type: 'deny',
        reason: 'onApprovalRequest returned "yes", which is none of "approve", "deny" and "ask"',
      }),
    ],
    ['grants by a rule', says({ decision: 'approve', rule: 'tests' }), program({ type: 'approve' }, { rule: 'tests' })],
    ['denies without a rule', says({ decision: 'deny' }), program({ type: 'deny' })],
    [
      'denies by a rule, and says why',
      says({ decision: 'deny', rule: 'secrets', reason: 'no secrets' }),
      program({ type: 'deny', reason: 'no secrets' }, { rule: 'secrets' }),
    ],
    [
      'grants nothing with another decision',
      says({ decision: 'allow', rule: 'tests' }),
      program({
        type: 'deny',
        reason: 'onApprovalRequest returned the decision "allow", which is none of "approve", "deny" and "ask"',
      }),
    ],
    [
      'grants nothing without a decision',
      says({ approve: true }),
      program({
        type: 'deny',
        reason: 'onApprovalRequest returned the decision undefined, which is none of "approve", "deny" and "ask"',
      }),
    ],
    [
      'grants nothing by a rule that has no name',
      says({ decision: 'approve', rule: 7 }),
      program({ type: 'deny', reason: 'onApprovalRequest returned `rule` as 7, which is no string' }),
    ],
    [
      'grants no more than it said, where that is not offered',
      { onApprovalRequest: async () => 'approve' as const, asked: { ...APPROVAL, scopes: ['session'] } },
      program({
        type: 'deny',
        reason:
          'the answer of the callback could not be given: agent cannot grant "Use a tool: ls" for this one time: its scopes are session.',
      }),
    ],
    [
      'grants nothing where nothing is offered',
      { onApprovalRequest: async () => 'approve' as const, asked: { ...APPROVAL, scopes: [] } },
      program({
        type: 'deny',
        reason:
          'the answer of the callback could not be given: agent cannot grant "Use a tool: ls" for this one time: it offers no grant.',
      }),
    ],
    [
      'is told what the agent cannot take',
      {
        onInputRequired: async () => 'Red',
        asked: WORDS,
        reply: ({ type }) => (type === 'text' ? 'unsupported' : { write: [] }),
      },
      program({
        type: 'deny',
        reason: 'the answer of the callback could not be given: agent cannot take the answer "text" to "Which?".',
      }),
    ],
    [
      'that fails denies',
      { onApprovalRequest: async () => Promise.reject(new Error('Oh.')) },
      denial('the callback failed: Oh.', 'callback-failed'),
    ],
    [
      'has nothing to look at where the event is gone',
      { onApprovalRequest: async () => 'approve' as const, isTold: false },
      denial('its event is gone', 'callback-failed'),
    ],
    [
      'of words whose event is gone denies',
      { asked: WORDS, onInputRequired: async () => 'Red', isTold: false },
      denial('its event is gone', 'callback-failed'),
    ],
  ])('%s', async (_what, setting, answer) => {
    const { given, policy, clock } = setUp(setting);
    policy.ask('q');
    await vi.waitFor(() => expect(given).toEqual([answer]));
    clock.pass(60_000);
    expect(given).toHaveLength(1);
  });

  it.each(['ask', { decision: 'ask', rule: 'look', reason: 'unknown' }])(
    'that says %j leaves it to whoever listens',
    async (answer) => {
      const { given, policy, clock, channel } = setUp({ ...says(answer), isHeard: () => true });
      policy.ask('q');
      await new Promise(setImmediate);
      clock.pass(60_000);
      expect(given).toEqual([]);
      await channel.respond('run-i0', { type: 'approve' });
      expect(given).toEqual([program({ type: 'approve' })]);
    },
  );

  it('that asks where nobody listens is as none: it is denied after the grace', async () => {
    const { given, policy, clock } = setUp(says('ask'));
    policy.ask('q');
    await new Promise(setImmediate);
    clock.pass(9);
    expect(given).toEqual([]);
    clock.pass(1);
    expect(given).toEqual([denial('nobody is listening', 'nobody-listens')]);
  });

  it('that asks is beside somebody who begins to listen in the grace, and is told once', async () => {
    const { given, policy, clock, channel } = setUp(says('ask'));
    policy.ask('q');
    await new Promise(setImmediate);
    const seen = vi.fn();
    channel.onPending(seen);
    clock.pass(60_000);
    expect([given, seen.mock.calls.length]).toEqual([[], 1]);
  });

  it('is told in which folder the run works', async () => {
    const callback = vi.fn(async () => 'deny' as const);
    const { policy } = setUp({ onApprovalRequest: callback });
    policy.ask('q');
    expect(callback).toHaveBeenCalledWith(expect.objectContaining({ type: 'approval_request' }), { cwd: '/work' });
  });

  it('of the other kind answers nothing', () => {
    const { given, policy, clock } = setUp({ onInputRequired: async () => 'Red' });
    policy.ask('q');
    clock.pass(10);
    expect(given).toEqual([denial('nobody is listening', 'nobody-listens')]);
  });

  it('that comes late changes nothing, and no fault is told', async () => {
    const { promise, resolve } = withResolver();
    const { given, channel, notes, policy } = setUp({ onApprovalRequest: () => promise });
    policy.ask('q');
    await channel.respond('run-i0', { type: 'deny' });
    resolve('approve');
    await promise;
    await new Promise(setImmediate);
    expect([given.map(({ response }) => response), notes]).toEqual([[{ type: 'deny' }], []]);
  });

  it('is beside whoever is told of each question', () => {
    const seen = vi.fn();
    const { channel, policy } = setUp({ onApprovalRequest: async () => 'approve' as const });
    channel.onPending(seen);
    policy.ask('q');
    expect(seen).toHaveBeenCalledTimes(1);
  });
});

describe('what is never shown', () => {
  it('is granted in silence', () => {
    const { given, notes, policy } = setUp();
    policy.approveSilently('q');
    expect([given, notes]).toEqual([[silent({ type: 'approve' }, 'approval-mode')], []]);
  });

  it('is granted as little as the agent offers', () => {
    const reply = (answer: InteractionResponse): Reply =>
      answer.type === 'approve' && answer.scope === undefined ? 'unsupported' : { write: [] };
    const { given, notes, policy } = setUp({ reply });
    policy.approveSilently('q');
    expect([given, notes]).toEqual([[silent({ type: 'approve', scope: 'session' }, 'approval-mode')], []]);
  });

  it('is denied where it cannot be granted, with a warning', () => {
    const { given, notes, policy } = setUp({
      reply: ({ type }) => (type === 'approve' ? 'unsupported' : { write: [] }),
    });
    policy.approveSilently('q');
    const reason = 'it cannot be granted automatically';
    expect([given, notes]).toEqual([
      [silent({ type: 'deny', reason }, 'approval-mode')],
      ['warning: An approval could not be granted automatically, and was denied.'],
    ]);
  });

  it('is stuck where the agent takes neither', () => {
    const { given, notes, policy } = setUp({ reply: () => 'unsupported' });
    policy.approveSilently('q');
    expect([given, notes]).toEqual([
      [],
      [
        'stuck: A question of the agent could not be denied (it cannot be granted automatically): The agent takes neither a grant nor a denial.',
      ],
    ]);
  });

  it('is gone where the agent has withdrawn it', () => {
    const { notes, policy } = setUp({ reply: () => 'gone' });
    policy.approveSilently('q');
    policy.refuse('q', 'late');
    expect(notes).toEqual([]);
  });

  it('is refused while nothing is granted, and nobody is told where that is not taken', () => {
    const taken = setUp();
    taken.policy.refuse('q', 'the run is ending');
    expect(taken.given).toEqual([silent({ type: 'deny', reason: 'the run is ending' }, 'stopping')]);
    const left = setUp({ reply: () => 'unsupported' });
    left.policy.refuse('q', 'the run is ending');
    expect([left.given, left.notes]).toEqual([[], []]);
  });

  it.each<[string, Reply, Partial<Record<'given' | 'notes', readonly unknown[]>>]>([
    [
      'is denied where nobody can hear of it',
      { write: [] },
      { given: [silent({ type: 'deny', reason: 'its event is none' }, 'nobody-listens')] },
    ],
    ['and of which nobody can hear is left where the agent has withdrawn it', 'gone', {}],
    [
      'and of which nobody can hear is stuck where the agent takes no denial',
      'unsupported',
      {
        notes: [
          'stuck: A question of the agent could not be denied (its event is none): The agent takes no denial of it.',
        ],
      },
    ],
  ])('%s', (_what, reply, told) => {
    const { given, notes, policy } = setUp({ reply: () => reply });
    policy.refuseUntold('q', 'its event is none');
    expect({ given, notes }).toEqual({ given: [], notes: [], ...told });
  });
});

it('a question that is over in the stream is refused once, where the agent still asks it', () => {
  const { given, channel, policy } = setUp();
  policy.refuseOverdue();
  expect(given).toEqual([]);
  channel.told.settle('q');
  policy.refuseOverdue();
  policy.refuseOverdue();
  expect(given).toEqual([silent({ type: 'deny', reason: 'the question was over already' }, 'stopping')]);
});

it('a question that cannot even be denied is told, since the agent would wait for ever', () => {
  const { notes, policy } = setUp({ approvalMode: 'deny', reply: () => 'unsupported' });
  policy.ask('q');
  expect(notes).toEqual([
    expect.stringMatching(
      /^stuck: .*could not be denied \(approvalMode is deny\): agent cannot take the answer "deny"/,
    ),
  ]);
});

function withResolver() {
  let resolve: (answer: 'approve' | 'deny') => void = () => {};
  const promise = new Promise<'approve' | 'deny'>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

describe('a callback that fails', () => {
  const unreadable = (): object => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  };

  it.each([
    ['with an error about another question', () => new AgentMuxError('NO_PENDING_INTERACTION', 'Gone.'), 'Gone.'],
    ['with what nobody can look into', unreadable, 'something that cannot be told in words'],
  ])('%s is a denial', async (_, thrown, words) => {
    for (const asked of [APPROVAL, WORDS]) {
      const fails = async (): Promise<never> => {
        throw thrown();
      };
      const { given, policy } = setUp({ asked, onApprovalRequest: fails, onInputRequired: fails });
      policy.ask('q');
      await vi.waitFor(() => expect(given).toEqual([denial(`the callback failed: ${words}`, 'callback-failed')]));
    }
  });
});
