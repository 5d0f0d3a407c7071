import { describe, expect, it } from 'vitest';
import type { EventDraft } from '../adapter/index.ts';
import { Conversation } from './conversation.ts';
import type { ConversationOptions } from './conversation-options.ts';
import { RunStatus } from './run-status.ts';
import { createScriptedDialect, QUESTION, saying, script } from './testing/scripted-dialect.ts';

const OUT = { source: 'stdout' } as const;
const IN = { source: 'stdin' } as const;

/** A conversation, and all that it has done in its order. */
function setUp(changes: Partial<ConversationOptions> = {}) {
  const done: unknown[][] = [];
  const note =
    (what: string) =>
    (...given: unknown[]): void =>
      void done.push([what, ...given]);
  const dialect = createScriptedDialect();
  const status = new RunStatus(true);
  const conversation: Conversation = new Conversation({
    dialect,
    status,
    approvalMode: 'prompt',
    assembler: {
      push: (draft: EventDraft, now: number, raw?: string) => done.push(['push', draft, now, raw]),
      goOn: (draft: EventDraft, now: number) => done.push(['goOn', draft, now]) > 0,
    } as never,
    write: note('write'),
    asked: note('asked'),
    refused: note('refused'),
    untold: note('untold'),
    toRun: note('toRun'),
    autoApprove: note('autoApprove'),
    ...changes,
  });
  /** What was done since this was asked last. */
  const taken = (): unknown[][] => done.splice(0);
  return { conversation, dialect, status, done, taken, note };
}

const ASKS: EventDraft = { type: 'approval_request', key: 'k', action: 'run', detail: 'rm', riskLevel: 'low' };
const WANTS: EventDraft = { type: 'input_required', key: 'k', question: 'Which?', source: 'agent' };
const GRANTED: EventDraft = { type: 'approval_granted', key: 'k' };
const DENIED: EventDraft = { type: 'approval_denied', key: 'k' };
const UNREADABLE: EventDraft = { type: 'error', code: 'PARSE_ERROR', message: 'what?', recoverable: true };
const TURN: EventDraft = { type: 'turn_start' };

describe('one more piece of a message', () => {
  const PIECE: EventDraft = { type: 'text_delta', delta: 'a' };

  /** In a turn that has begun. */
  function inTurn(changes: Partial<ConversationOptions> = {}) {
    const all = setUp(changes);
    Object.assign(all.dialect.state, { busy: true, turn: true });
    all.conversation.receive(saying(TURN), OUT, 4);
    all.taken();
    return all;
  }

  it('goes on with it, and nothing is told to be done', () => {
    const { conversation, taken, note } = inTurn();
    const told = inTurn({ told: note('told') });
    taken();
    expect(conversation.receive(saying(PIECE), OUT, 5)).toBe(true);
    expect(taken()).toEqual([['goOn', PIECE, 5]]);
    expect([told.conversation.receive(saying(PIECE), OUT, 5), taken()]).toEqual([true, []]);
    expect([told.conversation.receive(saying(TURN), OUT, 5), taken()]).toEqual([false, [['told']]]);
  });

  it('does not hold up what is said to the CLI', () => {
    const { conversation, taken } = inTurn();
    conversation.receive(saying(PIECE), OUT, 5);
    conversation.say({ write: ['hello'] }, 6);
    expect(taken().slice(1)).toEqual([['write', 'hello']]);
  });

  it('lets what is said because of it follow at once', () => {
    const { conversation, taken, note } = inTurn({
      assembler: {
        push: () => {},
        goOn: () => {
          conversation.say({ write: ['answer'] }, 5);
          return note('goOn')() === undefined;
        },
      } as never,
    });
    expect(conversation.receive(saying(PIECE), OUT, 5)).toBe(true);
    expect(taken()).toEqual([['goOn'], ['write', 'answer']]);
  });

  it.each<[string, string, Partial<ConversationOptions>?, ((status: RunStatus) => void)?]>([
    ['another draft', saying(TURN)],
    ['a second draft', saying(PIECE, TURN)],
    ['nothing', saying()],
    ['an answer', script({ drafts: [PIECE], write: ['one'] })],
    ['a draft that is none', saying({ ...PIECE, lane: '' })],
    ['a run whose events have their messages', saying(PIECE), { debug: true }],
    ['a replay', saying(PIECE), { onReplies: () => {} }],
    ['a turn that is being interrupted', saying(PIECE), {}, (status) => status.interrupt({ busy: true, turn: true })],
    ['a turn that begins', saying(PIECE), {}, (status) => status.beginTurn()],
  ])('is not all there is with %s', (_, message, changes, act) => {
    const { conversation, status, taken } = inTurn(changes);
    act?.(status);
    expect(conversation.receive(message, OUT, 5)).toBe(false);
    expect(taken().filter(([what]) => what === 'goOn')).toEqual([]);
  });

  it('is no message of somebody else', () => {
    const { conversation } = inTurn();
    expect(conversation.receive(saying(PIECE), IN, 5)).toBe(false);
    expect(conversation.receive(saying(PIECE), { source: 'stderr' }, 5)).toBe(false);
  });

  it('is pushed where the assembler has no place to go on', () => {
    const given = inTurn();
    const { conversation } = inTurn({
      assembler: { push: given.note('push'), goOn: () => false } as never,
    });
    expect(conversation.receive(saying(PIECE), OUT, 5)).toBe(false);
    expect(given.taken().slice(1)).toEqual([['push', PIECE, 5, undefined]]);
  });
});

