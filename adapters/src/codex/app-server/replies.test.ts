/** What the answers of Codex 0.169.0 to requests mean, ours and those of other clients of the same thread. */
import { describe, expect, it } from 'vitest';
import {
  begin,
  beginTurn,
  CHILD,
  completed,
  converse,
  started,
  THREAD,
  turnCompleted,
  turnStarted,
} from './testing/converse.ts';

const refusal = (message?: string): object => ({
  error: { code: -32_600, ...(message === undefined ? {} : { message }) },
});

describe('a request that is refused', () => {
  it.each([
    ['thread/start', {}],
    ['thread/resume', { sessionId: THREAD }],
    ['thread/fork', { forkSessionId: THREAD }],
  ])('ends the run where it is the %s that opens the thread', (method, options) => {
    const talk = converse(options);
    talk.say(talk.dialect.open());
    talk.say(talk.dialect.prompt({ text: 'go' }));
    talk.out({ id: 1, result: {} });
    const asked = talk.wanted.find((message) => message['method'] === method);
    talk.out({ id: asked?.['id'], ...refusal('no such thread') });
    expect(talk.drafts).toEqual([
      { type: 'outcome', outcome: { type: 'error', code: 'AGENT_ERROR', message: 'no such thread' } },
    ]);
    expect(talk.dialect.state).toMatchObject({ busy: false, clean: true });
  });

  it.each(['turn/start', 'review/start', 'thread/compact/start'])('ends the turn that %s was to begin', (method) => {
    const talk = beginTurn();
    talk.out(turnCompleted('t1'));
    talk.drafts.length = 0;
    talk.in({ id: 80, method, params: { threadId: THREAD } });
    expect(talk.dialect.state.busy).toBe(true);
    talk.out({ id: 80, ...refusal('no') });
    expect(talk.drafts).toEqual([{ type: 'outcome', outcome: { type: 'error', code: 'AGENT_ERROR', message: 'no' } }]);
    expect(talk.dialect.state).toMatchObject({ busy: false, clean: true });
  });

  it.each<[string, object, string]>([
    ['thread/list', {}, 'thread/list'],
    ['thread/fork', { threadId: THREAD }, 'thread/fork of a thread beside the open one'],
    ['turn/start', { threadId: THREAD }, 'turn/start within a turn'],
    ['turn/start', { threadId: CHILD }, 'turn/start of another thread'],
  ])('is only told where it is %s with %j', (method, params) => {
    const talk = beginTurn();
    talk.in({ id: 80, method, params }, { id: 81, method, params });
    talk.out({ id: 80, ...refusal(`no ${'x'.repeat(400)}`) }, { id: 81, ...refusal() });
    expect(talk.drafts).toEqual([
      { type: 'debug', level: 'warn', message: `Codex refused "${method}": no ${'x'.repeat(297)}` },
      { type: 'debug', level: 'warn', message: `Codex refused "${method}": no reason given` },
    ]);
    expect(talk.dialect.state.turn).toBe(true);
  });
});

describe('a turn that an answer names', () => {
  // The turn that was open when the request was written has ended before the answer came.
  it.each([
    ['is waited for', THREAD, { turn: { id: 't2' } }, true],
    ['is waited for no more where it has ended', THREAD, { turn: { id: 't1' } }, false],
    ['is not waited for in another thread', CHILD, { turn: { id: 't2' } }, false],
    ['is not waited for without its name', THREAD, { turn: {} }, false],
  ])('%s', (_what, threadId, result, busy) => {
    const talk = beginTurn();
    talk.in({ id: 80, method: 'turn/start', params: { threadId, input: [] } });
    talk.out(turnCompleted('t1'), { id: 80, result });
    expect(talk.dialect.state).toMatchObject({ busy, turn: false });
  });
});

describe('a thread that went back', () => {
  it.each([
    [{ threadId: THREAD, beforeTurnId: 't1' }, ['t1']],
    [{ threadId: THREAD, turnId: 't2' }, ['t2']],
    [{ threadId: THREAD }, ['']],
    [{ threadId: CHILD, beforeTurnId: 't1' }, []],
  ])('is told of the main one alone: %j', (params, turns) => {
    const talk = beginTurn();
    talk.in({ id: 80, method: 'thread/revert', params });
    talk.out({ id: 80, result: {} });
    expect(talk.drafts).toEqual(
      turns.map((turn) => ({
        ...{ type: 'debug', level: 'info' },
        message: `The session went back to before the turn ${turn}; files stay as they are.`,
      })),
    );
  });
});

describe('a turn that ended without a word', () => {
  it('is told to be over, and whose it was', () => {
    const talk = beginTurn();
    const receiverThreadIds = [CHILD];
    talk.out(
      completed({ type: 'collabAgentToolCall', id: 's', tool: 'spawnAgent', status: 'completed', receiverThreadIds }),
      turnStarted('c', CHILD),
    );
    talk.drafts.length = 0;
    const [own, child] = talk.say(talk.dialect.probe?.());
    talk.out(
      { id: child?.['id'], result: { data: [{ id: 'c', status: 'completed' }] } },
      { id: own?.['id'], result: { data: [{ id: 't1', status: 'completed' }] } },
    );
    const level = 'warn';
    expect(talk.drafts).toEqual([
      {
        type: 'debug',
        level,
        message: `Codex ended the turn of the subagent ${CHILD} without saying so.`,
        lane: CHILD,
      },
      { type: 'subagent_result', subagentId: CHILD },
      { type: 'debug', level, message: 'Codex ended the turn without saying so.' },
      { type: 'turn_end' },
    ]);
  });
});

describe('a prompt that waits', () => {
  it('is said as soon as the turn before it is over', () => {
    const talk = beginTurn();
    expect(talk.say(talk.dialect.prompt({ text: 'next' }))).toEqual([]);
    talk.out(turnCompleted('t1'));
    expect(talk.wanted).toMatchObject([{ method: 'turn/start', params: { input: [{ text: 'next' }] } }]);
  });

  it('is not said after one that was refused while a subagent still works', () => {
    const talk = beginTurn();
    const receiverThreadIds = [CHILD];
    talk.out(
      completed({ type: 'collabAgentToolCall', id: 's', tool: 'spawnAgent', status: 'completed', receiverThreadIds }),
      turnStarted('c', CHILD),
      turnCompleted('t1'),
    );
    const [first] = talk.say(talk.dialect.prompt({ text: 'first' }));
    expect(talk.say(talk.dialect.prompt({ text: 'second' }))).toEqual([]);
    talk.out({ id: first?.['id'], ...refusal('no') }, started({ type: 'agentMessage', id: 'm', text: '' }, CHILD));
    expect(talk.wanted).toEqual([]);
    talk.out(turnCompleted('c', { status: 'completed' }, CHILD));
    expect(talk.wanted).toMatchObject([{ method: 'turn/start', params: { input: [{ text: 'second' }] } }]);
  });

  it('is not stopped by a wish that has stopped the turn before', () => {
    const talk = begin();
    talk.say(talk.dialect.interrupt());
    talk.wanted.length = 0;
    talk.out(turnStarted('t1'), turnCompleted('t1', { status: 'interrupted' }));
    // Another client of the thread begins this turn.
    talk.out(turnStarted('t2'));
    expect(talk.wanted).toMatchObject([{ method: 'turn/interrupt', params: { threadId: THREAD, turnId: 't1' } }]);
  });
});
