import { describe, expect, it } from 'vitest';
import type { Dialect, Interaction, InteractionResponse, Question } from '../adapter/dialect.ts';
import { AgentMuxError } from '../errors.ts';
import { createManualClock } from '../run/testing/manual-clock.ts';
import { Channel, type ChannelOptions } from './channel.ts';
import type { GivenAnswer } from './given-answer.ts';
import { AN_APPROVAL } from './testing/an-approval.ts';
import { catching } from './testing/catching.ts';

const COLOR: Question = { id: 'color', question: 'Which colour?' };
const SIZE: Question = { id: 'size', question: 'Which size?' };

function setUp(questions: readonly Question[], more: Partial<Interaction> = {}) {
  const taken: InteractionResponse[] = [];
  const asked: Interaction = { kind: 'input', detail: 'Which?', questions, ...more };
  const state = { sessionId: null, busy: true, turn: true, clean: false, pending: new Map([['q', asked]]) };
  const respond: Dialect['respond'] = (_key, answer) => {
    taken.push(answer);
    return { write: [] };
  };
  const dialect: Dialect = {
    state,
    respond,
    streams: { text: true, thinking: true, toolInput: true },
    open: () => ({ write: [] }),
    close: () => ({ write: [] }),
    interrupt: () => ({ write: [] }),
    prompt: () => ({ write: [] }),
    steer: () => undefined,
    parseEvent: () => ({ drafts: [], write: [] }),
    exit: () => ({ drafts: [] }),
  };
  const options = { runId: 'run', agent: 'agent', cwd: '/w', clock: createManualClock() };
  const channel = new Channel({
    ...options,
    refusal: () => undefined,
    isSuspended: () => false,
    say: () => {},
    guard: (call) => call(),
    onWarning: () => {},
  });
  channel.attach(dialect);
  channel.told.open('q', AN_APPROVAL);
  const id = channel.take('q')?.id ?? '';
  return { channel, dialect, taken, answer: (response: InteractionResponse) => channel.respond(id, response) };
}

it.each<[string, readonly Question[], InteractionResponse, readonly unknown[]]>([
  [
    'ids that nobody asked for',
    [COLOR, SIZE],
    { type: 'answers', answers: { color: 'Red', colour: 'Blue', shape: ['round'] } },
    [
      { field: 'answers["colour"]', received: 'Blue', expected: 'one of "color", "size"' },
      { field: 'answers["shape"]', received: ['round'], expected: 'one of "color", "size"' },
    ],
  ],
  [
    'one id that nobody asked for',
    [COLOR, SIZE],
    { type: 'answers', answers: { shape: 'round' } },
    [{ field: 'answers["shape"]', received: 'round', expected: 'one of "color", "size"' }],
  ],
  [
    'one text for several questions',
    [COLOR, SIZE],
    { type: 'text', text: 'Red' },
    [{ field: 'type', received: 'text', expected: 'answers' }],
  ],
])('refuses %s, and leaves the question open', async (_what, questions, response, fields) => {
  const { channel, taken, answer } = setUp(questions);
  await expect(answer(response)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('"color", "size"'),
    fields,
  });
  expect(taken).toEqual([]);
  expect(channel.pending).toHaveLength(1);
});

const FORM = { type: 'object', properties: { color: { type: 'string' }, size: { type: 'string' } } };

it.each<[string, InteractionResponse]>([
  ['a field that it does not have', { type: 'answers', answers: { color: 'Red', shape: 'round' } }],
  ['one text for several fields', { type: 'text', text: 'Red' }],
])('of a form refuses %s, names those that there are, and leaves it open', async (_what, response) => {
  const { channel, taken, answer } = setUp([], { schema: FORM });
  await expect(answer(response)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('"color", "size"'),
  });
  expect([taken, channel.pending.length]).toEqual([[], 1]);
  await answer({ type: 'answers', answers: { color: 'Red' } });
  expect(taken).toEqual([{ type: 'answers', answers: { color: 'Red' } }]);
});