describe('a message of the CLI', () => {
  it('is told before what it asks for is done, and its questions come last', () => {
    const { conversation, taken, note } = setUp({});
    const told = setUp({ told: () => told.note('told')() });
    told.conversation.receive(saying(ASKS, WANTS), OUT, 5);
    expect(told.taken()).toEqual([
      ['push', ASKS, 5, undefined],
      ['push', WANTS, 5, undefined],
      ['told'],
      ['asked', 'k'],
      ['asked', 'k'],
    ]);
    conversation.receive(saying(TURN), OUT, 6);
    note('end')();
    expect(taken()).toEqual([['push', TURN, 6, undefined], ['end']]);
  });

  it('has its replies written, each of which the dialect sees first', () => {
    const { conversation, dialect, taken } = setUp();
    conversation.receive(script({ write: ['one', saying(TURN)] }), OUT, 5);
    expect(taken()).toEqual([
      ['write', 'one'],
      ['push', TURN, 5, undefined],
      ['write', saying(TURN)],
    ]);
    expect(dialect.read.slice(1)).toEqual([
      ['stdin', 'one'],
      ['stdin', saying(TURN)],
    ]);
  });

  it('has no replies once the writing has ended, not even those that are left of it', () => {
    const { conversation, taken } = setUp({
      write: (message: string) => {
        conversation.mute([], 5);
        one.note('write')(message);
      },
    });
    const one = setUp();
    conversation.receive(script({ write: ['one', 'two'] }), OUT, 5);
    expect([one.taken(), taken()]).toEqual([[['write', 'one']], []]);
    conversation.receive(script({ write: ['three'] }), OUT, 6);
    expect(one.taken()).toEqual([]);
  });

  it('carries its own text in each event where that is wanted', () => {
    const { conversation, taken } = setUp({ debug: true });
    const message = saying(TURN);
    conversation.receive(message, OUT, 5);
    conversation.overhear(message, 6);
    expect(taken()).toEqual([
      ['push', TURN, 5, message],
      ['push', TURN, 6, message],
    ]);
  });

  it('of a replay is told what it demands, and writes nothing', () => {
    const { conversation, dialect, taken, note } = setUp({ onReplies: (messages) => note('onReplies')(messages) });
    conversation.receive(script({ drafts: [TURN], write: ['one'] }), OUT, 5);
    conversation.receive('words', IN, 6);
    expect(taken()).toEqual([
      ['push', TURN, 5, undefined],
      ['onReplies', ['one']],
      ['onReplies', []],
    ]);
    expect(dialect.read.at(-1)).toEqual(['stdin', 'words']);
  });

  it('is read without the noise before it, and taken apart where it is several', () => {
    const { conversation, dialect } = setUp();
    conversation.receive('\u0000{}', OUT, 5);
    expect(dialect.read.splice(0)).toEqual([['stdout', '{}']]);
    conversation.receive('x{} {}', OUT, 5);
    expect(dialect.read.splice(0)[0]).toEqual(['stdout', 'x{} {}']);
  });

  it('on stderr is left as it is', () => {
    const { conversation, dialect } = setUp();
    conversation.receive('\u0000{}', { source: 'stderr' }, 5);
    conversation.receive('{} {', { source: 'stderr' }, 5);
    expect(dialect.read).toEqual([
      ['stderr', '\u0000{}'],
      ['stderr', '{} {'],
    ]);
  });

  it('that is several is heard in its order, and only the last of them is a part of one', () => {
    const contexts: unknown[] = [];
    const { conversation, dialect } = setUp();
    const parse = dialect.parseEvent;
    dialect.parseEvent = (message, context) => {
      contexts.push([message, context]);
      return message.includes('} {') ? { drafts: [UNREADABLE], write: [] } : parse(message, context);
    };
    const partial = { source: 'stdout', partial: true } as const;
    conversation.receive('{"a":1} {"b":2} {"c"', partial, 5);
    expect(contexts).toEqual([
      ['{"a":1} {"b":2} {"c"', partial],
      ['{"a":1}', OUT],
      ['{"b":2}', OUT],
      ['{"c"', partial],
    ]);
  });
});

