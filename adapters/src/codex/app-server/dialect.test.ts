import { describe, expect, it } from 'vitest';
import {
  begin,
  beginTurn,
  CHILD,
  command,
  completed,
  converse,
  note,
  piece,
  started,
  THREAD,
  turnCompleted,
  turnStarted,
  usage,
} from './testing/converse.ts';

describe('handshake', () => {
  it('asks for a thread that may only read, whatever the turns may do, and sends the prompt when it is there', () => {
    const talk = begin({ approvalMode: 'yolo' });
    const [, , thread, turn] = talk.wanted;
    expect(talk.wanted.map(({ method }) => method)).toEqual([
      'initialized',
      'skills/list',
      'thread/start',
      'turn/start',
    ]);
    expect(thread).toMatchObject({ params: { cwd: '/work', sandbox: 'read-only', approvalPolicy: 'on-request' } });
    expect(turn).toMatchObject({
      params: { threadId: THREAD, sandboxPolicy: { type: 'dangerFullAccess' }, input: [{ type: 'text', text: 'go' }] },
    });
  });

  it('knows its thread by whatever tells it first, and no child for it', () => {
    const told = (thread: object) => {
      const talk = converse();
      talk.say(talk.dialect.open());
      talk.out({ method: 'thread/started', params: { thread } });
      return talk.drafts;
    };
    expect(told({ id: THREAD })).toEqual([{ type: 'session_start', sessionId: THREAD }]);
    expect(told({ id: CHILD, parentThreadId: THREAD })).toEqual([]);
  });

  it('passes over an answer that nobody waits for, and tells of what is no message', () => {
    const talk = begin();
    talk.drafts.length = 0;
    talk.out({ id: 990, result: {} }, { id: 991, error: { code: -1, message: 'no' } });
    expect(talk.drafts.filter(({ type }) => type === 'unknown_native')).toEqual([]);
    talk.out({ id: 992 });
    expect(talk.drafts).toContainEqual({ type: 'unknown_native', name: 'message' });
  });

  it('begins no turn that has no name', () => {
    const talk = begin();
    talk.drafts.length = 0;
    talk.out(note('turn/started', { turn: { status: 'inProgress' } }));
    expect([talk.drafts, talk.dialect.state.turn]).toEqual([[], false]);
  });

  it('tells of another thread that is opened, and takes nothing else of it', () => {
    const talk = begin();
    talk.drafts.length = 0;
    const asked = talk.say({
      write: [JSON.stringify({ id: 90, method: 'thread/fork', params: { threadId: THREAD } })],
    });
    const thread = { id: 'other', cliVersion: '0.1.0' };
    talk.out({ id: asked[0]?.['id'], result: { thread, instructionSources: ['/work/OTHER.md'] } });
    expect(talk.drafts).toEqual([{ type: 'debug', level: 'info', message: 'Another thread was opened: other' }]);
    expect(talk.dialect.state.sessionId).toBe(THREAD);
  });

  it.each([
    ['prompt', 'workspaceWrite'],
    ['deny', 'readOnly'],
  ] as const)('asks about all that writes in %s mode, and lets it write no more than %s', (approvalMode, type) => {
    const talk = begin({ approvalMode });
    expect(talk.wanted[2]).toMatchObject({ params: { sandbox: 'read-only', approvalPolicy: 'untrusted' } });
    expect(talk.wanted[3]).toMatchObject({ params: { sandboxPolicy: { type } } });
  });

  it.each([
    { options: { sessionId: 's' }, method: 'thread/resume', params: { threadId: 's', excludeTurns: true } },
    { options: { forkSessionId: 's' }, method: 'thread/fork', params: { threadId: 's', excludeTurns: true } },
    { options: { noSession: true }, method: 'thread/start', params: { ephemeral: true } },
    { options: { model: 'm' }, method: 'thread/start', params: { model: 'm' } },
    {
      options: { systemPrompt: 'Be kind.', systemPromptMode: 'replace' as const, agentsDoc: 'Be short.' },
      method: 'thread/start',
      params: { baseInstructions: 'Be kind.', developerInstructions: 'Be short.' },
    },
    {
      options: { systemPrompt: 'Be kind.', systemPromptMode: 'append' as const },
      method: 'thread/start',
      params: { developerInstructions: 'Be kind.' },
    },
    {
      options: { mcpServers: [{ name: 'demo', transport: 'stdio' as const, command: 'demo' }] },
      method: 'thread/start',
      params: {
        config: {
          mcp_optional_startup_grace_ms: 10_000,
          'mcp_servers.demo': { command: 'demo', args: [], env: {}, default_tools_approval_mode: 'prompt' },
        },
      },
    },
  ])('turns $options into $method', ({ options, method, params }) => {
    const talk = converse(options);
    talk.say(talk.dialect.open());
    talk.out({ id: 1, result: {} });
    expect(talk.wanted[2]).toMatchObject({ method, params });
  });

  it('says where a session comes from', () => {
    const resumed = converse({ sessionId: THREAD });
    resumed.say(resumed.dialect.open());
    resumed.out({ id: 1, result: {} }, { id: 3, result: { thread: { id: THREAD } } });
    expect(resumed.drafts).toEqual([{ type: 'session_start', sessionId: THREAD, resumed: true }]);
    const forked = converse({ forkSessionId: 'old' });
    forked.say(forked.dialect.open());
    forked.out({ id: 1, result: {} }, { id: 3, result: { thread: { id: THREAD, forkedFromId: 'old' } } });
    expect(forked.drafts).toEqual([{ type: 'session_start', sessionId: THREAD, forkedFrom: 'old' }]);
  });

  it('takes a thread back before it is opened', () => {
    const talk = converse({ sessionId: THREAD, checkpointId: 't2' });
    talk.say(talk.dialect.open());
    talk.say(talk.dialect.prompt({ text: 'go' }));
    talk.out({ id: 1, result: {} }, { id: 3, result: { thread: { id: THREAD } } });
    expect(talk.wanted.at(-1)).toMatchObject({
      method: 'thread/revert',
      params: { threadId: THREAD, beforeTurnId: 't2' },
    });
    expect(talk.drafts).toEqual([]);
    talk.out({ id: talk.wanted.at(-1)?.['id'], result: { thread: { id: THREAD } } });
    expect(talk.drafts[0]).toEqual({ type: 'session_start', sessionId: THREAD, resumed: true });
    expect(talk.wanted.at(-1)).toMatchObject({ method: 'turn/start' });
    const forked = converse({ forkSessionId: 'old', checkpointId: 't2' });
    forked.say(forked.dialect.open());
    forked.out({ id: 1, result: {} });
    expect(forked.wanted.at(-1)).toMatchObject({
      method: 'thread/fork',
      params: { threadId: 'old', beforeTurnId: 't2' },
    });
  });

  it('says nothing in a thread that could not be taken back', () => {
    const talk = converse({ sessionId: THREAD, checkpointId: 't2' });
    talk.say(talk.dialect.open());
    talk.say(talk.dialect.prompt({ text: 'go' }));
    talk.out({ id: 1, result: {} }, { id: 3, result: { thread: { id: THREAD } } });
    talk.out({ id: talk.wanted.at(-1)?.['id'], error: { code: -32600, message: 'no such turn' } });
    expect(talk.drafts).toMatchObject([{ type: 'outcome', outcome: { type: 'error', message: 'no such turn' } }]);
    expect(talk.dialect.state).toMatchObject({ busy: false, clean: true });
    expect(talk.wanted.map(({ method }) => method)).not.toContain('turn/start');
  });

  it('gives up the prompt of a session that does not exist', () => {
    const talk = converse({ sessionId: 'none' });
    talk.say(talk.dialect.open());
    talk.say(talk.dialect.prompt({ text: 'go' }));
    expect(talk.dialect.state.busy).toBe(true);
    talk.out({ id: 1, result: {} });
    // The keys of a failure stand in another order.
    talk.out({ error: { code: -32600, message: 'no rollout found for thread id none' }, id: 3 });
    const message = 'no rollout found for thread id none';
    expect(talk.drafts).toEqual([{ type: 'outcome', outcome: { type: 'error', code: 'SESSION_NOT_FOUND', message } }]);
    expect(talk.dialect.state).toMatchObject({ busy: false, clean: true });
    // Any exit is explained by the fact that nothing could be begun.
    for (const code of [0, 1]) {
      expect(talk.dialect.exit({ code, signal: null, stderr: '' }).drafts).toEqual([]);
    }
  });
});