it.each<[string, readonly Question[], InteractionResponse, InteractionResponse]>([
  ['a text', [COLOR], { type: 'text', text: 'Red' }, { type: 'text', text: 'Red' }],
  [
    'answers by id and by text',
    [COLOR, SIZE],
    { type: 'answers', answers: { color: 'Red', 'Which size?': ['S', 'M'] } },
    { type: 'answers', answers: { color: 'Red', size: ['S', 'M'] } },
  ],
  ['a denial of several', [COLOR, SIZE], { type: 'deny' }, { type: 'deny' }],
  [
    'what fits no question where none is named',
    [],
    { type: 'answers', answers: { a: 'b' } },
    { type: 'answers', answers: { a: 'b' } },
  ],
])('hands on %s', async (_what, questions, response, expected) => {
  const { channel, taken, answer } = setUp(questions);
  await answer(response);
  expect(taken).toEqual([expected]);
  expect(channel.pending).toEqual([]);
});

const APPROVAL: Interaction = { kind: 'approval', action: 'Run', detail: 'ls', toolName: 'Bash', riskLevel: 'high' };
const WORDS: Interaction = { kind: 'input', detail: 'Which?' };

/** Makes a channel with these questions open, under the keys q0, q1 and so on. */
function open(
  asked: readonly Interaction[],
  reply: Dialect['respond'] = () => ({ write: ['w'] }),
  more: Partial<ChannelOptions> = {},
) {
  const pending = new Map(asked.map((each, at) => [`q${at}`, each]));
  const dialect = {
    ...setUp([]).dialect,
    respond: reply,
    state: { sessionId: null, busy: true, turn: true, clean: false, pending },
  };
  const given: GivenAnswer[] = [];
  const log: string[] = [];
  const channel = new Channel({
    ...{ runId: 'run', agent: 'agent', cwd: '/w', clock: createManualClock(), refusal: () => undefined },
    isSuspended: () => false,
    onAnswer: (answer) => given.push(answer),
    say: ({ write }) => log.push(...write),
    guard: (call) => call(),
    onWarning: (message) => log.push(`warning: ${message}`),
    ...more,
  });
  channel.attach(dialect);
  const taken = [...pending.keys()].map((key) => {
    channel.told.open(key, AN_APPROVAL);
    return channel.take(key);
  });
  return { channel, pending, dialect, given, log, taken };
}
const idsOf = (channel: Channel) => channel.open.map(({ id }) => id);