describe('what is said to the CLI', () => {
  it('goes through the dialect, is written, and is done after all of it', () => {
    const { conversation, dialect, taken, note } = setUp();
    conversation.say({ write: ['one', 'two'] }, 5, note('done') as () => void);
    expect(taken()).toEqual([['write', 'one'], ['write', 'two'], ['done']]);
    expect(dialect.read).toEqual([
      ['stdin', 'one'],
      ['stdin', 'two'],
    ]);
    conversation.say({ write: ['three'] }, 6);
    expect(taken()).toEqual([['write', 'three']]);
  });

  it('by a listener waits until the message at hand is done', () => {
    const { conversation, taken, note } = setUp({
      assembler: {
        push: () => {
          conversation.say({ write: ['answer'] }, 5, note('done') as () => void);
          note('push')();
        },
      } as never,
    });
    conversation.receive(script({ drafts: [TURN], write: ['reply'] }), OUT, 5);
    expect(taken()).toEqual([['push'], ['write', 'reply'], ['write', 'answer'], ['done']]);
  });

  it('is not said any more when the process is being ended, except for the last words', () => {
    const { conversation, taken, note } = setUp();
    conversation.mute(['stop', 'now'], 5);
    conversation.say({ write: ['more'] }, 6, note('done') as () => void);
    expect(taken()).toEqual([
      ['write', 'stop'],
      ['write', 'now'],
    ]);
  });

  it('ends with the last words after the message at hand', () => {
    const { conversation, taken, note } = setUp({
      assembler: {
        push: () => {
          conversation.mute(['stop'], 5);
          note('push')();
        },
      } as never,
    });
    conversation.receive(script({ drafts: [TURN], write: ['reply'] }), OUT, 5);
    expect(taken()).toEqual([['push'], ['write', 'stop']]);
  });

  it('is half said where the process is being ended in between', () => {
    const { conversation, taken, note } = setUp({
      write: (message) => {
        note('write')(message);
        conversation.mute([], 5);
      },
    });
    conversation.say({ write: ['one', 'two'] }, 5, note('done') as () => void);
    expect(taken()).toEqual([['write', 'one']]);
  });

  it('can be said after a listener has thrown', () => {
    const { conversation, taken } = setUp({
      assembler: {
        push: () => {
          throw new Error('boom');
        },
      } as never,
    });
    expect(() => conversation.receive(saying(TURN), OUT, 5)).toThrow('boom');
    conversation.say({ write: ['one'] }, 6);
    expect(taken()).toEqual([['write', 'one']]);
  });

  it('whole, which nobody writes, is only overheard', () => {
    const { conversation, dialect, taken } = setUp();
    conversation.overhear(saying(TURN), 5);
    expect([taken(), dialect.read]).toEqual([[['push', TURN, 5, undefined]], [['stdin', saying(TURN)]]]);
  });
});