describe('turns', () => {
  it('is busy from the prompt to the end of its turn', () => {
    const talk = begin();
    expect(talk.dialect.state).toMatchObject({ busy: true, turn: false });
    talk.out({ id: talk.wanted[3]?.['id'], result: { turn: { id: 't1' } } });
    expect(talk.dialect.state).toMatchObject({ busy: true, turn: false });
    talk.out(turnStarted('t1'));
    expect(talk.dialect.state).toMatchObject({ busy: true, turn: true, clean: false });
    talk.out(turnCompleted('t1'));
    expect(talk.dialect.state).toMatchObject({ busy: false, turn: false, clean: true });
  });

  it('tells pieces by their item, and the complete text', () => {
    const talk = beginTurn();
    talk.out(
      started({ type: 'agentMessage', id: 'm1', text: '' }),
      piece('m1', 'Hel'),
      piece('m1', 'lo'),
      completed({ type: 'agentMessage', id: 'm1', text: 'Hello' }),
    );
    expect(talk.drafts).toEqual([
      { type: 'step_start', stepType: 'generation' },
      { type: 'text_delta', delta: 'Hel', key: 'm1' },
      { type: 'text_delta', delta: 'lo', key: 'm1' },
      { type: 'message_stop', text: 'Hello', key: 'm1' },
    ]);
  });

  it('takes the summary and the raw thoughts for two blocks', () => {
    const talk = beginTurn();
    talk.out(
      started({ type: 'reasoning', id: 'r', summary: [], content: [] }),
      note('item/reasoning/summaryPartAdded', { itemId: 'r', summaryIndex: 0 }),
      note('item/reasoning/summaryTextDelta', { itemId: 'r', delta: 'one', summaryIndex: 0 }),
      note('item/reasoning/summaryPartAdded', { itemId: 'r', summaryIndex: 1 }),
      note('item/reasoning/summaryTextDelta', { itemId: 'r', delta: 'two', summaryIndex: 1 }),
      note('item/reasoning/textDelta', { itemId: 'r', delta: 'raw', contentIndex: 0 }),
      completed({ type: 'reasoning', id: 'r', summary: ['one', 'two'], content: ['raw'] }),
    );
    expect(talk.drafts.slice(1)).toEqual([
      { type: 'thinking_delta', delta: 'one', key: 'r/summary' },
      { type: 'thinking_delta', delta: '\n\n', key: 'r/summary' },
      { type: 'thinking_delta', delta: 'two', key: 'r/summary' },
      { type: 'thinking_delta', delta: 'raw', key: 'r/content' },
      { type: 'thinking_stop', thinking: 'one\n\ntwo', key: 'r/summary' },
      { type: 'thinking_stop', thinking: 'raw', key: 'r/content' },
    ]);
  });

  it('begins a step with what the model says or asks for after the usage of the request before', () => {
    const talk = beginTurn();
    const done = { status: 'completed', exitCode: 0, aggregatedOutput: '' };
    talk.out(started(command('c1')), completed(command('c1', done)), usage(10, 1));
    talk.out(started(command('c2')), started(command('c3')), completed(command('c2', done)));
    talk.out(completed(command('c3', done)), usage(20, 2));
    // Only this line shows a call of an unknown tool.
    talk.out(usage(30, 3));
    talk.out(started({ type: 'agentMessage', id: 'm', text: '' }), usage(40, 4));
    expect(
      talk.drafts.filter(({ type }) => type === 'step_start' || type === 'token_usage').map(({ type }) => type),
    ).toEqual(Array.from({ length: 4 }, () => ['step_start', 'token_usage']).flat());
  });

  it('begins a step with what follows words that joined the turn: they cut the answer before, which has no usage', () => {
    const talk = beginTurn();
    const said = (text: string): object => ({ type: 'userMessage', id: text, content: [{ type: 'text', text }] });
    talk.out(started(said('go')), completed(said('go')));
    talk.out(started({ type: 'agentMessage', id: 'm1', text: '' }), piece('m1', 'Slowly '));
    talk.out(started(said('more')), completed(said('more')));
    talk.out(started({ type: 'agentMessage', id: 'm2', text: '' }), piece('m2', 'Yes.'));
    talk.out(completed({ type: 'agentMessage', id: 'm2', text: 'Yes.' }), usage(10, 1));
    expect(talk.drafts.map((draft) => ('key' in draft ? `${draft.type} ${draft.key}` : draft.type))).toEqual([
      'step_start',
      'text_delta m1',
      'step_start',
      'text_delta m2',
      'message_stop m2',
      'token_usage',
      'cost',
    ]);
  });

  it('counts only what came on top: not what a session had used before, nor what is said twice', () => {
    const talk = begin({ sessionId: THREAD });
    talk.out(usage(100, 10));
    talk.drafts.length = 0;
    talk.out(turnStarted('t1'), usage(120, 15), usage(120, 15));
    expect(talk.drafts.filter(({ type }) => type === 'token_usage')).toEqual([
      { type: 'token_usage', inputTokens: 20, outputTokens: 5, cachedTokens: 0 },
    ]);
  });

  it('warns once that the context is nearly full', () => {
    const talk = beginTurn();
    talk.out(usage(850, 10), usage(870, 20));
    expect(talk.drafts.filter(({ type }) => type === 'context_limit_warning')).toEqual([
      { type: 'context_limit_warning', usedTokens: 860, maxTokens: 1000, pctUsed: 86 },
    ]);
  });

  it('takes another main thread for a lane', () => {
    const talk = beginTurn();
    talk.out(turnStarted('x', CHILD), piece('m1', 'far', CHILD), turnCompleted('x', { status: 'completed' }, CHILD));
    expect(talk.drafts).toEqual([{ type: 'text_delta', delta: 'far', key: 'm1', lane: CHILD }]);
    expect(talk.dialect.state.turn).toBe(true);
  });

  it.each([
    { turn: { status: 'interrupted' }, outcome: { type: 'interrupted' } },
    {
      turn: {
        status: 'failed',
        error: { message: 'no', codexErrorInfo: { httpConnectionFailed: { httpStatusCode: 401 } } },
      },
      outcome: { type: 'auth_error', message: 'no' },
    },
    {
      turn: { status: 'failed', error: { message: 'used up', codexErrorInfo: 'usageLimitExceeded' } },
      outcome: { type: 'rate_limit_error', message: 'used up' },
    },
    {
      turn: {
        status: 'failed',
        error: { message: "ran out of room in the model's context window", codexErrorInfo: 'contextWindowExceeded' },
      },
      outcome: { type: 'context_exceeded', usedTokens: 990, maxTokens: 1000 },
    },
    {
      turn: { status: 'failed', error: null },
      outcome: { type: 'error', code: 'AGENT_ERROR', message: 'told before' },
    },
  ])('ends a turn with $outcome.type', ({ turn, outcome }) => {
    const talk = beginTurn();
    talk.out(
      usage(980, 10),
      note('error', { error: { message: 'told before', codexErrorInfo: 'other' }, willRetry: false }),
    );
    talk.drafts.length = 0;
    talk.out(turnCompleted('t1', turn));
    expect(talk.drafts).toMatchObject([{ type: 'turn_end', outcome }]);
    const [end] = talk.drafts;
    // The usage says how full the window was, which is the reason of no other failure.
    expect(JSON.stringify(end).includes('maxTokens')).toBe(outcome.type === 'context_exceeded');
  });

  it('tells a retry, and what made it necessary', () => {
    const talk = beginTurn();
    const error = {
      message: 'Reconnecting... 1/2',
      codexErrorInfo: { responseStreamDisconnected: { httpStatusCode: null } },
      additionalDetails: 'rate limit exceeded: Please try again in 0.8s.',
    };
    talk.out(note('error', { error, willRetry: true }));
    expect(talk.drafts).toEqual([
      { type: 'rate_limited', retryAfterMs: 800 },
      { type: 'retry', attempt: 1, maxAttempts: 2, reason: error.additionalDetails, delayMs: 800 },
    ]);
  });

  // Recorded with Codex 0.169.0: the answer to `review/start` and the end of the turn name one id, and its beginning another.
  it('is ended under the id by which it was announced', () => {
    const talk = beginTurn();
    talk.out(turnCompleted('t0'));
    expect(talk.drafts.at(-1)).toMatchObject({ type: 'turn_end' });
    expect(talk.dialect.state.turn).toBe(false);
  });

  it('is not ended by a late end of the turn before it', () => {
    const talk = beginTurn();
    const [asked] = talk.say(talk.dialect.probe?.());
    talk.out({ id: asked?.['id'], result: { data: [{ id: 't1', status: 'completed' }] } });
    talk.out(turnStarted('t2'), piece('m2', 'the second '));
    talk.out({
      id: 9,
      method: 'item/commandExecution/requestApproval',
      params: { threadId: THREAD, turnId: 't2', itemId: 'c', command: 'ls' },
    });
    talk.drafts.length = 0;
    talk.out(turnCompleted('t1'));
    expect([talk.drafts, talk.dialect.state.turn, talk.dialect.state.pending.size]).toEqual([[], true, 1]);
    talk.out(
      turnCompleted('t2', { status: 'failed', error: { message: 'used up', codexErrorInfo: 'usageLimitExceeded' } }),
    );
    expect(talk.drafts).toMatchObject([
      { type: 'approval_denied' },
      { type: 'turn_end', outcome: { type: 'rate_limit_error', message: 'used up' } },
    ]);
  });

  it('is not ended because another turn is over', () => {
    const talk = beginTurn();
    const [asked] = talk.say(talk.dialect.probe?.());
    talk.out({ id: asked?.['id'], result: { data: [{ id: 't0', status: 'completed' }] } });
    expect([talk.drafts, talk.dialect.state.turn]).toEqual([[], true]);
  });

  it('takes what is asked after its end back where its end comes again', () => {
    const talk = beginTurn();
    talk.out(turnCompleted('t1'), {
      id: 9,
      method: 'item/commandExecution/requestApproval',
      params: { threadId: THREAD, turnId: 't1', itemId: 'c', command: 'ls' },
    });
    expect(talk.dialect.state.pending.size).toBe(1);
    talk.out(turnCompleted('t1'));
    expect(talk.dialect.state.pending.size).toBe(0);
  });

  it('names its thread where the answer that opens it was lost', () => {
    const talk = converse();
    talk.say(talk.dialect.open());
    talk.out(turnStarted('t1'));
    expect(talk.drafts.slice(0, 2)).toEqual([{ type: 'session_start', sessionId: THREAD }, { type: 'turn_start' }]);
  });

  it('begins with a step of its own where the one before it was cut', () => {
    const talk = beginTurn();
    talk.out(started({ type: 'agentMessage', id: 'm1', text: '' }), turnCompleted('t1', { status: 'interrupted' }));
    talk.drafts.length = 0;
    talk.out(turnStarted('t2'), started({ type: 'agentMessage', id: 'm2', text: '' }));
    expect(talk.drafts.map(({ type }) => type)).toContain('step_start');
  });

  it('ends with the last message that its end repeats, unless a plan of its own came after it', () => {
    const items = [
      { type: 'agentMessage', text: 'First.' },
      { type: 'agentMessage', text: 'Last.' },
      { type: 'reasoning', text: 'hmm' },
    ];
    const endAfter = (...before: object[]) => {
      const talk = beginTurn();
      talk.out(...before, turnCompleted('t1', { status: 'completed', items }));
      return talk.drafts.findLast(({ type }) => type === 'turn_end');
    };
    const plan = { type: 'plan', id: 'p', text: 'Do it.' };
    expect(endAfter()).toEqual({ type: 'turn_end', text: 'Last.' });
    expect(endAfter(completed(plan))).toEqual({ type: 'turn_end' });
    expect(endAfter(completed(plan, CHILD))).toEqual({ type: 'turn_end', text: 'Last.' });
  });

  it('asks how the turn stands, and ends one whose end was lost', () => {
    const talk = beginTurn();
    const [asked] = talk.say(talk.dialect.probe?.());
    expect(asked).toMatchObject({ method: 'thread/turns/list', params: { threadId: THREAD } });
    talk.out({ id: asked?.['id'], result: { data: [{ id: 't1', status: 'inProgress' }] } });
    expect(talk.dialect.state.turn).toBe(true);
    const [again] = talk.say(talk.dialect.probe?.());
    talk.out({
      id: again?.['id'],
      result: {
        data: [
          { id: 't1', status: 'completed' },
          { id: 't0', status: 'failed' },
        ],
      },
    });
    expect(talk.drafts.map(({ type }) => type)).toEqual(['debug', 'turn_end']);
    expect(talk.dialect.state).toMatchObject({ busy: false, clean: true });
    talk.out(turnCompleted('t1'));
    expect(talk.drafts).toHaveLength(2);
  });

  it('calls an exit in the middle of a turn a crash', () => {
    const { dialect } = beginTurn();
    expect(dialect.exit({ code: 0, signal: null, stderr: 'gone' }).drafts).toEqual([
      { type: 'turn_end', outcome: { type: 'crash', exitCode: 0, stderr: 'gone' } },
    ]);
  });
});

