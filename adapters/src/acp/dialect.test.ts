import type { Dialect, EventDraft, ResolvedOptions } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { resolvedOptions } from '../shared/testing/mode-parts.ts';
import { createAcpDialect } from './dialect.ts';
import type { AcpQuirks } from './quirks.ts';

// The lines are hand-made, modelled on recordings of gemini 0.61.0, opencode 1.18.33 and hermes 0.17.0; the fixtures of the agents contain
// whole conversations.
const NEUTRAL: AcpQuirks = { displayName: 'Agent', authGuidance: 'log in' };
const OPTIONS = resolvedOptions();

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly [field: string]: unknown;
}

interface Conversation {
  readonly dialect: Dialect;
  readonly drafts: EventDraft[];
  readonly written: Message[];
  out(...messages: object[]): void;
  update(sessionUpdate: string, fields?: object): void;
  /** The answer to our newest request. */
  answer(result: unknown): void;
  say(writes: ReturnType<Dialect['respond']>): void;
}

function converse(quirks: Partial<AcpQuirks> = {}, options: Partial<ResolvedOptions> = {}): Conversation {
  const dialect = createAcpDialect({ ...NEUTRAL, ...quirks }, { ...OPTIONS, ...options });
  const drafts: EventDraft[] = [];
  const written: Message[] = [];
  const hear = (line: string, source: 'stdin' | 'stdout') => {
    const parsed = dialect.parseEvent(line, { source });
    drafts.push(...parsed.drafts);
    for (const message of parsed.write) {
      tell(message);
    }
  };
  const tell = (line: string) => {
    written.push(JSON.parse(line));
    hear(line, 'stdin');
  };
  const out: Conversation['out'] = (...messages) => {
    for (const message of messages) {
      hear(JSON.stringify({ jsonrpc: '2.0', ...message }), 'stdout');
      // The agent is quiet after each of its answers.
      drafts.push(...('method' in message ? [] : (dialect.settle?.().drafts ?? [])));
    }
  };
  return {
    dialect,
    drafts,
    written,
    out,
    update: (sessionUpdate, fields = {}) =>
      out({ method: 'session/update', params: { sessionId: 's-1', update: { sessionUpdate, ...fields } } }),
    answer: (result) => {
      const { id } = written.findLast(({ method, id }) => method !== undefined && id !== undefined) ?? {};
      out({ id, ...(result instanceof Error ? { error: { code: 401, message: result.message } } : { result }) });
    },
    say: (writes) => {
      if (typeof writes === 'string') {
        throw new Error(writes);
      }
      for (const line of writes.write) {
        tell(line);
      }
    },
  };
}

/** Begins a conversation and stops before its first prompt. */
function begin(quirks: Partial<AcpQuirks> = {}, options: Partial<ResolvedOptions> = {}): Conversation {
  const talk = converse(quirks, options);
  talk.say(talk.dialect.open());
  talk.say(talk.dialect.prompt({ text: 'hello' }));
  talk.answer({ protocolVersion: 1 });
  talk.answer({ sessionId: 's-1' });
  return talk;
}

function typesOf(drafts: readonly EventDraft[]): string[] {
  return drafts.map(({ type }) => type);
}

const methods = ({ written }: Conversation) => written.map(({ method = 'answer' }) => method);
const text = (words: string) => ({ content: { type: 'text', text: words } });
const shown = (words: string) => [{ type: 'content', content: { type: 'text', text: words } }];
const shell = (fields: object) => ({ toolCallId: 'c-1', title: 'make', kind: 'execute', ...fields });
const SHELL_QUIRKS: Partial<AcpQuirks> = {
  sessionOptions: ['always'],
  tools: { identify: ({ title }) => ({ name: 'shell', command: String(title) }) },
};
const OPTIONS_OFFERED = [
  { optionId: 'always', kind: 'allow_always' },
  { optionId: 'once', kind: 'allow_once' },
  { optionId: 'no', kind: 'reject_once' },
];
const asked = (id: number, fields: object = {}, options: readonly object[] = OPTIONS_OFFERED) => ({
  id,
  method: 'session/request_permission',
  params: { sessionId: 's-1', options, toolCall: { toolCallId: 'c-1', title: 'make', kind: 'execute', ...fields } },
});

describe('opening a session', () => {
  it.each([
    [{ version: '1.2' }, []],
    [{ version: '1.3' }, ['Agent 1.3 was not tested with this version of agent-mux; 1.2 was.']],
    [{}, ['Agent unknown was not tested with this version of agent-mux; 1.2 was.']],
    [undefined, ['Agent unknown was not tested with this version of agent-mux; 1.2 was.']],
  ])('says of %j whether it was tested', (agentInfo, notes) => {
    const talk = converse({ testedVersions: ['1.2'] });
    talk.say(talk.dialect.open());
    talk.answer({ protocolVersion: 1, agentInfo });
    expect(talk.drafts.flatMap((draft) => (draft.type === 'debug' ? [draft.message] : []))).toEqual(notes);
  });

  it('writes each step when the one before was answered, and the prompt last', () => {
    const talk = converse();
    talk.say(talk.dialect.open());
    talk.say(talk.dialect.prompt({ text: 'hello' }));
    expect(methods(talk)).toEqual(['initialize']);
    expect(talk.dialect.state.busy).toBe(true);
    talk.answer({ protocolVersion: 1 });
    expect(methods(talk)).toEqual(['initialize', 'session/new']);
    talk.answer({ sessionId: 's-1' });
    expect(methods(talk)).toEqual(['initialize', 'session/new', 'session/prompt']);
    expect(talk.drafts).toEqual([{ type: 'session_start', sessionId: 's-1' }, { type: 'turn_start' }]);
  });

  it('says what the agent needs between session and prompt', () => {
    const talk = begin({
      session: {
        authenticate: () => ({ method: 'authenticate', params: { methodId: 'key' } }),
        configure: () => [
          { method: 'session/set_mode', params: { modeId: 'ask' } },
          { method: 'session/set_model', params: { modelId: 'm' } },
        ],
      },
    });
    talk.answer({ sessionId: 's-1' });
    expect(methods(talk)).toEqual([
      'initialize',
      'authenticate',
      'session/new',
      'session/set_mode',
      'session/set_model',
    ]);
    talk.out({ id: 4, result: {} });
    expect(methods(talk)).toHaveLength(5);
    talk.out({ id: 5, result: {} });
    expect(methods(talk).at(-1)).toBe('session/prompt');
  });

  it.each([
    ['goes on where that is refused and need not be', 'It asks.', 'session/prompt', 'turn_start'],
    ['ends the run where that is refused', undefined, 'session/set_mode', 'outcome'],
  ])('%s', (_, otherwise, method, type) => {
    const talk = begin({
      session: {
        configure: () => [
          { method: 'session/set_mode', params: {}, ...(otherwise === undefined ? {} : { otherwise }) },
        ],
      },
    });
    talk.answer(new Error('not here'));
    expect(methods(talk).at(-1)).toBe(method);
    expect(typesOf(talk.drafts).at(-1)).toBe(type);
  });

  it.each([
    ['to be resumed', { sessionId: 's-0' }, 'session/load', { resumed: true, priorTurnCount: 2, sessionId: 's-0' }],
    ['to be copied', { forkSessionId: 's-0' }, 'session/fork', { forkedFrom: 's-0', sessionId: 's-1' }],
  ])('counts what is told before there is a session as history: one %s', (_, options, method, started) => {
    const talk = converse({}, options);
    talk.say(talk.dialect.open());
    talk.say(talk.dialect.prompt({ text: 'again' }));
    talk.answer({ protocolVersion: 1 });
    expect(methods(talk).at(-1)).toBe(method);
    talk.update('user_message_chunk', text('one'));
    talk.update('agent_message_chunk', text('old'));
    talk.update('tool_call', shell({ status: 'completed' }));
    talk.update('user_message_chunk', text('two'));
    talk.answer(method === 'session/fork' ? { sessionId: 's-1' } : {});
    expect(talk.drafts).toEqual([{ type: 'session_start', ...started }, { type: 'turn_start' }]);
  });

  it('counts what a session costs from where it was taken up', () => {
    const talk = converse({}, { sessionId: 's-1' });
    talk.say(talk.dialect.open());
    talk.say(talk.dialect.prompt({ text: 'again' }));
    talk.answer({ protocolVersion: 1 });
    const costs = (amount: number) => ({ used: 1, size: 100, cost: { amount, currency: 'USD' } });
    talk.update('usage_update', costs(0.5));
    talk.answer({});
    talk.update('usage_update', costs(0.75));
    talk.answer({ stopReason: 'end_turn', usage: { inputTokens: 1, outputTokens: 1 } });
    expect(talk.drafts.find(({ type }) => type === 'cost')).toMatchObject({ cost: { totalUsd: 0.25 } });
  });

  const withHistory = () => {
    const talk = converse(
      { session: { historyEndsWith: 'available_commands_update', wireId: (id) => ` ${id}` } },
      { sessionId: 's-1' },
    );
    talk.say(talk.dialect.open());
    talk.say(talk.dialect.prompt({ text: 'again' }));
    talk.answer({ protocolVersion: 1 });
    return talk;
  };

  it('says no prompt that was stopped while it waited', () => {
    const talk = converse();
    talk.say(talk.dialect.open());
    talk.say(talk.dialect.prompt({ text: 'hello' }));
    talk.say(talk.dialect.interrupt());
    expect(talk.dialect.state.busy).toBe(false);
    talk.answer({ protocolVersion: 1 });
    talk.answer({ sessionId: 's-1' });
    expect(methods(talk)).toEqual(['initialize', 'session/new']);
    expect(typesOf(talk.drafts)).toEqual(['session_start']);
  });

  it('waits for no end of a history that came before the answer', () => {
    const talk = withHistory();
    const update = (update: object) => talk.out({ method: 'session/update', params: { sessionId: ' s-1', update } });
    update({ sessionUpdate: 'user_message_chunk', ...text('old') });
    update({ sessionUpdate: 'available_commands_update', availableCommands: [] });
    expect(methods(talk).at(-1)).toBe('session/load');
    talk.answer({});
    expect(methods(talk).at(-1)).toBe('session/prompt');
    expect(typesOf(talk.drafts)).toEqual(['session_start', 'turn_start']);
  });

  it('waits no longer for the end of a history when the agent is silent', () => {
    const talk = withHistory();
    talk.say(talk.dialect.probe?.() ?? 'gone');
    expect(methods(talk).at(-1)).toBe('session/load');
    talk.answer({});
    expect(talk.dialect.state).toMatchObject({ busy: true, turn: false });
    talk.say(talk.dialect.probe?.() ?? 'gone');
    expect(methods(talk).at(-1)).toBe('session/prompt');
    expect(talk.drafts).toMatchObject([
      { type: 'session_start' },
      { type: 'debug', level: 'info', message: 'The prompt did not wait for the end of the history.' },
      { type: 'turn_start' },
    ]);
    talk.say(talk.dialect.probe?.() ?? 'gone');
    expect(methods(talk).filter((method) => method === 'session/prompt')).toHaveLength(1);
  });

  it('waits for the end of a history that comes after the answer', () => {
    const talk = withHistory();
    expect(talk.written.at(-1)?.params?.['sessionId']).toBe(' s-1');
    talk.answer({});
    const update = (update: object) => talk.out({ method: 'session/update', params: { sessionId: ' s-1', update } });
    update({ sessionUpdate: 'agent_message_chunk', ...text('old') });
    expect(methods(talk).at(-1)).toBe('session/load');
    update({ sessionUpdate: 'available_commands_update', availableCommands: [] });
    expect(methods(talk).at(-1)).toBe('session/prompt');
    update({ sessionUpdate: 'agent_message_chunk', ...text('new') });
    expect(talk.drafts.flatMap((draft) => (draft.type === 'text_delta' ? [draft.delta] : []))).toEqual(['new']);
    expect(talk.dialect.state.sessionId).toBe('s-1');
  });

  it.each([
    ['initialize', 0],
    ['session/new', 1],
  ])('ends the run where %s is refused', (_, answered) => {
    const talk = converse();
    talk.say(talk.dialect.open());
    talk.say(talk.dialect.prompt({ text: 'hello' }));
    if (answered === 1) {
      talk.answer({ protocolVersion: 1 });
    }
    talk.answer(new Error('no key'));
    expect(talk.drafts).toEqual([
      { type: 'outcome', outcome: { type: 'auth_error', message: 'no key', guidance: 'log in' } },
    ]);
    expect(talk.dialect.state).toMatchObject({ busy: false, clean: true });
  });
});