describe('a question', () => {
  it.each([
    ['an approval', ASKS],
    ['one for words', WANTS],
  ])('that is %s is denied at once while nothing is granted', (_, draft) => {
    const { conversation, status, taken } = setUp();
    status.stop({ type: 'aborted' });
    conversation.receive(saying(draft), OUT, 5);
    const reason = 'the run is being ended (aborted)';
    expect(taken()).toEqual([
      ['push', draft, 5, undefined],
      ['push', { ...DENIED, reason }, 5, undefined],
      ['refused', 'k', reason],
    ]);
  });

  it('is asked after a turn has begun that the interrupt does not mean', () => {
    const { conversation, status, taken } = setUp();
    status.interrupt({ busy: false, turn: false });
    conversation.receive(script({ drafts: [ASKS], state: { busy: true, turn: true } }), OUT, 5);
    expect(taken().at(-1)).toEqual(['asked', 'k']);
  });

  it('has the reason of the denial that the host gave, unless the CLI has one', () => {
    const { conversation, taken } = setUp();
    conversation.receive(saying(ASKS), OUT, 5);
    conversation.answer({ key: 'k', response: { type: 'deny', reason: 'too risky' } });
    conversation.receive(saying({ ...DENIED, reason: 'my own' }), OUT, 6);
    conversation.receive(saying(DENIED), OUT, 7);
    expect(taken().slice(-2)).toEqual([
      ['push', { ...DENIED, reason: 'my own' }, 6, undefined],
      ['push', { ...DENIED, reason: 'too risky' }, 7, undefined],
    ]);
  });

  it('under the same key has not the reason of an earlier one', () => {
    const { conversation, taken } = setUp();
    conversation.receive(saying(ASKS), OUT, 5);
    conversation.answer({ key: 'k', response: { type: 'deny', reason: 'too risky' } });
    conversation.receive(saying(ASKS), OUT, 6);
    conversation.receive(saying(DENIED), OUT, 7);
    expect(taken().at(-1)).toEqual(['push', DENIED, 7, undefined]);
  });

  it.each([{ type: 'approve' }, { type: 'deny' }] as const)('that is answered by %j has no reason', (response) => {
    const { conversation, taken } = setUp();
    conversation.answer({ key: 'k', response });
    conversation.receive(saying(DENIED), OUT, 7);
    expect(taken()).toEqual([['push', DENIED, 7, undefined]]);
  });

  it('is denied in the stream when the host stops the turn', () => {
    const { conversation, dialect, taken } = setUp();
    dialect.state.pending.set('a', QUESTION).set('b', QUESTION);
    conversation.refuse('the turn was interrupted', 5);
    expect(taken()).toEqual(
      ['a', 'b'].map((key) => [
        'push',
        { type: 'approval_denied', key, reason: 'the turn was interrupted' },
        5,
        undefined,
      ]),
    );
  });
});

describe('a question that nobody was told of', () => {
  const WHY = 'the question could not be read';
  const pending = (setting: ReturnType<typeof setUp>) => setting.dialect.state.pending.set('k', QUESTION);

  it('is refused after a message that could not be read', () => {
    const setting = setUp();
    pending(setting);
    setting.conversation.receive(saying(UNREADABLE), OUT, 5);
    expect(setting.taken()).toEqual([
      ['push', UNREADABLE, 5, undefined],
      ['untold', 'k', WHY],
    ]);
  });

  it('is not looked for after another error', () => {
    const setting = setUp();
    pending(setting);
    setting.conversation.receive(saying({ ...UNREADABLE, code: 'INTERNAL' } as EventDraft), OUT, 5);
    expect(setting.taken().map(([what]) => what)).toEqual(['push']);
  });

  it.each([
    ['an approval', ASKS],
    ['one for words', WANTS],
  ])('is not %s whose event is out', (_, draft) => {
    const setting = setUp();
    pending(setting);
    setting.conversation.receive(saying(draft), OUT, 4);
    setting.conversation.receive(saying(UNREADABLE), OUT, 5);
    expect(setting.taken()).not.toContainEqual(['untold', 'k', WHY]);
  });

  it.each([GRANTED, DENIED, { type: 'interaction_settled', key: 'k' } as const])(
    'may have the key of one that is over: %j',
    (draft) => {
      const setting = setUp();
      pending(setting);
      setting.conversation.receive(saying(ASKS), OUT, 4);
      setting.conversation.receive(saying(draft), OUT, 4);
      setting.conversation.receive(saying(UNREADABLE), OUT, 5);
      expect(setting.taken().at(-1)).toEqual(['untold', 'k', WHY]);
    },
  );

  it('is not one that yolo mode answers, until it is over', () => {
    const setting = setUp({ approvalMode: 'yolo' });
    pending(setting);
    setting.conversation.receive(saying(ASKS), OUT, 4);
    setting.conversation.receive(saying(UNREADABLE), OUT, 5);
    expect(setting.taken()).toEqual([
      ['autoApprove', 'k'],
      ['push', UNREADABLE, 5, undefined],
    ]);
    setting.conversation.receive(saying(GRANTED), OUT, 6);
    setting.conversation.receive(saying(UNREADABLE), OUT, 7);
    expect(setting.taken()).toEqual([
      ['push', UNREADABLE, 7, undefined],
      ['untold', 'k', WHY],
    ]);
  });
});

