/** What Gemini CLI prints in one turn, in both of its modes: the frames of recorded runs. */

const SESSION = '4588ebf5-c972-4b46-a18f-dae1a7e53f33';
const TOOL = 'run_shell_command__run_shell_command_1795247894000_0';

const request = (id, method, params) => `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;

/** A conversation over the Agent Client Protocol; the player answers the requests, that of the prompt after the transcript. */
export const geminiAcp = {
  name: 'gemini-acp',
  agent: 'gemini',
  mode: 'acp',
  args: ['--acp'],
  input: [
    request(0, 'initialize', { protocolVersion: 1, clientCapabilities: {} }),
    request(1, 'session/new', { cwd: '/tmp', mcpServers: [] }),
    request(2, 'session/prompt', { sessionId: SESSION, prompt: [{ type: 'text', text: 'hello' }] }),
  ],
  opening: () => [],
  deltaFrame: () => ({
    line: update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: '' } }),
    set(line, text) {
      line.params.update.content.text = text;
    },
  }),
  ending: () => [],
  shellCall: () => ({
    before: [
      update({
        sessionUpdate: 'tool_call',
        toolCallId: TOOL,
        status: 'in_progress',
        title: 'cat big.log',
        content: [],
        locations: [],
        kind: 'execute',
      }),
    ],
    result: (text) =>
      update({
        sessionUpdate: 'tool_call_update',
        toolCallId: TOOL,
        status: 'completed',
        title: 'cat big.log',
        content: [{ type: 'content', content: { type: 'text', text } }],
        locations: [],
        kind: 'execute',
      }),
  }),
  readDelta: ({ params }) =>
    params?.update?.sessionUpdate === 'agent_message_chunk' ? params.update.content.text : undefined,
  isEnd: ({ result }) => result?.stopReason !== undefined,
};

/** One prompt by stdin, and its answer. */
export const geminiStreamJson = {
  name: 'gemini-stream-json',
  agent: 'gemini',
  mode: 'stream-json',
  args: ['--output-format', 'stream-json'],
  input: ['hello'],
  endsInput: true,
  opening: () => [
    { type: 'init', timestamp: stamp(0), session_id: SESSION, model: 'gemini-2.5-pro' },
    { type: 'message', timestamp: stamp(1), role: 'user', content: 'hello' },
  ],
  deltaFrame: () => ({
    line: { type: 'message', timestamp: '', role: 'assistant', content: '', delta: true },
    set(line, text, n) {
      line.timestamp = stamp(n);
      line.content = text;
    },
  }),
  ending: () => [
    {
      type: 'result',
      timestamp: stamp(9),
      status: 'success',
      stats: {
        total_tokens: 1234,
        input_tokens: 1200,
        output_tokens: 34,
        cached: 0,
        input: 1200,
        duration_ms: 175,
        tool_calls: 0,
        models: {},
      },
    },
  ],
  shellCall: () => ({
    before: [
      {
        type: 'tool_use',
        timestamp: stamp(2),
        tool_name: 'run_shell_command',
        tool_id: TOOL,
        parameters: { command: 'cat big.log' },
      },
    ],
    result: (output) => ({ type: 'tool_result', timestamp: stamp(3), tool_id: TOOL, status: 'success', output }),
  }),
  readDelta: ({ type, role, content }) => (type === 'message' && role === 'assistant' ? content : undefined),
  isEnd: ({ type }) => type === 'result',
};

function update(native) {
  return { jsonrpc: '2.0', method: 'session/update', params: { sessionId: SESSION, update: native } };
}

// Each delta is one millisecond after the one before.
function stamp(n) {
  return new Date(1_795_247_814_264 + n).toISOString();
}