describe('a turn', () => {
  it('begins a step with the first word, and one more with what follows on all results', () => {
    const talk = begin();
    talk.drafts.length = 0;
    talk.update('agent_message_chunk', text('I look.'));
    talk.update('tool_call', { toolCallId: 'a', title: 'read', kind: 'read', status: 'in_progress' });
    talk.update('tool_call', { toolCallId: 'b', title: 'read', kind: 'read', status: 'in_progress' });
    talk.update('tool_call_update', { toolCallId: 'a', status: 'completed' });
    talk.update('agent_message_chunk', text('Still looking.'));
    talk.update('tool_call_update', { toolCallId: 'b', status: 'completed' });
    talk.update('agent_message_chunk', text('Done.'));
    expect(typesOf(talk.drafts)).toEqual([
      'step_start',
      'text_delta',
      'tool_call_start',
      'tool_call_ready',
      'tool_call_start',
      'tool_call_ready',
      'tool_result',
      'text_delta',
      'tool_result',
      'step_start',
      'text_delta',
    ]);
  });

  it.each<[string, object, object | undefined]>([
    ['end_turn', { stopReason: 'end_turn' }, undefined],
    ['cancelled', { stopReason: 'cancelled' }, { type: 'interrupted' }],
    ['max_turn_requests', { stopReason: 'max_turn_requests' }, { type: 'turn_limit', maxTurns: 3 }],
    ['refusal', { stopReason: 'refusal' }, { type: 'error', code: 'AGENT_ERROR', message: 'Agent refused to answer.' }],
    [
      'max_tokens',
      { stopReason: 'max_tokens' },
      { type: 'error', code: 'AGENT_ERROR', message: 'Agent stopped at the limit of its output.' },
    ],
  ])('ends as %s says', (_, result, outcome) => {
    const talk = begin({}, { maxTurns: 3 });
    talk.update('agent_message_chunk', text('hm'));
    talk.answer(result);
    expect(talk.drafts.at(-1)).toEqual({ type: 'turn_end', ...(outcome === undefined ? {} : { outcome }) });
    expect(talk.dialect.state).toMatchObject({ busy: false, clean: true });
  });

  it('fails with the error that answers the prompt, in the words of the model', () => {
    const talk = begin();
    talk.answer(new Error('{"error":{"code":401,"message":"API key not valid."}}'));
    expect(talk.drafts.at(-1)).toEqual({
      type: 'turn_end',
      outcome: { type: 'auth_error', message: 'API key not valid.', guidance: 'log in' },
    });
  });

  it('fails without a word where the agent hides its failures', () => {
    const talk = begin({ turns: { failsInSilence: true } });
    talk.answer({ stopReason: 'end_turn' });
    expect(talk.drafts.at(-1)).toMatchObject({ type: 'turn_end', outcome: { type: 'error', code: 'AGENT_ERROR' } });
  });

  it.each([
    ['/none and more', true],
    ['/offered', false],
    ['/own', false],
    ['none', false],
    ['/etc/hosts', true],
  ])('says that a command is not known, where the agent does not: %s', (text, isUnknown) => {
    const talk = begin({ turns: { ownCommands: ['own'] } });
    talk.answer({ stopReason: 'end_turn' });
    talk.update('available_commands_update', { availableCommands: [{ name: 'offered' }] });
    talk.say(talk.dialect.prompt({ text }));
    talk.out({ id: 4, result: { stopReason: 'end_turn' } });
    const outcome = { type: 'error', code: 'AGENT_ERROR', message: expect.stringContaining('knows no command') };
    expect(talk.drafts.at(-1)).toEqual({ type: 'turn_end', ...(isUnknown ? { outcome } : {}) });
  });

  it('ends with its first prompt, and not before those that joined it', () => {
    const talk = begin({ session: { steer: (words) => `/steer ${words}` } });
    talk.say(talk.dialect.steer({ text: 'faster' }) ?? 'gone');
    expect(talk.written.at(-1)?.params).toMatchObject({ prompt: [{ type: 'text', text: '/steer faster' }] });
    talk.out({ id: 4, result: { stopReason: 'end_turn' } });
    expect(talk.dialect.state.turn).toBe(true);
    talk.out({ id: 3, result: { stopReason: 'cancelled' } });
    expect(typesOf(talk.drafts).filter((type) => type.startsWith('turn'))).toEqual(['turn_start', 'turn_end']);
    expect(talk.drafts.at(-1)).toMatchObject({ outcome: { type: 'interrupted' } });
  });

  it('that is over takes nothing more, and what comes for it is told once', () => {
    const talk = begin();
    const read = { title: 'read', kind: 'read' };
    talk.update('tool_call', { toolCallId: 'open', ...read });
    talk.update('tool_call', { toolCallId: 'ended', ...read, status: 'completed' });
    talk.update('agent_message_chunk', { messageId: 'm-1', ...text('One.') });
    talk.answer({ stopReason: 'end_turn' });
    const before = talk.drafts.length;
    const late = (): void => {
      talk.update('agent_message_chunk', { messageId: 'm-1', ...text(' Two.') });
      talk.update('agent_message_chunk', { messageId: 'm-1', ...text('') });
      talk.update('tool_call_update', { toolCallId: 'open', ...read, status: 'completed' });
      // This only repeats how the call ended.
      talk.update('tool_call_update', { toolCallId: 'ended', ...read, status: 'completed' });
    };
    late();
    talk.update('tool_call_update', { toolCallId: 'unknown', ...read, status: 'completed' });
    talk.update('agent_thought_chunk', text('Hm.'));
    expect(typesOf(talk.drafts.slice(before))).toEqual(['misplaced', 'misplaced', 'misplaced', 'misplaced']);
    expect(talk.drafts.at(before)).toMatchObject({ message: expect.stringContaining(' Two.') });
    talk.say(talk.dialect.prompt({ text: 'next' }));
    late();
    talk.update('agent_message_chunk', { messageId: 'm-2', ...text('Three.') });
    late();
    talk.update('agent_message_chunk', { messageId: 'm-2', ...text(' Four.') });
    expect(talk.drafts.slice(before + 4).map((draft) => ('delta' in draft ? draft.delta : draft.type))).toEqual([
      'turn_start',
      ...['misplaced', 'misplaced', 'step_start', 'Three.', 'misplaced', 'misplaced', ' Four.'],
    ]);
  });

  it('that is over takes late pieces one by one, whatever the turn after it has said so far', () => {
    const talk = begin();
    const say = (messageId: string, words: string, kind = 'agent_message_chunk'): void =>
      talk.update(kind, { messageId, ...text(words) });
    say('m-1', 'One.');
    talk.answer({ stopReason: 'end_turn' });
    talk.say(talk.dialect.prompt({ text: 'next' }));
    const before = talk.drafts.length;
    say('m-2', 'Hm.', 'agent_thought_chunk');
    say('m-1', ' Two.');
    say('m-1', ' Three.');
    say('m-2', 'Four.');
    say('m-2', ' Five.');
    expect(talk.drafts.slice(before).map((draft) => ('delta' in draft ? draft.delta : draft.type))).toEqual([
      ...['step_start', 'Hm.', 'misplaced', 'misplaced', 'Four.', ' Five.'],
    ]);
  });

  /** Has a second turn after a first one in which `first` are said, and returns what is told of it. */
  const secondTurn = (first: readonly string[], isStopped: boolean, go: (talk: Conversation) => void) => {
    const talk = begin();
    for (const each of first) {
      piece(talk, each, 'One.');
    }
    if (isStopped) {
      talk.say(talk.dialect.interrupt());
    }
    talk.answer({ stopReason: isStopped ? 'cancelled' : 'end_turn' });
    talk.say(talk.dialect.prompt({ text: 'next' }));
    const before = talk.drafts.length;
    go(talk);
    return talk.drafts.slice(before).flatMap((draft) => {
      const isFrame = draft.type.endsWith('_stop') || draft.type === 'tool_call_ready';
      return isFrame ? [] : ['delta' in draft ? draft.delta : draft.type];
    });
  };
  const piece = (talk: Conversation, messageId: string, words: string, kind = 'agent_message_chunk'): void =>
    talk.update(kind, { messageId, ...text(words) });
  const ends = (talk: Conversation): void => talk.answer({ stopReason: 'end_turn' });

  it('that was stopped takes its late pieces until the next one has named a message, and after that', () => {
    const told = secondTurn(['m-1'], true, (talk) => {
      piece(talk, 'm-1', ' Late');
      piece(talk, 'm-1', ' thought', 'agent_thought_chunk');
      piece(talk, 'm-1', ' once more');
      piece(talk, 'm-2', 'Two.');
      piece(talk, 'm-1', ' And later.');
      piece(talk, 'm-2', ' Three.');
      ends(talk);
    });
    expect(told).toEqual([
      ...['misplaced', 'misplaced', 'misplaced', 'step_start', 'Two.', 'misplaced', ' Three.', 'turn_end'],
    ]);
  });

  it.each<[string, (talk: Conversation) => void]>([
    ['is stopped too', (talk) => talk.say(talk.dialect.interrupt())],
    [
      'has text without a name',
      (talk) => {
        talk.update('agent_message_chunk', text('Two.'));
        talk.update('agent_thought_chunk', text('Hm.'));
      },
    ],
  ])('that was stopped takes its late pieces where the next one %s', (_, act) => {
    const told = secondTurn(['m-1'], true, (talk) => {
      piece(talk, 'm-1', ' Late.');
      act(talk);
      talk.answer({ stopReason: talk.written.at(-1)?.method === 'session/cancel' ? 'cancelled' : 'end_turn' });
    });
    expect(told.slice(-2)).toEqual(['misplaced', 'turn_end']);
    expect(told).not.toContain(' Late.');
  });

  it('that was stopped takes its late pieces, however long those of other turns were', () => {
    const talk = begin();
    piece(talk, 'm-1', 'One.');
    for (const next of ['m-2', 'm-3']) {
      talk.say(talk.dialect.interrupt());
      talk.answer({ stopReason: 'cancelled' });
      talk.say(talk.dialect.prompt({ text: 'next' }));
      piece(talk, 'm-1', 'x'.repeat(15_000));
      piece(talk, next, 'Fine.');
    }
    const told = talk.drafts.flatMap((draft) => ('delta' in draft ? [draft.delta] : []));
    expect(told).toEqual(['One.', 'Fine.', 'Fine.']);
  });

  it('that was stopped takes its late pieces where prompts that joined the next one are answered', () => {
    const talk = begin({ session: { steer: (words) => words } });
    piece(talk, 'm-1', 'One.');
    talk.say(talk.dialect.interrupt());
    talk.answer({ stopReason: 'cancelled' });
    talk.say(talk.dialect.prompt({ text: 'next' }));
    piece(talk, 'm-1', ' Late.');
    talk.say(talk.dialect.steer({ text: 'faster' }) ?? 'gone');
    const before = talk.drafts.length;
    ends(talk);
    piece(talk, 'm-2', 'Two.');
    expect(typesOf(talk.drafts.slice(before))).toEqual(['misplaced', 'step_start', 'text_delta']);
  });

  it('has what was held back of its text as soon as one of its prompts was stopped', () => {
    let held: string | undefined;
    const talk = begin({
      session: { steer: (words) => words },
      notText: (words) => {
        held = words;
        return [];
      },
      takeHeld: () => {
        const words = held;
        held = undefined;
        return words;
      },
    });
    talk.say(talk.dialect.steer({ text: 'faster' }) ?? 'gone');
    talk.update('agent_message_chunk', text('Error: it prints.'));
    const before = talk.drafts.length;
    talk.out({ id: 3, result: { stopReason: 'cancelled' } });
    expect(talk.drafts.slice(before)).toEqual([
      { type: 'step_start' },
      { type: 'text_delta', delta: 'Error: it prints.' },
    ]);
    expect(talk.dialect.state.turn).toBe(true);
  });

  it('that was stopped takes its late pieces where the next one fails', () => {
    const told = secondTurn(['m-1'], true, (talk) => {
      piece(talk, 'm-1', ' Late.');
      talk.answer(new Error('No.'));
    });
    expect(told).toEqual(['misplaced', 'turn_end']);
  });

  it('that was stopped takes its late pieces where the agent leaves', () => {
    const told = secondTurn(['m-1'], true, (talk) => {
      piece(talk, 'm-1', ' Late.');
      talk.drafts.push(...talk.dialect.exit({ code: 0, signal: null, stderr: '' }).drafts);
    });
    expect(told[0]).toBe('misplaced');
  });

  it('has what is named like something before it, if it names nothing else until its end', () => {
    const told = secondTurn(['m-1'], true, (talk) => {
      piece(talk, 'm-1', 'Hm.', 'agent_thought_chunk');
      talk.update('agent_thought_chunk', text('Now.'));
      piece(talk, 'm-1', 'Two.');
      talk.update('tool_call', { toolCallId: 'c-1', title: 'read', kind: 'read', status: 'completed' });
      piece(talk, 'm-1', ' Three.');
      ends(talk);
    });
    expect(told).toEqual([
      ...['step_start', 'Now.', 'tool_call_start', 'tool_result', 'step_start', 'Hm.', 'Two.', ' Three.', 'turn_end'],
    ]);
  });

  it('has what is named like something before it, once that is more than the end of a text', () => {
    const long = 'x'.repeat(20_000);
    const told = secondTurn(['m-1'], true, (talk) => {
      piece(talk, 'm-1', 'Two.');
      piece(talk, 'm-1', long);
      piece(talk, 'm-1', ' Three.');
      piece(talk, 'm-2', 'Four.');
      piece(talk, 'm-1', ' Five.');
    });
    expect(told).toEqual(['step_start', 'Two.', long, ' Three.', 'Four.', ' Five.']);
  });

  it('has all of its messages where they are counted anew with gaps', () => {
    const told = secondTurn(['0', '2'], false, (talk) => {
      piece(talk, '0', 'Again.');
      piece(talk, '1', 'Checking.');
      piece(talk, '2', 'Two.');
      ends(talk);
    });
    expect(told).toEqual(['step_start', 'Again.', 'Checking.', 'Two.', 'turn_end']);
  });

  it('has its messages where they are counted anew behind a late piece', () => {
    const told = secondTurn(['0', '2'], false, (talk) => {
      piece(talk, '2', ' Late.');
      piece(talk, '0', 'Again.');
      piece(talk, '2', 'Two.');
    });
    expect(told).toEqual(['misplaced', 'step_start', 'Again.', 'Two.']);
  });

  it('may go on late where nobody has waited until the agent was quiet', () => {
    const talk = begin();
    piece(talk, 'm-1', 'One.');
    talk.dialect.parseEvent('{"jsonrpc":"2.0","id":3,"result":{"stopReason":"end_turn"}}', { source: 'stdout' });
    talk.say(talk.dialect.prompt({ text: 'next' }));
    const before = talk.drafts.length;
    piece(talk, 'm-1', ' Late.');
    piece(talk, 'm-2', 'Two.');
    expect(typesOf(talk.drafts.slice(before))).toEqual(['misplaced', 'step_start', 'text_delta']);
    ends(talk);
    talk.say(talk.dialect.prompt({ text: 'and next' }));
    piece(talk, 'm-2', 'Three.');
    expect(talk.drafts.at(-1)).toMatchObject({ delta: 'Three.' });
  });

  it('shows a picture that the agent gives in its answer', () => {
    const talk = begin();
    talk.update('agent_message_chunk', { content: { type: 'image', mimeType: 'image/png', data: 'aGk=' } });
    expect(talk.drafts.at(-1)).toEqual({ type: 'image_output', mimeType: 'image/png', base64: 'aGk=' });
  });

  it('that is over takes what becomes of a call about which the agent has asked since', () => {
    const talk = begin();
    talk.update('tool_call', { toolCallId: 'c-1', title: 'read', kind: 'read', status: 'completed' });
    talk.answer({ stopReason: 'end_turn' });
    const before = talk.drafts.length;
    talk.out(asked(9));
    talk.update('tool_call_update', { toolCallId: 'c-1', status: 'completed', ...text('Done.') });
    // The result comes first, since it shows that the call was allowed; then nothing is asked any more.
    expect(typesOf(talk.drafts.slice(before))).toEqual([
      ...['tool_call_start', 'tool_call_ready', 'approval_request', 'tool_result', 'approval_denied'],
    ]);
    expect(talk.dialect.state.pending.size).toBe(0);
  });

  it('takes what comes after its answer until it is settled, and joins nothing meanwhile', () => {
    const talk = begin({ session: { steer: (words) => `/steer ${words}` } });
    const hear = (message: object) =>
      talk.drafts.push(
        ...talk.dialect.parseEvent(JSON.stringify({ jsonrpc: '2.0', ...message }), { source: 'stdout' }).drafts,
      );
    talk.update('tool_call', { toolCallId: 'c-1', title: 'read', kind: 'read', status: 'in_progress' });
    hear({ id: 3, result: { stopReason: 'end_turn' } });
    expect(talk.dialect.state).toMatchObject({ holdsEnd: true, busy: true, turn: true, clean: false });
    expect(talk.dialect.steer({ text: 'faster' })).toBeUndefined();
    talk.update('tool_call_update', { toolCallId: 'c-1', status: 'completed', ...text('') });
    talk.update('agent_message_chunk', text('Done.'));
    talk.say(talk.dialect.prompt({ text: 'next' }));
    expect(talk.dialect.state).toMatchObject({ holdsEnd: false, busy: true, turn: true });
    expect(typesOf(talk.drafts).slice(-7)).toEqual([
      ...['tool_result', 'step_start', 'text_delta', 'thinking_stop', 'message_stop', 'turn_end', 'turn_start'],
    ]);
  });

  it('that was stopped is over with its answer', () => {
    const talk = begin();
    talk.say(talk.dialect.interrupt());
    talk.dialect.parseEvent('{"jsonrpc":"2.0","id":3,"result":{"stopReason":"cancelled"}}', { source: 'stdout' });
    expect(talk.dialect.state).toMatchObject({ holdsEnd: false, busy: false, turn: false });
  });

  it('tells tokens per prompt and the cost of the session so far', () => {
    const talk = begin();
    talk.update('usage_update', { used: 900, size: 1000, cost: { amount: 0.5, currency: 'USD' } });
    talk.answer({ stopReason: 'end_turn', usage: { inputTokens: 10, outputTokens: 2, cachedReadTokens: 4 } });
    expect(talk.drafts.slice(2)).toEqual([
      { type: 'context_limit_warning', usedTokens: 900, maxTokens: 1000, pctUsed: 90 },
      { type: 'thinking_stop' },
      { type: 'message_stop' },
      { type: 'token_usage', inputTokens: 10, outputTokens: 2, cachedTokens: 4 },
      { type: 'cost', cost: { totalUsd: 0.5, inputTokens: 10, outputTokens: 2, cachedTokens: 4 }, mode: 'total' },
      { type: 'turn_end', cost: { totalUsd: 0.5, inputTokens: 10, outputTokens: 2, cachedTokens: 4 } },
    ]);
  });
});