describe('in yolo mode', () => {
  it.each([GRANTED, DENIED])('an approval leaves no trace, whatever becomes of it: %j', (end) => {
    const { conversation, taken } = setUp({ approvalMode: 'yolo' });
    conversation.receive(saying(ASKS, TURN), OUT, 5);
    conversation.receive(saying(end, TURN), OUT, 6);
    expect(taken()).toEqual([
      ['push', TURN, 5, undefined],
      ['autoApprove', 'k'],
      ['push', TURN, 6, undefined],
    ]);
    // An end without a question that was swallowed is told like any other.
    conversation.receive(saying(end), OUT, 7);
    expect(taken()).toEqual([['push', end, 7, undefined]]);
  });

  it('an approval that is refused is not told either, but the CLI still waits', () => {
    const { conversation, dialect, status, taken } = setUp({ approvalMode: 'yolo' });
    status.stop({ type: 'aborted' });
    dialect.state.pending.set('k', QUESTION);
    conversation.receive(saying(ASKS), OUT, 5);
    conversation.refuse('over', 6);
    expect(taken()).toEqual([['refused', 'k', 'the run is being ended (aborted)']]);
  });

  it('a question for words is told and asked', () => {
    const { conversation, taken } = setUp({ approvalMode: 'yolo' });
    conversation.receive(saying(WANTS), OUT, 5);
    expect(taken()).toEqual([
      ['push', WANTS, 5, undefined],
      ['asked', 'k'],
    ]);
  });
});

describe('what concerns the run itself', () => {
  it.each([
    { type: 'host_tool_call', key: 'h', toolCallId: 't', toolName: 'n', input: {} },
    { type: 'host_tool_settled', key: 'h' },
    { type: 'steer_settled', key: 'h', delivered: 'steered' },
  ] as const)('is handed on once the events are out: %j', (draft) => {
    const { conversation, taken } = setUp();
    conversation.receive(saying(draft, TURN), OUT, 5);
    expect(taken()).toEqual([
      ['push', draft, 5, undefined],
      ['push', TURN, 5, undefined],
      ['toRun', draft],
    ]);
  });

  it('is handed on at once where it says what a request has used', () => {
    const { conversation, taken } = setUp();
    const draft = { type: 'tokens_seen', inputTokens: 1, outputTokens: 2 } as const;
    conversation.receive(saying(draft, TURN), OUT, 5);
    expect(taken().map(([what]) => what)).toEqual(['push', 'toRun', 'push']);
  });

  it('concerns nobody where nobody listens', () => {
    const dialect = createScriptedDialect();
    const pushed: EventDraft[] = [];
    const conversation = new Conversation({
      dialect,
      status: new RunStatus(true),
      approvalMode: 'prompt',
      assembler: { push: (draft: EventDraft) => pushed.push(draft) } as never,
      write: () => {},
    });
    dialect.state.pending.set('k', QUESTION);
    const drafts: EventDraft[] = [
      { type: 'tokens_seen', inputTokens: 1, outputTokens: 2 },
      { type: 'host_tool_settled', key: 'h' },
      UNREADABLE,
      ASKS,
    ];
    conversation.receive(saying(...drafts), OUT, 5);
    expect(pushed).toEqual(drafts);
  });
});

