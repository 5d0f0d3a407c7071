/** MCP server `demo` on stdio, for tests of agents: tools that answer, fail, break, ask and show a picture. */
import split2 from 'split2';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const NO_INPUT = { type: 'object', properties: {} };
const TOOLS = [
  {
    name: 'echo',
    description: 'Says the text again.',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  },
  { name: 'fail', description: 'Answers that it failed.', inputSchema: NO_INPUT },
  { name: 'rpc-error', description: 'Answers with an error of the protocol.', inputSchema: NO_INPUT },
  { name: 'ask', description: 'Asks the user for a colour.', inputSchema: NO_INPUT },
  { name: 'image', description: 'Answers with a picture.', inputSchema: NO_INPUT },
];
const COLOUR_FORM = {
  type: 'object',
  properties: { colour: { type: 'string', title: 'Colour', enum: ['Red', 'Blue'] } },
  required: ['colour'],
};

// A server that cannot even start.
if (process.argv.includes('--dead')) {
  process.exit(1);
}

/** The open questions to the client, by their id. */
const asked = new Map();
let lastId = 0;

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const text = (value) => ({ content: [{ type: 'text', text: value }] });

/** Asks the client something and resolves with its whole reply. */
function ask(method, params) {
  const id = `demo-${++lastId}`;
  return new Promise((resolve) => {
    asked.set(id, resolve);
    send({ id, method, params });
  });
}

async function callTool({ name, arguments: input = {} }) {
  switch (name) {
    case 'echo':
      return { result: text(`echo: ${input.text}`) };
    case 'fail':
      return { result: { ...text('the tool failed, as it always does'), isError: true } };
    case 'rpc-error':
      return { error: { code: -32000, message: 'the server broke, as it always does' } };
    case 'ask': {
      const params = { message: 'Which colour?', requestedSchema: COLOUR_FORM };
      const reply = await ask('elicitation/create', params);
      if (reply.error) {
        return { result: { ...text(`not asked: ${reply.error.message}`), isError: true } };
      }
      const { action, content } = reply.result;
      return { result: text(action === 'accept' ? `colour: ${content?.colour}` : `no colour: ${action}`) };
    }
    case 'image':
      return { result: { content: [{ type: 'image', data: PIXEL, mimeType: 'image/png' }] } };
    default:
      return { error: { code: -32602, message: `no tool "${name}"` } };
  }
}

async function answer({ method, params = {} }) {
  switch (method) {
    case 'initialize':
      return {
        result: {
          protocolVersion: params.protocolVersion ?? '2025-06-18',
          capabilities: { tools: {} },
          serverInfo: { name: 'demo', version: '1.0.0' },
        },
      };
    case 'ping':
      return { result: {} };
    case 'tools/list':
      return { result: { tools: TOOLS } };
    case 'tools/call':
      return callTool(params);
    default:
      return { error: { code: -32601, message: `no method "${method}"` } };
  }
}

// node:readline also ends a line at U+2028 from Node 24 on, and a JSON string may contain that.
for await (const line of process.stdin.pipe(split2('\n'))) {
  if (line.trim() === '') {
    continue;
  }
  const message = JSON.parse(line);
  if (message.method === undefined) {
    asked.get(message.id)?.(message);
    asked.delete(message.id);
  } else if (message.id !== undefined) {
    // The call is not awaited, because the answer to a question of ours comes by the same stream.
    void answer(message).then((reply) => send({ id: message.id, ...reply }));
  }
}