describe('a shell', () => {
  it('tells what cumulative output adds, and its end', () => {
    const talk = begin({ tools: { ...SHELL_QUIRKS.tools, shellEnd: () => ({ exitCode: 3 }) } });
    talk.drafts.length = 0;
    talk.update('tool_call', shell({ status: 'pending', title: 'bash', rawInput: {} }));
    talk.update('tool_call_update', shell({ status: 'in_progress' }));
    talk.update('tool_call_update', shell({ status: 'in_progress' }));
    talk.update('tool_call_update', shell({ status: 'in_progress', content: shown('one\n') }));
    talk.update('tool_call_update', shell({ status: 'in_progress', content: shown('one\ntwo\n') }));
    talk.update('tool_call_update', shell({ status: 'completed', content: shown('one\ntwo\nthree\n') }));
    talk.update('tool_call_update', shell({ status: 'completed', content: shown('again') }));
    expect(talk.drafts).toEqual([
      { type: 'step_start' },
      { type: 'tool_call_start', toolCallId: 'c-1', toolName: 'shell', toolKind: 'execute' },
      { type: 'tool_call_ready', toolCallId: 'c-1', toolName: 'shell', toolKind: 'execute', input: {} },
      { type: 'shell_start', toolCallId: 'c-1', command: 'make', cwd: '/work' },
      { type: 'shell_stdout_delta', toolCallId: 'c-1', delta: 'one\n' },
      { type: 'shell_stdout_delta', toolCallId: 'c-1', delta: 'two\n' },
      { type: 'shell_exit', toolCallId: 'c-1', exitCode: 3, output: 'one\ntwo\nthree\n' },
      { type: 'tool_result', toolCallId: 'c-1', output: 'one\ntwo\nthree\n' },
    ]);
  });

  it('runs once its call has printed something, though it is said to be pending', () => {
    const talk = begin(SHELL_QUIRKS);
    talk.update('tool_call', shell({ status: 'pending' }));
    talk.update('tool_call_update', shell({ status: 'pending', content: shown('one\n') }));
    expect(typesOf(talk.drafts).slice(3)).toEqual([
      'tool_call_start',
      'tool_call_ready',
      'shell_start',
      'shell_stdout_delta',
    ]);
  });

  it.each([
    ['with the grant, where a running call may still be asked about', true, 'prompt', ['tool_call_ready']],
    ['at once, where nobody is asked', true, 'yolo', ['tool_call_ready', 'shell_start']],
    ['at once, where a running call runs', false, 'prompt', ['tool_call_ready', 'shell_start']],
  ] as const)('begins %s', (_, asksWhileRunning, approvalMode, types) => {
    const talk = begin({ tools: { ...SHELL_QUIRKS.tools, asksWhileRunning } }, { approvalMode });
    talk.update('tool_call', shell({ status: 'in_progress' }));
    expect(typesOf(talk.drafts).slice(4)).toEqual(types);
  });
});