describe('the end of a turn that is held back', () => {
  const END: EventDraft = { type: 'turn_end' };
  const hold = (setting: ReturnType<typeof setUp>) => {
    setting.dialect.held = [END];
    return script({ drafts: [TURN], state: { holdsEnd: true, busy: true } });
  };

  it('has the time of what was told last', () => {
    const setting = setUp();
    setting.conversation.receive(hold(setting), OUT, 5);
    setting.conversation.noteTold(8);
    setting.taken();
    setting.conversation.settle();
    expect(setting.taken()).toEqual([['push', END, 8, undefined]]);
  });

  it('has the text of the message that held it, and is told once', () => {
    const setting = setUp({ debug: true });
    const message = hold(setting);
    setting.conversation.receive(message, OUT, 5);
    setting.conversation.receive(saying(TURN), OUT, 6);
    setting.taken();
    setting.conversation.settle();
    setting.conversation.settle();
    expect(setting.taken()).toEqual([['push', END, 6, message]]);
    // The next one has the text of its own message.
    const later = script({ state: { holdsEnd: true } });
    setting.dialect.held = [END];
    setting.conversation.receive(later, OUT, 7);
    setting.conversation.settle();
    expect(setting.taken()).toEqual([['push', END, 7, later]]);
  });

  it('has no text where none is wanted, or where nothing is held', () => {
    const setting = setUp({ debug: true });
    setting.conversation.receive(saying(TURN), OUT, 5);
    const message = hold(setting);
    setting.conversation.receive(message, OUT, 6);
    setting.taken();
    setting.conversation.settle();
    expect(setting.taken()).toEqual([['push', END, 6, message]]);
  });

  it('stays where it is where nothing is held', () => {
    const setting = setUp();
    setting.dialect.held = [END];
    setting.conversation.settle();
    expect(setting.taken()).toEqual([]);
  });

  it('is not told in the middle of a message', () => {
    const setting = setUp({ toRun: () => setting.conversation.settle() });
    setting.dialect.held = [END];
    const seen = { type: 'tokens_seen', inputTokens: 1, outputTokens: 2 } as const;
    setting.conversation.receive(script({ drafts: [seen], state: { holdsEnd: true } }), OUT, 5);
    expect(setting.taken()).toEqual([['push', seen, 5, undefined]]);
  });

  it('lets what a listener says to it wait until it is out, and the run hear of it', () => {
    const setting = setUp({
      told: () => setting.note('told')(),
      assembler: {
        push: () => {
          setting.conversation.say({ write: ['more'] }, 5);
          setting.note('push')();
        },
      } as never,
    });
    setting.dialect.state = { ...setting.dialect.state, holdsEnd: true };
    setting.dialect.held = [END];
    setting.conversation.settle();
    expect(setting.taken()).toEqual([['push'], ['told'], ['write', 'more'], ['told']]);
    setting.conversation.say({ write: ['later'] }, 6);
    expect(setting.taken()[0]).toEqual(['write', 'later']);
  });

  it('is nothing of a dialect that cannot settle', () => {
    const setting = setUp();
    setting.dialect.state = { ...setting.dialect.state, holdsEnd: true };
    delete setting.dialect.settle;
    setting.conversation.settle();
    expect(setting.taken()).toEqual([]);
  });

  it('lets an interrupt be over that it ends', () => {
    const setting = setUp();
    const { status, dialect } = setting;
    dialect.state = { ...dialect.state, holdsEnd: true, busy: true, turn: true };
    status.interrupt(dialect.state);
    dialect.settle = () => {
      dialect.state = { ...dialect.state, holdsEnd: false, busy: false, turn: false };
      return { drafts: [] };
    };
    setting.conversation.settle();
    status.follow({ state: { ...dialect.state, busy: true, turn: true } });
    expect(status.asked).toBeUndefined();
  });
});

describe('an exit', () => {
  const CRASH: EventDraft = { type: 'outcome', outcome: { type: 'crash', stderr: '' } };

  it.each([
    [undefined, [TURN, CRASH]],
    ['interrupt', [TURN, CRASH]],
    ['abort', [TURN]],
    ['timeout', [TURN]],
  ] as const)('that was asked for by %s says no more than is known', (asked, drafts) => {
    const { conversation, dialect, taken } = setUp();
    dialect.last = [TURN, CRASH];
    const info = { code: 1, signal: null, stderr: '', ...(asked === undefined ? {} : { asked }) };
    conversation.exit(info, 5);
    expect(taken()).toEqual(drafts.map((draft) => ['push', draft, 5, undefined]));
    expect(dialect.exits).toEqual([info]);
  });
});