describe('what is pending', () => {
  it('is told in full, and with what is usual where the dialect says nothing', () => {
    const { channel } = open([
      {
        ...APPROVAL,
        context: 'to see',
        toolCallId: 't1',
        input: undefined,
        scopes: ['once', 'session'],
        acceptsUpdatedInput: true,
      },
      { kind: 'approval', detail: 'ls', toolKind: 'execute', command: 'ls', cwd: 'sub', paths: ['a'], input: { c: 1 } },
      { ...WORDS, source: 'tool', context: 'c', questions: [COLOR], schema: {} },
      WORDS,
    ]);
    const usual = { runId: 'run', createdAt: expect.any(Number), scopes: ['once'], acceptsUpdatedInput: false };
    expect(channel.pending).toStrictEqual([
      {
        ...{ ...usual, id: 'run-i0', type: 'approval', description: 'Run: ls', toolCallId: 't1', input: undefined },
        ...{ scopes: ['once', 'session'], acceptsUpdatedInput: true },
        detail: { kind: 'approval', action: 'Run', toolName: 'Bash', riskLevel: 'high', context: 'to see' },
      },
      {
        ...{ ...usual, id: 'run-i1', type: 'approval', description: 'Use a tool: ls', input: { c: 1 } },
        detail: {
          kind: 'approval',
          action: 'Use a tool',
          toolName: undefined,
          riskLevel: 'medium',
          context: undefined,
          ...{ toolKind: 'execute', command: 'ls', cwd: '/w/sub', paths: ['/w/sub/a'], input: { c: 1 } },
        },
      },
      {
        ...{ ...usual, id: 'run-i2', type: 'input', description: 'Which?', questions: [COLOR], schema: {} },
        detail: { kind: 'input', question: 'Which?', context: 'c', source: 'tool' },
      },
      {
        ...{ ...usual, id: 'run-i3', type: 'input', description: 'Which?' },
        detail: { kind: 'input', question: 'Which?', context: undefined, source: 'agent' },
      },
    ]);
  });

  it('is taken up once, and not without an id or a question', () => {
    const { channel, taken } = open([APPROVAL]);
    expect([taken[0]?.id, channel.take('q0'), channel.take('other')]).toEqual(['run-i0', undefined, undefined]);
    channel.told.open('other', AN_APPROVAL);
    expect(channel.take('other')).toBeUndefined();
  });

  it.each<[string, (channel: Channel) => void]>([
    ['whose event has not come out', () => {}],
    [
      'that is over in the stream',
      ({ told }) => {
        told.open('next', AN_APPROVAL);
        told.settle('next');
      },
    ],
  ])('is nothing %s, though the dialect has it', (_what, tell) => {
    const { channel, pending } = open([APPROVAL]);
    pending.set('next', APPROVAL);
    tell(channel);
    expect([channel.take('next'), idsOf(channel)]).toEqual([undefined, ['run-i0']]);
  });

  it('is dropped, and says so, as soon as the next question comes after the agent has withdrawn it', () => {
    const { channel, pending } = open([APPROVAL]);
    const gone: string[] = [];
    channel.onGone('run-i0', () => gone.push('i0'));
    pending.delete('q0');
    pending.set('next', APPROVAL);
    channel.told.open('next', AN_APPROVAL);
    channel.take('next');
    expect([gone, idsOf(channel)]).toEqual([['i0'], ['run-i1']]);
  });

  it('is no longer what the dialect has dropped, or asked anew under the same key', () => {
    const { channel, pending } = open([APPROVAL, WORDS]);
    pending.delete('q0');
    channel.prune();
    expect(idsOf(channel)).toEqual(['run-i1']);
    channel.told.open('q1', AN_APPROVAL);
    expect(channel.take('q1')?.id).toBe('run-i2');
    expect(idsOf(channel)).toEqual(['run-i2']);
  });

  it('is gone with its attempt and with its process, and says so', () => {
    const gone: string[] = [];
    const { channel, dialect } = open([APPROVAL, WORDS]);
    channel.onGone('run-i0', () => gone.push('i0'));
    channel.attach({ ...dialect, state: { ...dialect.state, pending: new Map([['q1', WORDS]]) } });
    expect([gone, idsOf(channel)]).toEqual([['i0'], ['run-i1']]);
    channel.onGone('run-i1', () => gone.push('i1'));
    channel.close();
    channel.onGone('run-i1', () => gone.push('late'));
    expect([gone, idsOf(channel)]).toEqual([['i0', 'i1', 'late'], []]);
    expect(channel.answerSilently('q1', { type: 'deny' }, { kind: 'program' })).toBe('gone');
  });

  it('has a reader once somebody has looked, or is called', () => {
    const { channel } = open([]);
    const before = channel.hasReader;
    const stop = channel.onPending(() => {});
    const during = channel.hasReader;
    stop();
    const after = channel.hasReader;
    void channel.open;
    const looked = channel.hasReader;
    void channel.pending;
    expect([before, during, after, looked, channel.hasReader]).toEqual([false, true, false, false, true]);
  });

  it('is announced to functions alone, which what is none is told', () => {
    const { channel } = open([]);
    expect(() => channel.onPending('f' as never)).toThrow('onPending(): `handler` is "f", but must be a function.');
  });

  it('is announced to everybody, whoever fails', async () => {
    const { channel, log, taken } = open([APPROVAL]);
    const seen: string[] = [];
    channel.onPending(() => {
      throw new Error('one');
    });
    channel.onPending((async () => {
      throw new Error('two');
    }) as () => void);
    channel.onPending(({ id }) => seen.push(id));
    if (taken[0] !== undefined) {
      channel.announce(taken[0]);
    }
    await new Promise(setImmediate);
    expect([seen, log]).toEqual([
      ['run-i0'],
      ['warning: An onPending handler failed: one', 'warning: An onPending handler failed: two'],
    ]);
  });
});

it('is announced to those who listen as it opens: not to one that is added then, nor to one that is taken off', () => {
  const { channel, taken } = open([APPROVAL]);
  const seen: string[] = [];
  const listen = (): void => {
    const stop = channel.onPending(() => {
      seen.push('again');
      stop();
      listen();
    });
  };
  listen();
  channel.onPending(() => takeOff());
  const takeOff = channel.onPending(() => seen.push('taken off'));
  if (taken[0] !== undefined) {
    channel.announce(taken[0]);
  }
  expect(seen).toEqual(['again']);
});

