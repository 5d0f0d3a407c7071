/** What a claude CLI prints in one turn: the frames of a recorded run. */
import { uuid } from './sink.mjs';

const SESSION = 'a2e227c0-6144-4f21-9757-b980be5f81cd';
const MESSAGE = 'msg_bench000001';
const TOOL = 'toolu_bench000001';
const USAGE = { input_tokens: 25, cache_creation_input_tokens: 100, cache_read_input_tokens: 2000, output_tokens: 11 };

const LINES = { opening, deltaFrame, ending, shellCall, readDelta, isEnd };

/** A conversation over stdin and stdout. */
export const claude = {
  ...LINES,
  name: 'claude',
  agent: 'claude',
  mode: 'bidi',
  args: ['-p', '--input-format', 'stream-json'],
  input: [
    '{"type":"control_request","request_id":"1","request":{"subtype":"initialize"}}\n',
    `${JSON.stringify({ type: 'user', message: { role: 'user', content: 'hello' }, parent_tool_use_id: null, session_id: '' })}\n`,
  ],
};

/** One prompt by stdin, and its answer. */
export const claudeOneshot = {
  ...LINES,
  name: 'claude-oneshot',
  agent: 'claude',
  mode: 'oneshot',
  args: ['-p'],
  input: ['hello'],
  endsInput: true,
};

function readDelta(message) {
  return message.type === 'stream_event' && message.event.delta?.type === 'text_delta'
    ? message.event.delta.text
    : undefined;
}

function isEnd(message) {
  return message.type === 'result';
}

function opening() {
  return [
    {
      type: 'system',
      subtype: 'init',
      cwd: '/tmp',
      session_id: SESSION,
      tools: ['Bash', 'Edit', 'Read', 'Write'],
      mcp_servers: [],
      model: 'claude-opus-5-5',
      permissionMode: 'default',
      slash_commands: ['compact', 'context'],
      apiKeySource: 'ANTHROPIC_API_KEY',
      claude_code_version: '2.1.329',
      output_style: 'default',
      agents: ['general-purpose'],
      skills: [],
      plugins: [],
      uuid: uuid(2),
    },
    { type: 'system', subtype: 'status', status: 'requesting', session_id: SESSION, uuid: uuid(3) },
    streamed({
      type: 'message_start',
      message: { id: MESSAGE, type: 'message', role: 'assistant', model: 'claude-opus-5-5', content: [], usage: USAGE },
    }),
    block('content_block_start', { content_block: { type: 'text', text: '' } }),
  ];
}

function deltaFrame() {
  return {
    line: block('content_block_delta', { delta: { type: 'text_delta', text: '' } }),
    set(line, text, n) {
      line.event.delta.text = text;
      line.uuid = uuid(n);
    },
  };
}

/** The end of the message; a block without a text was closed before. */
function ending(text) {
  return [
    ...(text === '' ? [] : [complete({ type: 'text', text })]),
    block('content_block_stop', {}),
    streamed({ type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: USAGE }),
    streamed({ type: 'message_stop' }),
    {
      type: 'result',
      subtype: 'success',
      is_error: false,
      num_turns: 1,
      result: text,
      terminal_reason: 'completed',
      session_id: SESSION,
      total_cost_usd: 0.00122,
      usage: USAGE,
      modelUsage: {
        'claude-opus-5-5': { inputTokens: 25, outputTokens: 11, costUSD: 0.00122, contextWindow: 1000000 },
      },
      permission_denials: [],
      uuid: uuid(4),
    },
  ];
}

function shellCall() {
  const input = { command: 'cat big.log' };
  const at = (type, rest) => streamed({ type, index: 1, ...rest });
  return {
    before: [
      block('content_block_stop', {}),
      at('content_block_start', { content_block: { type: 'tool_use', id: TOOL, name: 'Bash', input: {} } }),
      at('content_block_delta', { delta: { type: 'input_json_delta', partial_json: JSON.stringify(input) } }),
      complete({ type: 'tool_use', id: TOOL, name: 'Bash', input }),
      at('content_block_stop', {}),
      streamed({ type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: USAGE }),
      streamed({ type: 'message_stop' }),
    ],
    result: (content) => ({
      type: 'user',
      message: { role: 'user', content: [{ tool_use_id: TOOL, type: 'tool_result', content, is_error: false }] },
      parent_tool_use_id: null,
      session_id: SESSION,
      uuid: uuid(1),
    }),
  };
}

function streamed(event) {
  return { type: 'stream_event', event, session_id: SESSION, parent_tool_use_id: null, uuid: uuid(5) };
}

function block(type, rest) {
  return streamed({ type, index: 0, ...rest });
}

function complete(content) {
  return {
    type: 'assistant',
    message: {
      id: MESSAGE,
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-5-5',
      content: [content],
      usage: USAGE,
    },
    parent_tool_use_id: null,
    session_id: SESSION,
    uuid: uuid(6),
    request_id: 'req_bench000001',
  };
}