describe('files', () => {
  const edit = (oldText: string | null, newText: string, meta?: object) => ({
    type: 'diff',
    path: '/work/a',
    oldText,
    newText,
    ...(meta === undefined ? {} : { _meta: meta }),
  });
  it.each([
    ['created', edit(null, 'new\n'), 'patch', { type: 'file_create', byteCount: 4, content: 'new\n' }],
    [
      'patched',
      edit('a\n', 'b\n'),
      'patch',
      { type: 'file_patch', diff: '--- /work/a\n+++ /work/a\n@@ -1,1 +1,1 @@\n-a\n+b\n' },
    ],
    ['written over', edit('a\n', 'b\n'), 'write', { type: 'file_write', byteCount: 2, content: 'b\n' }],
    ['deleted', edit('a\n', '', { kind: 'delete' }), 'patch', { type: 'file_delete' }],
  ] as const)('are told of a call that succeeded: %s', (_, item, edits, draft) => {
    const talk = begin({ tools: { identify: () => ({ name: 'edit', kind: 'edit', edits }) } });
    talk.update('tool_call', { toolCallId: 'c-1', kind: 'edit', status: 'in_progress', content: [item] });
    talk.update('tool_call_update', { toolCallId: 'c-1', status: 'completed', content: [item] });
    expect(talk.drafts.at(-1)).toEqual({ path: '/work/a', toolCallId: 'c-1', ...draft });
  });

  it('that were written are told without their content where the input of the call has it', () => {
    const talk = begin({ tools: { identify: () => ({ name: 'edit', kind: 'edit' }) } });
    const rawInput = { filePath: '/work/a', content: 'new\n' };
    const item = edit(null, 'new\n');
    talk.update('tool_call', { toolCallId: 'c-1', kind: 'edit', status: 'in_progress', rawInput });
    talk.update('tool_call_update', { toolCallId: 'c-1', status: 'completed', content: [item] });
    expect(talk.drafts.at(-1)).toEqual({ type: 'file_create', path: '/work/a', byteCount: 4, toolCallId: 'c-1' });
  });

  it('are told of a reading without content', () => {
    const talk = begin();
    talk.update('tool_call', {
      toolCallId: 'c-1',
      kind: 'read',
      status: 'in_progress',
      locations: [{ path: '/work/a' }],
    });
    talk.update('tool_call_update', { toolCallId: 'c-1', status: 'completed' });
    expect(talk.drafts.at(-1)).toEqual({ type: 'file_read', path: '/work/a', toolCallId: 'c-1' });
  });

  it('are not told of a call that failed', () => {
    const talk = begin();
    talk.update('tool_call', {
      toolCallId: 'c-1',
      kind: 'edit',
      status: 'failed',
      content: [edit('a', 'b'), ...shown('no')],
    });
    expect(talk.drafts.at(-1)).toEqual({ type: 'tool_error', toolCallId: 'c-1', error: 'no' });
  });
});

