import { describe, expect, it } from 'vitest';
import {
  beginTurn,
  CHILD,
  command,
  completed,
  note,
  started,
  THREAD,
  turnCompleted,
  turnStarted,
  usage,
} from './testing/converse.ts';

describe('questions', () => {
  const ask = (method: string, params: object, thread = THREAD): object => ({
    id: 0,
    method,
    params: { threadId: thread, turnId: 't1', ...params },
  });
  const commandAsked = ask('item/commandExecution/requestApproval', { itemId: 'c1', command: 'make', cwd: '/work' });
  const waiting = started(command('c1', { processId: null, source: 'agent' }));

  it.each([
    [{ type: 'approve' } as const, { decision: 'accept' }, 'approval_granted'],
    [{ type: 'approve', scope: 'session' } as const, { decision: 'acceptForSession' }, 'approval_granted'],
    [{ type: 'deny' } as const, { decision: 'decline' }, 'approval_denied'],
    [{ type: 'deny', interrupt: true } as const, { decision: 'cancel' }, 'approval_denied'],
  ])('answers a command with %j by %j', (answer, result, type) => {
    const talk = beginTurn();
    talk.out(waiting, commandAsked);
    expect(talk.dialect.state.pending.get('0')).toMatchObject({ kind: 'approval', detail: 'make', riskLevel: 'high' });
    expect(talk.say(talk.dialect.respond('0', answer))).toEqual([{ id: 0, result }]);
    expect(talk.drafts.find((draft) => draft.type === type)).toEqual({ type, key: '0' });
    expect(talk.drafts.some((draft) => draft.type === 'shell_start')).toBe(type === 'approval_granted');
    expect(talk.dialect.respond('0', answer)).toBe('gone');
    talk.drafts.length = 0;
    talk.out(note('serverRequest/resolved', { requestId: 0 }));
    expect(talk.drafts).toEqual([]);
  });

  it('answers a request whose id is a text, as the protocol allows, by that text', () => {
    const talk = beginTurn();
    talk.out(waiting, { ...commandAsked, id: '0' });
    expect(talk.say(talk.dialect.respond('"0"', { type: 'approve' }))).toEqual([
      { id: '0', result: { decision: 'accept' } },
    ]);
    talk.out({ ...commandAsked, id: 'b-1' });
    talk.drafts.length = 0;
    talk.out(note('serverRequest/resolved', { requestId: 'b-1' }));
    expect(talk.drafts).toEqual([{ type: 'approval_denied', key: '"b-1"', reason: 'withdrawn' }]);
  });

  it.each([
    { type: 'text', text: 'yes' } as const,
    { type: 'approve', input: { command: 'other' } } as const,
    { type: 'form', action: 'accept' } as const,
  ])('cannot answer a command with %j, and keeps it open', (answer) => {
    const talk = beginTurn();
    talk.out(waiting, commandAsked);
    expect(talk.dialect.respond('0', answer)).toBe('unsupported');
    expect(talk.dialect.state.pending.size).toBe(1);
  });

  it('takes the refusal of another client for a denial, with its reason', () => {
    const talk = beginTurn();
    talk.out(waiting, commandAsked);
    talk.in({ id: 0, error: { code: -32000, message: 'client refuses' } });
    expect(talk.drafts.at(-1)).toEqual({ type: 'approval_denied', key: '0', reason: 'client refuses' });
  });

  it('takes the refusal of another client that says nothing for a denial all the same', () => {
    const talk = beginTurn();
    talk.out(waiting, commandAsked);
    talk.in({ id: 0, error: { code: -32000 } });
    expect(talk.drafts.at(-1)).toEqual({
      type: 'approval_denied',
      key: '0',
      reason: 'The client refused to answer.',
    });
  });

  it('withdraws what is open when the turn ends, and hears its late end in silence', () => {
    const talk = beginTurn();
    talk.out(waiting, commandAsked);
    talk.drafts.length = 0;
    talk.out(turnCompleted('t1', { status: 'interrupted' }), note('serverRequest/resolved', { requestId: 0 }));
    expect(talk.drafts).toEqual([
      { type: 'approval_denied', key: '0', reason: 'withdrawn' },
      { type: 'turn_end', outcome: { type: 'interrupted' } },
    ]);
  });

  const mcp = { type: 'mcpToolCall', id: 'c1', server: 'demo', tool: 'write', arguments: {} };
  const patch = { type: 'fileChange', id: 'c1', changes: [] };
  const form = { serverName: 'demo', mode: 'form', message: 'Allow?', requestedSchema: {} };

  it.each<[string, object, object, object]>([
    ['command', command('c1', { processId: null, source: 'agent' }), commandAsked, { decision: 'decline' }],
    ['patch', patch, ask('item/fileChange/requestApproval', { itemId: 'c1' }), { decision: 'decline' }],
    [
      'tool of a server',
      mcp,
      ask('mcpServer/elicitation/request', { ...form, _meta: { codex_approval_kind: 'mcp_tool_call' } }),
      { action: 'decline', content: null, _meta: null },
    ],
  ])(
    'asks no more about a %s that has ended, and refuses what was asked after its end',
    (_kind, item, asked, result) => {
      const talk = beginTurn();
      talk.out(started({ ...item, status: 'inProgress' }), asked);
      talk.drafts.length = 0;
      talk.out(completed({ ...item, status: 'failed' }));
      expect(talk.dialect.state.pending.size).toBe(0);
      expect(talk.wanted).toEqual([{ id: 0, result }]);
      const types = talk.drafts
        .map(({ type }) => type)
        .filter((type) => /^(?:approval_|(?:mcp_)?tool_.*error)/.test(type));
      expect(types).toEqual([expect.stringMatching('error'), 'approval_denied']);
      talk.drafts.length = 0;
      talk.out(note('serverRequest/resolved', { requestId: 0 }));
      expect([talk.drafts, talk.wanted.length]).toEqual([[], 1]);
    },
  );

  it('refuses what is asked about a call with an empty id when an item without an id ends', () => {
    const talk = beginTurn();
    talk.out(ask('item/fileChange/requestApproval', { itemId: '' }), completed({ type: 'fileChange', changes: [] }));
    expect(talk.wanted).toEqual([{ id: 0, result: { decision: 'decline' } }]);
    expect(talk.dialect.state.pending.size).toBe(0);
  });

  // A call may begin after the answer of the model has ended, while another one of the same answer waits for leave.
  it('tells no other model request while a call of the last one waits for its answer', () => {
    const talk = beginTurn();
    talk.out(waiting, commandAsked, usage(9, 1));
    talk.drafts.length = 0;
    talk.out(started(command('c2', { source: 'agent' })));
    expect(talk.drafts.map(({ type }) => type)).not.toContain('step_start');
    expect(talk.dialect.state.pending.size).toBe(1);
    talk.say(talk.dialect.respond('0', { type: 'approve' }));
    talk.out(completed(command('c1', {})), completed(command('c2', {})), started(command('c3', { source: 'agent' })));
    expect(talk.drafts.filter(({ type }) => type === 'step_start')).toHaveLength(1);
  });

  it.each<[string, object[]]>([
    ['of a server that asks without a call', [ask('mcpServer/elicitation/request', form)]],
    [
      'about the call of a subagent',
      [
        turnStarted('c', CHILD),
        started(command('c1', { processId: null, source: 'agent' }), CHILD),
        ask('item/commandExecution/requestApproval', { itemId: 'c1', command: 'make' }, CHILD),
      ],
    ],
  ])('lets the next model request begin while a question %s is open', (_what, lines) => {
    const talk = beginTurn();
    talk.out(...lines);
    expect(talk.dialect.state.pending.size).toBe(1);
    talk.drafts.length = 0;
    talk.out(started({ type: 'agentMessage', id: 'm', text: '' }));
    expect(talk.drafts).toEqual([{ type: 'step_start', stepType: 'generation' }]);
  });

  it('takes a call of a server that has ended for no reason of what the server asks', () => {
    const talk = beginTurn();
    talk.out(started({ ...mcp, status: 'inProgress' }), ask('mcpServer/elicitation/request', form));
    expect(talk.dialect.state.pending.get('0')).toMatchObject({ toolCallId: 'c1' });
    talk.out(completed({ ...mcp, status: 'completed' }), { ...ask('mcpServer/elicitation/request', form), id: 1 });
    expect(talk.dialect.state.pending.get('1')).not.toHaveProperty('toolCallId');
  });

  it("keeps a subagent's question open when the main turn ends", () => {
    const talk = beginTurn();
    talk.out(turnStarted('c', CHILD), ask('item/fileChange/requestApproval', { itemId: 'p' }, CHILD));
    talk.out(turnCompleted('t1'));
    expect(talk.dialect.state.pending.get('0')).toMatchObject({ lane: CHILD });
    expect(talk.dialect.state.busy).toBe(true);
  });

  it('reads a low risk out of the command without its shell', () => {
    const talk = beginTurn();
    const command = "/bin/bash -lc 'cat a'";
    talk.out(ask('item/commandExecution/requestApproval', { itemId: 'c', command, cwd: '/' }));
    expect(talk.dialect.state.pending.get('0')).toMatchObject({ riskLevel: 'low' });
  });

  // The question follows a recording of 0.169.0 under an administrator's requirements.
  const host = { host: 'example.com', protocol: 'http' };
  const hostAsked = ask('item/commandExecution/requestApproval', {
    itemId: 'network#local#http#example.com#80#0c1e',
    reason: 'Network access to example.com requires approval',
    networkApprovalContext: host,
  });
  const allow = { host: 'example.com', action: 'allow' };

  it.each([
    ['the command that runs', [started(command('c1'))], { toolCallId: 'c1' }],
    ['no command where two run', [started(command('c1')), started(command('c2'))], {}],
    ['no command where none runs', [waiting], {}],
  ])('asks about a host for %s', (_what, lines, place) => {
    const talk = beginTurn();
    talk.out(...lines, hostAsked);
    expect(talk.drafts.at(-1)).toEqual({
      type: 'approval_request',
      key: '0',
      context: 'Network access to example.com requires approval',
      action: 'access the network',
      detail: 'http example.com',
      riskLevel: 'high',
      ...{ toolKind: 'fetch', host: 'example.com', input: host },
      reason: 'Network access to example.com requires approval',
      toolName: 'shell',
      ...place,
    });
    expect(talk.dialect.state.pending.get('0')).toMatchObject({ input: host, scopes: ['once', 'session'] });
  });

  it.each([
    [{ decision: 'accept' }, 'approval_granted'],
    [{ decision: { applyNetworkPolicyAmendment: { network_policy_amendment: allow } } }, 'approval_granted'],
    [
      { decision: { applyNetworkPolicyAmendment: { network_policy_amendment: { ...allow, action: 'deny' } } } },
      'approval_denied',
    ],
    [{ decision: { acceptWithExecpolicyAmendment: { execpolicy_amendment: ['make'] } } }, 'approval_granted'],
    [{ decision: 'decline' }, 'approval_denied'],
  ])('takes the answer %j of another client for %s', (result, type) => {
    const talk = beginTurn();
    talk.out(started(command('c1')), hostAsked);
    talk.in({ id: 0, result });
    expect(talk.drafts.at(-1)).toEqual({ type, key: '0' });
  });

  it('finds the MCP call that is to be approved, and lets it be approved for the session', () => {
    const talk = beginTurn();
    const item = { type: 'mcpToolCall', id: 'm1', server: 'demo', tool: 'write', status: 'inProgress', arguments: {} };
    const _meta = { codex_approval_kind: 'mcp_tool_call', tool_name: 'write', tool_params: { path: '/x' } };
    const form = { serverName: 'demo', mode: 'form', message: 'Allow?', requestedSchema: {}, _meta };
    talk.out(started(item), ask('mcpServer/elicitation/request', form));
    expect(talk.drafts.at(-1)).toMatchObject({ type: 'approval_request', toolCallId: 'm1', riskLevel: 'medium' });
    expect(talk.say(talk.dialect.respond('0', { type: 'approve', scope: 'session' }))).toEqual([
      { id: 0, result: { action: 'accept', content: {}, _meta: { persist: 'session' } } },
    ]);
    expect(talk.drafts.at(-1)).toEqual({ type: 'approval_granted', key: '0' });
  });

  it("answers an MCP server's form", () => {
    const talk = beginTurn();
    const requestedSchema = { type: 'object', properties: { colour: { type: 'string' } } };
    const form = { serverName: 'demo', mode: 'form', message: 'Which?', requestedSchema, _meta: null };
    talk.out(ask('mcpServer/elicitation/request', form));
    expect(talk.drafts.at(-1)).toMatchObject({ type: 'input_required', question: 'Which?', source: 'tool' });
    expect(talk.say(talk.dialect.respond('0', { type: 'text', text: 'red' }))).toEqual([
      { id: 0, result: { action: 'accept', content: { colour: 'red' }, _meta: null } },
    ]);
    expect(talk.drafts.at(-1)).toEqual({ type: 'interaction_settled', key: '0' });
  });

  it.each([
    [{ type: 'answers', answers: { color: 'Blue' } } as const, { color: { answers: ['Blue'] } }, 'tool_result'],
    [{ type: 'answers', answers: { 'Which?': ['Blue'] } } as const, { color: { answers: ['Blue'] } }, 'tool_result'],
    [{ type: 'text', text: 'Blue' } as const, { color: { answers: ['Blue'] } }, 'tool_result'],
    [{ type: 'deny' } as const, {}, 'tool_error'],
  ])('answers a question with %j', (answer, answers, type) => {
    const talk = beginTurn();
    const options = [{ label: 'Red', description: 'warm' }];
    const questions = [{ id: 'color', header: 'Color', question: 'Which?', isOther: true, options }];
    talk.out(ask('item/tool/requestUserInput', { itemId: 'q', questions }));
    expect(talk.drafts.map((draft) => draft.type)).toEqual(['step_start', 'tool_call_start', 'input_required']);
    expect(talk.say(talk.dialect.respond('0', answer))).toEqual([{ id: 0, result: { answers } }]);
    expect(talk.drafts.slice(-2).map((draft) => draft.type)).toEqual(['interaction_settled', type]);
  });

  it('grants the permissions that were asked for, and none that were denied', () => {
    const permissions = { network: { enabled: true }, fileSystem: null };
    for (const [answer, result, type] of [
      [{ type: 'approve' }, { permissions, scope: 'turn' }, 'approval_granted'],
      [{ type: 'approve', scope: 'session' }, { permissions, scope: 'session' }, 'approval_granted'],
      [
        { type: 'approve', input: { network: { enabled: true } } },
        { permissions: { network: { enabled: true } }, scope: 'turn' },
        'approval_granted',
      ],
      [{ type: 'deny' }, { permissions: {}, scope: 'turn' }, 'approval_denied'],
    ] as const) {
      const talk = beginTurn();
      talk.out(ask('item/permissions/requestApproval', { itemId: 'q', permissions, reason: 'need it' }));
      expect(talk.say(talk.dialect.respond('0', answer))).toEqual([{ id: 0, result }]);
      expect(talk.drafts.at(-2)).toEqual({ type, key: '0' });
    }
  });

  describe('a tool of the client', () => {
    const calls = (): ReturnType<typeof beginTurn> => {
      const talk = beginTurn();
      talk.out(ask('item/tool/call', { callId: 'd', namespace: null, tool: 'lookup', arguments: { id: 7 } }));
      return talk;
    };

    it.each([
      [{ type: 'output', text: 'seven' } as const, true],
      [{ type: 'error', message: 'no such id' } as const, false],
    ])('is answered with %j', (outcome, success) => {
      const talk = calls();
      expect(talk.drafts.at(-1)).toEqual({
        type: 'host_tool_call',
        key: '0',
        toolCallId: 'd',
        toolName: 'lookup',
        input: { id: 7 },
      });
      const text = success ? 'seven' : 'no such id';
      expect(talk.say(talk.dialect.returnHostTool?.('0', outcome))).toEqual([
        { id: 0, result: { contentItems: [{ type: 'inputText', text }], success } },
      ]);
      expect(talk.drafts.at(-1)).toEqual({ type: 'host_tool_settled', key: '0' });
      expect(talk.dialect.returnHostTool?.('0', outcome)).toBe('gone');
    });

    it('is waited for by nobody once its turn is over', () => {
      const talk = calls();
      talk.out(turnCompleted('t1', { status: 'interrupted' }));
      expect(talk.drafts).toContainEqual({ type: 'host_tool_settled', key: '0' });
      expect(talk.dialect.returnHostTool?.('0', { type: 'output', text: '' })).toBe('gone');
    });
  });

  it.each([
    ['attestation/generate', {}],
    ['something/new', {}],
  ])('refuses %s at once', (method, params) => {
    const talk = beginTurn();
    talk.out(ask(method, params));
    expect(talk.wanted).toHaveLength(1);
    expect(talk.wanted[0]).toEqual({
      id: 0,
      error: { code: -32_601, message: `This client does not offer ${method}.` },
    });
    const message = `Codex asked for "${method}", which is not offered; it was refused.`;
    expect(talk.drafts).toEqual([{ type: 'debug', level: 'warn', message }]);
    expect(talk.dialect.state.pending.size).toBe(0);
  });
});
