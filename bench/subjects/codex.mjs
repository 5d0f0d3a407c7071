/** What `codex app-server` prints in one turn: the frames of a recorded run. The player answers the requests before it. */

const THREAD = '01a1fd1c-edc0-7572-b05e-82a0881363fe';
const TURN = '01a1fd1c-edf7-7143-8a37-294c9ecf18b1';
const MESSAGE = 'msg_bench000001';
const SHELL = 'call_bench000001';
const START_MS = 1_795_247_894_000;

const request = (id, method, params) => `${JSON.stringify({ id, method, params })}\n`;

export const codex = {
  name: 'codex',
  agent: 'codex',
  mode: 'app-server',
  args: ['app-server'],
  input: [
    request(1, 'initialize', { clientInfo: { name: 'bench', title: 'bench', version: '0' } }),
    '{"method":"initialized"}\n',
    request(2, 'thread/start', { cwd: '/tmp' }),
    request(3, 'turn/start', { threadId: THREAD, input: [{ type: 'text', text: 'hello', text_elements: [] }] }),
  ],
  opening,
  deltaFrame,
  ending,
  shellCall,
  readDelta: ({ method, params }) => (method === 'item/agentMessage/delta' ? params.delta : undefined),
  isEnd: ({ method }) => method === 'turn/completed',
};

function opening() {
  const turn = { id: TURN, rootTurnId: TURN, items: [], itemsView: 'notLoaded', status: 'inProgress', error: null };
  return [
    told('thread/status/changed', { threadId: THREAD, status: { type: 'active', activeFlags: [] } }),
    told('turn/started', { threadId: THREAD, turn }),
    item('item/started', { type: 'agentMessage', id: MESSAGE, text: '', phase: null }),
  ];
}

function deltaFrame() {
  return {
    line: told('item/agentMessage/delta', { threadId: THREAD, turnId: TURN, itemId: MESSAGE, delta: '' }),
    set(line, text, n) {
      line.params.delta = text;
      line.emittedAtMs = START_MS + n;
    },
  };
}

function ending(text) {
  const message = { type: 'agentMessage', id: MESSAGE, text, phase: null };
  const tokens = { totalTokens: 162, inputTokens: 120, cachedInputTokens: 64, outputTokens: 42 };
  return [
    item('item/completed', message),
    told('thread/tokenUsage/updated', {
      threadId: THREAD,
      turnId: TURN,
      tokenUsage: { total: tokens, last: tokens, modelContextWindow: 258_400 },
    }),
    told('turn/completed', {
      threadId: THREAD,
      turn: {
        id: TURN,
        rootTurnId: TURN,
        items: [message],
        itemsView: 'summary',
        status: 'completed',
        error: null,
        durationMs: 175,
      },
    }),
  ];
}

function shellCall() {
  const call = {
    type: 'commandExecution',
    id: SHELL,
    command: "/bin/bash -lc 'cat big.log'",
    cwd: '/tmp',
    processId: '1',
    source: 'agent',
    commandActions: [{ type: 'unknown', command: 'cat big.log' }],
  };
  const open = { ...call, status: 'inProgress', aggregatedOutput: null, exitCode: null, durationMs: null };
  return {
    before: [
      item('item/completed', { type: 'agentMessage', id: MESSAGE, text: '', phase: null }),
      item('item/started', open),
    ],
    result: (aggregatedOutput) =>
      item('item/completed', { ...call, status: 'completed', aggregatedOutput, exitCode: 0, durationMs: 12 }),
  };
}

function told(method, params) {
  return { method, params, emittedAtMs: START_MS };
}

function item(method, native) {
  return told(method, { item: native, threadId: THREAD, turnId: TURN, startedAtMs: START_MS });
}
