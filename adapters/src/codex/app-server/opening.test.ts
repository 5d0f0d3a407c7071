/** How the thread of a run is opened, and what is known of it before its first turn (Codex 0.169.0). */
import { describe, expect, it } from 'vitest';
import {
  begin,
  CHILD,
  type Conversation,
  converse,
  note,
  started,
  THREAD,
  turnStarted,
  usage,
} from './testing/converse.ts';

/** Begins a conversation up to the answer that opens its thread. */
function open(result: object, ...before: readonly object[]): Conversation {
  const talk = converse();
  talk.say(talk.dialect.open());
  talk.out({ id: 1, result: {} }, ...before, { id: 3, result });
  return talk;
}

const opened = { type: 'session_start', sessionId: THREAD };
const untested = {
  ...{ type: 'debug', level: 'warn' },
  message: 'Codex 0.1.0 was not tested with this version of agent-mux; 0.169.0 was.',
};

describe('an opened thread', () => {
  it.each<[string, object, object[]]>([
    ['of a version that was tested', { thread: { id: THREAD, cliVersion: '0.169.0' } }, [opened]],
    ['of another version', { thread: { id: THREAD, cliVersion: '0.1.0' } }, [opened, untested]],
    ['without a version', { thread: { id: THREAD } }, [opened]],
    [
      'with a model and the files that it has read, each once',
      { thread: { id: THREAD }, model: 'm', modelProvider: 'p', instructionSources: ['/a.md', '/a.md', '/b.md'] },
      [
        { ...opened, model: 'm', provider: 'p' },
        { type: 'agentdoc_read', path: '/a.md' },
        { type: 'agentdoc_read', path: '/b.md' },
      ],
    ],
    ['without an id', { thread: {} }, []],
  ])('%s', (_what, result, drafts) => {
    expect(open(result).drafts).toEqual(drafts);
  });

  it('is told once, whatever tells it again', () => {
    const repeated = { method: 'thread/started', params: { thread: { id: THREAD } } };
    const talk = open({ thread: { id: THREAD, cliVersion: '0.1.0' } }, repeated, repeated);
    expect(talk.drafts).toEqual([opened]);
  });

  it.each<[string, object, object[]]>([
    ['the answer that opens it', { thread: { id: THREAD }, model: 'm' }, []],
    [
      'the notification that it has begun',
      { thread: { id: THREAD } },
      [{ method: 'thread/started', params: { thread: { id: THREAD, model: 'm' } } }],
    ],
  ])('asks the model that %s names', (_what, result, before) => {
    const talk = open(result, ...before);
    talk.out(turnStarted('t1'), usage(10, 1));
    expect(talk.drafts.filter(({ type }) => type === 'token_usage')).toEqual([
      { type: 'token_usage', inputTokens: 10, outputTokens: 1, cachedTokens: 0, model: 'm' },
    ]);
  });

  it('has as lanes the threads that began with a model of their own', () => {
    const talk = open({ thread: { id: THREAD }, model: 'm' });
    const thread = { id: CHILD, parentThreadId: THREAD, model: 'kid' };
    talk.out({ method: 'thread/started', params: { thread } }, turnStarted('c', CHILD), usage(10, 1, CHILD));
    expect(talk.drafts.filter(({ type }) => type === 'token_usage')).toEqual([
      { type: 'token_usage', inputTokens: 10, outputTokens: 1, cachedTokens: 0, model: 'kid', lane: CHILD },
    ]);
  });
});

describe('before its first turn, a thread', () => {
  const checkpoint = { type: 'session_checkpoint', sessionId: THREAD, checkpointId: 't1' };
  const step = { type: 'step_start', stepType: 'generation' };
  const message = { type: 'agentMessage', id: 'm', text: '' };

  it.each<[string, object[], object[]]>([
    ['begins the turn that an item names', [started(message)], [{ type: 'turn_start' }, checkpoint, step]],
    ['begins no turn with an item that names none', [note('item/started', { item: message, turnId: null })], [step]],
    [
      'counts what it tries again from the first',
      [note('error', { error: { message: 'bad' }, willRetry: true })],
      [{ type: 'retry', attempt: 1, maxAttempts: 1, reason: 'bad', delayMs: 0 }],
    ],
  ])('%s', (_what, lines, drafts) => {
    const talk = begin();
    talk.drafts.length = 0;
    talk.out(...lines);
    expect(talk.drafts).toEqual(drafts);
  });

  it('that is not opened begins no turn with an item, nor one whose thread is not named', () => {
    const talk = converse();
    talk.say(talk.dialect.open());
    talk.out(started(message), { method: 'turn/started', params: { turn: { id: 't1', status: 'inProgress' } } });
    expect(talk.drafts).toEqual([step]);
    expect(talk.dialect.state).toMatchObject({ sessionId: null, turn: false, busy: false });
  });
});