describe('what is over in the stream while the agent still asks it', () => {
  it('is found once, each question of its own', () => {
    const { channel } = open([APPROVAL, APPROVAL, APPROVAL]);
    channel.told.settle('q0');
    channel.told.settle('q1');
    expect(channel.takeOverdue()).toEqual(['q0', 'q1']);
    channel.told.settle('q2');
    expect([channel.takeOverdue(), channel.takeOverdue()]).toEqual([['q2'], []]);
  });

  it('waits while nothing is granted', () => {
    const refusal: { reason?: string } = { reason: 'the turn is interrupted' };
    const { channel } = open([APPROVAL], undefined, { refusal: () => refusal.reason });
    channel.told.settle('q0');
    expect(channel.takeOverdue()).toEqual([]);
    delete refusal.reason;
    expect(channel.takeOverdue()).toEqual(['q0']);
  });

  it('is nothing once the process has gone', () => {
    const { channel } = open([APPROVAL]);
    channel.told.settle('q0');
    channel.close();
    expect(channel.takeOverdue()).toEqual([]);
  });
});

describe('an answer', () => {
  const fails = (code: string, words: string) => ({ code, message: expect.stringContaining(words) });

  it('is handed over once, with who gave it', async () => {
    const { channel, given, log } = open([APPROVAL]);
    expect(channel.wasAnswered).toBe(false);
    await channel.respond('run-i0', { type: 'approve' });
    expect([given, log, channel.wasAnswered]).toEqual([
      [{ key: 'q0', interactionId: 'run-i0', response: { type: 'approve' }, by: { kind: 'program' } }],
      ['w'],
      true,
    ]);
    await expect(channel.respond('run-i0', { type: 'approve' })).rejects.toMatchObject(
      fails(
        'NO_PENDING_INTERACTION',
        'no open interaction "run-i0": it was answered, withdrawn, or never existed. Open now: none.',
      ),
    );
  });

  it('to nothing names what is open', async () => {
    const { channel } = open([APPROVAL, WORDS]);
    await expect(channel.respond('other', { type: 'deny' })).rejects.toMatchObject(
      fails('NO_PENDING_INTERACTION', 'Open now: run-i0, run-i1.'),
    );
  });

  it('to what the dialect has dropped comes too late', async () => {
    const { channel, pending } = open([APPROVAL]);
    pending.clear();
    await expect(channel.respond('run-i0', { type: 'deny' })).rejects.toMatchObject(
      fails('NO_PENDING_INTERACTION', 'none'),
    );
    const gone = open([APPROVAL], () => 'gone');
    await expect(gone.channel.respond('run-i0', { type: 'deny' })).rejects.toMatchObject(
      fails('NO_PENDING_INTERACTION', 'run-i0'),
    );
  });

  it.each<[string, Interaction, InteractionResponse, string]>([
    ['with another input', APPROVAL, { type: 'approve', input: {} }, 'agent takes no other input for "Run: ls"'],
    [
      'for the session',
      APPROVAL,
      { type: 'approve', scope: 'session' },
      'cannot grant "Run: ls" for the session: its scopes are once.',
    ],
  ])('%s that was not offered is refused, and the question stays open', async (_what, asked, response, words) => {
    const { channel, given } = open([asked]);
    await expect(channel.respond('run-i0', response)).rejects.toMatchObject(fails('CAPABILITY_ERROR', words));
    expect([given, idsOf(channel)]).toEqual([[], ['run-i0']]);
    const offered = open([{ ...asked, scopes: ['once', 'session'], acceptsUpdatedInput: true }]);
    await offered.channel.respond('run-i0', response);
    expect(offered.given).toHaveLength(1);
  });

  it('that the agent cannot take leaves the question open', async () => {
    const { channel } = open([WORDS], () => 'unsupported');
    await expect(channel.respond('run-i0', { type: 'approve' })).rejects.toMatchObject(
      fails('CAPABILITY_ERROR', 'agent cannot take the answer "approve" to "Which?". It is still open.'),
    );
    expect([idsOf(channel), channel.wasAnswered]).toEqual([['run-i0'], false]);
  });

  it('of a grant has an input of the same kind, or none', async () => {
    const asked: Interaction = { ...APPROVAL, input: {}, acceptsUpdatedInput: true };
    const same = open([asked]);
    await same.channel.respond('run-i0', { type: 'approve' });
    expect(same.given).toHaveLength(1);
    const { channel } = open([asked]);
    await expect(channel.respond('run-i0', { type: 'approve', input: 'ls' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      fields: [{ field: 'input', received: 'ls', expected: 'an object' }],
    });
    const free = open([{ ...asked, input: 'text' }]);
    await free.channel.respond('run-i0', { type: 'approve', input: 'ls' });
    expect(free.given).toHaveLength(1);
  });

  it('that is none is refused before anything else', async () => {
    const { channel } = open([APPROVAL]);
    await expect(channel.respond('other', { type: 'text' } as InteractionResponse)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'respond(): `response.text` is missing; it must be a string. The question is still open.',
    });
  });

  it('is not taken while the run is being stopped', async () => {
    const { channel, given } = open([APPROVAL], undefined, { refusal: () => 'the run is ending' });
    const words = 'the run is ending, and whatever was open is denied.';
    await expect(channel.respond('run-i0', { type: 'approve' })).rejects.toMatchObject(
      fails('NO_PENDING_INTERACTION', `"run-i0" cannot be answered: ${words}`),
    );
    await expect(channel.approveAll()).rejects.toMatchObject(
      fails('NO_PENDING_INTERACTION', `Nothing can be answered: ${words}`),
    );
    expect(given).toEqual([]);
  });
});