describe('interrupt and steer', () => {
  it('stops every turn that is open', () => {
    const talk = beginTurn();
    talk.out(turnStarted('c1', CHILD));
    expect(talk.say(talk.dialect.interrupt())).toMatchObject([
      { method: 'turn/interrupt', params: { threadId: THREAD, turnId: 't1' } },
      { method: 'turn/interrupt', params: { threadId: CHILD, turnId: 'c1' } },
    ]);
  });

  it('stops a turn as soon as it has begun', () => {
    const talk = begin();
    expect(talk.say(talk.dialect.interrupt())).toEqual([]);
    talk.wanted.length = 0;
    talk.out(turnStarted('t1'));
    expect(talk.wanted).toMatchObject([{ method: 'turn/interrupt', params: { threadId: THREAD, turnId: 't1' } }]);
  });

  it('lets the next turn be where the one that was to be stopped never began', () => {
    const talk = begin();
    const asked = talk.wanted.find(({ method }) => method === 'turn/start');
    talk.say(talk.dialect.interrupt());
    talk.out({ id: asked?.['id'], error: { code: -32_600, message: 'no such model' } });
    talk.say(talk.dialect.prompt({ text: 'again' }));
    talk.wanted.length = 0;
    talk.out(turnStarted('t1'));
    expect(talk.wanted).toEqual([]);
  });

  it('has nothing to stop when it is idle', () => {
    const talk = beginTurn();
    talk.out(turnCompleted('t1'));
    expect(talk.dialect.interrupt()).toEqual({ write: [] });
  });

  it('adds to the running turn', () => {
    const talk = beginTurn();
    expect(talk.say(talk.dialect.steer({ text: 'more' }))).toMatchObject([
      {
        method: 'turn/steer',
        params: { threadId: THREAD, expectedTurnId: 't1', input: [{ type: 'text', text: 'more' }] },
      },
    ]);
  });

  it('cannot add to a turn that has not begun: what is said waits for the next one', () => {
    const talk = begin();
    expect(talk.dialect.steer({ text: 'more' })).toBeUndefined();
  });

  it.each([
    ['steered', { result: { turnId: 't1' } }, []],
    ['refused', { error: { code: -32600, message: 'turn is not steerable' } }, [{ type: 'debug', level: 'info' }]],
  ] as const)('says under the key of the words that they are %s, and is busy until then', (delivered, answer, more) => {
    const talk = beginTurn();
    const writes = talk.dialect.steer({ text: 'more' });
    const [asked] = talk.say(writes);
    talk.out(turnCompleted('t1'));
    expect(talk.dialect.state).toMatchObject({ busy: true, turn: false });
    talk.drafts.length = 0;
    talk.out({ id: asked?.['id'], ...answer });
    expect(talk.drafts).toMatchObject([{ type: 'steer_settled', key: writes?.key, delivered }, ...more]);
    expect([talk.dialect.state.busy, talk.wanted]).toEqual([false, []]);
  });

  it('knows a second turn/start during a turn for what it is', () => {
    const talk = beginTurn();
    talk.in({ id: 40, method: 'turn/start', params: { threadId: THREAD, input: [] } });
    talk.out({ id: 40, result: { turn: { id: 't1', status: 'inProgress' } } }, turnCompleted('t1'));
    expect(talk.dialect.state.busy).toBe(false);
  });

  it.each([
    ['/compact', 'thread/compact/start', { threadId: THREAD }],
    ['/review', 'review/start', { threadId: THREAD, target: { type: 'uncommittedChanges' } }],
    ['/review the tests', 'review/start', { target: { type: 'custom', instructions: 'the tests' } }],
    ['/compacted', 'turn/start', { input: [{ type: 'text', text: '/compacted' }] }],
  ])('sends %s as %s', (text, method, params) => {
    const talk = beginTurn();
    talk.out(turnCompleted('t1'));
    expect(talk.say(talk.dialect.prompt({ text }))).toMatchObject([{ method, params }]);
    expect(talk.dialect.state.busy).toBe(true);
  });

  it('jumps over the ids of other clients', () => {
    const talk = beginTurn();
    talk.in({ id: 90, method: 'thread/list', params: {} });
    expect(talk.say(talk.dialect.interrupt())[0]?.['id']).toBe(91);
  });
});