describe('permissions', () => {
  it.each([
    ['once', { type: 'approve' }, { outcome: 'selected', optionId: 'once' }, 'approval_granted'],
    [
      'for the session',
      { type: 'approve', scope: 'session' },
      { outcome: 'selected', optionId: 'always' },
      'approval_granted',
    ],
    ['not', { type: 'deny' }, { outcome: 'selected', optionId: 'no' }, 'approval_denied'],
  ] as const)('are given %s', (_, answer, outcome, type) => {
    const talk = begin(SHELL_QUIRKS);
    // The agent's ids have nothing to do with ours: 3 is the id of our prompt.
    talk.out(asked(3));
    expect(talk.dialect.state.pending.get('3')).toMatchObject({
      action: 'run a command',
      detail: 'make',
      toolCallId: 'c-1',
      scopes: ['once', 'session'],
    });
    talk.say(talk.dialect.respond('3', answer));
    expect(talk.written.at(-1)).toMatchObject({ id: 3, result: { outcome } });
    expect(typesOf(talk.drafts)).toContain(type);
    expect(talk.dialect.state.pending.size).toBe(0);
    expect(talk.dialect.respond('3', answer)).toBe('gone');
  });

  it.each([
    ['words', { type: 'text', text: 'yes' }],
    ['another input', { type: 'approve', input: { command: 'true' } }],
  ] as const)('cannot be given with %s', (_, answer) => {
    const talk = begin();
    talk.out(asked(0));
    expect(talk.dialect.respond('0', answer)).toBe('unsupported');
    expect(talk.dialect.state.pending.size).toBe(1);
  });

  it.each([
    [{ oldText: null, newText: 'b' }, { change: 'create' }],
    [{ oldText: 'a', newText: 'b' }, { change: 'update' }],
    [
      { oldText: 'a', newText: '', _meta: { kind: 'delete' } },
      { change: 'delete', oldText: 'a' },
    ],
    [{ oldText: '', newText: 'b', _meta: { kind: 'modify' } }, { change: 'update' }],
  ])('tell what would become of a file: %j', (texts, change) => {
    const talk = begin();
    talk.out(asked(0, { kind: 'edit', content: [{ type: 'diff', path: '/work/a', ...texts }, { type: 'content' }] }));
    const { changes } = talk.dialect.state.pending.get('0') ?? {};
    expect(changes).toMatchObject([{ path: '/work/a', ...change }]);
  });

  it('are never wider than asked for', () => {
    const talk = begin();
    talk.out(asked(0, {}, OPTIONS_OFFERED.slice(0, 1)));
    expect(talk.dialect.respond('0', { type: 'approve' })).toBe('unsupported');
  });

  it.each([
    ['says nothing more of the call', undefined, 'not today'],
    ['ends the call by itself', { status: 'failed', content: shown('rejected') }, 'rejected'],
  ])('end the call that is denied, with the reason, where the agent %s', (_, update, error) => {
    const talk = begin(SHELL_QUIRKS);
    talk.out(asked(0));
    talk.drafts.length = 0;
    talk.say(talk.dialect.respond('0', { type: 'deny', reason: 'not today' }));
    if (update !== undefined) {
      talk.update('tool_call_update', shell(update));
    }
    talk.update('agent_message_chunk', text('Then not.'));
    expect(talk.drafts).toEqual([
      { type: 'approval_denied', key: '0', reason: 'not today' },
      { type: 'tool_error', toolCallId: 'c-1', error },
      { type: 'step_start' },
      { type: 'text_delta', delta: 'Then not.' },
    ]);
  });

  it.each<[string, NonNullable<AcpQuirks['tools']>]>([
    ['call', {}],
    ['subagent', { identify: () => ({ name: 'task', subagent: { name: 'helper', prompt: 'Help.' } }) }],
  ])('about a %s are refused once the agent itself has ended it', (_, tools) => {
    const talk = begin({ tools });
    talk.out(asked(0), asked(1), asked(2, { toolCallId: 'c-2' }));
    talk.drafts.length = 0;
    talk.update('tool_call_update', { toolCallId: 'c-1', status: 'failed' });
    expect(talk.drafts.slice(1)).toEqual([
      { type: 'approval_denied', key: '0', reason: 'withdrawn' },
      { type: 'approval_denied', key: '1', reason: 'withdrawn' },
    ]);
    expect(talk.written.slice(-2)).toMatchObject([0, 1].map((id) => ({ id, result: { outcome: { optionId: 'no' } } })));
    expect([...talk.dialect.state.pending.keys()]).toEqual(['2']);
    expect(talk.dialect.respond('0', { type: 'approve' })).toBe('gone');
  });

  it('are refused once, also where nobody writes the refusal', () => {
    const talk = begin();
    talk.out(asked(0), asked(1, { toolCallId: 'c-2' }));
    const update = { sessionUpdate: 'tool_call_update', toolCallId: 'c-1', status: 'failed' };
    const line = JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's-1', update } });
    const refusals = [line, line].map((each) => talk.dialect.parseEvent(each, { source: 'stdout' }).write.length);
    expect(refusals).toEqual([1, 0]);
  });

  it('are cancelled after the turn is', () => {
    const talk = begin(SHELL_QUIRKS);
    talk.out(asked(0));
    talk.say(talk.dialect.interrupt());
    expect(talk.written.slice(-2)).toEqual([
      { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's-1' } },
      { jsonrpc: '2.0', id: 0, result: { outcome: { outcome: 'cancelled' } } },
    ]);
    talk.out({ id: 3, result: { stopReason: 'cancelled' } });
    expect(typesOf(talk.drafts).slice(-5)).toEqual([
      'approval_denied',
      'tool_error',
      'thinking_stop',
      'message_stop',
      'turn_end',
    ]);
  });
});

describe('requests of the agent', () => {
  it('that are questions are declined in their own words when the turn is stopped', () => {
    const talk = begin({
      answerRequest: () => ({
        interaction: { kind: 'approval', detail: 'A plan' },
        reply: ({ type }) => ({ accepted: type === 'approve' }),
        verdict: () => ({ granted: false }),
      }),
    });
    talk.out({ id: 7, method: 'x/plan', params: {} });
    talk.say(talk.dialect.interrupt());
    expect(talk.written.at(-1)).toEqual({ jsonrpc: '2.0', id: 7, result: { accepted: false } });
  });

  it.each(['fs/read_text_file', 'terminal/create', 'session/elicitation', 'x/new'])(
    'are refused at once: %s',
    (method) => {
      const talk = begin();
      talk.out({ id: 7, method, params: {} });
      expect(talk.written.at(-1)).toMatchObject({ id: 7, error: { code: -32_601 } });
    },
  );

  it('are answered where the quirks know them', () => {
    const talk = begin({ answerRequest: (method) => (method === 'fs/write_text_file' ? { result: {} } : undefined) });
    talk.out({ id: 7, method: 'fs/write_text_file', params: {} });
    expect(talk.written.at(-1)).toEqual({ jsonrpc: '2.0', id: 7, result: {} });
  });

  it('are asked of whoever listens where the quirks make a question of them', () => {
    const talk = begin({
      answerRequest: () => ({
        interaction: { kind: 'input', detail: 'Which?' },
        reply: (answer) => (answer.type === 'text' ? { text: answer.text } : undefined),
        verdict: () => ({ granted: true }),
      }),
    });
    talk.out({ id: 7, method: 'x/ask', params: {} });
    talk.say(talk.dialect.respond('7', { type: 'text', text: 'this' }));
    expect(talk.written.at(-1)).toEqual({ jsonrpc: '2.0', id: 7, result: { text: 'this' } });
    expect(typesOf(talk.drafts).slice(-2)).toEqual(['input_required', 'interaction_settled']);
  });
});