describe('all that is open', () => {
  it('is granted where it is an approval', async () => {
    const { channel, given } = open([APPROVAL, WORDS]);
    await channel.approveAll();
    expect([given.map(({ key, response }) => [key, response]), idsOf(channel)]).toEqual([
      [['q0', { type: 'approve' }]],
      ['run-i1'],
    ]);
  });

  it.each([
    [undefined, { type: 'deny' }],
    ['no', { type: 'deny', reason: 'no' }],
  ])('is denied, with the reason that was given: %s', async (reason, response) => {
    const { channel, given } = open([APPROVAL, WORDS]);
    await channel.denyAll(reason);
    expect(given.map((each) => [each.key, each.response])).toEqual([
      ['q0', response],
      ['q1', response],
    ]);
  });

  it('is answered although one is gone, and the first or only one that could not be is told', async () => {
    const withdrawn = open([APPROVAL, APPROVAL], (key) => (key === 'q0' ? 'gone' : { write: [] }));
    await withdrawn.channel.approveAll();
    expect(withdrawn.given.map(({ key }) => key)).toEqual(['q1']);
    const single = open([APPROVAL], () => 'unsupported');
    await expect(single.channel.approveAll()).rejects.toMatchObject({ code: 'CAPABILITY_ERROR' });
    const another = { ...APPROVAL, detail: 'other' };
    const stubborn = open([APPROVAL, another, APPROVAL], (key) => (key === 'q2' ? { write: [] } : 'unsupported'));
    const error: unknown = await stubborn.channel.approveAll().catch((reason: unknown) => reason);
    expect([AgentMuxError.isInstance(error) && error.code, stubborn.given.map(({ key }) => key)]).toEqual([
      'CAPABILITY_ERROR',
      ['q2'],
    ]);
    expect(error).toMatchObject({ message: expect.stringContaining('"Run: ls"') });
  });

  it('is not denied for a reason that is no text', async () => {
    const { channel, given } = open([APPROVAL]);
    await expect(channel.denyAll(7 as never)).rejects.toThrow('denyAll(): `reason` is 7, but must be a string.');
    expect([given, idsOf(channel)]).toEqual([[], ['run-i0']]);
  });
});

it.each<[Dialect['respond'], string]>([
  [() => ({ write: [] }), 'answered'],
  [() => 'gone', 'gone'],
  [() => 'unsupported', 'unsupported'],
])('what is shown to nobody is answered, or it is said why not', (reply, outcome) => {
  const { channel, given } = open([APPROVAL], reply);
  expect(channel.answerSilently('q0', { type: 'deny' }, { kind: 'program' })).toBe(outcome);
  expect([given.length, channel.wasAnswered]).toEqual(outcome === 'answered' ? [1, true] : [0, false]);
});

it('is answered although something of the question itself fails, which is reported', async () => {
  const faults: unknown[] = [];
  const guard = catching((error) => faults.push(error));
  const { channel, pending, given } = open([APPROVAL, APPROVAL], undefined, { guard });
  const broken = new Error('It is broken.');
  for (const id of idsOf(channel)) {
    channel.onGone(id, () => {
      throw broken;
    });
  }
  const heard: string[] = [];
  channel.onGone('run-i0', () => heard.push('gone'));
  pending.delete('q0');
  await channel.respond('run-i1', { type: 'approve' });
  expect([given.map(({ key }) => key), faults, heard]).toEqual([['q1'], [broken, broken], ['gone']]);
});