describe('what else it says', () => {
  it('compacts, and counts what was saved', () => {
    const talk = beginTurn();
    talk.out(usage(900, 50), started({ type: 'contextCompaction', id: 'k' }), usage(910, 60));
    talk.out(completed({ type: 'contextCompaction', id: 'k' }));
    expect(talk.drafts.at(-1)).toEqual({ type: 'context_compacted' });
    expect(talk.drafts.filter(({ type }) => type === 'step_start')).toHaveLength(1);
  });

  it('counts the requests of a turn as steps again once it has compacted', () => {
    const talk = beginTurn();
    talk.out(usage(900, 50), started({ type: 'contextCompaction', id: 'k' }), usage(910, 60));
    talk.out(completed({ type: 'contextCompaction', id: 'k' }), usage(920, 70), usage(930, 80));
    expect(talk.drafts.filter(({ type }) => type === 'step_start')).toHaveLength(3);
  });

  it('names the model that its thread asks from now on', () => {
    const talk = beginTurn();
    talk.out(
      note('thread/settings/updated', { threadId: THREAD, threadSettings: { model: 'm2', modelProvider: 'p2' } }),
    );
    talk.out(usage(20, 2));
    expect(talk.drafts.find(({ type }) => type === 'token_usage')).toMatchObject({ model: 'm2', provider: 'p2' });
  });

  it('says a piece of text whose message has a field that nobody knows, and tells of the field', () => {
    const talk = beginTurn();
    const line = { threadId: THREAD, turnId: 't1', itemId: 'm', delta: 'Hi' };
    talk.out({ ...note('item/agentMessage/delta', line), novel: 1 }, note('item/agentMessage/delta', line));
    expect(talk.drafts.filter(({ type }) => type === 'unknown_native' || type === 'text_delta')).toEqual([
      { type: 'unknown_native', name: 'message.novel' },
      { type: 'text_delta', delta: 'Hi', key: 'm' },
      { type: 'text_delta', delta: 'Hi', key: 'm' },
    ]);
  });

  it('tells of a call that a hook has blocked', () => {
    const talk = beginTurn();
    const run = { id: 'pre-tool-use:0:/h.json:c9', eventName: 'preToolUse', sourcePath: '/h.json', status: 'running' };
    talk.out(note('hook/started', { run }));
    talk.out(
      note('hook/completed', { run: { ...run, status: 'blocked', entries: [{ kind: 'feedback', text: 'no' }] } }),
    );
    expect(talk.drafts.slice(1)).toEqual([
      { type: 'plugin_invoked', pluginId: '/h.json', pluginName: 'preToolUse hook' },
      { type: 'tool_call_start', toolCallId: 'c9', toolName: 'unknown', toolKind: 'other', input: {} },
      { type: 'tool_error', toolCallId: 'c9', error: 'Blocked by a hook: no' },
    ]);
  });

  it('knows the skills, and sees that one is read or named', () => {
    const talk = begin();
    const skills = [{ name: 'greet', path: '/work/.agents/skills/greet/SKILL.md', enabled: true }];
    talk.out({ id: 2, result: { data: [{ cwd: '/work', skills }] } });
    expect(talk.drafts.at(-1)).toEqual({ type: 'skill_loaded', skillName: 'greet', source: skills[0]?.path });
    talk.out(
      turnStarted('t1'),
      started({ type: 'userMessage', id: 'u', content: [{ type: 'text', text: 'Use $greet.' }] }),
    );
    expect(talk.drafts.at(-1)).toEqual({ type: 'skill_invoked', skillName: 'greet' });
  });

  it('acknowledges pictures', () => {
    const talk = beginTurn();
    const content = [
      { type: 'image', url: 'data:image/gif;base64,AA==' },
      { type: 'localImage', path: '/a.jpg' },
    ];
    talk.out(started({ type: 'userMessage', id: 'u', content }));
    expect(talk.drafts).toEqual([
      { type: 'image_input_ack', mimeType: 'image/gif' },
      { type: 'image_input_ack', mimeType: 'image/jpeg' },
    ]);
  });

  it('tells of each turn that the session can go back to it, unless it is not kept', () => {
    const talk = begin();
    talk.out(turnStarted('t1'), turnCompleted('t1'));
    expect(talk.drafts.at(-2)).toEqual({ type: 'session_checkpoint', sessionId: THREAD, checkpointId: 't1' });
    const fleeting = converse({ noSession: true });
    fleeting.say(fleeting.dialect.open());
    fleeting.out({ id: 1, result: {} }, { id: 3, result: { thread: { id: THREAD, ephemeral: true } } });
    fleeting.out(turnStarted('t1'));
    expect(fleeting.drafts.map(({ type }) => type)).toEqual(['session_start', 'turn_start']);
  });

  it('plans where it is asked to, and no longer than that', () => {
    const thread = converse();
    thread.say(thread.dialect.open());
    thread.out({ id: 1, result: {} }, { id: 3, result: { thread: { id: THREAD }, model: 'm' } });
    const prompt = (text: string): unknown => {
      const [request] = thread.say(thread.dialect.prompt({ text }));
      thread.out(turnStarted(text), turnCompleted(text));
      return request?.['params'];
    };
    expect(prompt('/plan the tests')).toMatchObject({
      input: [{ text: 'the tests' }],
      collaborationMode: { mode: 'plan', settings: { model: 'm' } },
    });
    expect(prompt('go')).toMatchObject({ collaborationMode: { mode: 'default' } });
    expect(prompt('on')).not.toHaveProperty('collaborationMode');
  });

  it.each([
    [note('thread/never/heard', {}), 'thread/never/heard'],
    [started({ type: 'newItem', id: 'x' }), 'item/newItem'],
    [{ ...turnStarted('t9'), extra: 1 }, 'message.extra'],
    [{ hello: 1 }, 'message'],
  ])('says that %j is new to it', (message, name) => {
    const talk = beginTurn();
    talk.out(message);
    expect(talk.drafts).toContainEqual({ type: 'unknown_native', name });
  });

  it.each([
    ['not of the protocol', { type: 'log', source: 'stdout', line: 'not of the protocol' }],
    ['{"method":', { type: 'error', code: 'PARSE_ERROR', recoverable: true }],
  ])('reads %j', (line, draft) => {
    const { dialect } = converse();
    expect(dialect.parseEvent(line, { source: 'stdout' }).drafts).toMatchObject([draft]);
  });
});