describe('pieces of an answer', () => {
  it('are the same whether their line is parsed or only compared', () => {
    const talk = begin({ notText: (words) => (words === '[note]' ? [] : undefined) });
    talk.drafts.length = 0;
    const words = ['a', '"}}},{"', 'é\n\u2028\ud83d', '', '[note]', 'end'];
    for (const each of words) {
      talk.update('agent_message_chunk', text(each));
    }
    talk.update('agent_message_chunk', { ...text('other'), messageId: 'm-2' });
    talk.update('agent_message_chunk', { ...text('more'), messageId: 'm-2' });
    expect(talk.drafts).toEqual([
      { type: 'step_start' },
      ...words.filter((each) => each !== '' && each !== '[note]').map((delta) => ({ type: 'text_delta', delta })),
      { type: 'text_delta', delta: 'other', key: 'm-2' },
      { type: 'text_delta', delta: 'more', key: 'm-2' },
    ]);
  });

  it('that are no text are said to be that', () => {
    const talk = begin();
    talk.update('agent_message_chunk', { content: { type: 'audio', data: 'AA==' } });
    talk.update('agent_message_chunk', text(''));
    expect(talk.drafts.slice(3)).toEqual([
      { type: 'debug', level: 'verbose', message: 'Said without text: {"type":"audio","data":"AA=="}' },
    ]);
  });

  it('are thoughts of their own where each of them is a whole one', () => {
    const types = (quirks: Partial<AcpQuirks>) => {
      const talk = begin(quirks);
      talk.update('agent_thought_chunk', text('hm'));
      return typesOf(talk.drafts).slice(3);
    };
    expect(types({})).toEqual(['thinking_delta']);
    expect(types({ hasWholeThoughts: true })).toEqual(['thinking_delta', 'thinking_stop']);
  });

  it('lose what stands between two messages after a call, and only there', () => {
    const talk = begin({ textSeparator: '\n\n' });
    const call = { toolCallId: 'a', title: 'read', kind: 'read', status: 'completed' };
    talk.update('agent_message_chunk', text('\n\nI look.'));
    talk.update('tool_call', call);
    talk.update('agent_message_chunk', text('\n\nDone.'));
    talk.update('tool_call', { ...call, toolCallId: 'b' });
    talk.answer({ stopReason: 'end_turn' });
    talk.say(talk.dialect.prompt({ text: 'more' }));
    talk.update('agent_message_chunk', text('\n\nAgain.'));
    expect(talk.drafts.flatMap((draft) => (draft.type === 'text_delta' ? [draft.delta] : []))).toEqual([
      '\n\nI look.',
      'Done.',
      '\n\nAgain.',
    ]);
  });

  it('of another session are none of ours', () => {
    const talk = begin();
    talk.update('agent_message_chunk', text('a'));
    talk.out({
      method: 'session/update',
      params: { sessionId: 's-2', update: { sessionUpdate: 'agent_message_chunk', ...text('b') } },
    });
    expect(talk.drafts.at(-1)).toEqual({ type: 'unknown_native', name: 'session/update of another session' });
  });

  it('tell what is new about them, once', () => {
    const talk = begin();
    talk.drafts.length = 0;
    talk.update('never_heard_of');
    talk.update('plan', { entries: [], colour: 1 });
    talk.update('plan', { entries: [], colour: 1 });
    talk.update(7 as never);
    expect(talk.drafts.flatMap((draft) => (draft.type === 'unknown_native' ? [draft.name] : []))).toEqual([
      'never_heard_of',
      'plan.colour',
      '?',
    ]);
  });
});

describe('the end', () => {
  it.each([
    ['a crash after a turn that ended well', { stopReason: 'end_turn' }, ['outcome']],
    ['explained by a turn that failed', { stopReason: 'refusal' }, []],
    ['explained by a session that was refused', undefined, []],
  ])('of the process with a code is %s', (_, result, types) => {
    const talk = result === undefined ? converse() : begin();
    if (result === undefined) {
      talk.say(talk.dialect.open());
      talk.answer(new Error('no key'));
    } else {
      talk.answer(result);
    }
    expect(typesOf(talk.dialect.exit({ code: 1, signal: null, stderr: '' }).drafts)).toEqual(types);
  });

  it.each([
    ['after a turn', true, 0, []],
    ['within a turn', false, 0, [{ type: 'turn_end', outcome: { type: 'crash', exitCode: 0, stderr: 'last words' } }]],
  ])('of the process %s', (_, hasEnded, code, drafts) => {
    const talk = begin();
    if (hasEnded) {
      talk.answer({ stopReason: 'end_turn' });
    }
    expect(talk.dialect.exit({ code, signal: null, stderr: 'last words' }).drafts).toEqual(drafts);
  });
});

it('configures a session by what the agent says of it', () => {
  const configure = (session: object) => [{ method: 'session/set', params: { said: session }, otherwise: '' }];
  expect(begin({ session: { configure } }).written.at(-1)).toMatchObject({
    method: 'session/set',
    params: { sessionId: 's-1', said: { sessionId: 's-1' } },
  });
});

it('names a notification that nobody knows', () => {
  const { out, drafts } = begin();
  out({ method: 'session/odd', params: {} });
  expect(drafts.at(-1)).toEqual({ type: 'unknown_native', name: 'session/odd' });
});

it('tells of a plan, entry by entry', () => {
  const { update, drafts } = begin();
  update('plan', {
    entries: [{ content: 'Read', status: 'completed' }, { content: 'Write' }, {}],
  });
  expect(drafts.at(-1)).toEqual({ type: 'debug', level: 'info', message: 'Plan: Read (completed); Write; ?' });
});

it.each([
  [undefined, true],
  ['auto', true],
  [true, true],
  [false, false],
] as const)('streams with stream: %s? %s', (stream, isStreamed) => {
  const { dialect } = converse({}, stream === undefined ? {} : { stream });
  expect(dialect.streams).toEqual({ text: isStreamed, thinking: isStreamed, toolInput: false });
});

it('takes the kind of a call from an update, too', () => {
  const { update, drafts } = begin();
  update('tool_call', { toolCallId: 'c-1', title: 'make', status: 'pending' });
  update('tool_call_update', { toolCallId: 'c-1', kind: 'execute', status: 'in_progress' });
  expect(drafts).toContainEqual(expect.objectContaining({ type: 'tool_call_ready', toolKind: 'execute' }));
});

/** Takes a line that the client of a recording has written. */
const recorded = (talk: Conversation, message: object) =>
  talk.drafts.push(
    ...talk.dialect.parseEvent(JSON.stringify({ jsonrpc: '2.0', ...message }), { source: 'stdin' }).drafts,
  );
const endTurn = (talk: Conversation): void => talk.answer({ stopReason: 'end_turn' });
const READ = { title: 'read', kind: 'read' };
/** What is told from here on. */
const toldOf = (talk: Conversation, act: () => void): readonly EventDraft[] => {
  const before = talk.drafts.length;
  act();
  return talk.drafts.slice(before);
};

describe('a method that opens a session', () => {
  it.each<[string, object, object, object]>([
    ['session/new', {}, { sessionId: 's-1' }, { sessionId: 's-1' }],
    ['session/load', { sessionId: 's-1' }, {}, { sessionId: 's-1', resumed: true, priorTurnCount: 1 }],
    ['session/resume', { sessionId: 's-1' }, {}, { sessionId: 's-1', resumed: true }],
    ['session/fork', { sessionId: 's-0' }, { sessionId: 's-1' }, { sessionId: 's-1', forkedFrom: 's-0' }],
  ])('is %s, which says the servers and is followed by the prompt', (method, params, result, started) => {
    let servers: readonly string[] = [];
    const talk = converse({
      tools: {
        identify: (_call, around) => {
          servers = around.servers;
          return {};
        },
      },
    });
    recorded(talk, { id: 1, method: 'initialize', params: {} });
    talk.out({ id: 1, result: {} });
    talk.written.length = 0;
    recorded(talk, { id: 2, method, params: { ...params, mcpServers: [{ name: 'demo' }, { name: '' }, 7] } });
    // A picture of a prompt is a chunk of its own.
    talk.update('user_message_chunk', text('Look.'));
    talk.update('user_message_chunk', { content: { type: 'image', mimeType: 'image/png', data: 'aGk=' } });
    talk.out({ id: 2, result });
    talk.update('tool_call', { toolCallId: 'c-1', ...READ, status: 'in_progress' });
    expect(talk.drafts.filter(({ type }) => type === 'session_start')).toEqual([{ type: 'session_start', ...started }]);
    expect(servers).toEqual(['demo']);
  });

  it.each(['session/new', 'session/load', 'session/resume', 'session/fork'])(
    'is %s, before whose answer another session may tell its history',
    (method) => {
      const talk = begin();
      endTurn(talk);
      const update = { sessionUpdate: 'agent_message_chunk', ...text('old') };
      const other = { method: 'session/update', params: { sessionId: 's-2', update } };
      recorded(talk, { id: 9, method, params: { sessionId: 's-2' } });
      expect(toldOf(talk, () => talk.out(other))).toEqual([]);
      talk.out({ id: 9, result: { sessionId: 's-3' } });
      expect(toldOf(talk, () => talk.out(other))).toEqual([
        { type: 'unknown_native', name: 'session/update of another session' },
      ]);
    },
  );

  it.each([
    ['session/new', {}],
    ['session/fork', { forkSessionId: 's-0' }],
  ])('has failed where it gives no session: %s', (method, options) => {
    const talk = converse({}, options);
    talk.say(talk.dialect.open());
    talk.answer({ protocolVersion: 1 });
    talk.answer({});
    expect(talk.drafts).toEqual([
      { type: 'outcome', outcome: { type: 'error', code: 'AGENT_ERROR', message: `${method} gave no session.` } },
    ]);
  });
});

describe('a history that has an end', () => {
  const begun = () => {
    const talk = converse({ session: { historyEndsWith: 'available_commands_update' } }, { sessionId: 's-1' });
    talk.say(talk.dialect.open());
    talk.say(talk.dialect.prompt({ text: 'again' }));
    talk.answer({ protocolVersion: 1 });
    return talk;
  };

  it('is over with a prompt that did not wait for its end', () => {
    const talk = begun();
    talk.answer({});
    talk.say(talk.dialect.probe?.() ?? 'gone');
    expect(toldOf(talk, () => talk.update('agent_message_chunk', text('new')))).toEqual([
      { type: 'step_start' },
      { type: 'text_delta', delta: 'new' },
    ]);
  });

  it('has one of its own in each session that is loaded', () => {
    const talk = begun();
    talk.update('available_commands_update', { availableCommands: [] });
    talk.answer({});
    endTurn(talk);
    recorded(talk, { id: 9, method: 'session/load', params: { sessionId: 's-2' } });
    talk.out({ id: 9, result: {} });
    const update = { sessionUpdate: 'agent_message_chunk', ...text('old') };
    const old = () => talk.out({ method: 'session/update', params: { sessionId: 's-2', update } });
    expect(toldOf(talk, old)).toEqual([]);
  });
});

it('keeps what stands before the first text where no call came before it, also before the first prompt', () => {
  const talk = converse({ textSeparator: '\n\n' });
  talk.say(talk.dialect.open());
  talk.answer({ protocolVersion: 1 });
  talk.answer({ sessionId: 's-1' });
  expect(toldOf(talk, () => talk.update('agent_message_chunk', text('\n\nHello.')))).toEqual([
    { type: 'text_delta', delta: '\n\nHello.' },
  ]);
});

it.each<[string, object, readonly EventDraft[]]>([
  ['agent_message_chunk', { content: { type: 'text' } }, [{ type: 'step_start' }]],
  ['tool_call', { ...READ, status: 'completed' }, []],
  ['tool_call_update', { toolCallId: '', status: 'completed' }, []],
  [
    'plan',
    { entries: [{ status: 'pending' }, { content: 'Write' }, 7] },
    [{ type: 'debug', level: 'info', message: 'Plan: ? (pending); Write; ?' }],
  ],
  ['session_info_update', { updatedAt: '2026-07-01' }, []],
  ['session_info_update', { title: 'A task' }, [{ type: 'debug', level: 'verbose', message: 'Title: A task' }]],
])('takes a line of kind %s that lacks something: %j', (kind, fields, drafts) => {
  const talk = begin();
  expect(toldOf(talk, () => talk.update(kind, fields))).toEqual(drafts);
});

describe('a failure of something that the client of a recording asked for', () => {
  it.each([
    ['No.', '{"code":-32602,"message":"No."}'],
    ['x'.repeat(2_000), `{"code":-32602,"message":"${'x'.repeat(2_000)}"}`.slice(0, 1_000)],
  ])('is told, and ends nothing: %s', (message, told) => {
    const talk = begin();
    recorded(talk, { id: 9, method: 'session/set_mode', params: { sessionId: 's-1', modeId: 'plan' } });
    expect(toldOf(talk, () => talk.out({ id: 9, error: { code: -32_602, message } }))).toEqual([
      { type: 'debug', level: 'info', message: `session/set_mode failed: ${told}` },
    ]);
    expect(talk.dialect.state).toMatchObject({ busy: true, turn: true });
  });

  it('gives the reason that the agent has for it', () => {
    const talk = begin({
      session: { configure: () => [{ method: 'session/set_mode', params: {}, otherwise: 'It asks.' }] },
    });
    expect(toldOf(talk, () => talk.answer(new Error('No.')))).toEqual([
      { type: 'debug', level: 'info', message: 'session/set_mode failed: {"code":401,"message":"No."} It asks.' },
      { type: 'turn_start' },
    ]);
  });
});

describe('an interrupt', () => {
  const internal = { id: 3, error: { code: -32_603, message: 'Oh.' } };

  it.each<[string, object]>([
    ['session/cancel', { type: 'interrupted' }],
    ['session/other', { type: 'error', code: 'AGENT_ERROR', message: 'Oh.' }],
  ])('is what the notification %s may be', (method, outcome) => {
    const talk = begin();
    recorded(talk, { method, params: { sessionId: 's-1' } });
    talk.out(internal);
    expect(talk.drafts.at(-1)).toEqual({ type: 'turn_end', outcome });
  });

  it('that comes after its turn stops nothing', () => {
    const talk = begin();
    talk.update('agent_message_chunk', { messageId: 'm-1', ...text('One.') });
    endTurn(talk);
    recorded(talk, { method: 'session/cancel', params: { sessionId: 's-1' } });
    talk.say(talk.dialect.prompt({ text: 'next' }));
    // The names of messages are counted anew, so this is no late piece.
    const next = () => talk.update('agent_message_chunk', { messageId: 'm-1', ...text('Two.') });
    expect(toldOf(talk, next)).toEqual([{ type: 'step_start' }, { type: 'text_delta', delta: 'Two.', key: 'm-1' }]);
  });

  it('that comes with an answer is written before it, and cancels all other questions', () => {
    const talk = begin();
    talk.out(asked(0), asked(1, { toolCallId: 'c-2' }));
    talk.written.length = 0;
    talk.say(talk.dialect.respond('1', { type: 'deny', interrupt: true }));
    const cancelled = { outcome: { outcome: 'cancelled' } };
    expect(talk.written).toEqual([
      { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: 's-1' } },
      { jsonrpc: '2.0', id: 1, result: cancelled },
      { jsonrpc: '2.0', id: 0, result: cancelled },
    ]);
  });

  it.each([
    ['a grant', { type: 'approve' }, 'once'],
    ['a denial', { type: 'deny' }, 'no'],
  ] as const)('does not come with %s alone', (_what, answer, optionId) => {
    const talk = begin();
    talk.out(asked(0), asked(1, { toolCallId: 'c-2' }));
    talk.written.length = 0;
    talk.say(talk.dialect.respond('1', answer));
    expect(talk.written).toEqual([{ jsonrpc: '2.0', id: 1, result: { outcome: { outcome: 'selected', optionId } } }]);
  });

  it('shows that what was held back after a call was the text of the model, with a step of its own', () => {
    const words: string[] = [];
    const talk = begin({ takeHeld: () => words.pop() });
    talk.update('tool_call', { toolCallId: 'c-1', ...READ, status: 'completed' });
    words.push('Error: it prints.');
    const stop = () => talk.out({ id: 3, result: { stopReason: 'cancelled' } });
    expect(toldOf(talk, stop).slice(0, 2)).toEqual([
      { type: 'step_start' },
      { type: 'text_delta', delta: 'Error: it prints.' },
    ]);
  });
});

describe('a question', () => {
  it('makes the session busy after its turn', () => {
    const talk = begin();
    endTurn(talk);
    expect(talk.dialect.state.busy).toBe(false);
    talk.out(asked(9));
    expect(talk.dialect.state).toMatchObject({ busy: true, turn: false });
    talk.say(talk.dialect.respond('9', { type: 'approve' }));
    expect(talk.dialect.state.busy).toBe(false);
  });

  it('that was denied without a reason ends its call all the same', () => {
    const talk = begin();
    talk.out(asked(0));
    talk.say(talk.dialect.respond('0', { type: 'deny' }));
    expect(toldOf(talk, () => talk.update('agent_message_chunk', text('Then not.')))).toEqual([
      { type: 'tool_error', toolCallId: 'c-1', error: 'denied' },
      { type: 'step_start' },
      { type: 'text_delta', delta: 'Then not.' },
    ]);
  });

  it.each<[string, (talk: Conversation) => void]>([
    ['was answered', (talk) => talk.say(talk.dialect.respond('0', { type: 'approve' }))],
    [
      'was open when its turn ended',
      (talk) => {
        endTurn(talk);
        talk.say(talk.dialect.prompt({ text: 'next' }));
      },
    ],
  ])('that %s is not answered once more when its call ends', (_what, act) => {
    const talk = begin();
    talk.out(asked(0));
    act(talk);
    talk.out(asked(1), asked(2, { toolCallId: 'c-2' }));
    talk.written.length = 0;
    talk.update('tool_call_update', { toolCallId: 'c-1', status: 'failed' });
    expect(talk.written.map(({ id }) => id)).toEqual([1]);
    expect([...talk.dialect.state.pending.keys()]).toEqual(['2']);
  });

  it('that nobody can answer is refused with a word about it', () => {
    const talk = begin();
    talk.written.length = 0;
    const ask = () => talk.out({ id: 7, method: 'fs/read_text_file', params: {} });
    expect(toldOf(talk, ask)).toEqual([
      { type: 'debug', level: 'info', message: 'Agent asked for "fs/read_text_file", which is not offered: refused.' },
    ]);
    expect(talk.written).toEqual([
      { jsonrpc: '2.0', id: 7, error: { code: -32_601, message: 'agent-mux does not offer "fs/read_text_file".' } },
    ]);
  });
});

describe('the tokens of the last request', () => {
  const said = (messageId: string | undefined, kind = 'agent_message_chunk') => ({
    ...{ kind, fields: { ...(messageId === undefined ? {} : { messageId }), ...text('hm') } },
  });
  const call = { kind: 'tool_call', fields: { toolCallId: 'c-1', ...READ, status: 'completed' } };

  it.each([
    ['one message', [said('m-1'), said('m-1')], true],
    ['a text without a name', [said(undefined), said('m-1')], true],
    [
      'thoughts with names of their own',
      [said('m-1', 'agent_thought_chunk'), said('m-2', 'agent_thought_chunk'), said('m-3')],
      true,
    ],
    ['two messages', [said('m-1'), said('m-2')], false],
    ['a call', [said('m-1'), call], false],
  ])('are those of the turn where that has %s, or are not', (_what, updates, isTold) => {
    const talk = begin({ turns: { usageSpans: 'last-request' } });
    const play = () => {
      for (const { kind, fields } of updates) {
        talk.update(kind, fields);
      }
      talk.answer({ stopReason: 'end_turn', usage: { inputTokens: 11, outputTokens: 3 } });
    };
    const told = { type: 'token_usage', inputTokens: 11, outputTokens: 3 };
    expect(toldOf(talk, play).filter(({ type }) => type === 'token_usage')).toEqual(isTold ? [told] : []);
  });
});

describe('a piece that is only compared', () => {
  it('is of the message that it names, though names of messages are all alike', () => {
    const talk = begin();
    const ids = ['0f8fad5b-d9cb-469f-a165-70867728950e', '7c9e6679-7425-40de-944b-e07fc1f90ae7'];
    const say = () => {
      for (const messageId of ids) {
        talk.update('agent_message_chunk', { messageId, ...text('one') });
      }
    };
    expect(toldOf(talk, say).slice(1)).toEqual(ids.map((key) => ({ type: 'text_delta', delta: 'one', key })));
  });

  it('is a thought where it is like a thought before which held text was told', () => {
    const words = ['Error: it prints.'];
    const talk = begin({ takeHeld: () => words.pop() });
    const think = () => {
      talk.update('agent_thought_chunk', text('one'));
      talk.update('agent_thought_chunk', text('two'));
    };
    expect(toldOf(talk, think)).toEqual([
      { type: 'step_start' },
      { type: 'text_delta', delta: 'Error: it prints.' },
      { type: 'thinking_delta', delta: 'one' },
      { type: 'thinking_delta', delta: 'two' },
    ]);
  });

  it('is asked about once, whether the model wrote it', () => {
    const heard: string[] = [];
    const talk = begin({
      notText: (words) => {
        heard.push(words);
        return words === 'gone' ? '' : undefined;
      },
    });
    const words = ['one', 'gone', '', 'two'];
    const say = () => {
      for (const each of words) {
        talk.update('agent_message_chunk', text(each));
      }
    };
    expect(toldOf(talk, say).slice(1)).toEqual(['one', 'two'].map((delta) => ({ type: 'text_delta', delta })));
    expect(heard).toEqual(words);
  });
});

describe('what may be of a turn that was stopped', () => {
  const stopped = () => {
    const talk = begin();
    talk.update('agent_message_chunk', { messageId: 'm-1', ...text('One.') });
    talk.say(talk.dialect.interrupt());
    talk.answer({ stopReason: 'cancelled' });
    talk.say(talk.dialect.prompt({ text: 'next' }));
    return talk;
  };
  /** The update of a chunk whose line has this length. */
  const chunkOf = (length: number) => {
    const update = (words: string) => ({ sessionUpdate: 'agent_message_chunk', messageId: 'm-1', ...text(words) });
    return update('x'.repeat(length - JSON.stringify(update('')).length));
  };
  const hear = (talk: Conversation, length: number) =>
    toldOf(talk, () =>
      talk.out({ method: 'session/update', params: { sessionId: 's-1', update: chunkOf(length) } }),
    ).map(({ type }) => type);

  it('is kept while it is no longer than the end of a text may be', () => {
    expect(hear(stopped(), 20_000)).toEqual([]);
    expect(hear(stopped(), 20_001)).toEqual(['step_start', 'text_delta']);
  });

  it('is measured anew once it is known', () => {
    const talk = stopped();
    expect(hear(talk, 20_000)).toEqual([]);
    talk.say(talk.dialect.interrupt());
    talk.answer({ stopReason: 'cancelled' });
    talk.say(talk.dialect.prompt({ text: 'and next' }));
    expect(hear(talk, 20_000)).toEqual([]);
  });
});

describe('a call of an earlier turn', () => {
  it('is none of the next one, though it was told of by an update alone', () => {
    const talk = begin();
    const update = (status: string) => () => talk.update('tool_call_update', { toolCallId: 'c-1', ...READ, status });
    expect(typesOf(toldOf(talk, update('in_progress')))).toEqual([
      ...['step_start', 'tool_call_start', 'tool_call_ready'],
    ]);
    endTurn(talk);
    talk.say(talk.dialect.prompt({ text: 'next' }));
    expect(typesOf(toldOf(talk, update('completed')))).toEqual(['misplaced']);
  });

  it('is remembered from when it last began', () => {
    const talk = begin();
    const call = (toolCallId: string, status = 'completed') =>
      talk.update('tool_call', { toolCallId, ...READ, status });
    call('c-0');
    for (let at = 1; at < 1_000; at++) {
      call(`c-${at}`);
    }
    endTurn(talk);
    talk.say(talk.dialect.prompt({ text: 'next' }));
    // It begins anew, and so is the newest when one more begins.
    call('c-0', 'in_progress');
    call('c-1000');
    endTurn(talk);
    talk.say(talk.dialect.prompt({ text: 'and next' }));
    const late = () => talk.update('tool_call_update', { toolCallId: 'c-0', status: 'completed' });
    expect(typesOf(toldOf(talk, late))).toEqual(['misplaced']);
  });
});

it('has in its first turn the messages whose names were used before it', () => {
  const talk = converse();
  talk.say(talk.dialect.open());
  talk.answer({ protocolVersion: 1 });
  talk.answer({ sessionId: 's-1' });
  const say = (words: string) => () => talk.update('agent_message_chunk', { messageId: '0', ...text(words) });
  expect(toldOf(talk, say('Hello.'))).toEqual([{ type: 'text_delta', delta: 'Hello.', key: '0' }]);
  talk.say(talk.dialect.prompt({ text: 'hello' }));
  expect(toldOf(talk, say('One.'))).toEqual([{ type: 'step_start' }, { type: 'text_delta', delta: 'One.', key: '0' }]);
});

it('takes no repeat of the end of a call for work that leads to another request', () => {
  const { update, drafts } = begin();
  update('tool_call', { toolCallId: 'c-1', title: 'make', kind: 'execute', status: 'completed' });
  update('agent_message_chunk', text('one'));
  update('tool_call_update', { toolCallId: 'c-1', status: 'completed' });
  update('agent_message_chunk', text(' two'));
  expect(typesOf(drafts).filter((type) => type === 'step_start' || type === 'text_delta')).toEqual([
    'step_start',
    'step_start',
    'text_delta',
    'text_delta',
  ]);
});
